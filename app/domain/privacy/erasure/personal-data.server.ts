import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { db, type Transaction } from "#db/client.server";
import {
  accounts,
  attempts,
  bookFiles,
  emails,
  enquiries,
  impersonations,
  jobs,
  loopCredits,
  loops,
  oneTimeCodes,
  orders,
  payments,
  restoreRequests,
  webhookEvents,
} from "#db/schema";
import { hashEmail } from "~/domain/people/accounts/accounts.server";
import { eraseVoucherData } from "./gifts.server";
import { eraseOrderData } from "./order-data.server";

/**
 * What happens to each table when an account is deleted. Personal rows are deleted; what the law requires of their
 * orders for six years (HMRC: records of sales, VAT Notice 700/21) stays without personal data. Rows with a foreign key
 * to the account are deleted or detached with the account's own row.
 */

type Account = typeof accounts.$inferSelect;

/** Deletes the account and removes its personal data from all other rows, inside the caller's transaction. */
export function erasePersonalData(
  tx: Transaction,
  account: Account,
  messages: readonly WebhookEvent[],
  now: Date,
): void {
  const ownLoops = tx.select({ id: loops.id }).from(loops).where(eq(loops.accountId, account.id)).all();
  eraseOrderData(tx, { orderIds: ordersOf(tx, account), loopIds: ownLoops.map(({ id }) => id) }, now);
  for (const message of messages) emptyWebhookEvent(tx, message);
  eraseVoucherData(tx, account, now);
  eraseCorrespondence(tx, account);
  deleteJobs(tx, account.id);
  tx.update(loopCredits)
    .set({ cancelledAt: now })
    .where(and(eq(loopCredits.accountId, account.id), isNull(loopCredits.spentAt), isNull(loopCredits.cancelledAt)))
    .run();
  tx.update(impersonations).set({ reason: "" }).where(eq(impersonations.accountId, account.id)).run();
  const askedFor = or(
    eq(restoreRequests.accountId, account.id),
    isSame(restoreRequests.account, account.email),
    eq(restoreRequests.account, account.id),
  );
  tx.delete(restoreRequests).where(askedFor).run();
  // Unproven registrations with the same address.
  tx.delete(accounts)
    .where(and(isNull(accounts.emailVerifiedAt), isSame(accounts.email, account.email)))
    .run();
  tx.delete(accounts).where(eq(accounts.id, account.id)).run();
}

const isSame = (
  column:
    | typeof accounts.email
    | typeof emails.toEmail
    | typeof enquiries.email
    | typeof oneTimeCodes.sentTo
    | typeof orders.email
    | typeof restoreRequests.account,
  email: string,
) => sql`lower(${column}) = lower(${email})`;

function ordersOf(tx: Pick<Transaction, "select">, account: Account): string[] {
  return tx
    .select({ id: orders.id })
    .from(orders)
    .where(or(eq(orders.accountId, account.id), and(isNull(orders.accountId), isSame(orders.email, account.email))))
    .all()
    .map(({ id }) => id);
}

/** Deletes emails to the person, their enquiries, and their rate limit counters. */
function eraseCorrespondence(tx: Transaction, account: Account): void {
  const { id, email } = account;
  const written = tx.select({ id: enquiries.id }).from(enquiries).where(isSame(enquiries.email, email)).all();
  const occasions = written.map((enquiry) => `enquiry:${enquiry.id}`);
  tx.delete(emails).where(inArray(emails.dedupeKey, occasions)).run();
  tx.delete(enquiries).where(isSame(enquiries.email, email)).run();
  // Keeps another person's email that is on its way to this address, such as a gift.
  tx.delete(emails)
    .where(or(eq(emails.accountId, id), and(isSame(emails.toEmail, email), sql`${emails.state} <> 'waiting'`)))
    .run();
  tx.delete(oneTimeCodes).where(isSame(oneTimeCodes.sentTo, email)).run();
  const address = hashEmail(email);
  tx.delete(attempts)
    .where(
      or(
        inArray(attempts.subject, [id, address, email, email.toLowerCase()]),
        // Counters per client and address have the form "{hash} {client}".
        sql`${attempts.subject} GLOB ${`${address} *`}`,
      ),
    )
    .run();
}

function deleteJobs(tx: Transaction, accountId: string): void {
  const books = tx
    .select({ id: bookFiles.id })
    .from(bookFiles)
    .innerJoin(loops, eq(loops.id, bookFiles.loopId))
    .where(eq(loops.accountId, accountId));
  tx.delete(jobs).where(inArray(jobs.subjectId, books)).run();
}

type WebhookEvent = typeof webhookEvents.$inferSelect;

/**
 * The payment provider's webhook events that name this person or one of their payments. It searches every event of the
 * last months, so it runs before the transaction that needs the result.
 */
export function webhookEventsAbout(account: Account): WebhookEvent[] {
  const own = ordersOf(db, account);
  const attemptsToPay = db.select().from(payments).where(inArray(payments.orderId, own)).all();
  const marks = attemptsToPay
    .flatMap(({ checkoutId, paymentIntentId, chargeId }) => [checkoutId, paymentIntentId, chargeId])
    .filter((mark) => mark !== null);
  const names = JSON.stringify([...own, ...marks]);
  return db
    .select()
    .from(webhookEvents)
    .where(
      and(
        sql`${webhookEvents.payload} <> ''`,
        or(
          sql`instr(lower(${webhookEvents.payload}), lower(${account.email})) > 0`,
          sql`EXISTS (SELECT 1 FROM json_each(${names}) AS name WHERE instr(${webhookEvents.payload}, name.value) > 0)`,
        ),
      ),
    )
    .all();
}

const EventEssentials = z.object({
  object: z.string(),
  id: z.string(),
  metadata: z
    .object({ orderId: z.string().optional() })
    .nullish()
    .transform((metadata) => (metadata?.orderId ? { orderId: metadata.orderId } : null)),
  payment_intent: z.string().nullish(),
});

/** Empties a processed event; an unprocessed one keeps only what processing needs. */
function emptyWebhookEvent(tx: Transaction, { id, payload, processedAt }: WebhookEvent): void {
  const needed = processedAt ? undefined : EventEssentials.safeParse(asJson(payload)).data;
  tx.update(webhookEvents)
    .set({ payload: needed ? JSON.stringify(needed) : processedAt ? "" : "{}" })
    .where(eq(webhookEvents.id, id))
    .run();
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
