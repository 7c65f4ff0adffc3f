import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { emails } from "#db/schema";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { MOST_RESENDS_A_DAY } from "~/domain/mail/outbox/delivery-policy";
import { redirectEmails, resendEmail, resendsOf } from "~/domain/mail/outbox/resending.server";
import { later, NOW, person } from "../../../support/people";

const [ada, ben] = [person("Ada"), person("Ben")];
const unwilling = person("Cid", { notifyByEmail: false });
beforeEach(() => {
  db.delete(emails).run();
});

let count = 0;
/** An email that was sent to Ada. */
function put(given: Partial<typeof emails.$inferInsert> = {}) {
  count += 1;
  const words = { subject: "Shipped", textBody: "It is on its way.", htmlBody: "<p>It is on its way.</p>" };
  const key = { dedupeKey: `put:${count}`, messageId: `put${count}@loop.example` };
  const to = { accountId: ada.id, toName: "Ada", toEmail: ada.email };
  return db
    .insert(emails)
    .values({
      kind: "shipped",
      state: "sent",
      isTransactional: true,
      nextTryAt: NOW,
      createdAt: NOW,
      ...words,
      ...key,
      ...to,
      ...given,
    })
    .returning()
    .get();
}

const resend = (id: string, now = NOW) => db.transaction((tx) => resendEmail(tx, id, now));
const rowOf = (id: string) => db.select().from(emails).where(eq(emails.id, id)).get();

describe("an email that is sent again", () => {
  it("is the same words to the same person, each with its own way to unsubscribe", () => {
    put({ accountId: ben.id, toEmail: ben.email, subject: "Another" });
    const first = put({ kind: "voucher_reminder", isTransactional: false });
    db.update(emails)
      .set({ textBody: `Stop: http://localhost:3000/unsubscribe/${first.id}` })
      .where(eq(emails.id, first.id))
      .run();
    const again = resend(first.id, later(60));
    const id = again.ok ? again.emailId : "";
    expect(rowOf(id)).toMatchObject({
      ...{ accountId: ada.id, toEmail: ada.email, subject: "Shipped", kind: "voucher_reminder", state: "waiting" },
      ...{ isTransactional: false, resendOf: first.id, nextTryAt: later(60), createdAt: later(60) },
      textBody: `Stop: http://localhost:3000/unsubscribe/${id}`,
    });
    expect(rowOf(first.id)?.state).toBe("sent");
  });

  it.each([
    ["that waits", "waiting", { state: "waiting" }],
    ["that carried a code", "secret", { kind: "verification_code" }],
    ["whose words are erased", "secret", { textBody: "" }],
    ["whose recipient is forgotten", "secret", { toEmail: "" }],
    ["with a gift, which is sent from its voucher", "gift", { kind: "gift" }],
    ["that its recipient wants no more", "unwanted", { kind: "loop_waiting", accountId: unwilling.id }],
    [
      "that quotes an entry, once its owner has another address",
      "moved",
      { kind: "weekly", toEmail: "old@example.com" },
    ],
    ["that quotes an entry of an account that is gone", "moved", { kind: "weekly", accountId: null }],
  ] as const)("is not one %s", (_, reason, given) => {
    expect(resend(put(given).id)).toEqual({ ok: false, reason });
    expect(db.select().from(emails).all()).toHaveLength(1);
  });

  it("is one that exists", () => {
    put();
    expect(resend("nothing")).toEqual({ ok: false, reason: "not_found" });
  });

  it("may quote an entry where its owner still has the address, and quote none where not", () => {
    const ofBen = { kind: "weekly", accountId: ben.id, toEmail: ben.email.toUpperCase() };
    expect(resend(put(ofBen).id).ok).toBe(true);
    expect(resend(put({ toEmail: "old@example.com" }).id).ok).toBe(true);
  });

  it("goes three times in a day, counted from the first", () => {
    const [first, other] = [put(), put()];
    const times = Array.from({ length: MOST_RESENDS_A_DAY }, (_, place) => later(place));
    const [copy] = times.map((at) => resend(first.id, at));
    for (const id of [first.id, copy?.ok ? copy.emailId : ""]) {
      if (id !== first.id) db.update(emails).set({ state: "sent" }).where(eq(emails.id, id)).run();
      expect(resend(id, new Date(NOW.getTime() + DAY_MS - 1))).toEqual({ ok: false, reason: "too_often" });
    }
    expect(resend(other.id, later(9)).ok).toBe(true);
    expect(resend(first.id, new Date(NOW.getTime() + DAY_MS)).ok).toBe(true);
  });

  it("is listed with the first and its other copies, and with no other email", () => {
    const first = put({ createdAt: later(-2) });
    const second = put({ resendOf: first.id, createdAt: later(-1) });
    const third = put({ resendOf: first.id });
    put({ resendOf: put().id });
    expect(resendsOf(second).map(({ id }) => id)).toEqual([first.id, third.id]);
    expect(resendsOf(first).map(({ id }) => id)).toEqual([second.id, third.id]);
  });
});

describe("somebody who has a new address", () => {
  const MONTH_AGO = new Date(NOW.getTime() - 30 * DAY_MS);
  const within = new Date(MONTH_AGO.getTime() + 1);
  const redirect = () =>
    db.transaction((tx) =>
      redirectEmails(tx, { ids: [ada.id], from: ada.email.toUpperCase(), to: "new@example.com" }, NOW),
    );

  it("gets there what did not arrive within a month, and what still waits, which goes to the old one no more", () => {
    const [dead, waiting] = [put({ state: "dead", createdAt: within }), put({ state: "waiting" })];
    const ofBen = put({ state: "waiting", accountId: ben.id, toEmail: ben.email });
    expect(redirect()).toBe(2);
    const sent = db.select().from(emails).where(eq(emails.toEmail, "new@example.com")).all();
    expect(sent.map(({ resendOf, state }) => [resendOf, state])).toEqual([
      [dead.id, "waiting"],
      [waiting.id, "waiting"],
    ]);
    expect([dead, waiting, ofBen].map(({ id }) => rowOf(id)?.state)).toEqual(["dead", "cancelled", "waiting"]);
  });

  it.each([
    ["what has arrived", { state: "sent" }],
    ["what failed a month ago", { state: "dead", createdAt: MONTH_AGO }],
    ["what went to another address", { state: "dead", toEmail: "elsewhere@example.com" }],
    ["what is somebody else’s", { state: "dead", accountId: ben.id }],
    ["a code", { state: "waiting", kind: "verification_code" }],
    ["what has no words any more", { state: "dead", textBody: "" }],
    ["what tells the old address of the new one", { state: "dead", kind: "email_changed" }],
  ] as const)("does not get there %s", (_, given) => {
    const before = put(given);
    expect(redirect()).toBe(0);
    expect(db.select().from(emails).all()).toEqual([before]);
  });
});
