import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../../../scripts/steps.ts";
import { SETTINGS_NAMES } from "../../support/settings-names";
import { JOURNEYS_FOLDER, REPOSITORY } from "./places";
import { announceWorld } from "./world";

/** Includes a build if one is needed; the start itself takes seconds. */
const MOST_SECONDS_TO_START = 300;
const MOST_SECONDS_TO_STOP = 30;

const log = join(JOURNEYS_FOLDER, "product.log");

/**
 * Starts the real product by `npm start`, in an empty data folder and with nothing configured. Gives the function that
 * stops it; stopping cleanly is part of the test.
 */
// biome-ignore lint/style/noDefaultExport: Playwright calls it
export default async function startProduct() {
  rmSync(JOURNEYS_FOLDER, { recursive: true, force: true });
  mkdirSync(JOURNEYS_FOLDER, { recursive: true });
  const dataFolder = join(JOURNEYS_FOLDER, "data");
  const [port, cardPagePort] = [await freePort(0), await freePort(0)];
  const origin = `http://localhost:${port}`;
  const cardPageOrigin = `http://localhost:${cardPagePort}`;
  const env = { ...process.env };
  for (const name of SETTINGS_NAMES) delete env[name];
  const product = spawn(process.execPath, ["scripts/start.ts"], {
    cwd: REPOSITORY,
    env: {
      ...env,
      DATA_DIR: dataFolder,
      PORT: String(port),
      PUBLIC_ORIGIN: origin,
      // Every browser of the tests has the same network address.
      REQUESTS_PER_MINUTE: "3000",
      PAYMENT_SANDBOX_PORT: String(cardPagePort),
      PAYMENT_SANDBOX_PUBLIC_ORIGIN: cardPageOrigin,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  product.stderr?.pipe(createWriteStream(log, { flags: "a" }), { end: false });
  await untilOpen(product);
  announceWorld({ origin, dataFolder, cardPageOrigin });
  return () => stop(product, [origin, cardPageOrigin]);
}

async function untilOpen(product: ChildProcess): Promise<void> {
  const alarm = setTimeout(() => product.kill("SIGKILL"), MOST_SECONDS_TO_START * 1000);
  const output = createWriteStream(log, { flags: "a" });
  const lines = createInterface({ input: product.stdout ?? process.stdin });
  const opened = new Promise<boolean>((resolve) => {
    lines.on("line", (line) => {
      output.write(`${line}\n`);
      if (line.startsWith("Loop is open at ")) resolve(true);
    });
    product.once("exit", () => resolve(false));
  });
  const isOpen = await opened;
  clearTimeout(alarm);
  if (!isOpen) throw new Error(`The product did not start (${product.exitCode}).\n${endOfLog()}`);
}

async function stop(product: ChildProcess, origins: readonly string[]): Promise<void> {
  if (product.exitCode !== null) {
    throw new Error(`The product had stopped by itself (${product.exitCode}).\n${endOfLog()}`);
  }
  const alarm = setTimeout(() => product.kill("SIGKILL"), MOST_SECONDS_TO_STOP * 1000);
  const gone = once(product, "exit");
  product.kill("SIGTERM");
  const [code, signal] = await gone;
  clearTimeout(alarm);
  if (code !== 0) throw new Error(`The product did not stop cleanly (${code ?? signal}).\n${endOfLog()}`);
  const errors = linesOfLog().filter((line) => line.includes('"level":"error"'));
  if (errors.length > 0) throw new Error(`The product logged errors:\n${errors.join("\n")}`);
  for (const origin of origins) {
    const response = await fetch(origin).catch(() => undefined);
    if (response) throw new Error(`After the product had stopped, ${origin} still answered.`);
  }
}

function endOfLog(): string {
  return linesOfLog().slice(-40).join("\n");
}

function linesOfLog(): string[] {
  return readFileSync(log, "utf8").split("\n");
}
