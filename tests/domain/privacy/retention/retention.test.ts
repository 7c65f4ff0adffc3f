import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "#db/client.server";
import {
  accessTokens,
  accounts,
  activeCounts,
  attempts,
  emails,
  enquiries,
  erasedAccounts,
  funnelEvents,
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
import { deleteExpired } from "~/domain/privacy/retention/retention.server";
import { voucher } from "../../../support/vouchers";

const NOW = new Date("2026-11-20T03:30:00Z");
const hoursAgo = (hours: number, milliseconds = 0) => new Date(NOW.getTime() - hours * 3_600_000 - milliseconds);
const DAY = 24;
/** The first instants of days in London: the second is in summer time. */
const A_YEAR_AGO = new Date("2025-11-20T00:00:00Z");
const THIRTEEN_MONTHS_AGO = new Date("2025-10-19T23:00:00Z");

it("what has outlived its time goes, to the millisecond, and what has not stays", () => {
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
    restoreRequests: 1,
  };
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
