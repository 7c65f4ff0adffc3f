import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { accounts, emails, suppressions } from "#db/schema";
import { paragraph } from "~/domain/mail/layout/email-blocks";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { sendDueEmails } from "~/domain/mail/outbox/outbox-worker.server";
import { chooseEmails, unsubscribeState } from "~/domain/mail/outbox/preferences.server";
import { remindOfWaitingLoops } from "~/domain/shop/orders/waiting-loops.server";
import { creditToBegin, later, NOW, person } from "../../../support/people";

beforeEach(() => {
  db.delete(emails).run();
});

const DAY = 86_400;
const words = { subject: "An email", preview: "An email", blocks: [paragraph("Words")] };

let occasions = 0;

function write(
  kind: "loop_waiting" | "order_confirmation" | "voucher_reminder",
  to: { id: string | null; email: string },
) {
  occasions += 1;
  return db.transaction(
    (tx) =>
      queueEmail(tx, {
        accountId: to.id,
        to: { name: "Somebody", email: to.email },
        dedupeKey: `occasion-${occasions}`,
        message: { kind, ...words },
        now: NOW,
      }),
    { behavior: "immediate" },
  );
}

const stateOf = (id: string | null) =>
  db
    .select()
    .from(emails)
    .where(eq(emails.id, id ?? ""))
    .get()?.state;
const mail = { post: async () => ({ ok: true as const }), check: async () => ({ ok: true as const }) };

describe("somebody who wants no emails about their year", () => {
  it("is not written any, and still hears of their orders", () => {
    const ada = person("Ada", { notifyByEmail: false });
    expect(write("loop_waiting", ada)).toBeNull();
    expect(write("order_confirmation", ada)).not.toBeNull();
  });

  it("does not get one that was waiting when they said so", async () => {
    const ben = person("Ben");
    const [reminder, order] = [write("loop_waiting", ben), write("order_confirmation", ben)];
    expect(chooseEmails(reminder ?? "", false, NOW)).toBe(true);
    await sendDueEmails(later(1), mail);
    expect([stateOf(reminder), stateOf(order)]).toEqual(["cancelled", "sent"]);
  });

  it("can say so again and again, and change their mind", () => {
    const cid = person("Cid");
    const message = write("loop_waiting", cid) ?? "";
    for (const wanted of [false, false, true, true, false]) {
      chooseEmails(message, wanted, NOW);
      expect(unsubscribeState(message)).toMatchObject({ isStopped: !wanted });
      expect(db.select().from(accounts).where(eq(accounts.id, cid.id)).get()?.notifyByEmail).toBe(wanted);
    }
  });
});

describe("somebody without an account", () => {
  it("is remembered by a hash alone, in upper and lower case", () => {
    const message = write("voucher_reminder", { id: null, email: "Callum@example.org" }) ?? "";
    chooseEmails(message, false, NOW);
    expect(JSON.stringify(db.select().from(suppressions).all())).not.toMatch(/callum/i);
    expect(write("voucher_reminder", { id: null, email: "callum@EXAMPLE.org" })).toBeNull();
    expect(write("voucher_reminder", { id: null, email: "another@example.org" })).not.toBeNull();
    chooseEmails(message, true, NOW);
    expect(write("voucher_reminder", { id: null, email: "callum@example.org" })).not.toBeNull();
  });
});

describe("an email that cannot be stopped", () => {
  it("is one about an order, or none at all", () => {
    const order = write("order_confirmation", person("Dan")) ?? "";
    for (const key of [order, "nowhere", ""]) {
      expect(unsubscribeState(key)).toBeUndefined();
      expect(chooseEmails(key, false, NOW)).toBe(false);
    }
  });
});

describe("a loop that waits for its first day", () => {
  const reminders = () =>
    db
      .select()
      .from(emails)
      .all()
      .filter(({ kind }) => kind === "loop_waiting");

  it("is told of once, a week after it was paid, also where the worker was away", () => {
    const ada = person("Ada");
    creditToBegin(ada.id, { createdAt: NOW });
    expect(remindOfWaitingLoops(later(7 * DAY - 1))).toBe(0);
    expect(remindOfWaitingLoops(later(9 * DAY))).toBe(1);
    expect(remindOfWaitingLoops(later(10 * DAY))).toBe(0);
    expect(reminders().map(({ toEmail }) => toEmail)).toEqual([ada.email]);
    expect(reminders()[0]?.isTransactional).toBe(false);
    expect(reminders()[0]?.textBody).toContain("/loop-end-date");
  });

  it.each([
    ["once it has begun", { spentAt: NOW }, {}],
    ["once it was cancelled", { cancelledAt: NOW }, {}],
    ["after a season", { createdAt: later(-91 * DAY) }, {}],
    ["to somebody who wants no emails", {}, { notifyByEmail: false }],
    ["to somebody whose account is about to be deleted", {}, { deletionDueAt: later(DAY) }],
    ["to somebody who is suspended", {}, { status: "suspended" as const }],
  ])("is not told of %s", (_, credit, account) => {
    creditToBegin(person("Eve", account).id, { createdAt: NOW, ...credit });
    remindOfWaitingLoops(later(8 * DAY));
    expect(reminders().filter(({ toName }) => toName.startsWith("Eve"))).toEqual([]);
  });
});
