import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { firstStartOf, requestStart, unspentCreditLike } from "~/domain/diary/loops/credits.server";
import { titleForm } from "~/domain/diary/loops/forms";
import { beginLoop, loopsOf, titleLoop } from "~/domain/diary/loops/loops.server";
import { requireApiClient } from "~/web/api-clients.server";
import { currentTime } from "~/web/clock.server";
import { bodyOf } from "~/web/json-calls.server";
import { readFields, validate } from "~/web/json-fields";
import { fail, succeed } from "~/web/json-responses";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { daySentence, deliveryDayOf } from "./delivery-day";
import { loopData } from "./loop-data.server";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["GET", "POST"] } };

const NOTHING_MESSAGE = "You haven’t paid for a loop of that kind. Please buy one or redeem a voucher first.";

/** The account's loops, oldest first. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { accountId } = await requireApiClient(request);
  const now = currentTime();
  return succeed({ loops: loopsOf(accountId).map((loop) => loopData(loop, now)) });
}

/**
 * Begins a paid loop. Without a date its book is delivered on the recommended day; without `startsAtOnce` its year starts
 * after the days to cancel.
 */
export async function action({ request }: ActionFunctionArgs) {
  const { accountId } = await requireApiClient(request);
  const now = currentTime();
  const { title, startsAtOnce, ...sent } = readFields(bodyOf(request), {
    theme: "text",
    type: "text",
    title: "text",
    deliveryDate: "text",
    endDate: "text",
    startDate: "text",
    startsAtOnce: "flag",
  });
  const named = title ? validate(titleForm, { title }).title : undefined;
  const credit = unspentCreditLike(accountId, {
    theme: sent.theme?.toLowerCase() || undefined,
    type: sent.type?.toLowerCase() || undefined,
  });
  if (!credit) return fail(409, { error: NOTHING_MESSAGE, code: "nothing_to_begin" });
  if (startsAtOnce) requestStart(accountId, credit.id, now);
  const firstStart = firstStartOf(credit, now);
  const deliveryDay = deliveryDayOf(sent, now, firstStart);
  const begun = beginLoop(accountId, deliveryDay, now, credit.id);
  if (!begun.ok) {
    if (begun.reason === "nothing_to_begin") return fail(409, { error: NOTHING_MESSAGE, code: begun.reason });
    const error = daySentence(begun.reason, now, firstStart);
    const field = (["deliveryDate", "endDate"] as const).find((name) => sent[name]) ?? "startDate";
    return fail(422, { error, code: begun.reason, fields: { [field]: [error] } });
  }
  if (named !== undefined) titleLoop(accountId, begun.loop.id, named, now);
  const loop = loopsOf(accountId).find(({ id }) => id === begun.loop.id);
  return succeed({ loop: loop && loopData(loop, now) }, { status: 201 });
}
