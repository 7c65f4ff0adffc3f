import { data } from "@remix-run/node";
import { chooseDrafts } from "~/domain/book/books/book-choices.server";
import { requestBook } from "~/domain/book/books/books.server";
import { excessOfAnswer } from "~/domain/diary/loops/forms";
import type { Loop } from "~/domain/diary/loops/loops.server";
import { whyUnfinished } from "~/domain/diary/loops/printed-weeks";
import { undecidedWeeksOf } from "~/domain/diary/loops/printed-weeks.server";
import { currentTime } from "~/web/clock.server";
import { seeOther } from "~/web/responses.server";
import { weekAddress } from "./week-address";

/** The weeks that need their owner's decision, in order. */
export function describeUnfinished(loop: Pick<Loop, "id" | "printsDrafts">) {
  return undecidedWeeksOf(loop).map(({ week, state, words, counts, photos }) => ({
    week,
    href: `${weekAddress(loop.id, week)}#week`,
    /** A finished week with newer, unsaved text. */
    isChanged: state === "changed",
    why: whyUnfinished(words, photos.length, counts.answerWords),
    tooLong: excessOfAnswer(words.content.length, counts.answerWords),
  }));
}

export type UnfinishedWeek = ReturnType<typeof describeUnfinished>[number];

/** Stores the decision about unfinished weeks and makes a new proof with it, so that nothing is printed unseen. */
export async function decideAndProve(loop: Loop, print: boolean) {
  const now = currentTime();
  const chosen = chooseDrafts(loop.accountId, loop.id, print, now);
  if (!chosen.ok) {
    const message = "This year has gone to print, so its book can’t change now.";
    return await seeOther(`/proof/${loop.id}`, { flash: { tone: "info", message } });
  }
  const input = requestBook(loop.accountId, loop.id, "screen", now);
  const message = print ? "Unfinished weeks will print as they are." : "Unfinished weeks won’t print.";
  const more = input.ok ? "We’re making the proof. Check it before you send it to print." : undefined;
  return await seeOther(`/proof/${loop.id}`, { flash: { tone: "ok", message, more } });
}

/** A year cannot go to print before its owner has decided about these weeks. The chosen address stays. */
export function askToDecide(message: string, to: string) {
  return data({ field: "drafts", message, to }, { status: 422 });
}
