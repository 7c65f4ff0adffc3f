import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { MailReports } from "./contract";
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
 * Mailgun's webhooks (documentation.mailgun.com, "Securing webhooks"). What it signs is a time and a random token and not
 * the event, so that an old signature is worth nothing: it tries again for eight hours.
 */

const Signed = z.object({
  signature: z.object({
    timestamp: z.string().regex(/^\d{1,12}$/),
    token: z.string().max(200),
    signature: z.string().regex(/^[\da-f]{64}$/),
  }),
});
const Message = z.object({ "event-data": z.object({ event: z.string() }) });
const Report = z.object({
  "event-data": z.object({
    event: z.string(),
    recipient: z.string(),
    timestamp: secondsSince1970,
    severity: z.string().nullish(),
    reason: z.string().nullish(),
    message: z.object({ headers: z.object({ "message-id": z.string().nullish() }).nullish() }).nullish(),
    "delivery-status": z
      .object({
        message: z.string().nullish(),
        description: z.string().nullish(),
        "enhanced-code": z.string().nullish(),
      })
      .nullish(),
  }),
});

/** Final because of the address; "old" is one that was tried for too long, "generic" anything else. */
const OF_THE_ADDRESS: readonly string[] = ["bounce", "suppress-bounce"];

const OLDEST_SECONDS = 24 * 60 * 60;

export function createMailgunReports(signingKey: string): MailReports {
  const isProven = ({ signature }: z.infer<typeof Signed>, now: Date) => {
    const ageSeconds = Math.abs(now.getTime() / 1000 - Number(signature.timestamp));
    const expected = createHmac("sha256", signingKey)
      .update(signature.timestamp + signature.token)
      .digest();
    return ageSeconds < OLDEST_SECONDS && timingSafeEqual(Buffer.from(signature.signature, "hex"), expected);
  };
  return {
    async read(body, _headers, now) {
      const json = jsonOf(body);
      const signed = Signed.safeParse(json);
      if (!signed.success || !isProven(signed.data, now)) return UNPROVEN;
      const message = Message.safeParse(json);
      if (!message.success) return MALFORMED;
      if (!["failed", "complained"].includes(message.data["event-data"].event)) return reportsOf();
      const report = Report.safeParse(json);
      if (!report.success) return MALFORMED;
      const { event, recipient, timestamp, severity, reason, ...more } = report.data["event-data"];
      const status = more["delivery-status"];
      const reply = onOneLine(status?.message || status?.description);
      const isFinal = severity === "permanent" && OF_THE_ADDRESS.includes(reason ?? "");
      return reportsOf({
        kind:
          event === "complained" ? "complained" : isFinal ? kindOfFinal(status?.["enhanced-code"], reply) : "delayed",
        address: recipient,
        messageId: withoutBrackets(more.message?.headers?.["message-id"]),
        at: timestamp,
        reply,
      });
    },
  };
}
