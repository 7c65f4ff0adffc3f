import { expect, it } from "vitest";
import { createSesReports } from "~/adapters/mail-reports/ses.server";
import { CERTIFICATE, NOW, openAmazon, snsMessage, TOPIC } from "./senders";

const open = () => {
  const amazon = openAmazon();
  const reports = createSesReports([TOPIC], amazon.fetch);
  return { ...amazon, read: (body: string) => reports.read(Buffer.from(body), new Headers(), NOW) };
};
const subscribeUrl = `https://sns.eu-west-2.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=t`;
const subscription = { Type: "SubscriptionConfirmation", Message: "You have chosen…", Token: "t" } as const;

it("confirms the subscription of our topic", async () => {
  const { asked, read } = open();
  expect(await read(snsMessage({ ...subscription, SubscribeURL: subscribeUrl }))).toEqual({ ok: true, reports: [] });
  expect(asked).toEqual([CERTIFICATE, subscribeUrl]);
});

it("confirms nobody else’s, and asks no other host for it", async () => {
  const { asked, read } = open();
  const elsewhere = { ...subscription, SubscribeURL: subscribeUrl.replace("amazonaws", "example") };
  expect(await read(snsMessage(elsewhere))).toEqual({ ok: false, reason: "malformed" });
  expect(await read(snsMessage({ ...subscription, TopicArn: `${TOPIC}2`, SubscribeURL: subscribeUrl }))).toEqual({
    ok: false,
    reason: "unproven",
  });
  expect(asked).toEqual([CERTIFICATE]);
});

it("takes both versions of the signature, the sentence that SES tries a topic with, and a goodbye", async () => {
  const { asked, read } = open();
  for (const message of [
    snsMessage({ SignatureVersion: "1", Message: "Successfully validated SNS topic for Amazon SES." }),
    snsMessage({ SignatureVersion: "2", Message: "x", Subject: "Amazon SES" }),
    snsMessage({ ...subscription, Type: "UnsubscribeConfirmation", SubscribeURL: subscribeUrl }),
  ])
    expect(await read(message)).toEqual({ ok: true, reports: [] });
  expect(asked, "a certificate is fetched once").toEqual([CERTIFICATE]);
});

it("asks for the message again where Amazon can’t be reached", async () => {
  const reports = createSesReports([TOPIC], async () => {
    throw new TypeError("fetch failed");
  });
  const read = await reports.read(Buffer.from(snsMessage({})), new Headers(), NOW);
  expect(read).toEqual({ ok: false, reason: "unavailable" });
});

it("is told of no complaint by a reader who says that an email was no spam", async () => {
  const { read } = open();
  const complaint = (complaintFeedbackType: string) => {
    const timestamp = NOW.toISOString();
    const complainedRecipients = [{ emailAddress: "ada@example.com" }];
    const Message = {
      notificationType: "Complaint",
      mail: {},
      complaint: { timestamp, complainedRecipients, complaintFeedbackType },
    };
    return read(snsMessage({ Message: JSON.stringify(Message) }));
  };
  expect(await complaint("abuse")).toMatchObject({ reports: [{ kind: "complained" }] });
  expect(await complaint("not-spam")).toEqual({ ok: true, reports: [] });
});
