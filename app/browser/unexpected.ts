/** Which errors a script expects, and what happens to any other: it reaches the console and the window's `error`. */

const LOST = ["AbortError", "NetworkError", "TimeoutError"];

/** A request without a response, as `asLost` names it or because it was stopped, or with one that isn’t our JSON. */
export function isLost(error: unknown): boolean {
  return (error instanceof DOMException && LOST.includes(error.name)) || error instanceof SyntaxError;
}

/**
 * For the `catch` of a request: browsers say TypeError where it got no response, and that is also what a mistake in a
 * script is.
 */
export function asLost(error: unknown): never {
  throw error instanceof TypeError ? new DOMException(error.message, "NetworkError") : error;
}

/** Throws an error where nothing catches it, while the page goes on without what failed. */
export function reportUnexpected(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}
