import { and, eq, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { accounts, loops, shipments } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { findLoopType } from "../catalogue/catalogue";
import type { Email } from "../email/email-layout";
import { queueEmail } from "../email/outbox.server";
import { bookDelivered, bookPrinting, bookShipped } from "../email/printing-emails";
import { addDays, londonDay } from "./calendar";
import { canMove, type LoopStatus, type SignOffProblem, signOffProblem } from "./completion";
import { type Loop, loopOwnedBy } from "./loops.server";
import { isPaymentInDoubt } from "./print-holds.server";
import { needsDecision } from "./printed-weeks";
import { type BookWeek, bookWeeksOf } from "./printed-weeks.server";
import { finishAsTheyAre } from "./unfinished-weeks.server";

/** Sending one's year to print, and what staff note of it on its way, each with an email to the owner. */

/** `undecided`: a week is not finished, and its owner has not said what is to become of just those weeks. */
export type SignOffResult =
  | { ok: true; loop: Loop }
  | { ok: false; reason: SignOffProblem | "changed_since" | "undecided" | "not_found" };

/** What an owner decided about the weeks they were told are not finished. */
export interface DraftsDecision {
  weeks: readonly number[];
  /** Whether they print as they are; otherwise they are left out. */
  print: boolean;
}

/**
 * Sends a loop to print for its owner, as it stood in the proof they saw; from then on it is only read. Pressing
 * twice is refused the second time. What prints is set anew, without the marks of a proof.
 * Weeks that are not finished are printed or left out as their owner decided, never without being asked about.
 * @param seenVersion the content version the proof was made of
 */
export function signOffLoop(
  accountId: string,
  loopId: string,
  seenVersion: number,
  now: Date,
  decided: DraftsDecision | null = null,
): SignOffResult {
  return db.transaction(
    (tx): SignOffResult => {
      const loop = loopOwnedBy(accountId, loopId);
      if (!loop) return { ok: false, reason: "not_found" };
      const weeks = bookWeeksOf(loop, tx);
      const problem = signOffProblem(loop, countWritten(weeks), londonDay(now));
      if (problem) return { ok: false, reason: problem };
      if (loop.contentVersion !== seenVersion) return { ok: false, reason: "changed_since" };
      if (!isDecided(weeks, loop, decided)) return { ok: false, reason: "undecided" };
      finishAsTheyAre(tx, loop, weeks, now);
      const changed = tx
        .update(loops)
        .set({
          status: "COMPLETED",
          completedAt: now,
          updatedAt: now,
          contentVersion: sql`${loops.contentVersion} + 1`,
        })
        .where(and(eq(loops.id, loopId), eq(loops.accountId, accountId), eq(loops.status, "ACTIVE")))
        .returning()
        .get();
      tx.insert(shipments)
        .values({
          loopId,
          expectedDay: expectedDayOf(changed, londonDay(now)),
          createdAt: now,
          updatedAt: now,
        })
        .run();
      return { ok: true, loop: changed };
    },
    { behavior: "immediate" },
  );
}

/** Weeks that are finished, or print all the same. */
export function countWritten(weeks: readonly BookWeek[]): number {
  return weeks.filter(({ entry, printed }) => entry || printed).length;
}

/** The pages that were looked at are those that print, so the decision has to be the one they were set by. */
function isDecided(
  weeks: readonly BookWeek[],
  { printsDrafts }: Loop,
  decided: DraftsDecision | null,
): boolean {
  const input = weeks.filter(({ standing }) => needsDecision(standing)).map(({ week }) => week);
  if (input.length === 0) return true;
  return decided?.print === printsDrafts && input.join() === [...decided.weeks].sort(byNumber).join();
}

const byNumber = (one: number, other: number) => one - other;

/** How long it takes to print a book and bring it, at most: fourteen working days, with room for holidays. */
const BOOK_DAYS = 21;

/** The day its owner chose, or as soon as it can be made where that is later. */
function expectedDayOf(loop: Loop, today: string): string {
  const soonest = addDays(today, BOOK_DAYS);
  return loop.deliveryDay > soonest ? loop.deliveryDay : soonest;
}

/** `in_doubt`: a bank disputes what was paid for this loop, or warns of it; see print-holds. */
export type PrintResult = { ok: true } | { ok: false; reason: "not_found" | "not_now" | "in_doubt" };

/**
 * The printer has begun. Within the transaction that keeps who of the staff said so; refused unless COMPLETED, and
 * while its payment is in doubt.
 */
export function startPrinting(tx: Transaction, loopId: string, now: Date): PrintResult {
  if (isPaymentInDoubt(tx, loopId)) return { ok: false, reason: "in_doubt" };
  return moveOn(tx, loopId, { status: "PRINTING", printingAt: now }, now, bookPrinting);
}

/** The book is on its way. The number is what its carrier traces it by, where there is one. Refused unless PRINTING. */
export function noteShipped(
  tx: Transaction,
  loopId: string,
  shipment: { carrier: string; trackingNumber: string | null },
  now: Date,
): PrintResult {
  const carrier = shipment.carrier.trim();
  const trackingNumber = shipment.trackingNumber?.trim() || null;
  const to = { status: "SHIPPED", shippedAt: now, carrier, trackingNumber } as const;
  return moveOn(tx, loopId, to, now, (data) => bookShipped({ ...data, carrier, trackingNumber }));
}

/** The book has arrived. Refused unless SHIPPED. */
export function noteDelivered(tx: Transaction, loopId: string, now: Date): PrintResult {
  return moveOn(tx, loopId, { status: "DELIVERED", deliveredAt: now }, now, bookDelivered);
}

function moveOn(
  tx: Transaction,
  loopId: string,
  to: Partial<Loop> & { status: LoopStatus },
  now: Date,
  emailOf: (data: { firstName: string; title: string; loopUrl: string; theme: string | null }) => Email,
): PrintResult {
  const found = tx
    .select({ loop: loops, owner: accounts })
    .from(loops)
    .innerJoin(accounts, eq(accounts.id, loops.accountId))
    .where(eq(loops.id, loopId))
    .get();
  if (!found) return { ok: false, reason: "not_found" };
  const { loop, owner } = found;
  if (!canMove(loop.status, to.status)) return { ok: false, reason: "not_now" };
  tx.update(loops)
    .set({ ...to, updatedAt: now })
    .where(eq(loops.id, loopId))
    .run();
  const type = findLoopType(loop.theme, loop.type);
  const message = emailOf({
    firstName: owner.firstName,
    title: loop.title ?? type?.displayName ?? "Your year",
    loopUrl: `${settings.publicOrigin}/dashboard?loop=${loopId}`,
    theme: type?.themeId ?? null,
  });
  queueEmail(tx, {
    kind: message.kind,
    accountId: owner.id,
    to: { name: `${owner.firstName} ${owner.lastName}`, email: owner.email },
    dedupeKey: `${message.kind}:${loopId}`,
    message,
    now,
  });
  return { ok: true };
}
