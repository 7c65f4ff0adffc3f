import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "#db/client.server";
import {
  accessTokens,
  accounts,
  activeCounts,
  attempts,
  deviceSaves,
  emails,
  enquiries,
  erasedAccounts,
  funnelEvents,
  oneTimeCodes,
  orders,
  pendingVouchers,
  restoreRequests,
  sessions,
  staff,
  staffSessions,
  vouchers,
  webhookEvents,
} from "#db/schema";
import { monthsBefore } from "~/domain/kernel/time/retention-periods";
import { chooseEmails } from "~/domain/mail/outbox/preferences.server";
import { resendProblem } from "~/domain/mail/outbox/resending.server";
import { hiddenBecause } from "~/domain/mail/outbox/staff-reading.server";
import { deleteExpired, deleteOldCodes, emptyEmailBodies } from "~/domain/privacy/retention/retention.server";
import { SCHEDULE } from "~/jobs/schedule";
import { loopOf, person } from "../../../support/people";
import { plansOf } from "../../../support/query-plans";
import { voucher } from "../../../support/vouchers";

const NOW = new Date("2026-11-20T03:30:00Z");
const hoursAgo = (hours: number, milliseconds = 0) => new Date(NOW.getTime() - hours * 3_600_000 - milliseconds);
const DAY = 24;
/** The first instants of days in London: the second is in summer time. */
const A_YEAR_AGO = new Date("2025-11-20T00:00:00Z");
const THIRTEEN_MONTHS_AGO = new Date("2025-10-19T23:00:00Z");

it("what has outlived its time goes, to the millisecond, and what has not stays", async () => {
  db.delete(emails).run();
  const account = db
    .insert(accounts)
    .values({
      email: "margaret@example.com",
      firstName: "Margaret",
      lastName: "Okafor",
      passwordHash: "-",
      termsAcceptedAt: NOW,
      privacyAcceptedAt: NOW,
      createdAt: NOW,
      updatedAt: NOW,
    })
    .returning()
    .get();
  const accountId = account.id;
  const { voucherId } = voucher();
  const { id: loopId } = loopOf(accountId);
  const { id: staffId } = db
    .insert(staff)
    .values({ email: "joan@loop.example", name: "Joan", role: "support", createdAt: NOW })
    .returning()
    .get();
  for (const [word, expiresAt] of [
    ["over", new Date(NOW.getTime() - 1)],
    ["live", NOW],
  ] as const) {
    const common = { keyHash: word, accountId, createdAt: hoursAgo(48), expiresAt };
    db.insert(sessions)
      .values({ ...common, id: word, seenAt: hoursAgo(48) })
      .run();
    db.insert(accessTokens).values(common).run();
    db.insert(staffSessions)
      .values({ keyHash: word, staffId, createdAt: hoursAgo(9), seenAt: hoursAgo(9), expiresAt })
      .run();
  }
  for (const late of [0, 1]) {
    const idle = { accountId, createdAt: hoursAgo(20 * DAY), expiresAt: hoursAgo(-10 * DAY) };
    db.insert(sessions)
      .values({ ...idle, id: `idle-${late}`, keyHash: `idle-${late}`, seenAt: hoursAgo(14 * DAY, late) })
      .run();
    db.insert(attempts)
      .values({ limit: "sign_in", subject: "x", at: hoursAgo(30 * DAY, late) })
      .run();
    db.insert(pendingVouchers)
      .values({ keyHash: `typed-${late}`, voucherId, createdAt: hoursAgo(30 * DAY, late) })
      .run();
    const { id: _, ...person } = account;
    const registered = { ...person, createdAt: hoursAgo(30 * DAY, late) };
    db.insert(accounts)
      .values({ ...registered, email: `unproven${late}@example.com` })
      .run();
    db.insert(accounts)
      .values({ ...registered, email: `proven${late}@example.com`, emailVerifiedAt: NOW })
      .run();
    const writtenAt = new Date(A_YEAR_AGO.getTime() - late);
    const countedAt = new Date(THIRTEEN_MONTHS_AGO.getTime() - late);
    db.insert(enquiries).values({ name: "Ann", email: "ann@example.com", message: "Hello", at: writtenAt }).run();
    for (const kind of ["enquiry", "order_confirmation"]) {
      const age = kind === "enquiry" ? writtenAt : hoursAgo(90 * DAY, late);
      db.insert(emails)
        .values({
          kind,
          toName: "Ann",
          toEmail: "ann@example.com",
          subject: "-",
          textBody: "-",
          htmlBody: "-",
          dedupeKey: `${kind}-${late}`,
          messageId: "-",
          state: "sent",
          nextTryAt: age,
          createdAt: age,
          sentAt: kind === "enquiry" ? null : hoursAgo(30 * DAY, late),
        })
        .run();
    }
    db.insert(funnelEvents)
      .values({ visit: `visit-${late}`, stage: "visit", at: countedAt })
      .run();
    db.insert(activeCounts).values({ at: countedAt, day1: 1, days7: 1, days30: 1, days90: 1 }).run();
    db.insert(erasedAccounts)
      .values({ accountId: `erased-${late}`, erasedAt: hoursAgo(60 * DAY, late) })
      .run();
    db.insert(deviceSaves)
      .values({
        loopId,
        week: 1,
        writer: `page-${late}`,
        number: 2,
        digest: "of-its-text",
        revision: "0.1",
        savedAt: hoursAgo(60 * DAY, late),
      })
      .run();
    db.insert(restoreRequests)
      .values({
        account: `lost-${late}@example.com`,
        ...{ reason: "Gone", requestedByStaffId: "joan", createdAt: hoursAgo(30 * DAY, late) },
      })
      .run();
    const event = { type: "charge.updated", objectId: "ch_1", payload: '{"name":"Margaret"}' };
    const receivedAt = hoursAgo(90 * DAY, late);
    db.insert(webhookEvents)
      .values({ ...event, id: `evt_${late}`, receivedAt, processedAt: receivedAt })
      .run();
    db.insert(webhookEvents)
      .values({ ...event, id: `evt_open_${late}`, receivedAt })
      .run();
  }
  const one = {
    sessions: 2,
    staffSessions: 1,
    accessTokens: 1,
    attempts: 1,
    typedVouchers: 1,
    webhookBodies: 1,
    unprovenAccounts: 1,
    enquiries: 1,
    enquiryEmails: 1,
    giftEmailsEmptied: 0,
    emailsWithoutAccount: 1,
    funnelEvents: 1,
    activeCounts: 1,
    erasedAccounts: 1,
    deviceSaves: 1,
    restoreRequests: 1,
  };
  expect([await emptyEmailBodies(NOW), await emptyEmailBodies(NOW)]).toEqual([1, 0]);
  expect(deleteExpired(NOW)).toEqual(one);
  expect(
    db
      .select()
      .from(sessions)
      .all()
      .map((session) => session.id),
  ).toEqual(["live", "idle-0"]);
  expect(
    db
      .select()
      .from(webhookEvents)
      .all()
      .filter((event) => event.payload === "")
      .map((event) => event.id),
  ).toEqual(["evt_1"]);
  const none = Object.fromEntries(Object.keys(one).map((kind) => [kind, 0]));
  expect(deleteExpired(NOW)).toEqual(none);
});

