import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createReadableStreamFromReadable, type ServerBuild, writeReadableStreamToWritable } from "@remix-run/node";
import { settings } from "~/adapters/settings.server";
import { currentTime } from "./clock.server";
import { compress, encodingFor, isCompressible } from "./compression.server";
import {
  type HandledRequest,
  isAskingForMethods,
  isGuarded,
  isSavingPaused,
  onResponse,
  sendPrepared,
} from "./connection.server";
import { createDocumentHandler } from "./document-handler.server";
import { logError } from "./error-log.server";
import { fail, failTooMany } from "./json-responses";
import { openPageCache } from "./page-cache.server";
import { isFlooding } from "./pipelining";
import { publicHost } from "./public-address.server";
import { askWriter, cookieOfChange, isForWriter, isUnreadable, whyAskWriter } from "./reading-machine.server";
import { updatingPage } from "./refusals.server";
import { countRequest } from "./request-limit.server";
import { handlersByCandidates } from "./route-candidates";
import { openStaticFiles } from "./static-files.server";
import { knownBody } from "./whole-response.server";

/**
 * How a request is handled, in this order: a file from memory (`static-files`), a public page from memory
 * (`page-cache`), and everything else by Remix, which is given the few routes that can match (`route-candidates`). It
 * replaces the Express application of remix-serve, which asks the disk twice a request, ranks every route, and
 * flushes a compressed page every two kilobytes.
 */

/** Responses that are buffered and compressed once; anything else is streamed. */
const WHOLE = /^(?:text\/html|text\/x-script|application\/json|image\/svg\+xml)/;

export function openListener(build: ServerBuild): RequestListener {
  const handlerFor = handlersByCandidates(build, createDocumentHandler);
  const find = {
    file: openStaticFiles([
      { folder: build.assetsBuildDirectory, isHashed: true },
      { folder: "public", isHashed: false },
    ]),
    page: openPageCache(build.routes, (request) => {
      const { pathname, search } = new URL(request.url);
      return handlerFor(pathname + search)(request);
    }),
  };
  if (settings.logFormat !== "json") onResponse(printResponse);

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isOurs = request.headers.host === publicHost;
    const file = isOurs ? find.file(request) : undefined;
    if (file) return sendPrepared(request, response, await file);
    const reason = await whyAskWriter(request);
    if (reason) return await send(request, response, askWriter(reason));
    if (isUnreadable(request)) return await send(request, response, updatingPage(request.headers.accept ?? ""));
    const prepared = isOurs && !isSavingPaused() ? await find.page(request, currentTime()) : undefined;
    if (prepared && !isForWriter()) return sendPrepared(request, response, prepared);
    const handle = handlerFor(request.url ?? "/");
    const answer = prepared ? askWriter("write") : admitted(await handle(toRequest(request, response)));
    const cookie = await cookieOfChange(request);
    if (cookie) response.appendHeader("Set-Cookie", cookie);
    await send(request, response, isForWriter() ? askWriter("write") : answer);
  }
  return (request, response) => {
    if (isFlooding(request.socket)) {
      request.socket.destroy();
      return;
    }
    if (bringsNeedlessBody(request)) {
      response.once("finish", () => request.socket.destroy());
      response.writeHead(400, { Connection: "close" }).end();
      return;
    }
    respond(request, response).catch((error: unknown) => {
      logError(error, request);
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  };
}

/** Nothing here reads the body of a GET, and Node would read all of it after the response. */
function bringsNeedlessBody({ method, headers }: IncomingMessage): boolean {
  const isReading = method === "GET" || method === "HEAD";
  return isReading && (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0);
}

/**
 * A response that the request guard had no part in is not sent: a path without a route, and whatever Remix may send by
 * itself. OPTIONS gets the route's methods in `Allow`.
 */
function admitted(webResponse: Response): Response {
  if (!isGuarded()) {
    const verdict = countRequest("page");
    return verdict.ok ? fail(404) : failTooMany(verdict.retryAfterSeconds);
  }
  if (webResponse.status !== 405 || !isAskingForMethods()) return webResponse;
  const allow = webResponse.headers.get("Allow");
  return new Response(null, { status: 204, headers: allow ? { Allow: allow } : {} });
}

function printResponse({ method, address, status, durationMs }: HandledRequest): void {
  console.log(`${method} ${address} ${status} ${durationMs} ms`);
}

/** The request as Remix reads it; it is aborted when the client leaves before the response. */
function toRequest(request: IncomingMessage, response: ServerResponse): Request {
  const { method = "GET", headers, url } = request;
  const leaving = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) leaving.abort();
  });
  const init: RequestInit = { method, headers: toHeaders(headers), signal: leaving.signal };
  if (method !== "GET" && method !== "HEAD") {
    init.body = createReadableStreamFromReadable(request);
    init.duplex = "half";
  }
  return new Request(`http://${headers.host}${url}`, init);
}

function toHeaders(headers: IncomingMessage["headers"]): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === "string") all.set(name, value);
    else for (const each of value ?? []) all.append(name, each);
  }
  return all;
}

async function send(request: IncomingMessage, response: ServerResponse, webResponse: Response): Promise<void> {
  response.statusCode = webResponse.status;
  response.statusMessage = webResponse.statusText;
  for (const [name, value] of webResponse.headers) response.appendHeader(name, value);
  const contentType = webResponse.headers.get("Content-Type") ?? "";
  const known = webResponse.body ? knownBody(webResponse) : undefined;
  if (!webResponse.body) response.end();
  else if (known) await sendWhole(request, response, contentType, known);
  else if (WHOLE.test(contentType))
    await sendWhole(request, response, contentType, Buffer.from(await webResponse.arrayBuffer()));
  else await writeReadableStreamToWritable(webResponse.body, response);
}

async function sendWhole(
  request: IncomingMessage,
  response: ServerResponse,
  contentType: string,
  bytes: Buffer,
): Promise<void> {
  let body = bytes;
  if (isCompressible(contentType, bytes.length)) {
    const encoding = encodingFor(String(request.headers["accept-encoding"] ?? ""));
    response.appendHeader("Vary", "Accept-Encoding");
    if (encoding !== "identity") {
      body = await compress(bytes, encoding, "once");
      response.setHeader("Content-Encoding", encoding);
    }
  }
  response.setHeader("Content-Length", body.length);
  response.end(body);
}
