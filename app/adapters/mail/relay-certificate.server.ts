import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { connect as connectTls, type TLSSocket } from "node:tls";
import type { RelayCertificate } from "./contract";

/**
 * Reads the certificate of a mail relay without signing in: at once for `smtps`, after STARTTLS for `smtp`. The
 * handshake is completed even if the certificate is not trusted, to be able to say why; nothing is sent over it.
 */

const TIME_LIMIT_MS = 10_000;
const SMTP_PORT = 587;
const SMTPS_PORT = 465;

/**
 * Null for a relay that offers no encryption, or that does not respond: checking whether it can be used reports that.
 * `authorities` replaces those this machine trusts;
 * `clientName` is the host name we give in EHLO.
 */
export async function readRelayCertificate(
  address: URL,
  clientName: string,
  authorities?: string,
): Promise<RelayCertificate | null> {
  const host = address.hostname.replace(/^\[|\]$/g, "");
  const isTls = address.protocol === "smtps:";
  const port = Number(address.port || (isTls ? SMTPS_PORT : SMTP_PORT));
  const socket = connect({ host, port });
  const timer = setTimeout(() => socket.destroy(new Error("No answer in time.")), TIME_LIMIT_MS);
  socket.on("error", ignoreLater);
  try {
    await once(socket, "connect");
    if (!isTls && !(await offersStartTls(socket, clientName))) return null;
    const servername = /^[\d.:]+$|:/.test(host) ? undefined : host;
    const secure = connectTls({ socket, host, servername, ca: authorities, rejectUnauthorized: false });
    secure.on("error", ignoreLater);
    await once(secure, "secureConnect");
    return describe(secure);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return null;
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

/** `once` rejects with the first error; a later one has no reader. */
function ignoreLater(): void {}

/** Says hello and asks for TLS. */
async function offersStartTls(socket: Socket, clientName: string): Promise<boolean> {
  const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY });
  const received = lines[Symbol.asyncIterator]();
  try {
    await readResponse(received);
    socket.write(`EHLO ${clientName}\r\n`);
    const extensions = await readResponse(received);
    if (!extensions.some((line) => /^250[ -]STARTTLS\b/i.test(line))) return false;
    socket.write("STARTTLS\r\n");
    const [go = ""] = await readResponse(received);
    return go.startsWith("220");
  } finally {
    lines.close();
    socket.removeAllListeners("data");
  }
}

/** The lines of one response: "250-…" goes on, "250 …" is the last. */
async function readResponse(lines: AsyncIterator<string>): Promise<string[]> {
  const all: string[] = [];
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Error("The relay hung up.");
    all.push(value);
    if (/^\d{3}(?: |$)/.test(value)) return all;
  }
}

/** Messages for Node's codes, for somebody who runs a shop. */
const REASONS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "The certificate has expired.",
  CERT_NOT_YET_VALID: "The certificate isn’t valid yet. Is this machine’s clock right?",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate is signed by the relay itself, so anybody could have made it.",
  SELF_SIGNED_CERT_IN_CHAIN: "The certificate is signed by an authority this machine doesn’t know.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The relay doesn’t send its authority’s certificate, so it can’t be checked.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The certificate is signed by an authority this machine doesn’t know.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is for a different name from the one in SMTP_URL.",
};

function describe(secure: TLSSocket): RelayCertificate {
  const { valid_to } = secure.getPeerCertificate();
  const validUntil = valid_to ? new Date(valid_to) : null;
  if (secure.authorized) return { validUntil, problem: null };
  const error: unknown = secure.authorizationError;
  const code = typeof error === "string" ? error : ((error as { code?: string } | null)?.code ?? "");
  return { validUntil, problem: REASONS[code] ?? `The certificate isn’t trusted (${code}).` };
}
