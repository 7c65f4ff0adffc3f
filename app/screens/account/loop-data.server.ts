import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { readPrices } from "~/domain/diary/catalogue/prices.server";
import { cancelledLoopsOf } from "~/domain/diary/loops/cancelled-loops.server";
import { availableCreditOf } from "~/domain/diary/loops/credits.server";
import { firstLoop, type LoopSummary, loopsOf } from "~/domain/diary/loops/loops.server";
import { currentWeek, WEEKS } from "~/domain/diary/rules/calendar";
import { londonDay } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";
import { readRoles } from "~/domain/people/accounts/roles.server";
import { lastDownloadDay } from "~/domain/shop/order-rules/cancellation";
import { copyPrice, copyPriceNote } from "~/domain/shop/order-rules/price-words";

/** A loop in short: its name, its status, and how much of it is written. */
export function describeLoop(loop: LoopSummary, now: Date) {
  const type = findLoopType(loop.theme, loop.type);
  return {
    id: loop.id,
    name: loop.title ?? type?.displayName ?? "Untitled loop",
    theme: type?.themeId ?? ("classic" as const),
    week: currentWeek(loop, londonDay(now)),
    startsOn: startOf(loop, now),
    isFinished: loop.status !== "ACTIVE",
    entriesCount: Math.min(WEEKS, loop.entriesCount),
  };
}

export function myLoopData(accountId: string, now: Date) {
  return {
    loops: loopsOf(accountId).map((loop) => describeLoop(loop, now)),
    toBegin: availableCreditOf(accountId),
    cancelled: cancelledLoopsOf(accountId)
      .map(({ id, name, cancelledAt }) => ({ id, name, lastDay: lastDownloadDay(cancelledAt) }))
      .filter(({ lastDay }) => londonDay(now) <= lastDay),
  };
}

export type MyLoopData = ReturnType<typeof myLoopData>;

/** The loops with a book, and the chosen one, by default the first to show. */
export function bookData(accountId: string, input: string | null, inCart: number, now: Date) {
  const all = loopsOf(accountId);
  const books = all.map((loop) => ({ ...describeLoop(loop, now), state: stateOf(loop, now) }));
  const chosen = books.find(({ id }) => id === (input ?? firstLoop(all)?.id));
  const prices = readPrices();
  const price = { standard: copyPrice(prices, "standard"), luxury: copyPrice(prices, "luxury") };
  return {
    books,
    chosen: chosen ?? books[0] ?? null,
    isPurchaser: readRoles(accountId).isPurchaser,
    copies: { price, note: copyPriceNote(prices), inCart },
  };
}

export type BookData = ReturnType<typeof bookData>;

/** A year whose first day is to come is in no week yet. */
function startOf({ status, startDay }: LoopSummary, now: Date): string | null {
  return status === "ACTIVE" && londonDay(now) < startDay ? `Starts on ${formatDay(startDay)}` : null;
}

function stateOf(loop: LoopSummary, now: Date): string {
  const startsOn = startOf(loop, now);
  if (startsOn) return startsOn;
  if (loop.status === "ACTIVE") return `Active - Week ${currentWeek(loop, londonDay(now))}`;
  return `Completed ${formatDay(loop.completedAt ? londonDay(loop.completedAt) : loop.deliveryDay)}`;
}
