import { DAY_MS } from "~/domain/kernel/time/durations";
import { SESSION_IDLE_DAYS } from "~/domain/people/accounts/session-length";
import { sendKept } from "./kept-sending";
import { KEPT_PAGES, keepPage, pageCaches, THIS_WEEK } from "./kept-store";
import { asLost, isLost, reportUnexpected } from "./unexpected";

/**
 * The service worker of the pages where weeks are written (/dashboard), and of nothing else. It answers from the network,
 * and without one with the page as it was kept, for the account whose page came from the network last. What was written
 * meanwhile is sent when the connection is back (kept-sending.ts).
 */

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface WorkerFetch extends WorkerEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface WorkerSync extends WorkerEvent {
  readonly tag: string;
}
/** What a page asks to be kept. */
interface ToKeep {
  readonly account: string;
  readonly build: string;
  readonly pages: readonly string[];
  readonly files: readonly string[];
}
declare const clients: { claim(): Promise<void> };
declare function skipWaiting(): Promise<void>;

/** How long a server that says nothing is waited for, in milliseconds, where the page is kept. */
const LONGEST_SILENCE = 8_000;
/** A page older than this is fetched again. */
const FRESH_MS = DAY_MS / 2;
/** A page older than this isn't shown: a session without a visit is over by then. */
const SHOWN_MS = SESSION_IDLE_DAYS * DAY_MS;
const ACCOUNT = "/dashboard/kept-account";

addEventListener("install", () => void skipWaiting());
addEventListener("activate", (event) => (event as WorkerEvent).waitUntil(clients.claim()));
addEventListener("message", (event) => {
  (event as MessageEvent & WorkerEvent).waitUntil(keep((event as MessageEvent<ToKeep>).data));
});
addEventListener("sync", (event) => {
  if ((event as WorkerSync).tag === "kept-weeks") (event as WorkerSync).waitUntil(sendWaiting());
});
addEventListener("fetch", (event) => {
  const { request } = event as WorkerFetch;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") (event as WorkerFetch).respondWith(openPage(event as WorkerFetch));
  else if (/^\/(?:assets|scripts|fonts|artwork)\//.test(pathname))
    (event as WorkerFetch).respondWith(openFile(request));
});

/** One cache for one account and one build; a message of another erases it. */
async function keep({ account, build, pages, files }: ToKeep): Promise<void> {
  const name = `${KEPT_PAGES}${account}:${build}`;
  for (const other of await pageCaches()) if (other !== name) await caches.delete(other);
  const cache = await caches.open(name);
  await cache.put(ACCOUNT, new Response(account));
  for (const file of files) if (!(await cache.match(file))) await cache.add(file).catch(() => undefined);
  for (const page of pages) {
    const kept = await cache.match(page);
    if (!kept || ageOf(kept) > FRESH_MS) await keepPage(cache, account, page, await fetch(page));
  }
}

const accountOf = async (cache: Cache) => await (await cache.match(ACCOUNT))?.text();
const ageOf = ({ headers }: Response) => Date.now() - Date.parse(headers.get("Date") ?? "0");

/** A page as it was kept; one that isn't shown any more is erased. */
async function keptPage(cache: Cache, page: Request | string): Promise<Response | undefined> {
  const kept = await cache.match(page);
  if (kept && ageOf(kept) < SHOWN_MS) return kept;
  await cache.delete(page);
  return undefined;
}

async function openPage(event: WorkerFetch): Promise<Response> {
  const { request } = event;
  const [name] = await pageCaches();
  if (!name) return await fetch(request);
  const cache = await caches.open(name);
  const kept = await keptPage(cache, request);
  const account = await accountOf(cache);
  try {
    const response = await withinTime(fetch(request).catch(asLost), kept ? LONGEST_SILENCE : undefined);
    if (kept && [502, 503, 504].includes(response.status)) return await asKept(kept);
    if (account) event.waitUntil(keepPage(cache, account, request.url, response.clone()));
    return response;
  } catch (error) {
    if (!isLost(error)) reportUnexpected(error);
    return kept ? await asKept(kept) : notKept((await keptPage(cache, THIS_WEEK)) !== undefined);
  }
}

/** Instead of the browser's own page, for somebody whose weeks are kept. */
function notKept(isThisWeekKept: boolean): Response {
  const more = isThisWeekKept
    ? ` <a href="${THIS_WEEK}" style="color:inherit">This week is</a>, and you can write it now.`
    : "";
  const page = `<!DOCTYPE html><html lang="en"><meta name="viewport" content="width=device-width"><title>No connection</title>
<body style="max-width:30rem;margin:4rem auto;padding:0 20px;font:18px/1.5 sans-serif;background:#fffdf8;color:#1c2530"><h1>There’s no connection</h1>
<p>This page isn’t kept on this device.${more}</p>`;
  return new Response(page, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

/** A kept page has its own script and style sheet, also when a new build has taken their place on the server. */
async function openFile(request: Request): Promise<Response> {
  const isNamedByContent = /^\/(?:assets|scripts)\//.test(new URL(request.url).pathname);
  const kept = isNamedByContent ? await caches.match(request) : undefined;
  return kept ?? (await fetch(request).catch(async () => (await caches.match(request)) ?? Response.error()));
}

function withinTime<Result>(work: Promise<Result>, milliseconds: number | undefined): Promise<Result> {
  if (milliseconds === undefined) return work;
  const late = new DOMException("The server said nothing.", "TimeoutError");
  return Promise.race([work, new Promise<Result>((_, reject) => setTimeout(reject, milliseconds, late))]);
}

/** Whole, with the policy that names its nonce, and marked, so that its script knows. */
async function asKept(kept: Response): Promise<Response> {
  const page = (await kept.text()).replace("<html ", "<html data-kept ");
  return new Response(page, { status: kept.status, headers: kept.headers });
}

async function sendWaiting(): Promise<void> {
  const { stop } = await sendKept(null);
  // The browser tries again later.
  if (stop === "no_connection") throw new Error("There is no connection yet.");
}
