import { randomBytes } from "node:crypto";
import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as open,
  type Server,
  type ServerResponse,
} from "node:http";
import { pipeline, Readable } from "node:stream";
import { createProxyServer } from "httpxy";
import { logLine } from "../../app/adapters/log/log.server";
import { settings } from "../../app/adapters/settings.server";
import { addressOf } from "../../app/web/connection.server";
import {
  ASK_WRITER_HEADER,
  HANDED_ON_HEADER,
  REASONS,
  type Reason,
  WRITER_SILENT_HEADER,
  writeHandedOn,
  writeReplayState,
} from "../../app/web/handed-on.server";
import { UnfinishedBody } from "../../app/web/unfinished-bodies.server";

/**
 * What is between visitors and a machine that only reads. Its web processes read the copies in a bucket while everything
 * else in them waits, so that a silent bucket stops them: this process, which reads nothing, gives the writer what they can't
 * answer in time, and every change. Where the writer is silent they answer all that can be read.
 */

/** To the first byte of an answer; then the writer is asked as well. */
const PATIENCE_MS = 300;
/** After so many late answers in a row the web processes are left alone for a while. */
const LATE_ANSWERS = 3;
const REST_MS = 2_000;
/** How often the writer is asked whether it is there, and how long it may take. */
const LOOK_MS = 1_000;
const LOOK_LIMIT_MS = 2_000;
/** After so many looks without a response it has stopped in the middle of what it was given. */
const LOOKS_UNTIL_CUT = 2;
/** A form is kept until the writer has it; what is longer goes on as it comes. */
const MOST_KEPT_BYTES = 1024 * 1024;
/** Fly's proxy sends no more than a megabyte again, headers and all. */
const MOST_REPLAYED_BYTES = 900_000;
const TELL_MS = 60_000;

export interface Front {
  readonly server: Server;
  stop(): void;
}

interface Options {
  /** Of the web processes on this machine. */
  readonly port: number;
  readonly writerOrigin: string;
  /** How Fly's proxy finds the writer; null elsewhere. */
  readonly flyReplay?: string | null;
}

