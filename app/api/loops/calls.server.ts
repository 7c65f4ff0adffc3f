import { countPages } from "~/domain/book/books/books.server";
import { firstStartOf, requestStart, unspentCreditLike } from "~/domain/diary/loops/credits.server";
import { titleForm } from "~/domain/diary/loops/forms";
import { beginLoop, firstLoop, loopsOf, titleLoop } from "~/domain/diary/loops/loops.server";
import { all, validate } from "~/web/json-fields";
import { fail, failField, succeed } from "~/web/json-responses";
import { type Calls, call } from "../declared-calls.server";
import { daySentence, deliveryDayOf } from "./delivery-day";
import { loopData } from "./loop-data.server";

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
