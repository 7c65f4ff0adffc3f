import { startToWrite, type WriteResult, writeWeek } from "~/domain/diary/entries/entries.server";
import { finishUpload } from "~/domain/diary/entries/uploads.server";
import { writingAt, writingOwnedBy, writingsOf } from "~/domain/diary/entries/written-weeks.server";
import { NO_WORDS } from "~/domain/diary/loops/entry-text";
import { loopOwnedBy } from "~/domain/diary/loops/loops.server";
import { WISH_FIRST_API } from "~/domain/diary/loops/starting";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { isWorthRetrying, PHOTO_MESSAGES } from "~/domain/diary/rules/photo-rules";
import { fail, failField, succeed } from "~/web/json-responses";
import { type Calls, call } from "../declared-calls.server";
import { entryData, problemData, WORD_FIELDS, wordsIn } from "./entry-data.server";

const NOT_ARRIVED_MESSAGE = "That photo hasn’t arrived. Please ask for an upload address and send it there first.";

/** The revision of an unwritten week; a new entry never overwrites a written one. */
const UNWRITTEN = "0.0";

export const ENTRY_CALLS: Calls = {
  /** Drafts included. */
  "GET /loops/:loop/entries": call({
    who: "customer",
    find: ({ client, param }) => writingsOf(client.accountId, param("loop")),
    run: ({ found }) => ({ entries: found.map(entryData) }),
  }),

  /**
   * Without a photo or a reflection the week is saved as a draft. With `startsAtOnce` a year that waits for the days to
   * cancel starts today.
   */
  "POST /loops/:loop/entries": call({
    who: "customer",
    find: ({ client, param }) => loopOwnedBy(client.accountId, param("loop")),
    takes: { weekNumber: "number", startsAtOnce: "flag", ...WORD_FIELDS },
    run: ({ client: { accountId }, found: loop, sent, now }) => {
      const week = sent.weekNumber;
      if (week === undefined || !Number.isInteger(week) || week < 1 || week > WEEKS) {
        return failField("weekNumber", `weekNumber must be a whole number from 1 to ${WEEKS}`);
      }
      const place = { accountId, loopId: loop.id, week };
      const words = wordsIn(sent, NO_WORDS);
      if (sent.startsAtOnce) startToWrite(accountId, loop.id, now);
      const result = writeWeek({ ...place, words, revision: UNWRITTEN, complete: true }, now);
      return respondWithWritten(place, result, 201);
    },
  }),

  /** Fields left out keep their value. */
  "PATCH /entries/:entry": call({
    who: "customer",
    find: ({ client, param }) => writingOwnedBy(client.accountId, param("entry")),
    takes: { revision: "text", photo: "text", ...WORD_FIELDS },
    run: async ({ client: { accountId }, found: stored, sent, now }) => {
      const words = wordsIn(sent, stored.words);
      const place = { accountId, loopId: stored.loopId, week: stored.week };
      if (loopOwnedBy(accountId, stored.loopId)?.status !== "ACTIVE") {
        return fail(409, { error: READ_ONLY_MESSAGE, code: "read_only" });
      }
      const refused = sent.photo ? await attach(place, sent.photo, now) : null;
      if (refused) return refused;
      const revision = sent.revision || stored.revision;
      return respondWithWritten(place, writeWeek({ ...place, words, revision, complete: true }, now), 200);
    },
  }),
};

/** Adds the uploaded photo to the week; `finalUrl` is the one given with the upload address. */
async function attach(
  place: { accountId: string; loopId: string; week: number },
  finalUrl: string,
  now: Date,
): Promise<Response | null> {
  const photoId = /\/photos\/([0-9a-z]{1,40})\/screen$/.exec(finalUrl)?.[1];
  const finished = photoId ? await finishUpload(place, photoId, now) : null;
  if (finished?.ok) return null;
  const reason = finished?.reason ?? "not_uploaded";
  if (reason === "not_uploaded") return failField("photo", NOT_ARRIVED_MESSAGE, reason);
  const error = PHOTO_MESSAGES[reason];
  if (isWorthRetrying(reason)) return fail(503, { error, code: reason });
  return fail(reason === "too_many" ? 409 : 422, { error, code: reason, fields: { photo: [error] } });
}

export const READ_ONLY_MESSAGE = "This loop is completed and can only be read.";

/** The response to a week that was sent; an incomplete week is saved as a draft. */
function respondWithWritten(
  place: { accountId: string; loopId: string; week: number },
  result: WriteResult,
  status: number,
): Response {
  if (!result.ok && result.reason === "too_long") {
    const [problem] = result.problems;
    const error = problem && `${problem.message}.`;
    const fields = problem && { [problem.field]: [problem.message] };
    return fail(422, { error, code: result.reason, fields });
  }
  if (!result.ok && result.reason !== "incomplete") return failWriting(result.reason);
  const written = writingAt(place.accountId, place.loopId, place.week);
  if (!written) return fail(404);
  const problems = result.ok ? [] : result.problems;
  return succeed({ entry: entryData(written), ...problemData(problems) }, { status });
}

function failWriting(reason: "changed_meanwhile" | "not_found" | "not_yet" | "wish_first" | "read_only"): Response {
  switch (reason) {
    case "not_found":
      return fail(404);
    case "read_only":
      return fail(409, { error: READ_ONLY_MESSAGE, code: reason });
    case "not_yet":
      return fail(422, { error: "That week hasn’t started yet.", code: reason });
    case "wish_first":
      return fail(422, { error: WISH_FIRST_API, code: reason });
    case "changed_meanwhile":
      return fail(409, {
        error: "This week has changed since you read it. Read it again, then send your change.",
        code: reason,
      });
  }
}
