import { createPublicKey, verify } from "node:crypto";
import { z } from "zod";
import type { DeliveryReport, MailReports } from "./contract";
import {
  jsonOf,
  kindOfFinal,
  MALFORMED,
  onOneLine,
  reportsOf,
  secondsSince1970,
  UNPROVEN,
  withoutBrackets,
} from "./report-reading";

/**
 * SendGrid's event webhook (docs.sendgrid.com, "Event Webhook security features"): a list of events, signed with ECDSA
 * over a time and the bytes of the body.
 */

const Messages = z.array(z.unknown());
const Event = z.object({
  event: z.string(),
  email: z.string(),
  timestamp: secondsSince1970,
  "smtp-id": z.string().nullish(),
  type: z.string().nullish(),
  status: z.string().nullish(),
  reason: z.string().nullish(),
});

/** Why it did not even try, where an earlier email to the address came back. */
const DROPPED_FOR_ADDRESS = /^(?:Bounced Address|Invalid)/i;

/** @param publicKey the verification key, as SendGrid shows it: DER in base64 */
export function createSendGridReports(publicKey: string): MailReports {
  const key = createPublicKey({ key: Buffer.from(publicKey, "base64"), format: "der", type: "spki" });
  const isProven = (body: Buffer, headers: Headers) => {
    const signature = headers.get("x-twilio-email-event-webhook-signature") ?? "";
    const time = headers.get("x-twilio-email-event-webhook-timestamp") ?? "";
    return verify("sha256", Buffer.concat([Buffer.from(time), body]), key, Buffer.from(signature, "base64"));
  };
  return {
    async read(body, headers) {
      if (!isProven(body, headers)) return UNPROVEN;
      const messages = Messages.safeParse(jsonOf(body));
      if (!messages.success) return MALFORMED;
      // Events of other kinds may look otherwise; one of them costs none of the others.
      return reportsOf(...messages.data.flatMap((one) => reportIn(Event.safeParse(one).data)));
    },
  };
}

function reportIn(event: z.infer<typeof Event> | undefined): DeliveryReport[] {
  const kind = event && kindOf(event);
  if (!kind) return [];
  const { email: address, timestamp: at, reason } = event;
  return [{ kind, address, at, messageId: withoutBrackets(event["smtp-id"]), reply: onOneLine(reason) }];
}

function kindOf({ event, type, status, reason }: z.infer<typeof Event>): DeliveryReport["kind"] | null {
  if (event === "spamreport") return "complained";
  if (event === "bounce") return type === "blocked" ? "delayed" : kindOfFinal(status, reason ?? "");
  if (event === "dropped") return DROPPED_FOR_ADDRESS.test(reason ?? "") ? "bounced" : "delayed";
  return event === "deferred" ? "delayed" : null;
}
