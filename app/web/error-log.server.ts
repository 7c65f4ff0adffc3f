import { logLine } from "~/adapters/log/log.server";
import { settings } from "~/adapters/settings.server";
import { loggedAddress } from "./logged-address.server";
import { isResponse } from "./refusal";

/** Logs an error in one line, without the request's content. */
export function logError(error: unknown, request: { method?: string; url?: string }): void {
  const path = loggedAddress(new URL(request.url ?? "", settings.publicOrigin).pathname);
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  logLine("error", "request_failed", { method: request.method, path, error: text });
}

/**
 * The result of `run`, or null after an error, which is logged; the screen then shows its own message. Thrown responses
 * are rethrown.
 */
export async function resultOrNull<Result>(
  request: Request,
  run: () => Result | Promise<Result>,
): Promise<Result | null> {
  try {
    return await run();
  } catch (error) {
    if (isResponse(error)) throw error;
    logError(error, request);
    return null;
  }
}
