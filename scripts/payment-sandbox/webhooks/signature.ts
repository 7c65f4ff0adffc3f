import { createHmac } from "node:crypto";

/** The value of the `stripe-signature` header for a message sent at this moment. */
export function signatureHeader(payload: string, secret: string, sentAt: Date): string {
  const second = Math.floor(sentAt.getTime() / 1000);
  const signature = createHmac("sha256", secret).update(`${second}.${payload}`).digest("hex");
  return `t=${second},v1=${signature}`;
}
