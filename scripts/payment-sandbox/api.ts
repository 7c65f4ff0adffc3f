import { newId } from "./identifiers";
import { API_VERSION } from "./objects/event";
import { findOperation } from "./operations/all";
import { ApiError, invalid, noSuch } from "./protocol/errors";
import { decodeForm } from "./protocol/form-encoding";
import { checkKey, fingerprintOf, keyInUse, recallResponse, storeResponse } from "./protocol/idempotency";
import { takeFault } from "./switches";
import { secondOf, type Work } from "./work";

/** One API call, from authentication to its response. */

export interface ApiCall {
  method: string;
  path: string;
  /** The raw query string, or the raw body. */
  written: string;
  contentType: string | undefined;
  authorization: string | undefined;
  version: string | undefined;
  idempotencyKey: string | undefined;
}

export interface ApiKeys {
  secret: string;
  publishable: string;
}

export type ApiResponse =
  | { kind: "answer"; status: number; headers: Record<string, string>; body: string }
  /** The connection stays open without a response; the key stays in use until `release` is called. */
  | { kind: "silence"; release: () => void }
  /** The connection breaks; what was done remains. */
  | { kind: "lost" };

/** `keysInUse`: idempotency keys of calls still running. */
export function handleCall(call: ApiCall, work: Work, keys: ApiKeys, keysInUse: Set<string>): ApiResponse {
  const requestId = newId("req", 14);
  const headers: Record<string, string> = { "request-id": requestId, "stripe-version": API_VERSION };
  if (call.idempotencyKey) headers["idempotency-key"] = call.idempotencyKey;
  try {
    const result = perform(call, { ...work, request: { id: requestId, idempotencyKey: null } }, keys, keysInUse);
    if (result.kind !== "answer") return result;
    return { ...result, headers: { ...headers, ...result.headers } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: "answer", status: error.status, headers, body: JSON.stringify({ error: error.body }) };
  }
}

/** A failure stored under its key would only be repeated. */
const RETRY_IS_NO_USE = { "stripe-should-retry": "false" };

function perform(call: ApiCall, work: Work, keys: ApiKeys, keysInUse: Set<string>): ApiResponse {
  const given = keyOf(call);
  checkVersion(call.version);
  const found = findOperation(call.method, call.path);
  if (given === keys.publishable && found?.operation.isForBrowsers) checkSecret(call, found.id, work);
  else checkKeyOfSeller(given, keys);
  if (!found) {
    const message = `The payment sandbox does not offer ${call.method} ${call.path}.`;
    throw new ApiError(501, { type: "invalid_request_error", message });
  }
  if (call.method === "POST" && call.written !== "" && !isForm(call.contentType)) {
    throw invalid(`Invalid request (unsupported content type): ${call.contentType ?? "none"}`);
  }
  const key = call.method === "POST" ? call.idempotencyKey : undefined;
  if (key === undefined) return action(call, found, work, null);

  checkKey(key);
  if (keysInUse.has(key)) throw keyInUse();
  const fingerprint = fingerprintOf(call.method, call.path, call.written);
  const stored = recallResponse(work.store, key, fingerprint);
  if (stored) {
    const headers = {
      "idempotent-replayed": "true",
      "original-request": stored.requestId,
      ...(stored.status === 500 ? RETRY_IS_NO_USE : {}),
    };
    return { kind: "answer", status: stored.status, headers, body: stored.body };
  }
  const response = action(
    call,
    found,
    { ...work, request: { ...work.request, idempotencyKey: key } },
    { key, fingerprint },
  );
  if (response.kind !== "silence") return response;
  keysInUse.add(key);
  return { kind: "silence", release: () => keysInUse.delete(key) };
}

function action(
  call: ApiCall,
  found: NonNullable<ReturnType<typeof findOperation>>,
  work: Work,
  keeping: { key: string; fingerprint: string } | null,
): ApiResponse {
  const storeResult = (status: number, body: string) => {
    if (!keeping) return;
    const response = { status, body, requestId: work.request.id ?? "" };
    storeResponse(work.store, keeping.key, keeping.fingerprint, response, secondOf(work));
  };
  const { key: _key, ...written } = decodeForm(call.written);
  const run = found.operation.prepare(written);
  const fault = takeFault(work.switches, call.path);
  if (fault === "reset") return { kind: "lost" };
  if (fault === "too_many") {
    const message = "Too many requests hit the API too quickly. The payment sandbox was asked for it.";
    throw new ApiError(429, { type: "invalid_request_error", code: "rate_limit", message });
  }
  if (fault === "hang") return { kind: "silence", release: () => {} };
  if (fault === "error") {
    const error = {
      type: "api_error",
      message: "An unknown error occurred. The payment sandbox was asked for it.",
    };
    const body = JSON.stringify({ error });
    storeResult(500, body);
    return { kind: "answer", status: 500, headers: RETRY_IS_NO_USE, body };
  }
  try {
    const response = work.store.transaction(() => {
      const { status, body } = run(work, found.id);
      const text = JSON.stringify(body);
      storeResult(status, text);
      return { status, body: text };
    });
    return fault === "lose_answer" ? { kind: "lost" } : { kind: "answer", headers: {}, ...response };
  } catch (error) {
    if (error instanceof ApiError && error.isStored) storeResult(error.status, JSON.stringify({ error: error.body }));
    throw error;
  }
}

/** Browsers send their key in the form, sellers in the header. */
function keyOf(call: ApiCall): string {
  const [scheme, value = ""] = (call.authorization ?? "").split(" ");
  if (scheme === "Bearer") return value;
  if (scheme === "Basic") return atobSafely(value).split(":")[0] ?? "";
  return new URLSearchParams(call.written).get("key") ?? "";
}

/** The holder of a payment's client secret may read and pay that payment, and nothing else. */
function checkSecret(call: ApiCall, id: string, work: Work): void {
  const secret = new URLSearchParams(call.written).get("client_secret");
  const intent = work.store.find("payment_intent", id)?.body;
  if (intent?.client_secret && intent.client_secret === secret) return;
  throw noSuch("payment_intent", id, "intent");
}

function checkKeyOfSeller(given: string, keys: ApiKeys): void {
  if (given === "") {
    const message =
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').";
    throw new ApiError(401, { type: "invalid_request_error", message });
  }
  if (given === keys.publishable) {
    const message =
      "This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.";
    throw new ApiError(403, { type: "invalid_request_error", code: "secret_key_required", message });
  }
  if (given !== keys.secret) {
    const message = `Invalid API Key provided: ${given.slice(0, 8)}${"*".repeat(8)}`;
    throw new ApiError(401, { type: "invalid_request_error", message });
  }
}

function atobSafely(value: string): string {
  return Buffer.from(value, "base64").toString("latin1");
}

/** The sandbox supports one version, that of the pinned SDK. */
function checkVersion(version: string | undefined): void {
  if (version === undefined || version === API_VERSION) return;
  throw invalid(`Invalid Stripe API version: ${version}. The payment sandbox speaks ${API_VERSION}.`);
}

function isForm(contentType: string | undefined): boolean {
  return contentType?.split(";")[0]?.trim().toLowerCase() === "application/x-www-form-urlencoded";
}
