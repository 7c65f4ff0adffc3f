import { and, asc, eq, gt, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { keepAll } from "#db/queries.server";
import { emails } from "#db/schema";
import { MINUTE_MS } from "../time/durations";

/** Emails that a staff member has had sent and that have not left: the tray on top of their pages. */

const MOST_SHOWN = 20;

const heldQuery = keepAll((staffId: string, now: Date, limit: number) =>
  db
    .select({
      id: emails.id,
      kind: emails.kind,
      toName: emails.toName,
      toEmail: emails.toEmail,
      sentAt: emails.createdAt,
      leavesAt: emails.nextTryAt,
    })
    .from(emails)
    .where(
      and(
        eq(emails.sentByStaffId, staffId),
        sql`${emails.state} = 'waiting' AND ${emails.sentByStaffId} IS NOT NULL`,
        gt(emails.nextTryAt, now),
      ),
    )
    .orderBy(asc(emails.nextTryAt))
    .limit(limit),
);

export interface HeldEmail {
  id: string;
  /** "Gift email to Rhys Quayle" */
  title: string;
  sentAt: Date;
  leavesAt: Date;
  /** Rounded up. */
  minutesLeft: number;
}

const TITLES: Readonly<Record<string, string>> = {
  gift: "Gift email",
  printing: "At the printer: email",
  shipped: "Parcel sent: email",
  delivered: "Parcel delivered: email",
  order_confirmation: "Order confirmation",
};

/** The person's own held emails, the first to leave first; twenty at most. */
export function heldEmails(staffId: string, now: Date): HeldEmail[] {
  return heldQuery(staffId, now, MOST_SHOWN).map(({ id, kind, toName, toEmail, sentAt, leavesAt }) => ({
    id,
    title: `${TITLES[kind] ?? "Email"} to ${toName || toEmail}`,
    sentAt,
    leavesAt,
    minutesLeft: Math.ceil((leavesAt.getTime() - now.getTime()) / MINUTE_MS),
  }));
}
