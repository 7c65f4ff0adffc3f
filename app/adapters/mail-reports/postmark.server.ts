import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { MailReports } from "./contract";
import { isoMoment, jsonOf, MALFORMED, onOneLine, reportsOf, UNPROVEN } from "./report-reading";

/**
 * Postmark's webhooks (postmarkapp.com/developer/webhooks). They have no signature: Postmark sends the user name and
 * password that were written into the webhook's address.
 */

const Message = z.object({ RecordType: z.string() });
const Bounce = z.object({
  Type: z.string(),
  Email: z.string(),
  BouncedAt: isoMoment,
  Details: z.string().nullish(),
  Description: z.string().nullish(),
});

const FINAL: readonly string[] = ["HardBounce", "BadEmailAddress"];
const digestOf = (text: string) => createHash("sha256").update(text).digest();

/** @param credentials "user:password" */
export function createPostmarkReports(credentials: string): MailReports {
  const expected = digestOf(`Basic ${Buffer.from(credentials).toString("base64")}`);
  return {
    async read(body, headers) {
      if (!timingSafeEqual(digestOf(headers.get("authorization") ?? ""), expected)) return UNPROVEN;
      const message = Message.safeParse(jsonOf(body));
      if (!message.success) return MALFORMED;
      const { RecordType: type } = message.data;
      if (type !== "Bounce" && type !== "SpamComplaint") return reportsOf();
      const bounce = Bounce.safeParse(jsonOf(body));
      if (!bounce.success) return MALFORMED;
      const { Type, Email, BouncedAt, Details, Description } = bounce.data;
      const isComplaint = type === "SpamComplaint" || Type === "SpamComplaint";
      const kind = isComplaint ? "complained" : FINAL.includes(Type) ? "bounced" : "delayed";
      return reportsOf({
        ...{ kind, address: Email, messageId: null, at: BouncedAt },
        reply: onOneLine(Details || Description),
      });
    },
  };
}
