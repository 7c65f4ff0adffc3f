/** Somebody whose writes are acknowledged one after another while the process that takes them is killed. */
export interface Writer {
  /** Sends one more write; null when the connection was cut before a response. */
  write(): Promise<"done" | null>;
  acknowledged(): number;
  /** What was acknowledged and is missing, as a message. */
  missing(): string[];
}

/** Null for the error of a connection that was cut. @throws every other error. */
export function brokenOff(error: NodeJS.ErrnoException): null {
  // fetch names the reason in its error's cause.
  const { code } = error.cause instanceof Error ? (error.cause as NodeJS.ErrnoException) : error;
  if (code) return null;
  throw error;
}

/** The network address of a client's next request, so that no limit by address is met. */
export function nextAddress(): string {
  requests += 1;
  return `10.9.${(requests >> 8) % 250}.${requests % 250}`;
}

let requests = 0;
