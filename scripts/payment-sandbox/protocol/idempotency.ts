import { createHash } from "node:crypto";
import type { Store } from "../store";
import { ApiError, invalid } from "./errors";

/**
 * The same idempotency key with the same parameters gets the same response, for at least a day. An invalid call is not
 * stored and may be corrected under its key; a call that began is stored, also when it failed.
 */

export interface StoredResponse {
  status: number;
  body: string;
  requestId: string;
}

const STORED_SECONDS = 30 * 3_600;

/** Identifies a call apart from its key: calls with equal fingerprints are the same. */
export function fingerprintOf(method: string, path: string, written: string): string {
  return createHash("sha256").update(`${method} ${path}\n${written}`).digest("hex");
}

export function checkKey(key: string): void {
  if (key.length > 255) throw invalid("Idempotency keys can have at most 255 characters.");
}

/** The stored response of this key. @throws ApiError when the key was used with other parameters. */
export function recallResponse(store: Store, key: string, fingerprint: string): StoredResponse | undefined {
  const row = store.connection
    .prepare<[string], { fingerprint: string; status: number; body: string; request_id: string }>(
      "SELECT * FROM answers WHERE key = ?",
    )
    .get(key);
  if (!row) return undefined;
  if (row.fingerprint !== fingerprint) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
    throw new ApiError(400, { type: "idempotency_error", message });
  }
  return { status: row.status, body: row.body, requestId: row.request_id };
}

export function storeResponse(
  store: Store,
  key: string,
  fingerprint: string,
  response: StoredResponse,
  second: number,
): void {
  store.connection.prepare("DELETE FROM answers WHERE created < ?").run(second - STORED_SECONDS);
  store.connection
    .prepare("INSERT INTO answers (key, fingerprint, request_id, status, body, created) VALUES (?, ?, ?, ?, ?, ?)")
    .run(key, fingerprint, response.requestId, response.status, response.body, second);
}

export function keyInUse(): ApiError {
  const message =
    "There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through).";
  return new ApiError(409, { type: "invalid_request_error", code: "idempotency_key_in_use", message });
}
