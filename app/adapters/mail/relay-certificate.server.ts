import type { TLSSocket } from "node:tls";
import type { RelayCertificate } from "./contract";

/**
 * Reads the certificate of a mail relay without signing in: at once for `smtps`, after STARTTLS for `smtp`. The
 * handshake is completed even if the certificate is not trusted, to be able to say why; nothing is sent over it.
 */

const TIME_LIMIT_MS = 10_000;

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
  const { default: SMTPConnection } = await import("nodemailer/lib/smtp-connection");
  const connection = new SMTPConnection({
    host: address.hostname.replace(/^\[|\]$/g, ""),
    port: address.port ? Number(address.port) : undefined,
    secure: address.protocol === "smtps:",
    name: clientName,
    tls: { ca: authorities, rejectUnauthorized: false },
  });
  const timer = setTimeout(() => connection.close(), TIME_LIMIT_MS);
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once("end", () => reject(new Error("The relay hung up.")));
      connection.on("error", reject);
      connection.connect(() => resolve());
    });
    return connection.secure ? describe(connection._socket as TLSSocket) : null;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return null;
  } finally {
    clearTimeout(timer);
    connection.close();
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
