import { createHmac } from "node:crypto";

/** The `stripe-signature` header for a message sent at this moment, with one signature per secret. */
export function signatureHeader(payload: string, secrets: string | readonly string[], sentAt: Date): string {
  const second = Math.floor(sentAt.getTime() / 1000);
  const signatures = [secrets].flat().map((secret) => {
    return `v1=${createHmac("sha256", secret).update(`${second}.${payload}`).digest("hex")}`;
  });
  return [`t=${second}`, ...signatures].join(",");
}
