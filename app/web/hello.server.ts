import { logLine, messageOf } from "~/adapters/log/log.server";
import { settings } from "~/adapters/settings.server";
import { SECOND_MS } from "~/domain/kernel/time/durations";
import { lagSeconds } from "~/domain/system/backups/read-copies.server";

/** Says to the writer, for the System page, that this machine reads and how far its copies are behind. */

const EVERY_MS = 5 * SECOND_MS;

/** Without a token the writer knows nothing of a machine that reads, which works all the same. */
export function startHello(): void {
  if (settings.machine) setInterval(() => void sayHello(), EVERY_MS).unref();
}

async function sayHello(): Promise<void> {
  if (!settings.machine) return;
  const { writerOrigin, token } = settings.machine;
  try {
    const response = await fetch(`${writerOrigin}/machines/hello`, {
      method: "POST",
      body: JSON.stringify({ lagMs: Math.max(0, Math.round(lagSeconds() * SECOND_MS)) }),
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(EVERY_MS),
    });
    await response.body?.cancel();
    if (!response.ok) logLine("warn", "writer_refused_hello", { status: response.status });
  } catch (error) {
    logLine("warn", "writer_not_told", { message: messageOf(error) });
  }
}
