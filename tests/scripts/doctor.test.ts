import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { startPaymentSandbox } from "../../scripts/payment-sandbox/sandbox";

const sandbox = await startPaymentSandbox({
  port: 0,
  dataFolder: mkdtempSync(join(process.env.DATA_DIR ?? "", "payments-")),
  secretKey: process.env.STRIPE_SECRET_KEY,
  webhook: { url: "http://localhost:3000/webhooks/stripe", secret: "whsec_tests" },
});
afterAll(async () => await sandbox.close());

/** The doctor as the command runs it. */
async function doctor(args: readonly string[], more: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["scripts/run.mjs", "doctor", ...args], {
    env: { ...process.env, APP_ENV: "development", STRIPE_API_ORIGIN: sandbox.origin, ...more },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said += String(chunk);
    });
  const [code] = (await once(child, "close")) as [number];
  return { code, said };
}

it("ends with 0 where nothing fails, and says each finding with what to do", async () => {
  const { code, said } = await doctor([]);
  expect([code, said]).toEqual([0, expect.stringMatching(/^WARNING {2}Alarms: .*\n {10}→ Set ALARM_EMAIL/m)]);
  expect(said).toMatch(/\n\d+ findings: 0 failing, \d+ warnings, \d+ unknown\.\n$/);
});

it("ends with 1 where something does, and reports it as JSON", async () => {
  const { code, said } = await doctor(["--json"], { STRIPE_API_ORIGIN: "http://127.0.0.1:1" });
  expect(code).toBe(1);
  const { isWell, findings } = JSON.parse(said.slice(said.indexOf("{"))) as {
    isWell: boolean;
    findings: { name: string; state: string }[];
  };
  expect(isWell).toBe(false);
  expect(findings.filter(({ state }) => state === "failing").map(({ name }) => name)).toEqual(["Payments: round trip"]);
});

it("ends with 1 where a setting is malformed, and names it", async () => {
  const { code, said } = await doctor([], { ALARM_EMAIL: "nobody" });
  expect([code, said]).toEqual([1, expect.stringContaining("ALARM_EMAIL: must be an email address")]);
});

/** Runs a command as somebody does in a shell of their own, with no settings but these, from this folder. */
async function run(name: "doctor" | "staff", settings: Record<string, string>, cwd = process.cwd()) {
  const args = name === "doctor" ? ["doctor", "--log"] : ["staff", "list"];
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, [join(process.cwd(), "scripts", "run.mjs"), ...args], {
    cwd,
    env: { NODE_ENV: "production", PATH, HOME, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said += String(chunk);
    });
  const [code] = (await once(child, "close")) as [number];
  return { code, said };
}

/** A data folder as a start in development leaves it: a database, and a secret of its own. */
function startedFolder(): string {
  const folder = mkdtempSync(join(process.env.DATA_DIR ?? "", "started-"));
  copyFileSync(join(process.env.DATA_DIR ?? "", "..", "template.db"), join(folder, "loop.db"));
  writeFileSync(join(folder, "secret"), process.env.SECRETS ?? "");
  return folder;
}

it.each(["staff", "doctor"] as const)(
  "the command %s works where a start has been, without the start’s settings and from any folder",
  async (name) => {
    const DATA_DIR = startedFolder();
    expect(await run(name, { DATA_DIR })).toMatchObject({ code: 0 });
    expect(await run(name, { DATA_DIR }, DATA_DIR)).toMatchObject({ code: 0 });
  },
);

it.each(["staff", "doctor"] as const)(
  "the command %s says what to do before the first start, and leaves the folder new",
  async (name) => {
    for (const APP_ENV of ["development", "production"]) {
      const DATA_DIR = join(process.env.DATA_DIR ?? "", `new-${name}-${APP_ENV}`);
      expect(await run(name, { DATA_DIR, APP_ENV })).toEqual({
        code: 1,
        said: `There is no database in ${DATA_DIR} yet. Start Loop there once: npm start\n`,
      });
      expect(existsSync(DATA_DIR)).toBe(false);
    }
  },
);

it("the doctor works as staff does with what the image holds, and names the settings that are missing", async () => {
  const DATA_DIR = startedFolder();
  const there = mkdtempSync(join(process.env.DATA_DIR ?? "", "image-"));
  mkdirSync(join(there, "scripts"));
  for (const name of ["run.mjs", "supported-node.mjs", "tools.mjs"])
    copyFileSync(`scripts/${name}`, join(there, "scripts", name));
  cpSync("build/processes", join(there, "build", "processes"), { recursive: true });
  symlinkSync(join(process.cwd(), "node_modules"), join(there, "node_modules"));
  const program = join(there, "scripts", "run.mjs");
  for (const name of ["doctor", "staff"]) {
    const child = spawn(process.execPath, [program, name, "list"], {
      env: { PATH: "", NODE_ENV: "production", APP_ENV: "production", DATA_DIR },
    });
    let said = "";
    child.stderr.on("data", (chunk) => {
      said += String(chunk);
    });
    const [code] = (await once(child, "close")) as [number];
    expect([name, code, said]).toEqual([name, 1, expect.stringContaining("SECRETS")]);
  }
});
