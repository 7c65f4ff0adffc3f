import { data } from "@remix-run/node";
import { checkWeek } from "~/domain/book/books/preflight.server";
import { entryOf, startToWrite, type WriteResult, writeWeek } from "~/domain/diary/entries/entries.server";
import { type FieldProblem, readSentWeek, type SentWeek, saveSentWeek } from "~/domain/diary/entries/week-form.server";
import {
  type EntryProblem,
  type EntryWords,
  INCOMPLETE_ENTRY_MESSAGE,
  MISSING_PARTS,
} from "~/domain/diary/loops/forms";
import { WISH_FIELD } from "~/domain/diary/loops/starting";
import { type AddedPhotos, addPhotos } from "~/domain/diary/photos/photo-adding.server";
import { photosOf } from "~/domain/diary/photos/photos.server";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { isWorthRetrying, PHOTO_MESSAGES } from "~/domain/diary/rules/photo-rules";
import { capitalise, formatBytes, numberInWords } from "~/domain/kernel/text/numbers";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { currentTime } from "~/web/clock.server";
import { ENTRY_LIMITS } from "~/web/limits";
import { notFound, seeOther } from "~/web/responses.server";
import { submissionOf } from "~/web/submission.server";
import { forgetUnsavedDrafts } from "./signed-out.server";
import { formatStarted, startFirst } from "./start-first.server";
import { entryAddress, weekAddress } from "./week-address";

export interface WeekActionResult {
  kind: "week";
  sent: SentWeek;
  revision: string;
  problems: FieldProblem[];
  /** Shown above the problems, where a photo or an answer is missing. */
  alert?: string | undefined;
  /** Whether the text is only on the page that is sent back. */
  isUnsaved?: boolean;
  /** What was saved elsewhere in the meantime, with both times; the writer chooses which one to keep. */
  other: OtherWords | null;
}

export interface OtherWords {
  words: EntryWords;
  savedAt: string;
  sentAt: string;
  /** Of the week, from both. */
  photos: { id: string; caption: string }[];
}

/** A week that can no longer be written: its text goes back to the writer. */
export interface TooLateResult {
  kind: "too_late";
  sent: SentWeek;
}

const FIELD_IDS: Readonly<Record<EntryProblem["field"], string>> = {
  photo: "photos",
  title: "title",
  highlight: "highlight",
  gratitude: "gratitude",
  learned: "learned",
  content: "content",
};

/**
 * Saves a week from its form: the text first, then each photo on its own, then the entry if it is complete. A photo that
 * fails because of an internal error does not block the entry, which is saved without it and says so.
 */
export async function saveWeek(request: Request, accountId: string) {
  const { form, files, cut } = submissionOf(request);
  const sent = readSentWeek(form);
  const place = { accountId, loopId: sent.loopId, week: sent.week };
  const started = form.has(WISH_FIELD) ? startToWrite(accountId, sent.loopId, currentTime()) : null;
  const { written: stored, problems: found } = saveSentWeek(accountId, sent, currentTime());
  const problems = [...found, ...[...cut].map(cutProblem)];
  const intent = form.get("intent");
  if (!stored.ok && stored.reason === "wish_first") return startFirst(stored.loop, sent, intent === "start");
  if (!stored.ok && stored.reason !== "too_long" && stored.reason !== "changed_meanwhile")
    return resultFor(stored, sent, problems);
  const photos = await addPhotos(place, files.get("photos") ?? [], currentTime());
  if (!stored.ok) return resultFor(stored, sent, problems, photos);
  const failed = photos.refused.filter(({ reason }) => isWorthRetrying(reason));
  const isWhole = problems.length === 0 && photos.refused.length === failed.length;
  const written =
    intent === "draft" || intent === "start"
      ? stored
      : writeWeek(
          {
            ...place,
            words: sent.words,
            revision: stored.revision,
            complete: isWhole,
            save: sent.save && { ...sent.save, number: sent.save.number + 1 },
          },
          currentTime(),
        );
  if (!written.ok || !isWhole) return resultFor(written, sent, problems, photos);
  const cookies = [await forgetUnsavedDrafts(request, accountId, sent)];
  const [first] = failed;
  if (first) {
    const said = written.saved === "draft" ? draftSaved(sent.week) : entrySubmitted(sent.week);
    return await seeOther(`${weekAddress(sent.loopId, sent.week)}#week`, {
      cookies,
      flash: {
        at: "week",
        tone: "warn",
        message: said,
        more: `But ${first.name}: ${PHOTO_MESSAGES[first.reason]}.`,
      },
    });
  }
  if (written.saved === "draft") {
    return await seeOther(`${weekAddress(sent.loopId, sent.week)}#week`, {
      cookies,
      flash: {
        at: "week",
        tone: "ok",
        message: draftSaved(sent.week),
        ...(started && { more: formatStarted(started) }),
      },
    });
  }
  return await seeOther(`/dashboard?loop=${sent.loopId}`, {
    cookies,
    flash: {
      tone: "ok",
      message: entrySubmitted(sent.week),
      stitched: true,
      ...(sent.week === WEEKS && { sewn: true }),
      ...moreAfterSaving(place, written.caughtUp),
    },
  });
}

