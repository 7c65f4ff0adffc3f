import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import type { MailReports } from "~/adapters/mail-reports/contract";
import { createMailgunReports } from "~/adapters/mail-reports/mailgun.server";
import { createPostmarkReports } from "~/adapters/mail-reports/postmark.server";
import { createSendGridReports } from "~/adapters/mail-reports/sendgrid.server";
import { createSesReports } from "~/adapters/mail-reports/ses.server";
import { type SnsMessage, signedText } from "~/adapters/mail-reports/sns.server";
import { GOOD, KEY } from "../../support/certificates";

/** What each provider sends, as its documentation shows it, with its signature. */

export interface Sent {
  body: Buffer;
  headers: Headers;
}

export interface Told {
  what: "bounce" | "full mailbox" | "complaint" | "something else";
  address: string;
  messageId?: string;
}

export interface Sender {
  name: string;
  reports: MailReports;
  /** Whether its messages repeat the email's own identifier. */
  namesEmail: boolean;
  send(told: Told): Sent;
  /** Rightly signed, whatever it is. */
  sendBody(body: string): Sent;
  /** What it can't have sent. */
  forged(told: Told): Record<string, Sent>;
}

export const NOW = new Date("2026-11-20T14:15:00Z");
const AT_SECONDS = NOW.getTime() / 1000;
const isoNow = "2026-11-20T14:15:00.000Z";

export const REPLIES: Record<Told["what"], string> = {
  bounce: "550 5.1.1 No such user here",
  "full mailbox": "552 5.2.2 Mailbox full",
  complaint: "",
  "something else": "",
};

const asSent = (body: string | Buffer, headers: Record<string, string> = {}): Sent => ({
  body: Buffer.from(body),
  headers: new Headers(headers),
});

const CREDENTIALS = "postmark:a-password-of-twenty-five";
const basic = (credentials: string) => ({ Authorization: `Basic ${Buffer.from(credentials).toString("base64")}` });

const postmark = (): Sender => {
  const bodyOf = ({ what, address: Email }: Told) => {
    const common = {
      ID: 42,
      MessageID: "b7bc2f4a",
      Email,
      From: "hello@loop.example",
      BouncedAt: "2026-11-20T14:15:00.0000000Z",
    };
    const Details = REPLIES[what];
    if (what === "bounce") return { RecordType: "Bounce", Type: "HardBounce", TypeCode: 1, Details, ...common };
    if (what === "full mailbox")
      return { RecordType: "Bounce", Type: "SoftBounce", TypeCode: 4096, Details, ...common };
    if (what === "complaint")
      return { RecordType: "SpamComplaint", Type: "SpamComplaint", TypeCode: 100001, ...common };
    return { RecordType: "Delivery", Recipient: Email, DeliveredAt: isoNow };
  };
  return {
    name: "Postmark",
    reports: createPostmarkReports(CREDENTIALS),
    namesEmail: false,
    send: (told) => asSent(JSON.stringify(bodyOf(told)), basic(CREDENTIALS)),
    sendBody: (body) => asSent(body, basic(CREDENTIALS)),
    forged: (told) => ({
      "without a password": asSent(JSON.stringify(bodyOf(told))),
      "with another password": asSent(JSON.stringify(bodyOf(told)), basic("postmark:another")),
      "with the password as a token": asSent(JSON.stringify(bodyOf(told)), { Authorization: `Bearer ${CREDENTIALS}` }),
    }),
  };
};

