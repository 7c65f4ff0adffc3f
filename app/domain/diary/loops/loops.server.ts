import { and, asc, eq, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { newId } from "#db/identifiers";
import { prepareAll, prepareGet, prepareRun } from "#db/queries.server";
import { entries, loopCredits, loops } from "#db/schema";
import { isDay, londonDay } from "~/domain/kernel/time/days";
import { deliveryWindow, startDayFor } from "../rules/calendar";
import { IS_NOT_CANCELLED } from "./cancelled-loops.server";
import { firstStartOf, unspentCreditOf } from "./credits.server";
import { IS_FINISHED } from "./finished-weeks.server";
import type { About } from "./forms";
import { notifyDates } from "./year-dates.server";

/**
 * A loop belongs to one account and is begun by spending one paid credit, once. Every query checks the owner: another
 * account's loop, and one whose order was cancelled, gets the same result as one that does not exist.
 */

export type Loop = typeof loops.$inferSelect;

export type DeliveryDayProblem = "not_a_day" | "too_early" | "too_late";

export type BeginResult = { ok: true; loop: Loop } | { ok: false; reason: "nothing_to_begin" | DeliveryDayProblem };

/** Why a loop begun now cannot have its book delivered on this day; null when it can. */
export function deliveryDayProblem(
  deliveryDay: string,
  now: Date,
  firstStart: string | null = null,
): DeliveryDayProblem | null {
  const window = deliveryWindow(londonDay(now), firstStart);
  if (!isDay(deliveryDay)) return "not_a_day";
  if (deliveryDay < window.earliest) return "too_early";
  return deliveryDay > window.latest ? "too_late" : null;
}

/**
 * Inserts a new loop and emails its owner the dates, in the transaction that spends its credit.
 * @param firstStart the first day it may start on; null for any
 * @param voucher what it was begun with, and who gave that, if anybody says; null for a credit that was paid for
 */
export function openLoop(
  tx: Transaction,
  wanted: { accountId: string; theme: string; type: string; deliveryDay: string },
  voucher: { giverName: string | null } | null,
  now: Date,
  firstStart: string | null = null,
): Loop {
  const loop = tx
    .insert(loops)
    .values({
      id: newId(),
      ...wanted,
      startDay: startDayFor(wanted.deliveryDay),
      createdAt: now,
      updatedAt: now,
    })
    .returning()
    .get();
  notifyDates(tx, loop, voucher, firstStart, now);
  return loop;
}

/**
 * Begins a paid loop of this account with its delivery day. `creditId` names the credit to spend, so that a double
 * click begins one loop even with two credits; without it the newest is spent.
 */
export function beginLoop(accountId: string, deliveryDay: string, now: Date, creditId?: string): BeginResult {
  return write((tx): BeginResult => {
    const credit = unspentCreditOf(accountId, creditId);
    if (!credit) return { ok: false, reason: "nothing_to_begin" };
    const firstStart = firstStartOf(credit, now);
    const problem = deliveryDayProblem(deliveryDay, now, firstStart);
    if (problem) return { ok: false, reason: problem };
    const { theme, type } = credit;
    const loop = openLoop(tx, { accountId, theme, type, deliveryDay }, null, now, firstStart);
    spendCredit(now, loop.id, credit.id);
    return { ok: true, loop };
  });
}

const spendCredit = prepareRun((now: Date, loopId: string, creditId: string) =>
  db.update(loopCredits).set({ spentAt: now, loopId: loopId }).where(eq(loopCredits.id, creditId)),
);

export interface LoopSummary extends Loop {
  entriesCount: number;
}

/** All loops of an account with the number of written weeks, oldest first. */
export function loopsOf(accountId: string): LoopSummary[] {
  return listLoops(accountId).map(({ loop, entriesCount }) => ({ ...loop, entriesCount }));
}

const listLoops = prepareAll((accountId: string) =>
  db
    .select({ loop: loops, entriesCount: db.$count(entries, and(eq(entries.loopId, loops.id), IS_FINISHED)) })
    .from(loops)
    .where(and(eq(loops.accountId, accountId), IS_NOT_CANCELLED))
    .orderBy(asc(loops.createdAt), asc(loops.id)),
);

export const loopOwnedBy = prepareGet((accountId: string, loopId: string) =>
  db
    .select()
    .from(loops)
    .where(and(eq(loops.id, loopId), eq(loops.accountId, accountId), IS_NOT_CANCELLED)),
);

/** The dashboard of a loop, which need not be the one that the dashboard opens with. */
export function placeOfLoop(accountId: string, loopId: string | null): string {
  return loopId !== null && loopsOf(accountId).length > 1 ? `/dashboard?loop=${loopId}` : "/dashboard";
}

/** Where a loop opens that has just begun: at week 1, or at the page that says when its year starts. */
export function placeOfBegun({ id, accountId, startDay }: Loop, today: string): string {
  return startDay <= today ? `/dashboard?loop=${id}&week=1` : placeOfLoop(accountId, id);
}

/** The loop to show first: the first active one, otherwise the first. */
export function firstLoop(all: readonly LoopSummary[]): LoopSummary | undefined {
  return all.find((loop) => loop.status === "ACTIVE") ?? all[0];
}

/** The finished weeks, each with its first photo. */
export const writtenWeeks = prepareAll((loopId: string) =>
  db
    .select({
      week: entries.week,
      photoId: sql<string | null>`(
        SELECT first.id FROM photos first
        WHERE first.loop_id = entries.loop_id AND first.week = entries.week AND first.state = 'ready'
        ORDER BY first.position LIMIT 1)`,
    })
    .from(entries)
    .where(and(eq(entries.loopId, loopId), IS_FINISHED))
    .orderBy(asc(entries.week)),
);

export type TitleResult = { ok: true } | { ok: false; reason: "not_found" | "read_only" };

/** Sets a loop's title, until sign-off; with `about` also what it is for. */
export function titleLoop(accountId: string, loopId: string, title: string, now: Date, about?: About): TitleResult {
  return changeAbout(accountId, loopId, { title, ...(about && orNull(about)) }, now);
}

/** Sets whom a loop is for, its occasion and its dedication, until sign-off. */
export function describeLoop(accountId: string, loopId: string, about: About, now: Date): TitleResult {
  return changeAbout(accountId, loopId, orNull(about), now);
}

function changeAbout(accountId: string, loopId: string, change: LoopChange, now: Date): TitleResult {
  if (!loopOwnedBy(accountId, loopId)) return { ok: false, reason: "not_found" };
  const isChanged = changeContent(accountId, loopId, change, now);
  return isChanged ? { ok: true } : { ok: false, reason: "read_only" };
}

function orNull({ recipientName, occasion, dedication }: About) {
  return {
    recipientName: recipientName || null,
    occasion: occasion || null,
    dedication: dedication || null,
  };
}

type LoopChange = Partial<typeof loops.$inferInsert>;

/** Changes what the book of an own loop consists of; false, with nothing changed, after sign-off. */
export function changeContent(accountId: string, loopId: string, change: LoopChange, now: Date): boolean {
  const { changes } = db
    .update(loops)
    .set({ ...change, contentVersion: sql`${loops.contentVersion} + 1`, updatedAt: now })
    .where(and(eq(loops.id, loopId), eq(loops.accountId, accountId), eq(loops.status, "ACTIVE")))
    .run();
  return changes === 1;
}

/** Changes what is no part of the book of an own loop, at any time. */
export function changeOwnLoop(
  accountId: string,
  loopId: string,
  change: LoopChange,
  now: Date,
): { ok: true } | { ok: false; reason: "not_found" } {
  const { changes } = db
    .update(loops)
    .set({ ...change, updatedAt: now })
    .where(and(eq(loops.id, loopId), eq(loops.accountId, accountId)))
    .run();
  return changes === 1 ? { ok: true } : { ok: false, reason: "not_found" };
}
