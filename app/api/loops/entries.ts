import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { startToWrite, writeWeek } from "~/domain/diary/entries/entries.server";
import { writingsOf } from "~/domain/diary/entries/written-weeks.server";
import { NO_WORDS } from "~/domain/diary/loops/entry-text";
import { loopOwnedBy } from "~/domain/diary/loops/loops.server";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { requireApiClient } from "~/web/api-clients.server";
import { currentTime } from "~/web/clock.server";
import { bodyOf } from "~/web/json-calls.server";
import { readFields } from "~/web/json-fields";
import { fail, succeed } from "~/web/json-responses";
import { param } from "~/web/params";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { entryData, readWords } from "../entries/entry-data.server";
import { respondWithWritten } from "../entries/written-response.server";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["GET", "POST"] } };

/** The weeks of one of the account's loops, drafts included. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { accountId } = await requireApiClient(request);
  const written = writingsOf(accountId, param(params, "loop"));
  return written ? succeed({ entries: written.map(entryData) }) : fail(404);
}

/**
 * Writes a week of one of the account's loops. Without a photo or a reflection it is saved as a draft. With
 * `startsAtOnce` a year that waits for the days to cancel starts today.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  const { accountId } = await requireApiClient(request);
  const loop = loopOwnedBy(accountId, param(params, "loop"));
  if (!loop) return fail(404);
  const { weekNumber, startsAtOnce } = readFields(bodyOf(request), {
    weekNumber: "number",
    startsAtOnce: "flag",
  });
  if (weekNumber === undefined || !Number.isInteger(weekNumber) || weekNumber < 1 || weekNumber > WEEKS) {
    const error = `weekNumber must be a whole number from 1 to ${WEEKS}`;
    return fail(422, { error, code: "invalid", fields: { weekNumber: [error] } });
  }
  const place = { accountId, loopId: loop.id, week: weekNumber };
  const words = readWords(bodyOf(request), NO_WORDS);
  const now = currentTime();
  if (startsAtOnce) startToWrite(accountId, loop.id, now);
  const result = writeWeek({ ...place, words, revision: UNWRITTEN, complete: true }, now);
  return respondWithWritten(place, result, 201);
}

/** The revision of an unwritten week; this call never overwrites a written one. */
const UNWRITTEN = "0.0";
