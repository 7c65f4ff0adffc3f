/** Writes one JSON line to the worker's log; it must contain no names, addresses or words of customers. */
export function logLine(
  level: "info" | "warn" | "error",
  event: string,
  data: Record<string, unknown>,
): void {
  const line = JSON.stringify({ time: new Date().toISOString(), level, event, ...data });
  if (level === "info") console.log(line);
  else console.error(line);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
