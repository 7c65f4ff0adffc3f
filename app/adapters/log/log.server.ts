/**
 * The log: one JSON line an event on standard output, warnings and errors on standard error. JSON escapes every line
 * break, so that nothing a visitor sends begins a new line. A line names no secret, no address with a token and no
 * text of customers.
 */

export type LogLevel = "info" | "warn" | "error";

let requestId: () => string | undefined = () => undefined;

/** Gives each line written during a request that request's id. */
export function nameRequests(currentId: () => string | undefined): void {
  requestId = currentId;
}

export function logLine(level: LogLevel, event: string, data: Readonly<Record<string, unknown>> = {}): void {
  const line = JSON.stringify({
    time: new Date().toISOString(),
    level,
    event,
    requestId: requestId(),
    ...data,
  });
  if (level === "info") console.log(line);
  else console.error(line);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
