import { loggedAddress } from "./logged-address.server";
import { isAnswer } from "./refusal";

/** Notes what went wrong, in one line, without what was sent. */
export function noteError(error: unknown, request: Request): void {
  const path = loggedAddress(new URL(request.url).pathname);
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  console.error(JSON.stringify({ level: "error", method: request.method, path, error: text }));
}

/**
 * What `run` gives, or null where it broke for a reason of ours: that is noted, and the screen says so in its own words.
 * Answers that are thrown go on their way.
 */
export async function orNoted<Result>(
  request: Request,
  run: () => Result | Promise<Result>,
): Promise<Result | null> {
  try {
    return await run();
  } catch (error) {
    if (isAnswer(error)) throw error;
    noteError(error, request);
    return null;
  }
}
