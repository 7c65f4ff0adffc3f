import type { ActionFunctionArgs } from "@remix-run/node";
import { writeWeek } from "~/domain/loops/entries.server";
import { writingOwnedBy } from "~/domain/loops/writings.server";
import { requireCaller } from "~/web/callers.server";
import { readClock } from "~/web/clock.server";
import type { GateHandle } from "~/web/gate-rules";
import { fail } from "~/web/json-answers";
import { bodyOf } from "~/web/json-calls.server";
import { readFields } from "~/web/json-fields";
import { readWords } from "./entry-facts.server";
import { answerWritten } from "./written-answer.server";

export const handle: { gate: GateHandle } = { gate: { json: ["PATCH"] } };

/** A week of one's own: what is sent changes, what is left out stays. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { accountId } = await requireCaller(request);
  const kept = writingOwnedBy(accountId, params.entry ?? "");
  if (!kept) return fail(404);
  const { mark } = readFields(bodyOf(request), { mark: "text" });
  const words = readWords(bodyOf(request), kept.words);
  const place = { accountId, loopId: kept.loopId, week: kept.week };
  const result = writeWeek({ ...place, words, mark: mark ?? kept.mark, complete: true }, readClock());
  return answerWritten(place, result, 200);
}
