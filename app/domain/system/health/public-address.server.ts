import { once } from "node:events";
import { connect } from "node:tls";
import { settings } from "~/adapters/settings.server";
import { SECOND_MS } from "~/domain/kernel/time/durations";

/** The shop's public address, asked as a visitor asks it: through DNS, the proxy and its certificate. */

const TIME_LIMIT_MS = 10 * SECOND_MS;

export type PublicAddress = { ok: true; validUntil?: Date } | { ok: false; message: string };

/** Whether the health page responds at the public URL, and until when its certificate is valid. Throws nothing. */
export async function askPublicAddress(): Promise<PublicAddress> {
  const address = `${settings.publicOrigin}/health`;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    const body = (await response.text()).slice(0, 100);
    if (!response.ok || !body.includes('"ok"'))
      return { ok: false, message: `${address} answers ${response.status}, not ours.` };
  } catch (error) {
    return { ok: false, message: `${address} can’t be reached (${codeOf(error)}).` };
  }
  return { ok: true, validUntil: (await certificateEnd(new URL(settings.publicOrigin))) ?? undefined };
}

function codeOf(error: unknown): string {
  const { code } = ((error as Error).cause ?? error) as { code?: unknown };
  return typeof code === "string" ? code : "no answer";
}

async function certificateEnd(address: URL): Promise<Date | null> {
  if (address.protocol !== "https:") return null;
  const { hostname: host, port } = address;
  const socket = connect({ host, port: Number(port || 443), servername: host, timeout: TIME_LIMIT_MS });
  try {
    await once(socket, "secureConnect");
    return new Date(socket.getPeerCertificate().valid_to);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return null;
  } finally {
    socket.destroy();
  }
}

/** What is wrong with the redirect from http:// to https://, as a message; null when it is as it should be. */
export async function redirectProblem(from: string, origin: string): Promise<string | null> {
  try {
    const response = await fetch(from, { redirect: "manual", signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    const target = response.headers.get("location") ?? "";
    const leads = response.status >= 301 && response.status <= 308 && target.startsWith(`${origin}/`);
    return leads ? null : `${from} answers ${response.status} and doesn’t lead to ${origin}.`;
  } catch (error) {
    return `${from} can’t be reached (${codeOf(error)}).`;
  }
}
