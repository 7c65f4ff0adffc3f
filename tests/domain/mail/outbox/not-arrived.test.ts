import { beforeEach, expect, it } from "vitest";
import { db } from "#db/client.server";
import { emails } from "#db/schema";
import type { Mail, MailResult } from "~/adapters/mail/contract";
import { noteReports } from "~/domain/mail/bounces/delivery-reports.server";
import { paragraph } from "~/domain/mail/layout/email-blocks";
import { codeNotArrived, receiptNotArrived } from "~/domain/mail/outbox/not-arrived.server";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { sendDueEmails } from "~/domain/mail/outbox/outbox-worker.server";
import { later, NOW } from "../../../support/people";

beforeEach(() => void db.delete(emails).run());

const TO = "ada@example.com";
const MINUTE = 60;
const relay = (result: MailResult): Mail => ({ post: async () => result, check: async () => ({ ok: true }) });
const takes = relay({ ok: true });
const refuses = relay({ ok: false, permanent: true, message: "550 5.1.1 No such user" });

let occasions = 0;
function queue(kind: "verification_code" | "account_exists" | "email_change_code" | "order_confirmation", now = NOW) {
  occasions += 1;
  const message = { kind, subject: "s", preview: "p", blocks: [paragraph("Words")] };
  const to = { name: "Ada", email: TO };
  db.transaction((tx) => queueEmail(tx, { accountId: null, to, dedupeKey: `occasion-${occasions}`, message, now }), {
    behavior: "immediate",
  });
}

it.each(["verification_code", "account_exists", "email_change_code"] as const)(
  "a page that waits for a code learns that its address refuses it, whether it has an account or not: %s",
  async (kind) => {
    queue(kind);
    expect(codeNotArrived(TO, NOW)).toBeNull();
    await sendDueEmails(NOW, refuses);
    expect(codeNotArrived(TO, later(MINUTE))).toBe("refused");
    expect(codeNotArrived("ben@example.com", later(MINUTE))).toBeNull();
  },
);

it("also where the code came back later", async () => {
  queue("verification_code");
  await sendDueEmails(NOW, takes);
  expect(codeNotArrived(TO, later(MINUTE))).toBeNull();
  noteReports([{ kind: "bounced", address: TO, messageId: null, at: later(MINUTE), reply: "" }], later(MINUTE));
  expect(codeNotArrived(TO, later(MINUTE))).toBe("refused");
});

it("and that one ran out before it could be sent", async () => {
  queue("verification_code");
  await sendDueEmails(later(11 * MINUTE), takes);
  expect(codeNotArrived(TO, later(11 * MINUTE))).toBe("late");
});

it("says nothing of a code that waits, may have arrived, or was followed by one that did", async () => {
  queue("verification_code");
  await sendDueEmails(NOW, relay({ ok: false, permanent: false, message: "451 4.3.0 Later" }));
  expect(codeNotArrived(TO, later(1))).toBeNull();
  db.delete(emails).run();
  queue("verification_code");
  await sendDueEmails(NOW, relay({ ok: false, permanent: false, isUncertain: true, message: "Timeout" }));
  expect(codeNotArrived(TO, later(1))).toBeNull();
  db.delete(emails).run();
  queue("verification_code");
  await sendDueEmails(NOW, refuses);
  queue("verification_code", later(MINUTE));
  expect(codeNotArrived(TO, later(MINUTE))).toBe("refused");
  await sendDueEmails(later(MINUTE), takes);
  expect(codeNotArrived(TO, later(2 * MINUTE))).toBeNull();
});

it("says nothing of a failure that was before this hour", async () => {
  queue("verification_code");
  await sendDueEmails(NOW, refuses);
  expect(codeNotArrived(TO, later(61 * MINUTE))).toBeNull();
});

it("a page that promises a receipt learns that it came back", async () => {
  const order = { email: TO, paidAt: NOW };
  queue("order_confirmation");
  expect(receiptNotArrived(order)).toBeNull();
  await sendDueEmails(NOW, refuses);
  expect(receiptNotArrived(order)).toBe("refused");
  expect(receiptNotArrived({ email: TO, paidAt: null })).toBeNull();
  expect(receiptNotArrived({ email: TO, paidAt: later(MINUTE) })).toBeNull();
});
