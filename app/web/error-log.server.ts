/** Notes what went wrong, in one line, without what was sent. */
export function noteError(error: unknown, request: Request): void {
  const path = withoutSecrets(new URL(request.url).pathname);
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  console.error(JSON.stringify({ level: "error", method: request.method, path, error: text }));
}

/** An address as it may stand in a log: keys that some of them carry are left out. */
export function withoutSecrets(path: string): string {
  return path.replace(/^(\/(?:auth\/reset-password|uploads)\/)[^/]+/i, "$1…");
}
