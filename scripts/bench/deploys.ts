import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, root, untilAnswering } from "../steps.mjs";
import { Browser } from "./harness/browser";
import { type Figure, ms, quantile } from "./harness/figures";

/**
 * Twenty deploys of the shop with the demo world behind the proxy of the deployment guide, under twenty requests a
 * second, pages and forms. Each deploy stops the start process as a platform does and starts it again. Needs Caddy on
 * the PATH.
 */

const DEPLOYS = 20;
const REQUESTS_A_SECOND = 20;
/** Between two deploys, so that requests also meet a shop at rest. */
const REST_MS = 1_000;
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
    const gaps: number[] = [];
    for (let deploy = 0; deploy < DEPLOYS; deploy += 1) {
      await rest();
      const stopped = once(shop.child, "exit");
      shop.child.kill("SIGTERM");
      await stopped;
      const began = performance.now();
      shop = await startShop(env);
      gaps.push(shop.answeredAt - began);
    }
    await rest();
    const { sent, failed, slowest } = await load.end();
    const median = quantile(gaps, 0.5);
    return [
      {
        what: `failed of ${sent} requests during ${DEPLOYS} deploys${failed.length > 0 ? `: ${[...new Set(failed)].join("; ")}` : ""}`,
        value: String(failed.length),
        limit: "0",
        isMet: failed.length === 0 && sent >= DEPLOYS * REQUESTS_A_SECOND,
      },
      { what: "the longest that a request was held", value: ms(slowest), isMet: true },
      {
        what: "from the start to the first answer, with the demo world, median",
        value: ms(median),
        limit: "≤ 3,000 ms",
        isMet: median <= 3_000,
      },
      { what: "the same, longest", value: ms(Math.max(...gaps)), isMet: true },
    ];
  } finally {
    const ended = once(shop.child, "exit");
    shop.child.kill("SIGTERM");
    await ended;
    proxy.kill();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

const rest = () => new Promise((resolve) => setTimeout(resolve, REST_MS));

/** The guide's own proxy settings, with other addresses. */
function startProxy(folder: string, port: number, proxyPort: number): ChildProcess {
  const guide = readFileSync(join(root, "scripts", "deployment", "caddyfile.sample"), "utf8");
  const file = join(folder, "Caddyfile");
  const options = "{\n\tadmin off\n\tauto_https off\n}\n";
  writeFileSync(
    file,
    options + guide.replace("loop.example", `http://localhost:${proxyPort}`).replace(":8080", `:${port}`),
  );
  const caddy = spawn("caddy", ["run", "--adapter", "caddyfile", "--config", file], {
    stdio: ["ignore", "ignore", "ignore"],
    env: { ...process.env, HOME: folder },
  });
  caddy.once("error", () => console.error("Caddy is not on the PATH (Debian: apt-get install caddy)."));
  return caddy;
}

async function startShop(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: root,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  await untilAnswering(`http://127.0.0.1:${env.PORT}/health`, { name: "The shop", child }, 180);
  return { child, answeredAt: performance.now() };
}

/** Sends requests at an even pace, whether or not those before have been answered. */
function startLoad(origin: string) {
  const failed: string[] = [];
  const open = new Set<Promise<void>>();
  const connections = new Browser(origin);
  let sent = 0;
  let slowest = 0;
  const timer = setInterval(() => {
    sent += 1;
    const request = visit(connections.another(), sent)
      .then(({ status, milliseconds }) => {
        slowest = Math.max(slowest, milliseconds);
        if (status >= 400) failed.push(`status ${status}`);
      })
      .catch((error: Error) => {
        failed.push(error.message);
      })
      .finally(() => open.delete(request));
    open.add(request);
  }, 1_000 / REQUESTS_A_SECOND);
  return {
    async end() {
      clearInterval(timer);
      await Promise.all(open);
      return { sent, failed, slowest };
    },
  };
}

/** Every second visit also sends a form, which is never tried again by a browser. */
async function visit(browser: Browser, number: number) {
  if (number % 2 === 0) return await browser.open(PAGES[(number / 2) % PAGES.length] ?? "/");
  const page = await browser.open("/loop-theme");
  if (page.status >= 400) return page;
  return await browser.enter("/loop-theme", { theme: "family" });
}
