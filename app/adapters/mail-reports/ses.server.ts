import { z } from "zod";
import type { DeliveryReport, MailReports, ReadReports } from "./contract";
import {
  isoMoment,
  jsonOf,
  kindOfFinal,
  MALFORMED,
  onOneLine,
  reportsOf,
  UNPROVEN,
  withoutBrackets,
} from "./report-reading";
import { createSnsClient, type Fetch, isSnsAddress, SnsMessage } from "./sns.server";

/**
 * Amazon SES by a topic of Amazon SNS: its notifications and its published events, which name their type differently
 * (docs.aws.amazon.com/ses, "Contents of notifications").
 */

const Named = z.object({ notificationType: z.string().nullish(), eventType: z.string().nullish() });
const Mail = z.object({ commonHeaders: z.object({ messageId: z.string().nullish() }).nullish() });
const Bounce = z.object({
  mail: Mail,
  bounce: z.object({
    bounceType: z.string(),
    timestamp: isoMoment,
    bouncedRecipients: z.array(
      z.object({ emailAddress: z.string(), status: z.string().nullish(), diagnosticCode: z.string().nullish() }),
    ),
  }),
});
const Complaint = z.object({
  mail: Mail,
  complaint: z.object({
    timestamp: isoMoment,
    complaintFeedbackType: z.string().nullish(),
    complainedRecipients: z.array(z.object({ emailAddress: z.string() })),
  }),
});

const UNAVAILABLE: ReadReports = { ok: false, reason: "unavailable" };

/** @param topics the ARNs of the topics that may tell us something */
export function createSesReports(topics: readonly string[], fetch: Fetch = globalThis.fetch): MailReports {
  const sns = createSnsClient(fetch);
  return {
    async read(body) {
      const parsed = SnsMessage.safeParse(jsonOf(body));
      if (!parsed.success || !topics.includes(parsed.data.TopicArn)) return UNPROVEN;
      const message = parsed.data;
      try {
        if (!(await sns.isProven(message))) return UNPROVEN;
        if (message.Type === "Notification") return readNotification(message.Message);
        if (message.Type === "UnsubscribeConfirmation") return reportsOf();
        const url = message.SubscribeURL ?? "";
        if (!isSnsAddress(url, message.TopicArn)) return MALFORMED;
        return (await sns.confirm(url)) ? reportsOf() : MALFORMED;
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        return UNAVAILABLE;
      }
    },
  };
}

/** SES also sends a sentence, to see whether the topic can be used. */
function readNotification(text: string): ReadReports {
  const json = jsonOf(text);
  const named = Named.safeParse(json);
  const type = named.data?.notificationType ?? named.data?.eventType;
  if (type === "Bounce") return orMalformed(Bounce.safeParse(json).data, bounces);
  if (type === "Complaint") return orMalformed(Complaint.safeParse(json).data, complaints);
  return reportsOf();
}

const orMalformed = <Data>(data: Data | undefined, read: (data: Data) => DeliveryReport[]): ReadReports =>
  data === undefined ? MALFORMED : reportsOf(...read(data));

const bounces = ({ mail, bounce }: z.infer<typeof Bounce>): DeliveryReport[] =>
  bounce.bouncedRecipients.map(({ emailAddress, status, diagnosticCode }) => {
    const reply = onOneLine(diagnosticCode?.replace(/^smtp;\s*/i, ""));
    return {
      kind: bounce.bounceType === "Permanent" ? kindOfFinal(status, reply) : "delayed",
      address: emailAddress,
      messageId: withoutBrackets(mail.commonHeaders?.messageId),
      at: bounce.timestamp,
      reply,
    };
  });

/** A reader can also say that one was no spam. */
const complaints = ({ mail, complaint }: z.infer<typeof Complaint>): DeliveryReport[] =>
  complaint.complaintFeedbackType === "not-spam"
    ? []
    : complaint.complainedRecipients.map(({ emailAddress }) => ({
        ...{ kind: "complained" as const, address: emailAddress, at: complaint.timestamp },
        ...{ messageId: withoutBrackets(mail.commonHeaders?.messageId), reply: "" },
      }));
