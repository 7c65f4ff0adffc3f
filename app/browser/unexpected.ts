/** Which errors a script expects, and what happens to any other: it reaches the console and the window's `error`. */

/**
 * A request without a response (TypeError, or AbortError or TimeoutError where it was stopped), or with one that broke off or came
 * from another server (SyntaxError).
 */
export function isLost(error: unknown): boolean {
  const isStopped = error instanceof DOMException && ["AbortError", "TimeoutError"].includes(error.name);
  return isStopped || error instanceof TypeError || error instanceof SyntaxError;
}

/** Throws an error where nothing catches it, while the page goes on without what failed. */
export function reportUnexpected(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}
