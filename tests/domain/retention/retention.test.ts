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
  oneTimeCodes,
  pendingVouchers,
  restoreRequests,
  sessions,
  staff,
  staffSessions,
  webhookEvents,
} from "#db/schema";
import { deleteExpired } from "~/domain/retention/retention.server";
import { voucher } from "../../support/vouchers";

const NOW = new Date("2026-11-20T03:30:00Z");
const hoursAgo = (hours: number, milliseconds = 0) =>
  new Date(NOW.getTime() - hours * 3_600_000 - milliseconds);
const DAY = 24;

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
    const code = { accountId, purpose: "verify_email", codeHash: "-", sentTo: "-" } as const;
    db.insert(oneTimeCodes)
      .values({ ...code, createdAt: hoursAgo(24, late), expiresAt: NOW })
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
    const writtenAt = hoursAgo(365 * DAY, late);
    db.insert(enquiries)
      .values({ name: "Ann", email: "ann@example.com", message: "Hello", at: writtenAt })
      .run();
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
      .values({ visit: `visit-${late}`, stage: "visit", at: hoursAgo(400 * DAY, late) })
      .run();
    db.insert(activeCounts)
      .values({ at: hoursAgo(400 * DAY, late), day1: 1, days7: 1, days30: 1, days90: 1 })
      .run();
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
    sessions: 1,
    staffSessions: 1,
    accessTokens: 1,
    codes: 1,
    attempts: 1,
    typedVouchers: 1,
    webhookBodies: 1,
    unprovenAccounts: 1,
    enquiries: 1,
    enquiryEmails: 1,
    strayEmails: 1,
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
  ).toEqual(["live"]);
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
