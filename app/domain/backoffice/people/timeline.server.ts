import { and, desc, eq, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { columns, isIn, prepareAll } from "#db/queries.server";
import {
  auditEvents,
  emails,
  entries,
  entryViews,
  impersonations,
  loopCredits,
  loops,
  orders,
  sessions,
  shipments,
  staff,
  vouchers,
} from "#db/schema";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { formatDay } from "~/domain/kernel/time/format-days";
import { canResend } from "~/domain/mail/outbox/resending.server";
import { hasSeals, quotesEntries, subjectForStaff } from "~/domain/mail/outbox/staff-reading.server";
import { nameBrowser } from "~/domain/people/accounts/browser-names";
import { auditSentence } from "~/domain/people/staff/audit-sentences";
import { moneyEvents, voucherEvents } from "./money-events.server";
import type { TimelineEvent } from "./timeline-events";

/**
 * Everything that happened around a person, newest first, in as many queries however much it is. What they wrote stays
 * out of it: a loop is named by its type, an email by its subject as staff may see it.
 */

/** Of each kind; a person with more is read in the lists of that kind. */
const MOST = 200;

/** @param ids of one person: an account, or all rows of a guest. */
export function timelineOf(ids: readonly string[], now: Date): TimelineEvent[] {
  return [
    ...moneyEvents(ids),
    ...voucherEvents(ids, now),
    ...emailEvents(ids),
    ...loopEvents(ids),
    ...shipmentEvents(ids),
    ...signInEvents(ids),
    ...staffEvents(ids),
  ].sort((one, other) => other.at.getTime() - one.at.getTime());
}

const EMAIL_STATES = { waiting: "waiting", sent: "sent", dead: "failed", cancelled: "withdrawn" } as const;

function emailEvents(ids: readonly string[]): TimelineEvent[] {
  return listEmailsTo([...ids]).map((email): TimelineEvent => {
    const { id, state, failure } = email;
    // One that was sent has something said of it only where its reader reported it as spam.
    const isReported = state === "sent" && failure !== null;
    const isSealed = quotesEntries(email.kind) && email.hasSeals === 1;
    const subject = subjectForStaff({ ...email, hasSeals: email.hasSeals === 1 });
    return {
      key: `email-${id}`,
      at: email.createdAt,
      tab: "emails",
      mark: state === "dead" || isReported ? "bad" : "event",
      text:
        state === "dead"
          ? `Email failed: “${subject}”`
          : `Email “${subject}”, ${EMAIL_STATES[state]}${email.resendOf ? " again" : ""}`,
      detail: [
        `To ${email.toEmail}`,
        ...(state === "dead" ? [failure ?? "We gave up."] : isReported ? [failure.replace(/\.$/, "")] : []),
        ...(isSealed ? ["It quotes their own words, so we’ve hidden those"] : []),
      ].join(". "),
      subject: { type: "email", id, canResend: canResend(email), isSealed },
    };
  });
}

const listEmailsTo = prepareAll((ids: string[]) =>
  db
    .select({
      ...{ id: emails.id, kind: emails.kind, subject: emails.subject, state: emails.state },
      ...{
        ...columns(emails, "toEmail", "failure", "tries", "createdAt"),
      },
      ...{ resendOf: emails.resendOf, hasSeals },
    })
    .from(emails)
    .where(isIn(emails.accountId, ids))
    .orderBy(desc(emails.createdAt))
    .limit(MOST),
);

function loopEvents(ids: readonly string[]): TimelineEvent[] {
  return listLoopsOf([...ids]).flatMap((loop): TimelineEvent[] => {
    const name = findLoopType(loop.theme, loop.type)?.displayName ?? loop.theme;
    const about = { tab: "books", mark: "event", subject: { type: "loop", id: loop.id } } as const;
    const begun = {
      ...about,
      key: `loop-${loop.id}`,
      at: loop.createdAt,
      text: `Started the ${name} loop`,
      detail: `Book due ${formatDay(loop.deliveryDay)}`,
    };
    if (!loop.completedAt) return [begun];
    return [
      begun,
      { ...about, key: `signed-${loop.id}`, at: loop.completedAt, text: `Sent the ${name} book to print` },
    ];
  });
}

const listLoopsOf = prepareAll((ids: string[]) =>
  db.select().from(loops).where(isIn(loops.accountId, ids)).orderBy(desc(loops.createdAt)).limit(MOST),
);

function shipmentEvents(ids: readonly string[]): TimelineEvent[] {
  return listShipmentsOf([...ids]).flatMap(({ shipment }): TimelineEvent[] => {
    const { id, state, carrier, trackingNumber, reprintReason, reprintOf, orderId } = shipment;
    const books = orderId ? "book copies" : "the book";
    const what = reprintOf ? `${books}, printed again` : books;
    const isThere = state === "waiting" || state === "printing";
    const subject = { type: "shipment", id, canCorrect: isThere, canReprint: !isThere } as const;
    const about = { tab: "books", mark: "event", subject } as const;
    const steps: [string, Date | null, string, string | undefined][] = [
      ["queued", shipment.createdAt, `Parcel with ${what} joined the print queue`, reprintReason ?? undefined],
      ["printing", shipment.printingAt, `Parcel with ${what} went to the printer`, undefined],
      [
        "shipped",
        shipment.shippedAt,
        `Parcel with ${what} sent`,
        [carrier, trackingNumber].filter(Boolean).join(" ") || undefined,
      ],
      ["delivered", shipment.deliveredAt, `Parcel with ${what} delivered`, undefined],
    ];
    return steps
      .filter((step): step is [string, Date, string, string | undefined] => step[1] !== null)
      .map(([step, at, text, detail]) => ({ ...about, key: `${step}-${id}`, at, text, detail }));
  });
}

const listShipmentsOf = prepareAll((ids: string[]) =>
  db
    .select({ shipment: shipments })
    .from(loops)
    .innerJoin(shipments, eq(shipments.loopId, loops.id))
    .where(isIn(loops.accountId, ids))
    .orderBy(desc(shipments.createdAt))
    .limit(MOST),
);

function signInEvents(ids: readonly string[]): TimelineEvent[] {
  return listSessionsOf([...ids]).map(({ id, userAgent, at }) => ({
    key: `session-${id}`,
    at,
    tab: "sign-ins",
    mark: "quiet",
    text: `Signed in, ${nameBrowser(userAgent)}`,
  }));
}

const listSessionsOf = prepareAll((ids: string[]) =>
  db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      at: sessions.createdAt,
      seenAt: sessions.seenAt,
    })
    .from(sessions)
    .where(isIn(sessions.accountId, ids))
    .orderBy(desc(sessions.createdAt))
    .limit(MOST),
);