/** Print warnings never block a week; they are shown once it is saved. */
function moreAfterSaving(place: { accountId: string; loopId: string; week: number }, caughtUp: boolean) {
  const comfort = caughtUp ? ["It was worth the wait."] : [];
  const saved = entryOf(place.accountId, place.loopId, place.week);
  const count = saved ? checkWeek(saved.loop, saved.entry, saved.photos).length : 0;
  if (count === 0) return { more: comfort.join(" ") };
  const worthALook = `${capitalise(numberInWords(count))} ${count === 1 ? "thing" : "things"} to check before it prints.`;
  return {
    more: [...comfort, worthALook].join(" "),
    link: { words: `See week ${place.week}`, href: `${entryAddress(place.loopId, place.week)}#print` },
  };
}

/** A text cut on its way is reported at once, instead of being discovered years later. */
function cutProblem(name: string): FieldProblem {
  const field = Object.values(FIELD_IDS).find((id) => id === name) ?? "";
  const message = `That’s more than ${formatBytes(ENTRY_LIMITS.fieldBytes)} of text, and only its beginning is on this page. Please copy it again from where it came from, in smaller pieces`;
  return { field, message };
}

/** An internal error while saving a week: returns its text as sent, to be sent again. */
export function failedToSubmit(form: FormData) {
  const sent = readSentWeek(form);
  const problems = [{ field: "", message: "Failed to submit entry. Please try again." }];
  return data<WeekActionResult>(
    { kind: "week", sent, revision: sent.revision, problems, other: null },
    { status: 422 },
  );
}

const draftSaved = (week: number) => `Your draft of week ${week} is saved.`;
const entrySubmitted = (week: number) => `Week ${week} entry submitted successfully!`;

/**
 * The response to a week's form that was not saved as complete: 422 with all its text, or 409 with both versions after
 * a conflict.
 */
export function resultFor(result: WriteResult, sent: SentWeek, problems: FieldProblem[] = [], photos?: AddedPhotos) {
  const refusals: FieldProblem[] = (photos?.refused ?? []).map(({ name, reason }) => ({
    field: FIELD_IDS.photo,
    message: `${name}: ${PHOTO_MESSAGES[reason]}`,
  }));
  const say = (revision: string, missing: EntryProblem[] = []) => {
    const others = missing
      .filter(({ field }) => field !== "photo" || refusals.length === 0)
      .map(({ field, message }) => ({
        field: FIELD_IDS[field],
        message: (message === INCOMPLETE_ENTRY_MESSAGE && MISSING_PARTS[field]) || message,
      }));
    const alert = missing.find(({ message }) => message === INCOMPLETE_ENTRY_MESSAGE)?.message;
    const all = [...refusals, ...problems, ...others];
    const isUnsaved = !result.ok && result.reason === "too_long";
    const actionResult: WeekActionResult = {
      kind: "week",
      sent,
      revision,
      problems: all,
      alert,
      isUnsaved,
      other: null,
    };
    return data(actionResult, { status: 422 });
  };
  if (result.ok) return say(result.revision);
  switch (result.reason) {
    case "incomplete":
    case "too_long":
      return say(result.revision, result.problems);
    case "changed_meanwhile": {
      const { revision, words, savedAt } = result.stored;
      const other = {
        words,
        savedAt: formatMoment(savedAt ?? currentTime()),
        sentAt: formatMoment(currentTime()),
        photos: photosOf(sent.loopId, sent.week).map(({ id, caption }) => ({ id, caption })),
      };
      return data<WeekActionResult>(
        { kind: "week", sent, revision, problems: refusals.map((one) => ({ ...one, field: "" })), other },
        { status: 409 },
      );
    }
    case "read_only":
      return data<TooLateResult>({ kind: "too_late", sent }, { status: 409 });
    case "wish_first":
      return startFirst(result.loop, sent);
    default:
      notFound();
  }
}
