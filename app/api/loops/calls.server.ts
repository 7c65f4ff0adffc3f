import { countPages } from "~/domain/book/books/books.server";
import { firstStartOf, requestStart, unspentCreditLike } from "~/domain/diary/loops/credits.server";
import { titleForm } from "~/domain/diary/loops/forms";
import {
  beginLoop,
  type DeliveryDayProblem,
  firstLoop,
  type LoopSummary,
  loopsOf,
  titleLoop,
} from "~/domain/diary/loops/loops.server";
import { currentWeek, DAYS_FROM_START_TO_DELIVERY, deliveryWindow, WEEKS } from "~/domain/diary/rules/calendar";
import { addDays, dayNamed, isDay, londonDay } from "~/domain/kernel/time/days";
import { all, validate } from "~/web/json-fields";
import { fail, failField, succeed } from "~/web/json-responses";
import { type Calls, call } from "../declared-calls.server";

const NOTHING_MESSAGE = "You haven’t paid for a loop of that kind. Please buy one or redeem a voucher first.";

export const LOOP_CALLS: Calls = {
  /** Oldest first. */
  "GET /loops": call({
    who: "customer",
    run: ({ client, now }) => ({ loops: loopsOf(client.accountId).map((loop) => loopData(loop, now)) }),
  }),

  /**
   * Begins a paid loop. Without a date its book is delivered on the recommended day; without `startsAtOnce` its year
   * starts after the days to cancel.
   */
  "POST /loops": call({
    who: "customer",
    takes: {
      ...all("text", "theme", "type", "title", "deliveryDate", "endDate", "startDate"),
      startsAtOnce: "flag",
    },
    run: ({ client: { accountId }, sent, now }) => {
      const named = sent.title ? validate(titleForm, { title: sent.title }).title : undefined;
      const credit = unspentCreditLike(accountId, {
        theme: sent.theme?.toLowerCase() || undefined,
        type: sent.type?.toLowerCase() || undefined,
      });
      if (!credit) return fail(409, { error: NOTHING_MESSAGE, code: "nothing_to_begin" });
      if (sent.startsAtOnce) requestStart(accountId, credit.id, now);
      const firstStart = firstStartOf(credit, now);
      const begun = beginLoop(accountId, deliveryDayOf(sent, now, firstStart), now, credit.id);
      if (!begun.ok) {
        if (begun.reason === "nothing_to_begin") return fail(409, { error: NOTHING_MESSAGE, code: begun.reason });
        const field = (["deliveryDate", "endDate"] as const).find((name) => sent[name]) ?? "startDate";
        return failField(field, daySentence(begun.reason, now, firstStart), begun.reason);
      }
      if (named !== undefined) titleLoop(accountId, begun.loop.id, named, now);
      const loop = loopsOf(accountId).find(({ id }) => id === begun.loop.id);
      return succeed({ loop: loop && loopData(loop, now) }, { status: 201 });
    },
  }),

  /** The current book of the loop named by `loopId`, or of the default loop. */
  "GET /books/preview": call({
    who: "customer",
    run: ({ client: { accountId }, request }) => {
      const all = loopsOf(accountId);
      const input = new URL(request.url).searchParams.get("loopId");
      const loop = input === null ? firstLoop(all) : all.find(({ id }) => id === input);
      const totalPages = loop && countPages(accountId, loop.id);
      if (!loop || totalPages === undefined) return fail(404);
      const { id, title, entriesCount } = loop;
      return { loop: { id, title: title ?? "", entriesCount }, totalPages };
    },
  }),
};

/** The requested delivery day; an instant counts as its day in London. A start date is 378 days before the delivery. */
export function deliveryDayOf(
  sent: { deliveryDate?: string; endDate?: string; startDate?: string },
  now: Date,
  firstStart: string | null = null,
): string {
  // Without a time zone, the written day counts.
  const day = (text: string) => dayNamed(text.slice(0, 40)).replace(/^(\d{4}-\d{2}-\d{2})T.*$/s, "$1");
  const wanted = sent.deliveryDate || sent.endDate;
  if (wanted) return day(wanted);
  if (!sent.startDate) return deliveryWindow(londonDay(now), firstStart).recommended;
  const start = day(sent.startDate);
  return isDay(start) ? addDays(start, DAYS_FROM_START_TO_DELIVERY) : start;
}

export function daySentence(problem: DeliveryDayProblem, now: Date, firstStart: string | null = null): string {
  const { earliest, latest } = deliveryWindow(londonDay(now), firstStart);
  if (problem === "not_a_day") return "Please give a date as YYYY-MM-DD";
  return `The delivery date must be from ${earliest} to ${latest}`;
}

/** A loop for API clients. Days are "YYYY-MM-DD" in London's time zone. */
export function loopData(loop: LoopSummary, now: Date) {
  const { id, title, theme, type, status, startDay, deliveryDay, occasion, recipientName } = loop;
  const entriesCount = Math.min(WEEKS, loop.entriesCount);
  return {
    id,
    title: title ?? "",
    theme,
    type,
    status,
    startDate: startDay,
    endDate: deliveryDay,
    occasion: occasion ?? "",
    recipientName: recipientName ?? "",
    currentWeek: currentWeek(loop, londonDay(now)),
    totalWeeks: WEEKS,
    entriesCount,
    _count: { entries: entriesCount },
    createdAt: loop.createdAt.toISOString(),
  };
}
