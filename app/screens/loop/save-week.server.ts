import { data } from "@remix-run/node";
import { type WriteResult, writeWeek } from "~/domain/loops/entries.server";
import { type EntryProblem, type EntryWords, readEntryWords } from "~/domain/loops/forms";
import { PHOTO_SENTENCES } from "~/domain/loops/photo-rules";
import { type AddedPhotos, addPhotos, removePhoto } from "~/domain/loops/photos.server";
import { goOn } from "~/web/answers.server";
import { readClock } from "~/web/clock.server";
import { submissionOf } from "~/web/submission.server";
import { weekAddress } from "./week-address";

export interface WeekAnswer {
  kind: "week";
  words: EntryWords;
  mark: string;
  problems: EntryProblem[];
  /** What was saved elsewhere in the meantime; the writer chooses which words stay. */
  other: EntryWords | null;
}

interface Sent {
  loopId: string;
  week: number;
  words: EntryWords;
  mark: string;
}

function readSent(form: FormData): Sent {
  return {
    loopId: String(form.get("loop") ?? ""),
    week: Number(form.get("week") ?? 0),
    words: readEntryWords(form),
    mark: String(form.get("mark") ?? ""),
  };
}

/** Saves a week from its form: the words first, then each photo by itself, then the entry if it is complete. */
export async function saveWeek(request: Request, accountId: string) {
  const { form, files } = submissionOf(request);
  const sent = readSent(form);
  const place = { accountId, loopId: sent.loopId, week: sent.week };
  const complete = form.get("intent") !== "draft";
  const kept = writeWeek({ ...place, words: sent.words, mark: sent.mark, complete: false }, readClock());
  if (!kept.ok) return answerTo(kept, sent);
  const photos = await addPhotos(place, files.get("photos") ?? [], readClock());
  const written = complete
    ? writeWeek(
        { ...place, words: sent.words, mark: kept.mark, complete: photos.refused.length === 0 },
        readClock(),
      )
    : kept;
  if (!written.ok || photos.refused.length > 0) return answerTo(written, sent, photos);
  const back = `/dashboard?loop=${sent.loopId}`;
  if (written.saved === "draft") {
    return await goOn(`${weekAddress(sent.loopId, sent.week)}#week`, {
      flash: { tone: "ok", message: `Your draft of week ${sent.week} is saved.` },
    });
  }
  return await goOn(back, {
    flash: {
      tone: "ok",
      message: `Week ${sent.week} entry submitted successfully!`,
      more: written.caughtUp ? "It was worth the wait." : "",
    },
  });
}

function answerTo(result: WriteResult, sent: Sent, photos?: AddedPhotos) {
  const base = { kind: "week" as const, words: sent.words, other: null };
  const refusals: EntryProblem[] = (photos?.refused ?? []).map(({ name, reason }) => ({
    field: "photo",
    message: `${name}: ${PHOTO_SENTENCES[reason]}`,
  }));
  if (result.ok) {
    return data<WeekAnswer>({ ...base, mark: result.mark, problems: refusals }, { status: 422 });
  }
  switch (result.reason) {
    case "incomplete": {
      const problems = refusals.length > 0 ? withoutPhoto(result.problems) : result.problems;
      return data<WeekAnswer>(
        { ...base, mark: result.mark, problems: [...refusals, ...problems] },
        { status: 422 },
      );
    }
    case "changed_meanwhile":
      return data<WeekAnswer>(
        { ...base, mark: result.kept.mark, problems: [], other: result.kept.words },
        { status: 409 },
      );
    case "read_only":
      throw new Response(null, { status: 409 });
    default:
      throw new Response(null, { status: 404 });
  }
}

function withoutPhoto(problems: EntryProblem[]): EntryProblem[] {
  return problems.filter((problem) => problem.field !== "photo");
}

/** Takes one photo out of the week, keeping the words that were typed meanwhile. */
export async function removeFromWeek(request: Request, accountId: string, photoId: string) {
  const { form } = submissionOf(request);
  const sent = readSent(form);
  const now = readClock();
  const kept = writeWeek({ accountId, ...sent, complete: false }, now);
  if (!kept.ok) return answerTo(kept, sent);
  const isOut = removePhoto(accountId, photoId, now);
  const message = isOut ? "The photo is taken out." : "That photo is not here any more.";
  return await goOn(`${weekAddress(sent.loopId, sent.week)}#week`, {
    flash: { tone: isOut ? "ok" : "warn", message, more: "Your words are kept as a draft." },
  });
}
