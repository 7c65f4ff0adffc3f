import { and, eq, gt, isNull, lte } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { prepareAll } from "#db/queries.server";
import { accounts, emails, loopCredits } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { isGuestRow } from "~/domain/people/accounts/guests.server";
import { receiptUrl } from "~/domain/people/accounts/receipt-links.server";
import { loopWaiting } from "./loop-waiting-email";

/** Reminds a buyer once, a week later, of a loop that is paid for and not begun. */

const REMIND_AFTER_DAYS = 7;
/** After a season a reminder would surprise. */
const REMIND_UNTIL_DAYS = 90;

/** Queues the reminders that are due. Gives how many. */
export function remindOfWaitingLoops(now: Date): number {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const due = db
    .select({ credit: loopCredits, account: accounts })
    .from(loopCredits)
    .innerJoin(accounts, eq(accounts.id, loopCredits.accountId))
    .where(
      and(
        ...[isNull(loopCredits.spentAt), isNull(loopCredits.cancelledAt)],
        lte(loopCredits.createdAt, before(REMIND_AFTER_DAYS)),
        gt(loopCredits.createdAt, before(REMIND_UNTIL_DAYS)),
        ...[eq(accounts.status, "active"), isNull(accounts.deletionDueAt)],
      ),
    )
    .all();
  return due.filter(({ credit, account }) => remind(credit, account, now)).length;
}

function remind(credit: typeof loopCredits.$inferSelect, account: typeof accounts.$inferSelect, now: Date): boolean {
  const dedupeKey = `loop-waiting:${credit.id}`;
  const loopName = findLoopType(credit.theme, credit.type)?.displayName ?? "new";
  return write((tx) => {
    const told = listReminders(dedupeKey);
    if (told.length > 0) return false;
    const { firstName, lastName, email, id: accountId } = account;
    // A guest's opens their account on the way, as their receipt's does.
    const beginUrl = isGuestRow(account) ? receiptUrl(account, now) : `${settings.publicOrigin}/loop-end-date`;
    const message = loopWaiting({ firstName, loopName, theme: credit.theme, beginUrl });
    const to = { name: `${firstName} ${lastName}`.trim(), email };
    return queueEmail(tx, { accountId, to, dedupeKey, message, now }) !== null;
  });
}

const listReminders = prepareAll((dedupeKey: string) =>
  db.select({ id: emails.id }).from(emails).where(eq(emails.dedupeKey, dedupeKey)),
);