it("the text of sent emails goes in slices between which others write, and who, what and when stay", async () => {
  db.delete(emails).run();
  const sentAt = hoursAgo(31 * DAY);
  const sent = {
    kind: "shipped",
    toName: "Ann",
    toEmail: "ann@example.com",
    subject: "-",
    textBody: "-",
    htmlBody: "-",
  };
  for (let place = 0; place < 250; place += 1)
    db.insert(emails)
      .values({
        ...sent,
        dedupeKey: `old-${place}`,
        messageId: "-",
        state: "sent",
        nextTryAt: NOW,
        createdAt: sentAt,
        sentAt,
      })
      .run();
  const countFull = () => db.select().from(emails).where(eq(emails.textBody, "-")).all().length;
  let emptying = Promise.resolve(0);
  const plans = plansOf(() => {
    emptying = emptyEmailBodies(NOW);
  });
  expect(plans.join()).toContain("emails USING INDEX emails_sent (sent_at<?)");
  expect([countFull() > 0, countFull() < 250]).toEqual([true, true]);
  expect([await emptying, countFull()]).toEqual([250, 0]);
  const kept = { kind: "shipped", toEmail: "ann@example.com", sentAt, htmlBody: "", isEmptied: true };
  const row = db.select().from(emails).get();
  if (!row) throw new Error("The email is gone.");
  expect(row).toMatchObject(kept);
  expect([hiddenBecause(row), resendProblem(row, NOW)]).toEqual(["old", "emptied"]);
  const code = { ...row, kind: "verification_code" };
  expect([hiddenBecause(code), resendProblem(code, NOW)]).toEqual(["emptied", "secret"]);
  expect(SCHEDULE.map(({ name }) => name)).toContain("empty-old-emails");
  db.delete(emails).run();
});

it.each([
  ["2026-11-20T23:59:59Z", 13, "2025-10-19T23:00:00.000Z"],
  ["2028-02-29T12:00:00Z", 12, "2027-02-28T00:00:00.000Z"],
  ["2027-03-28T00:30:00Z", 12, "2026-03-28T00:00:00.000Z"],
  // It is the 30th in London already.
  ["2026-06-29T23:30:00Z", 12, "2025-06-29T23:00:00.000Z"],
])("months are those of London's calendar: at %s, %i months ago is %s", (now, months, since) => {
  expect(monthsBefore(new Date(now), months).toISOString()).toBe(since);
});

