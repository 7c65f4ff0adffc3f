import type { AlertResult, AlertWebhook, Heartbeat } from "./contract";

/** Longer than a chat takes to respond; a silent one must not hold up the other channel. */
const TIME_LIMIT_MS = 10_000;

interface Address {
  url: string;
  timeoutMs?: number;
}

/** Posts alerts as JSON. The address is a secret: failures name the status or the kind of error alone. */
export function createAlertWebhook({ url, timeoutMs }: Address): AlertWebhook {
  return {
    post: (alert) =>
      ask(url, timeoutMs, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(alert),
      }),
  };
}

/** Asks a watcher's address, which is a secret too. */
export function createHeartbeat({ url, timeoutMs }: Address): Heartbeat {
  return { send: () => ask(url, timeoutMs, { method: "GET" }) };
}

async function ask(url: string, timeoutMs = TIME_LIMIT_MS, request: RequestInit): Promise<AlertResult> {
  try {
    const response = await fetch(url, {
      ...request,
      // Another address may be open to strangers.
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    return response.ok ? { ok: true } : { ok: false, message: `It answered ${response.status}.` };
  } catch (error) {
    return { ok: false, message: causeOf(error) };
  }
}

/** Such as "ECONNREFUSED" or "TimeoutError"; never the message, which may quote the address. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { code } = (error.cause ?? error) as { code?: unknown };
  return typeof code === "string" ? code : error.name;
}
