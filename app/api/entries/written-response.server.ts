import type { WriteResult } from "~/domain/diary/entries/entries.server";
import { writingAt } from "~/domain/diary/entries/written-weeks.server";
import { WISH_FIRST_API } from "~/domain/diary/loops/starting";
import { fail, succeed } from "~/web/json-responses";
import { entryData, problemData } from "./entry-data.server";

export const READ_ONLY_MESSAGE = "This loop is completed and can only be read.";

/** The response to a week that was sent; an incomplete week is saved as a draft. */
export function respondWithWritten(
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
