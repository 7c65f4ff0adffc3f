import { and, eq, inArray, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { emails, sendingAddresses } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { londonDay } from "~/domain/kernel/time/days";
import { deliveryRule, EMAIL_KINDS } from "../kinds/email-kinds";
import { isBulk, WARM_UP, warmUpRate } from "./rates";

/** The warming up of a new sending address: on how many days weekly emails or reminders left from it. */

/** Emails an hour from an address that is still new; null from one that is known. */
export function warmUpOf(address: string, now: Date): number | null {
  const found = findAddress(address);
  if (!found) return warmUpRate(daysBefore());
  return warmUpRate(found.lastDay === londonDay(now) ? found.days - 1 : found.days);
}

/** The same of our own address; null where nothing is sent out. */
export const warmUpNow = (now: Date): number | null =>
  settings.mail.kind === "smtp" ? warmUpOf(settings.mailFrom.address, now) : null;

/** Notes that such an email leaves today, inside the transaction that says it was sent. */
export function noteBulkDay(tx: Transaction, address: string, now: Date): void {
  const today = londonDay(now);
  const found = findAddress(address);
  if (found?.lastDay === today) return;
  const noted = { days: (found?.days ?? daysBefore()) + 1, lastDay: today };
  tx.insert(sendingAddresses)
    .values({ address, ...noted })
    .onConflictDoUpdate({ target: sendingAddresses.address, set: noted })
    .run();
}

const findAddress = prepareGet((address: string) =>
  db.select().from(sendingAddresses).where(eq(sendingAddresses.address, address)),
);

/** An address that is not noted is new, except in a shop that sent such emails before any was noted. */
function daysBefore(): number {
  const isNoted = findAnyAddress() !== undefined;
  return isNoted || !findSentBefore() ? 0 : WARM_UP.length;
}

const findAnyAddress = prepareGet(() => db.select().from(sendingAddresses).limit(1));

const BULK_KINDS = EMAIL_KINDS.filter((kind) => isBulk(deliveryRule(kind).lane));
// By its kind: by the state SQLite would read everything else that was sent before the first of them.
const findSentBefore = prepareGet(() =>
  db
    .select({ id: emails.id })
    .from(emails)
    .where(and(inArray(emails.kind, BULK_KINDS), sql`+${emails.state} = 'sent'`))
    .limit(1),
);
