import { and, desc, eq, inArray, isNotNull, isNull, lt, notExists, or, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import {
  accessTokens,
  accountNotes,
  accounts,
  addresses,
  attempts,
  auditEvents,
  consents,
  entries,
  entryViews,
  impersonations,
  loops,
  oneTimeCodes,
  orders,
  sessions,
  staff,
} from "#db/schema";
import { daysBefore, KEEP_ATTEMPTS_DAYS, KEEP_UNPROVEN_DAYS } from "~/domain/kernel/time/retention-periods";
import { bookViewsOf } from "~/domain/operations/printing/entry-views.server";
import { hashEmail } from "~/domain/people/accounts/accounts.server";
import { SESSION_IDLE_DAYS } from "~/domain/people/accounts/session-length";
import { OPENS, STAFF } from "./left-out";
import { isSame, rows } from "./row-kind.server";

/** Who somebody is, how they sign in, and who of the staff looked at what is theirs. */

/** Guests with a paid order are kept. */
const paidOrders = db
  .select({ id: orders.id })
  .from(orders)
  .where(and(eq(orders.accountId, accounts.id), isNotNull(orders.paidAt)));

export const OF_ACCOUNTS = {
  accounts: rows(accounts, {
    whose: { account: accounts.id },
    exported: { leftOut: { passwordHash: OPENS } },
    kept: {
      unprovenAccounts: (now) =>
        and(
          isNull(accounts.emailVerifiedAt),
          lt(accounts.createdAt, daysBefore(now, KEEP_UNPROVEN_DAYS)),
          notExists(paidOrders),
        ),
    },
    // With unproven registrations of the same address.
    erased: {
      deleted: ({ account }) =>
        or(eq(accounts.id, account.id), and(isNull(accounts.emailVerifiedAt), isSame(accounts.email, account.email))),
    },
  }),
  addresses: rows(addresses, {
    whose: { account: addresses.accountId },
    exported: { heading: "Addresses", means: "your delivery addresses" },
    erased: "with their owner",
  }),
};

export const OF_ACCESS = {
  consents: rows(consents, {
    whose: { account: consents.accountId },
    exported: {
      heading: "What you agreed to",
      means: "each time you said yes or no to our news, with the words you saw",
    },
    erased: { stay: "Proof of what was asked and answered; the address is a hash." },
  }),
  entryViews: rows(entryViews, {
    whose: ({ loopIds }) => inArray(entries.loopId, [...loopIds]),
    exported: {
      heading: "Who has read your entries",
      means: "each time a member of staff looked at an entry of yours, and why",
      leftOut: { staffId: STAFF },
      read: ({ account }) => entryViewsOf(account.id),
    },
    erased: "with their owner",
  }),
  bookViews: rows(auditEvents, {
    whose: {},
    exported: {
      heading: "Who took the file of a whole book",
      means: "each time a member of staff took the file of a book of yours, and why",
      read: ({ account }) => bookViewsOf(account.id),
    },
    erased: { stay: "The audit trail is chained by hashes." },
  }),
  impersonations: rows(impersonations, {
    whose: { account: impersonations.accountId },
    exported: {
      heading: "Who looked at your account to help",
      means: "each time a member of staff viewed your account as you see it, and why",
      leftOut: { keyHash: OPENS, staffId: STAFF },
      read: ({ account }) => impersonationsOf(account.id),
    },
    erased: { emptied: { reason: "" } },
  }),
  accountNotes: rows(accountNotes, {
    whose: { account: accountNotes.accountId },
    exported: {
      heading: "Notes our staff made",
      means: "notes our staff made about helping you",
      leftOut: { staffId: STAFF, ownerStaffId: STAFF },
    },
    erased: "with their owner",
  }),
  sessions: rows(sessions, {
    whose: { account: sessions.accountId },
    exported: {
      heading: "Where you are signed in",
      means: "browsers that are signed in",
      leftOut: { keyHash: OPENS },
    },
    kept: {
      sessions: (now) => or(lt(sessions.expiresAt, now), lt(sessions.seenAt, daysBefore(now, SESSION_IDLE_DAYS))),
    },
    erased: "with their owner",
  }),
  accessTokens: rows(accessTokens, {
    whose: { account: accessTokens.accountId },
    exported: {
      heading: "Programs with access to your account",
      means: "programs with access to your account",
      leftOut: { keyHash: OPENS },
    },
    kept: { accessTokens: (now) => lt(accessTokens.expiresAt, now) },
    erased: "with their owner",
  }),
  oneTimeCodes: rows(oneTimeCodes, {
    whose: { account: oneTimeCodes.accountId },
    exported: {
      heading: "Codes and links from the last day",
      means: "codes and links we sent to let you in; we keep them for a day",
      leftOut: { codeHash: OPENS },
    },
    kept: "For a day, and removed every ten minutes: `deleteOldCodes`.",
    erased: { deleted: { account: oneTimeCodes.accountId, address: oneTimeCodes.sentTo } },
  }),
  attempts: rows(attempts, {
    whose: ({ account }) => {
      const address = hashEmail(account.email);
      return or(
        inArray(attempts.subject, [account.id, address, account.email, account.email.toLowerCase()]),
        // Counters per client and address have the form "{hash} {client}".
        sql`${attempts.subject} GLOB ${`${address} *`}`,
      );
    },
    exported: "Counters of guesses and sends, which say nothing else.",
    kept: { attempts: (now) => lt(attempts.at, daysBefore(now, KEEP_ATTEMPTS_DAYS)) },
    erased: "deleted",
  }),
};

function entryViewsOf(accountId: string) {
  return db
    .select({ view: entryViews, loopId: entries.loopId, week: entries.week, staffName: staff.name })
    .from(entryViews)
    .innerJoin(entries, eq(entries.id, entryViews.entryId))
    .innerJoin(loops, eq(loops.id, entries.loopId))
    .innerJoin(staff, eq(staff.id, entryViews.staffId))
    .where(eq(loops.accountId, accountId))
    .orderBy(desc(entryViews.at))
    .all()
    .map(({ view, ...where }) => ({ ...view, ...where }));
}

function impersonationsOf(accountId: string) {
  return db
    .select({ visit: impersonations, staffName: staff.name })
    .from(impersonations)
    .innerJoin(staff, eq(staff.id, impersonations.staffId))
    .where(eq(impersonations.accountId, accountId))
    .all()
    .map(({ visit, staffName }) => ({ ...visit, staffName }));
}
