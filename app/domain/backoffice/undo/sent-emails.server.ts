import { and, asc, desc, eq, gt, gte, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { columns, prepareAll } from "#db/queries.server";
import { emails } from "#db/schema";
import { londonDay } from "~/domain/kernel/time/days";
import { startOfLondonDay } from "~/domain/kernel/time/instants";
import type { HeldThing } from "~/domain/kernel/undo/held";

/** Emails that a staff member has had sent: those that have not left, and those that left earlier today. */

const MOST_SHOWN = 20;

const TITLES: Readonly<Record<string, string>> = {
  gift: "Gift email",
  printing: "At the printer: email",
  shipped: "Parcel sent: email",
  delivered: "Parcel delivered: email",
  order_confirmation: "Order confirmation",
};

function titleOf({ kind, toName, toEmail }: { kind: string; toName: string; toEmail: string }): string {
  return `${TITLES[kind] ?? "Email"} to ${toName || toEmail}`;
}

/** The person's own held emails, the first to leave first; twenty at most. */
export function heldEmails(staffId: string, now: Date): HeldThing[] {
  return listHeldEmails(staffId, now, MOST_SHOWN).map(({ id, sentAt, leavesAt, ...email }) => ({
    id: `email:${id}`,
    kind: "email",
    title: titleOf(email),
    sentAt,
    leavesAt,
  }));
}

const listHeldEmails = prepareAll((staffId: string, now: Date, limit: number) =>
  db
    .select({
      ...columns(emails, "id", "kind", "toName", "toEmail"),
      sentAt: emails.createdAt,
      leavesAt: emails.nextTryAt,
    })
    .from(emails)
    .where(
      and(
        eq(emails.sentByStaffId, staffId),
        eq(emails.state, sql`'waiting'`),
        // One that is tried again has left once.
        eq(emails.tries, 0),
        gt(emails.nextTryAt, now),
      ),
    )
    .orderBy(asc(emails.nextTryAt))
    .limit(limit),
);

const MOST_LEFT = 50;

/** The person's own emails of today that have left, the newest first; fifty at most. */
export function leftEarlierToday(staffId: string, now: Date) {
  return listSentEmails(staffId, startOfLondonDay(londonDay(now)), now, MOST_LEFT).map((email) => ({
    id: email.id,
    title: titleOf(email),
    /** Null while it is being sent, or where it could not be. */
    leftAt: email.state === "sent" ? email.sentAt : null,
    hasFailed: email.state === "dead",
  }));
}

const listSentEmails = prepareAll((staffId: string, dayStart: Date, now: Date, limit: number) =>
  db
    .select({
      ...columns(emails, "id", "kind", "toName", "toEmail", "state", "sentAt"),
    })
    .from(emails)
    .where(
      and(
        eq(emails.sentByStaffId, staffId),
        gte(emails.createdAt, dayStart),
        sql`(${emails.state} IN ('sent', 'dead') OR ${emails.state} = 'waiting' AND ${emails.nextTryAt} <= ${now})`,
      ),
    )
    .orderBy(desc(emails.createdAt))
    .limit(limit),
);