/** The audit names accounts, and their orders, vouchers, loops and shipments. */
const subjectsOf = (ids: string[]) => sql`
  SELECT value AS id, 'account' AS type FROM json_each(${ids})
  UNION ALL SELECT ${orders.id}, 'order' FROM ${orders} WHERE ${isIn(orders.accountId, ids)}
  UNION ALL SELECT ${vouchers.id}, 'voucher' FROM ${vouchers} WHERE ${isIn(vouchers.purchasedByAccountId, ids)}
  UNION ALL SELECT ${loops.id}, 'loop' FROM ${loops} WHERE ${isIn(loops.accountId, ids)}
  UNION ALL SELECT ${shipments.id}, 'shipment' FROM ${loops} JOIN ${shipments} ON ${shipments.loopId} = ${loops.id}
    WHERE ${isIn(loops.accountId, ids)}`;

function staffEvents(ids: readonly string[]): TimelineEvent[] {
  const about = { tab: "staff", mark: "staff" } as const;
  const done = listAuditEventsOn([...ids])
    // Listed with the refund and the sign-in themselves.
    .filter(({ action }) => action !== "refunds.ask" && action !== "accounts.impersonate")
    .map(
      (act): TimelineEvent => ({
        ...about,
        key: `audit-${act.sequence}`,
        at: act.at,
        text: `${act.by ?? "A script"} ${auditSentence(act.action)}`,
        detail: act.reason ?? undefined,
      }),
    );
  const seen = listImpersonationsOf([...ids]).map(({ id, at, reason, by }) => ({
    ...about,
    key: `seen-${id}`,
    at,
    text: `${by} saw the site as this customer`,
    detail: reason,
  }));
  const read = listEntryViewsOf([...ids]).map(({ id, at, reason, week, by }) => ({
    ...about,
    key: `read-${id}`,
    at,
    text: `${by} read week ${week}`,
    detail: reason,
  }));
  return [...done, ...seen, ...read];
}

const listAuditEventsOn = prepareAll((ids: string[]) =>
  db
    .select({
      ...columns(auditEvents, "sequence", "action", "at", "reason"),
      by: staff.name,
    })
    .from(sql`(${subjectsOf(ids)}) AS subject`)
    .innerJoin(auditEvents, sql`${auditEvents.objectType} = subject.type AND ${auditEvents.objectId} = subject.id`)
    .leftJoin(staff, eq(staff.id, auditEvents.staffId))
    .orderBy(desc(auditEvents.at))
    .limit(MOST),
);

const listImpersonationsOf = prepareAll((ids: string[]) =>
  db
    .select({
      id: impersonations.id,
      at: impersonations.startedAt,
      reason: impersonations.reason,
      by: staff.name,
    })
    .from(impersonations)
    .innerJoin(staff, eq(staff.id, impersonations.staffId))
    .where(isIn(impersonations.accountId, ids))
    .orderBy(desc(impersonations.startedAt))
    .limit(MOST),
);

const listEntryViewsOf = prepareAll((ids: string[]) =>
  db
    .select({
      ...columns(entryViews, "id", "at", "reason"),
      week: entries.week,
      by: staff.name,
    })
    .from(loops)
    .innerJoin(entries, eq(entries.loopId, loops.id))
    .innerJoin(entryViews, eq(entryViews.entryId, entries.id))
    .innerJoin(staff, eq(staff.id, entryViews.staffId))
    .where(isIn(loops.accountId, ids))
    .orderBy(desc(entryViews.at))
    .limit(MOST),
);

/** Credits to begin a loop that nobody has used yet. */
export function unusedCreditsOf(ids: readonly string[]) {
  return listUnusedCredits([...ids]).map(({ id, theme, type, createdAt }) => ({
    id,
    createdAt,
    name: findLoopType(theme, type)?.displayName ?? theme,
  }));
}

const listUnusedCredits = prepareAll((ids: string[]) =>
  db
    .select()
    .from(loopCredits)
    .where(
      and(isIn(loopCredits.accountId, ids), sql`${loopCredits.spentAt} IS NULL AND ${loopCredits.cancelledAt} IS NULL`),
    )
    .orderBy(desc(loopCredits.createdAt)),
);
