import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { createSmtpMail } from "~/adapters/mail/smtp.server";
import { takesAccents } from "~/domain/mail/outbox/accents.server";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { sendDueEmails } from "~/domain/mail/outbox/outbox-worker.server";
import { verificationCode } from "~/domain/people/accounts/account-emails";
import { openMailRelay } from "../../../support/mail-relay";

const NOW = new Date("2026-11-28T09:00:00Z");
const FROM = { name: "Loop", address: "hello@loop.example" };

async function sendThrough(hideSMTPUTF8: boolean, email: string): Promise<void> {
  const relay = await openMailRelay({ hideSMTPUTF8 });
  const message = verificationCode({ firstName: "Zoë", code: "204816", minutes: 10 });
  db.transaction((tx) =>
    queueEmail(tx, { accountId: null, dedupeKey: email, to: { name: "Zoë", email }, message, now: NOW }),
  );
  await sendDueEmails(NOW, createSmtpMail({ url: relay.url, from: FROM, clientName: "loop.example" }));
  expect(relay.received.map(({ to }) => to)).toEqual([email]);
  await relay.close();
}

it("a relay takes accents before the @ by what it announced with the last email that it took", async () => {
  expect(takesAccents()).toBe(false);
  await sendThrough(false, "one@example.com");
  expect(takesAccents()).toBe(true);
  await sendThrough(false, "zoë@example.com");
  await sendThrough(true, "two@example.com");
  expect(takesAccents()).toBe(false);
});