it("the email of a gift loses its words after ninety days, and goes when its voucher was used", () => {
  const { voucherId } = voucher();
  const toEmail = "bob@example.com";
  db.update(vouchers).set({ recipientEmail: toEmail }).where(eq(vouchers.id, voucherId)).run();
  const sentAt = hoursAgo(90 * DAY, 1);
  const { id } = db
    .insert(emails)
    .values({
      ...{ kind: "gift", toName: "Bob", toEmail, subject: "From Jean", textBody: "Enjoy", htmlBody: "Enjoy" },
      ...{
        dedupeKey: `gift:${voucherId}:1`,
        messageId: "-",
        state: "sent",
        nextTryAt: sentAt,
        createdAt: sentAt,
      },
    })
    .returning()
    .get();
  const row = () => db.select().from(emails).where(eq(emails.id, id)).get();
  expect(deleteExpired(NOW)).toMatchObject({ giftEmailsEmptied: 1, emailsWithoutAccount: 0 });
  expect(row()).toMatchObject({ toEmail, toName: "", subject: "", textBody: "", htmlBody: "" });
  expect(deleteExpired(NOW)).toMatchObject({ giftEmailsEmptied: 0, emailsWithoutAccount: 0 });
  expect(chooseEmails(id, false, NOW)).toBe(true);
  db.update(vouchers).set({ status: "REDEEMED" }).where(eq(vouchers.id, voucherId)).run();
  expect(deleteExpired(NOW)).toMatchObject({ emailsWithoutAccount: 1 });
  expect(row()).toBeUndefined();
});

it("codes go after a day, to the millisecond", () => {
  const { id: accountId } = person("Ann");
  for (const late of [0, 1])
    db.insert(oneTimeCodes)
      .values({
        ...{ accountId, purpose: "verify_email", codeHash: `${late}`, sentTo: "ann@example.com", expiresAt: NOW },
        createdAt: hoursAgo(24, late),
      })
      .run();
  expect([deleteOldCodes(NOW), deleteOldCodes(NOW)]).toEqual([1, 0]);
  expect(
    db
      .select()
      .from(oneTimeCodes)
      .all()
      .map(({ codeHash }) => codeHash),
  ).toEqual(["0"]);
});

it("a registration goes though others have paid, and a guest who has paid stays", () => {
  const registered = { emailVerifiedAt: null, createdAt: hoursAgo(31 * DAY) };
  const [paid, unpaid, none] = ["Pia", "Una", "Nan"].map((name) => person(name, registered));
  for (const [buyer, paidAt] of [
    [paid, NOW],
    [unpaid, null],
  ] as const)
    db.insert(orders)
      .values({
        ...{
          number: `LP-${buyer?.id}`,
          accountId: buyer?.id,
          basketKey: `${buyer?.id}`,
          kind: "gift",
          status: "PENDING",
        },
        ...{ subtotalPence: 1, totalPence: 1, pricing: "{}", email: "-", createdAt: NOW, updatedAt: NOW, paidAt },
      })
      .run();
  deleteExpired(NOW);
  const isThere = (id = "") => db.select().from(accounts).where(eq(accounts.id, id)).get() !== undefined;
  expect([paid, unpaid, none].map((one) => isThere(one?.id))).toEqual([true, false, false]);
});

it("the email of a gift goes after ninety days where it went to another address than the voucher’s", () => {
  const sentAt = hoursAgo(90 * DAY, 1);
  const { voucherId } = voucher({}, { recipientEmail: "new@example.com" });
  const email = { kind: "gift", toName: "Bob", subject: "From Jean", textBody: "Enjoy", htmlBody: "Enjoy" } as const;
  for (const toEmail of ["old@example.com", "new@example.com"])
    db.insert(emails)
      .values({
        ...{ ...email, toEmail, dedupeKey: `gift:${voucherId}:${toEmail}`, messageId: "-", state: "sent" },
        ...{ nextTryAt: sentAt, createdAt: sentAt },
      })
      .run();
  const { id: accountId } = person("Amy");
  const [toEmail, long] = ["new@example.com", new Date("2020-11-20T10:00:00Z")];
  for (const [dedupeKey, given] of [
    [`gift:${voucherId}:today`, { createdAt: NOW }],
    [`gift:${voucherId}:of-an-account`, { createdAt: sentAt, accountId }],
    ["receipt:old", { createdAt: long, accountId, kind: "receipt" }],
  ] as const)
    db.insert(emails)
      .values({ ...email, toEmail, dedupeKey, messageId: "-", state: "sent", nextTryAt: sentAt, ...given })
      .run();
  expect(deleteExpired(NOW)).toMatchObject({ giftEmailsEmptied: 1, emailsWithoutAccount: 1, enquiryEmails: 0 });
});