const mailgun = (): Sender => {
  const key = "a-signing-key-of-mailgun";
  const token = "0123456789abcdef";
  const signatureOf = (at: number, by = key) => {
    const timestamp = String(at);
    return {
      timestamp,
      token,
      signature: createHmac("sha256", by)
        .update(timestamp + token)
        .digest("hex"),
    };
  };
  const eventOf = ({ what, address: recipient, messageId = "8f3k2m@loop.example" }: Told) => {
    const message = { headers: { to: recipient, "message-id": messageId, from: "hello@loop.example" } };
    const common = { id: "x", timestamp: AT_SECONDS + 0.5, recipient, message };
    const status = { code: 550, message: REPLIES[what], description: "" };
    if (what === "bounce")
      return { event: "failed", severity: "permanent", reason: "bounce", "delivery-status": status, ...common };
    if (what === "full mailbox")
      return { event: "failed", severity: "temporary", reason: "generic", "delivery-status": status, ...common };
    if (what === "complaint") return { event: "complained", ...common };
    return { event: "delivered", ...common };
  };
  const bodyOf = (told: Told, signature: unknown) => JSON.stringify({ signature, "event-data": eventOf(told) });
  return {
    name: "Mailgun",
    reports: createMailgunReports(key),
    namesEmail: true,
    send: (told) => asSent(bodyOf(told, signatureOf(AT_SECONDS))),
    sendBody: (body) => {
      const [start, rest] = [body.slice(0, 1), body.slice(1)];
      return asSent(start === "{" ? `{"signature":${JSON.stringify(signatureOf(AT_SECONDS))},${rest}` : body);
    },
    forged: (told) => ({
      "without a signature": asSent(bodyOf(told, undefined)),
      "signed with another key": asSent(bodyOf(told, signatureOf(AT_SECONDS, "another-key"))),
      "signed two days ago": asSent(bodyOf(told, signatureOf(AT_SECONDS - 2 * 86_400))),
      "with another token": asSent(bodyOf(told, { ...signatureOf(AT_SECONDS), token: "another" })),
      "with an invalid signature": asSent(bodyOf(told, { ...signatureOf(AT_SECONDS), signature: "zz" })),
    }),
  };
};

const sendgrid = (): Sender => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const headersOf = (body: string, by = privateKey) => {
    const time = String(AT_SECONDS);
    return {
      "X-Twilio-Email-Event-Webhook-Timestamp": time,
      "X-Twilio-Email-Event-Webhook-Signature": sign("sha256", Buffer.from(time + body), by).toString("base64"),
    };
  };
  const eventOf = ({ what, address: email, messageId = "8f3k2m@loop.example" }: Told) => {
    const common = { email, timestamp: AT_SECONDS, "smtp-id": `<${messageId}>`, sg_event_id: "x" };
    const reason = REPLIES[what];
    if (what === "bounce") return { event: "bounce", type: "bounce", status: "5.1.1", reason, ...common };
    if (what === "full mailbox") return { event: "bounce", type: "bounce", status: "5.2.2", reason, ...common };
    if (what === "complaint") return { event: "spamreport", ...common };
    return { event: "open", ...common };
  };
  const bodyOf = (told: Told) => JSON.stringify([{ event: "processed" }, eventOf(told)]);
  return {
    name: "SendGrid",
    reports: createSendGridReports(publicKey.export({ type: "spki", format: "der" }).toString("base64")),
    namesEmail: true,
    send: (told) => asSent(bodyOf(told), headersOf(bodyOf(told))),
    sendBody: (body) => asSent(body, headersOf(body)),
    forged: (told) => {
      const body = bodyOf(told);
      const right = headersOf(body);
      return {
        "without a signature": asSent(body),
        "signed with another key": asSent(body, headersOf(body, other)),
        "with a byte changed": asSent(body.replace("smtp-id", "smtp-iD"), right),
        "at another time": asSent(body, { ...right, "X-Twilio-Email-Event-Webhook-Timestamp": String(AT_SECONDS + 1) }),
        "with an invalid signature": asSent(body, { ...right, "X-Twilio-Email-Event-Webhook-Signature": "MEU=" }),
      };
    },
  };
};

export const TOPIC = "arn:aws:sns:eu-west-2:123456789012:bounces";
export const CERTIFICATE = `https://sns.eu-west-2.amazonaws.com/SimpleNotificationService-${"0a".repeat(16)}.pem`;

