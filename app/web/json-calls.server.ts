import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { hasOddMethod } from "./connection.server";
import { readSessionKey } from "./customer-auth.server";
import { logError } from "./error-log.server";
import { FORM_TOKEN_HEADER, isTokenOf } from "./form-token.server";
import { fail } from "./json-responses";
import { type JsonObject, readJsonObject } from "./json-text";
import { readBytes } from "./raw-body.server";
import { refuseRequest } from "./refusals.server";
import type { JsonMethod, RequestGuardHandle } from "./request-guard-rules";
import { readStaffKey } from "./staff-auth.server";
import { runChange, runReading, StorageError } from "./storage.server";

/**
 * The request guard's part for API calls: the methods, the client's authority, and a JSON body. A browser attaches its
 * session cookie to requests that another site triggers, so a cookie alone never authorises a change. A request with an
 * Authorization header is authenticated by that header alone.
 */

/** The longest call is a week's entry; a reflection of 500 words is about 3 KiB. */
const JSON_BODY_BYTES = 256 * 1024;

const CSRF_MESSAGE =
  "Access denied. This call needs the CSRF token of its session (csrf); GET /api/csrf-token gives it.";

/** Whether the request has a JSON body as API clients send it, instead of a form. */
export function isCall(request: Request): boolean {
  return request.method === "POST" && /^application\/json\b/i.test(request.headers.get("content-type") ?? "");
}

type Args = LoaderFunctionArgs | ActionFunctionArgs;

const bodies = new WeakMap<Request, JsonObject>();

/** The JSON object of a call; empty when nothing was sent. */
export function bodyOf(request: Request): JsonObject {
  return bodies.get(request) ?? {};
}

/** Runs the checks of a call, then its handler. */
export async function handleCall<Given extends Args>(
  args: Given,
  handler: ((args: Given) => unknown) | undefined,
  rules: RequestGuardHandle,
  checkOrigin: (request: Request) => boolean,
): Promise<unknown> {
  const { request } = args;
  const methods = rules.json ?? [];
  const method = request.method === "HEAD" ? "GET" : request.method;
  if (!handler || hasOddMethod() || !methods.some((one) => one === method)) throw failMethod(methods);
  if (method !== "GET" && !rules.token) await admit(request, checkOrigin);
  const run = () => handler(args);
  try {
    return await (method === "GET" ? runReading(request, run) : runChange(request, run));
  } catch (error) {
    if (error instanceof Response) throw error;
    if (error instanceof StorageError) throw refuseRequest(error, "programs");
    logError(error, request);
    throw fail(500);
  }
}

function failMethod(methods: readonly JsonMethod[]): Response {
  const allowed = methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return fail(405, { headers: { Allow: allowed.join(", ") } });
}

async function admit(request: Request, checkOrigin: (request: Request) => boolean): Promise<void> {
  if (!checkOrigin(request)) throw fail(403, { error: CSRF_MESSAGE, code: "csrf" });
  const showsDocuments = request.headers.has("authorization");
  if (!showsDocuments && (await showsCookie(request))) {
    const token = request.headers.get(FORM_TOKEN_HEADER);
    if (!(await isTokenOf(request, token))) throw fail(403, { error: CSRF_MESSAGE, code: "csrf" });
  }
  bodies.set(request, await readBody(request));
}

async function showsCookie(request: Request): Promise<boolean> {
  return (await readSessionKey(request)) !== null || (await readStaffKey(request)) !== null;
}

async function readBody(request: Request): Promise<JsonObject> {
  const type = request.headers.get("content-type");
  const isJson = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(type ?? "");
  if (type !== null && !isJson) throw fail(415);
  if (request.headers.has("content-encoding")) throw fail(415);
  const bytes = await readBytes(request, JSON_BODY_BYTES);
  if (!bytes) throw fail(413);
  if (bytes.length > 0 && !isJson) throw fail(415);
  const text = decode(bytes);
  const body = text === undefined ? undefined : readJsonObject(text);
  if (!body) throw fail(400);
  return body;
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