export function openFront({ port, writerOrigin, flyReplay = null }: Options): Front {
  const { host: publicHost } = new URL(settings.publicOrigin);
  const agent = new Agent({ keepAlive: true });
  const proxy = createProxyServer({ target: writerOrigin, changeOrigin: false });
  /** What the writer was given and has not begun to answer. */
  const unanswered = new Set<ClientRequest>();
  proxy.on("proxyReq", (going) => {
    unanswered.add(going);
    for (const event of ["response", "close"]) going.once(event, () => unanswered.delete(going));
  });
  let isWriterThere = true;
  let isLooking = false;
  let silentLooks = 0;
  let late = 0;
  let restUntil = 0;
  /** Where the requests of the last minute were answered: here, or by the writer for a reason. */
  const counts: Record<string, number> = {};

  /** One after another, so that a late response to an earlier one says nothing. */
  async function look() {
    if (isLooking) return;
    isLooking = true;
    const isThere = await isHealthy(writerOrigin).finally(() => {
      isLooking = false;
    });
    if (isWriterThere !== isThere) console.error(`The writer ${isThere ? "answers again" : "is silent"}.`);
    isWriterThere = isThere;
    silentLooks = isThere ? 0 : silentLooks + 1;
    if (silentLooks < LOOKS_UNTIL_CUT) return;
    for (const going of unanswered) going.destroy(new Error("it is silent"));
  }

  function tell() {
    if (Object.keys(counts).length > 0) logLine("info", "answered", { ...counts });
    for (const name of Object.keys(counts)) delete counts[name];
  }

  /** Resolves to null once the response is sent, or to why the writer is to be asked. */
  function askHere(asked: Asked, response: ServerResponse, silence?: Silence): Promise<Reason | null> {
    const { request, headers, body } = asked;
    const isLast = silence !== undefined;
    return new Promise((resolve) => {
      const more = isLast ? { [WRITER_SILENT_HEADER]: silence } : {};
      const { method, url } = request;
      const going = open({ host: "127.0.0.1", port, agent, method, path: url, headers: { ...headers, ...more } });
      const patience = isLast ? undefined : setTimeout(() => going.destroy(new Error("late")), PATIENCE_MS);
      const giveUp = () => going.destroy();
      response.once("close", giveUp);
      going.once("error", (error) => {
        clearTimeout(patience);
        response.off("close", giveUp);
        if (error.message === "late" && ++late >= LATE_ANSWERS) restUntil = performance.now() + REST_MS;
        resolve("slow");
      });
      going.once("response", (answer) => {
        clearTimeout(patience);
        late = 0;
        const { statusCode = 500, headers: given } = answer;
        const reason = given[ASK_WRITER_HEADER];
        if (!isLast && (statusCode === 421 || statusCode >= 500)) {
          response.off("close", giveUp);
          answer.resume();
          resolve(REASONS.find((one) => one === reason) ?? "write");
          return;
        }
        response.writeHead(statusCode, answer.statusMessage, answer.rawHeaders);
        // A client that leaves ends both.
        pipeline(answer, response, () => resolve(null));
      });
      if (body) going.end(body);
      else if (isRead(request)) going.end();
      else request.pipe(going);
    });
  }

  async function askWriter(asked: Asked, response: ServerResponse, reason: Reason): Promise<void> {
    const { request, address, requestId, body } = asked;
    const handedOn = { reason, address, requestId };
    if (flyReplay && mayBeReplayed(asked)) {
      const state = writeReplayState(handedOn, new Date());
      const replay = `${flyReplay};state=${state};timeout=5s;fallback=force_self`;
      return void response.writeHead(409, { "fly-replay": replay, "Cache-Control": "no-store" }).end();
    }
    const headers = { [HANDED_ON_HEADER]: writeHandedOn(handedOn, new Date()) };
    const buffer = body && Readable.from([body]);
    try {
      await proxy.web(request, response, { headers, ...(buffer && { buffer }) });
    } catch (error) {
      if (response.headersSent || response.destroyed) return void response.destroy();
      console.error(`The writer did not answer ${request.method}: ${error instanceof Error ? error.message : error}`);
      isWriterThere = false;
      const silence = NOT_REACHED.has((error as NodeJS.ErrnoException).code ?? "") ? "yes" : "perhaps";
      if (isRead(request) || body) await withoutWriter(asked, response, silence);
      else paused(response, silence);
    }
  }

  async function withoutWriter(asked: Asked, response: ServerResponse, silence: Silence): Promise<void> {
    const reason = await askHere(asked, response, silence);
    if (reason && !response.headersSent) paused(response, silence);
  }

  /** Whether a page that no cache holds comes from the copies in time. */
  function isReady(): Promise<boolean> {
    return new Promise((resolve) => {
      const headers = { host: publicHost };
      const going = open({ host: "127.0.0.1", port, agent, path: "/auth", headers, timeout: PATIENCE_MS });
      going.once("timeout", () => going.destroy());
      going.once("error", () => resolve(false));
      going.once("response", (answer) => {
        answer.resume();
        resolve(answer.statusCode === 200);
      });
      going.end();
    });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === "/ready") {
      const isTaken = await isReady();
      response.writeHead(isTaken ? 200 : 503, { "Content-Type": "application/json", "Cache-Control": "no-store" });
      response.end(JSON.stringify({ status: isTaken ? "ready" : "failing" }));
      return;
    }
    const address = addressOf(request);
    const requestId = randomBytes(9).toString("base64url");
    const reading = isRead(request);
    // Nobody but us says these.
    for (const name of [HANDED_ON_HEADER, WRITER_SILENT_HEADER]) delete request.headers[name];
    const own = writeHandedOn({ reason: "change", address, requestId }, new Date());
    const headers = { ...request.headers, [HANDED_ON_HEADER]: own };
    const body = reading || !isWriterThere ? undefined : await keptBody(request);
    const asked: Asked = { request, headers, address, requestId, body };
    if (!isWriterThere) return await withoutWriter(asked, response, "yes");
    const isResting = performance.now() < restUntil;
    const reason = reading ? (isResting ? "slow" : await askHere(asked, response)) : "change";
    counts[reason ?? "here"] = (counts[reason ?? "here"] ?? 0) + 1;
    if (reason && !response.destroyed) await askWriter(asked, response, reason);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(`A request could not be handed on: ${error instanceof Error ? error.message : error}`);
      if (response.headersSent) response.destroy();
      else paused(response, "perhaps");
    });
  });
  const looking = setInterval(() => void look(), LOOK_MS);
  const telling = setInterval(tell, TELL_MS);
  return {
    server,
    stop() {
      clearInterval(looking);
      clearInterval(telling);
      agent.destroy();
    },
  };
}

async function isHealthy(origin: string): Promise<boolean> {
  try {
    const { ok, body } = await fetch(`${origin}/health`, { signal: AbortSignal.timeout(LOOK_LIMIT_MS) });
    await body?.cancel();
    return ok;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

interface Asked {
  readonly request: IncomingMessage;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly address: string;
  readonly requestId: string;
  /** Of a change that is short enough to be sent twice. */
  readonly body: Buffer | undefined;
}

/** Whether the writer may have done what it was asked, before it fell silent. */
type Silence = "yes" | "perhaps";

/** Errors with which nothing of a request has arrived. */
const NOT_REACHED: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

const isRead = ({ method }: IncomingMessage) => method === "GET" || method === "HEAD";

/** Not what is long, nor what Fly's proxy brings back because it did not reach the writer. */
function mayBeReplayed({ request, body }: Asked): boolean {
  if (request.headers["fly-replay-failed"] !== undefined) return false;
  return isRead(request) || (body !== undefined && body.length <= MOST_REPLAYED_BYTES);
}

/** The body of a short form; undefined where it goes on as it comes. */
async function keptBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const length = Number(request.headers["content-length"] ?? Number.NaN);
  if (!(length <= MOST_KEPT_BYTES)) return undefined;
  const parts: Buffer[] = [];
  let bytes = 0;
  const unfinished = new UnfinishedBody();
  unfinished.signal.addEventListener("abort", () => request.destroy(), { once: true });
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      bytes += part.length;
      unfinished.hold(bytes);
      parts.push(part);
    }
    return Buffer.concat(parts);
  } finally {
    unfinished.letGo();
  }
}

/** For what neither machine could take. */
function paused(response: ServerResponse, silence: Silence): void {
  response.writeHead(503, {
    "Content-Type": "text/plain; charset=utf-8",
    "Retry-After": "30",
    "Cache-Control": "no-store",
  });
  const what = silence === "perhaps" ? "this may not be saved" : "nothing was saved";
  response.end(`Saving is paused for a moment, so ${what}. Please go back and try again.\n`);
}