/** A message of SNS, rightly signed with what `change` makes of it. */
export function snsMessage(change: Partial<SnsMessage>, by = KEY): string {
  const message: SnsMessage = {
    Type: "Notification",
    MessageId: "165545c9",
    TopicArn: TOPIC,
    Message: "",
    Timestamp: isoNow,
    SignatureVersion: "1",
    Signature: "",
    SigningCertURL: CERTIFICATE,
    ...change,
  };
  const digest = message.SignatureVersion === "1" ? "sha1" : "sha256";
  const Signature = sign(digest, Buffer.from(signedText(message)), by).toString("base64");
  return JSON.stringify({ ...message, Signature: change.Signature ?? Signature });
}

/** Addresses of certificates that nobody has. */
const MISSING = "0b0b";

/** The network, in which any host has the certificate and confirms subscriptions; `asked` is what was asked for. */
export function openAmazon() {
  const asked: string[] = [];
  const fetch = async (url: string) => {
    asked.push(url);
    if (url.includes(MISSING)) return new Response(GOOD, { status: 404 });
    return new Response(url.includes("Action=ConfirmSubscription") ? "<Confirmed/>" : GOOD);
  };
  return { asked, fetch };
}

const ses = (): Sender => {
  const amazon = openAmazon();
  const eventOf = ({ what, address: emailAddress, messageId = "8f3k2m@loop.example" }: Told) => {
    const mail = { messageId: "0102", destination: [emailAddress], commonHeaders: { messageId: `<${messageId}>` } };
    const bounced = (bounceType: string, status: string) => ({
      notificationType: "Bounce",
      mail,
      bounce: {
        ...{ bounceType, bounceSubType: "General", timestamp: isoNow, feedbackId: "x" },
        bouncedRecipients: [{ emailAddress, action: "failed", status, diagnosticCode: `smtp; ${REPLIES[what]}` }],
      },
    });
    if (what === "bounce") return bounced("Permanent", "5.1.1");
    if (what === "full mailbox") return bounced("Transient", "5.2.2");
    if (what === "complaint") {
      const complained = {
        complainedRecipients: [{ emailAddress }],
        timestamp: isoNow,
        complaintFeedbackType: "abuse",
      };
      return { eventType: "Complaint", mail, complaint: complained };
    }
    return { notificationType: "Delivery", mail, delivery: { timestamp: isoNow } };
  };
  const textOf = (told: Told) => JSON.stringify(eventOf(told));
  return {
    name: "Amazon SES",
    reports: createSesReports([TOPIC], amazon.fetch),
    namesEmail: true,
    send: (told) => asSent(snsMessage({ Message: textOf(told) })),
    sendBody: (body) => asSent(snsMessage({ Message: body })),
    forged: (told) => {
      const Message = textOf(told);
      const right = snsMessage({ Message });
      const elsewhere = (SigningCertURL: string) => asSent(snsMessage({ Message, SigningCertURL }));
      return {
        "with a byte changed": asSent(right.replace("165545c9", "165545c8")),
        "of another topic": asSent(snsMessage({ Message, TopicArn: `${TOPIC}-of-others` })),
        "with an invalid signature": asSent(snsMessage({ Message, Signature: "MEU=" })),
        "with a certificate of another host": elsewhere(CERTIFICATE.replace("amazonaws.com", "amazonaws.com.example")),
        "with a certificate of another region": elsewhere(CERTIFICATE.replace("eu-west-2", "us-east-1")),
        "with a certificate of another service": elsewhere(CERTIFICATE.replace("sns.", "s3.")),
        "with a certificate at another port": elsewhere(CERTIFICATE.replace(".com/", ".com:8443/")),
        "with a certificate behind a name": elsewhere(CERTIFICATE.replace("https://", "https://sns.example@")),
        "with a certificate in the clear": elsewhere(CERTIFICATE.replace("https:", "http:")),
        "with a certificate at another path": elsewhere(CERTIFICATE.replace("/Simple", "/bucket/Simple")),
        "with a certificate that Amazon doesn’t have": elsewhere(CERTIFICATE.replace("0a0a", MISSING)),
        "with a certificate that is no address": elsewhere("certificate"),
      };
    },
  };
};

export const SENDERS: readonly Sender[] = [ses(), postmark(), mailgun(), sendgrid()];
