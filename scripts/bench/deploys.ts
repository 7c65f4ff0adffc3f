import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, root, untilResponding } from "../steps.ts";
import { Browser } from "./harness/browser";
import { atMost, type Figure, ms, quantile, seen } from "./harness/figures";

/**
 * Deploys of the shop with the demo world behind the proxy of the deployment guide, under twenty requests a second,
 * pages and forms. Each deploy stops the start process as a platform does and starts it again. Needs a Caddy on the PATH
 * that tries forms again (see the guide). DEPLOYS=3 makes a short run, which proves less.
 */

const DEPLOYS = Number(process.env.DEPLOYS ?? 20);
const REQUESTS_A_SECOND = 20;
/** Between two deploys, so that requests also meet a shop at rest. */
const REST_MS = 1_000;
/** Half of what the proxy holds: a slower start would lose requests on a busier day. */
const LONGEST_HOLD_MS = 30_000;
/** The platform kills a stop that takes longer. */
const LONGEST_STOP_MS = 60_000;
/** The proxy has given up by then. */
const UNANSWERED_MS = 90_000;
const PAGES = ["/", "/about", "/auth", "/begin", "/redeem"];

export async function measure(): Promise<Figure[]> {
  const dataFolder = mkdtempSync(join(tmpdir(), "loop-bench-deploys-"));
  const [port, proxyPort, sandboxPort] = [await freePort(0), await freePort(0), await freePort(0)];
  const origin = `http://localhost:${proxyPort}`;
  const proxy = startProxy(dataFolder, port, proxyPort);
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: "production" as const,
    DATA_DIR: dataFolder,
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    TRUSTED_PROXY_HOPS: "1",
    REQUESTS_PER_MINUTE: "100000",
    PAYMENT_SANDBOX_PORT: String(sandboxPort),
  };
  let shop = await startShop(env);
  try {
    const load = startLoad(origin);
    const [starts, stops, holds, codes]: [number[], number[], number[], unknown[]] = [[], [], [], []];
    for (let deploy = 0; deploy < DEPLOYS; deploy += 1) {
      await rest();
      const asked = performance.now();
      codes.push(await stopShop(shop.child));
      const began = performance.now();
      shop = await startShop(env);
      stops.push(began - asked);
      starts.push(shop.readyAt - began);
      await rest();
      holds.push(load.longestSince(asked));
    }
    const { sent, failed, mostOpen } = await load.end();
    const median = quantile(starts, 0.5);
    return [
      {
        what: `failed of ${sent} requests during ${DEPLOYS} deploys${failed.length > 0 ? `: ${[...new Set(failed)].join("; ")}` : ""}`,
        value: String(failed.length),
        limit: "0",
        isMet: failed.length === 0 && sent >= DEPLOYS * REQUESTS_A_SECOND,
      },
      {
        what: "stops that ended by themselves",
        value: `${codes.filter((code) => code === 0).length} of ${codes.length}`,
        limit: "all",
        isMet: codes.every((code) => code === 0),
      },
      atMost("the longest that a request was held, of all deploys", Math.max(...holds), LONGEST_HOLD_MS),
      seen("the same, in seconds, deploy by deploy", inSeconds(holds)),
      {
        what: "requests held at one time, at most",
        value: String(mostOpen),
        limit: `≤ ${(REQUESTS_A_SECOND * LONGEST_HOLD_MS) / 1_000}`,
        isMet: mostOpen <= (REQUESTS_A_SECOND * LONGEST_HOLD_MS) / 1_000,
      },
      seen("from the signal to the end, median", ms(quantile(stops, 0.5))),
      seen("the same, longest", ms(Math.max(...stops))),
      atMost("from the start to the first answer, with the demo world, median", median, 3_000),
      seen("the same, longest", ms(Math.max(...starts))),
      seen("load of the machine at the end", loadavg()[0]?.toFixed(1) ?? ""),
    ];
  } finally {
    await stopShop(shop.child);
    proxy.kill();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

const inSeconds = (values: number[]) => values.map((value) => (value / 1_000).toFixed(1)).join(" ");

/** Gives the exit code, or the signal of a stop that took too long. */
async function stopShop(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null) return child.exitCode;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const killed = setTimeout(() => child.kill("SIGKILL"), LONGEST_STOP_MS);
  const [code, signal] = await ended;
  clearTimeout(killed);
  return code ?? signal;
}

const rest = () => new Promise((resolve) => setTimeout(resolve, REST_MS));

/** The guide's own proxy settings, with other addresses. */
function startProxy(folder: string, port: number, proxyPort: number): ChildProcess {
  const guide = readFileSync(join(root, "scripts", "deployment", "caddyfile.sample"), "utf8");
  const file = join(folder, "Caddyfile");
  const options = "{\n\tadmin off\n\tauto_https off\n}\n";
  writeFileSync(
    file,
    options +
      guide.replace("loop.example", `http://localhost:${proxyPort}`).replace(/[\d.]+:8080/, `127.0.0.1:${port}`),
  );
  const caddy = spawn("caddy", ["run", "--adapter", "caddyfile", "--config", file], {
    stdio: ["ignore", "ignore", "ignore"],
    env: { ...process.env, HOME: folder },
  });
  caddy.once("error", () => console.error("Caddy is not on the PATH; the guide says which one and where from."));
  return caddy;
}

async function startShop(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ["scripts/start.ts"], {
    cwd: root,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  await untilResponding(`http://127.0.0.1:${env.PORT}/health`, { name: "The shop", child }, 180);
  return { child, readyAt: performance.now() };
}

/** Sends requests at an even pace, whether or not those before have got a response. */
function startLoad(origin: string) {
  const failed: string[] = [];
  const responses: { at: number; milliseconds: number }[] = [];
  const open = new Set<Promise<void>>();
  const connections = new Browser(origin);
  let sent = 0;
  let mostOpen = 0;
  const timer = setInterval(() => {
    sent += 1;
    const request = inTime(visit(connections.another(), sent))
      .then(({ status, milliseconds }) => {
        responses.push({ at: performance.now(), milliseconds });
        if (status >= 400) failed.push(`status ${status}`);
      })
      .catch((error: Error) => {
        failed.push(error.message);
      })
      .finally(() => open.delete(request));
    open.add(request);
    mostOpen = Math.max(mostOpen, open.size);
  }, 1_000 / REQUESTS_A_SECOND);
  return {
    /** The longest response time since then. */
    longestSince(moment: number): number {
      return Math.max(0, ...responses.filter(({ at }) => at >= moment).map(({ milliseconds }) => milliseconds));
    },
    async end() {
      clearInterval(timer);
      await Promise.all(open);
      return { sent, failed, mostOpen };
    },
  };
}

function inTime<Result>(response: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not answered in ${UNANSWERED_MS} ms`)), UNANSWERED_MS);
  });
  return Promise.race([response, late]).finally(() => clearTimeout(timer));
}

/** Every second visit also sends a form, which is never tried again by a browser. */
async function visit(browser: Browser, number: number) {
  if (number % 2 === 0) return await browser.open(PAGES[(number / 2) % PAGES.length] ?? "/");
  const page = await browser.open("/loop-theme");
  if (page.status >= 400) return page;
  const response = await browser.enter("/loop-theme", { theme: "family" });
  return { status: response.status, milliseconds: Math.max(page.milliseconds, response.milliseconds) };
}
