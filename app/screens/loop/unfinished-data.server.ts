import { data } from "@remix-run/node";
import { requestBook } from "~/domain/books/books.server";
import { chooseDrafts } from "~/domain/loops/book-choices.server";
import { countWords } from "~/domain/loops/forms";
import type { Loop } from "~/domain/loops/loops.server";
import { needsDecision, whyUnfinished } from "~/domain/loops/printed-weeks";
import type { BookWeek } from "~/domain/loops/printed-weeks.server";
import { seeOther } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { weekAddress } from "./week-address";

/** The weeks of a loop whose owner is to say what becomes of them, as plain facts, in order. */
export function describeUnfinished(loopId: string, weeks: readonly BookWeek[]) {
  return weeks
    .filter(({ state }) => needsDecision(state))
    .map(({ week, state, words, photos }) => ({
      week,
      href: `${weekAddress(loopId, week)}#week`,
      /** A finished week with newer words that were not saved. */
      isChanged: state === "changed",
      why: whyUnfinished(words, photos.length),
      wordCount: countWords(words.content),
    }));
}

export type UnfinishedWeek = ReturnType<typeof describeUnfinished>[number];

/**
 * Keeps what becomes of unfinished weeks, and has the proof made with it: whatever is sent to print was looked at
 * first.
 */
export async function decideAndProve(loop: Loop, print: boolean) {
  const now = currentTime();
  const chosen = chooseDrafts(loop.accountId, loop.id, print, now);
  if (!chosen.ok) {
    const message = "This year has gone to print, so its book stays as it is.";
    return await seeOther(`/proof/${loop.id}`, { flash: { tone: "info", message } });
  }
  const input = requestBook(loop.accountId, loop.id, "screen", now);
  const message = print ? "Unfinished weeks will print as they are." : "Unfinished weeks are left out.";
  const more = input.ok ? "We’re making the proof. Check it before you send it to print." : undefined;
  return await seeOther(`/proof/${loop.id}`, { flash: { tone: "ok", message, more } });
}

/** A year cannot be sent before its owner has said what becomes of these weeks. */
export function askToDecide(message: string, chosen: string) {
  return data({ field: "drafts", message, chosen }, { status: 422 });
}
