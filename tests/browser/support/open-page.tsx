import { type Browser, chromium, type Page, type Request } from "playwright";
import type { ReactElement } from "react";
import { afterAll, afterEach, inject } from "vitest";
import { compileScript } from "../../../scripts/browser-scripts.ts";
import { renderPart } from "../../ui/render-part";

/** A part of a page as the server sends it, with its own script as the build compiles it, in a real browser. */

const ORIGIN = "http://loop.example";

export interface Response {
  status?: number;
  headers?: Record<string, string>;
  /** JSON, or text as it is. */
  body?: unknown;
}

export interface OpenOptions {
  /** What follows the origin in the address: "/redeem#K7QM-4XPD-92HR". */
  path?: string;
  /** The server's responses, by "POST /path"; everything else is a 404. */
  responses?: Readonly<Record<string, (request: Request) => Response>>;
  /** What the style sheets would do, as far as the script measures it. */
  styles?: string;
  /** Time passes only where the test says so: `page.clock.runFor`. */
  hasClock?: boolean;
}

let browser: Browser | undefined;

afterEach(async () => {
  for (const context of browser?.contexts() ?? []) await context.close();
});
afterAll(async () => await browser?.close());

export async function openPage(part: ReactElement, options: OpenOptions = {}): Promise<Page> {
  const { path = "/", responses = {}, styles = "", hasClock = false } = options;
  const body = await renderPart(part, new URL(path, ORIGIN).pathname);
  browser ??= await chromium.connect(inject("browser"));
  const page = await browser.newPage({ baseURL: ORIGIN, locale: "en-GB", timezoneId: "Europe/London" });
  page.on("pageerror", (error) => failures.push(error.message));
  if (hasClock) {
    await page.clock.install({ time: new Date("2026-11-20T08:50:00Z") });
    await page.clock.pauseAt(new Date("2026-11-20T09:00:00Z"));
  }
  const document = `<!DOCTYPE html><html lang="en"><title>A page</title><style>${styles}</style><body>${body}</body></html>`;
  await page.route("**/*", async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    const script = /^\/app\/browser\/[\w-]+\.ts$/.exec(pathname)?.[0];
    if (script) return await route.fulfill({ contentType: "text/javascript", body: compileScript(`.${script}`) });
    const response = responses[`${request.method()} ${pathname}`]?.(request);
    if (response) return await route.fulfill(fulfilled(response));
    const isPage = request.isNavigationRequest() && request.method() === "GET";
    return await route.fulfill(isPage ? { contentType: "text/html; charset=utf-8", body: document } : { status: 404 });
  });
  await page.goto(path);
  return page;
}

function fulfilled({ status = 200, headers = {}, body = "" }: Response) {
  const isText = typeof body === "string";
  const contentType = isText ? "text/html; charset=utf-8" : "application/json";
  return { status, headers: { "Content-Type": contentType, ...headers }, body: isText ? body : JSON.stringify(body) };
}

/** Exceptions of scripts, of any page since they were asked for last. */
const failures: string[] = [];

export function takeFailures(): string[] {
  return failures.splice(0);
}

afterEach(() => {
  const found = takeFailures();
  if (found.length > 0) throw new Error(`A script failed: ${found.join("; ")}`);
});
