import { data, redirect } from "@remix-run/node";
import { forgetUnsaved, storeUnsavedDraft, unsavedDraftsOf } from "~/domain/diary/entries/unsaved-drafts.server";
import { readSentWeek, type SentWeek } from "~/domain/diary/entries/week-form.server";
import { currentTime } from "~/web/clock.server";
import { deviceCookie } from "~/web/cookies.server";
import { readSessionKey } from "~/web/customer-auth.server";
import { leaveFlash } from "~/web/flash.server";
import { readJourney, rememberDestination, storeJourney } from "~/web/journey.server";
import { PRIVATE } from "~/web/responses.server";
import { readDeviceTokens } from "~/web/session-cookies.server";
import { formOf } from "~/web/submission.server";

export interface SignedOutResult {
  kind: "signed_out";
  sent: SentWeek;
}

/**
 * A week sent after its writer's session had ended. A recognised browser is sent to sign in and finds the text
 * afterwards. For any other browser nothing is stored, and the text stays on the page that is sent back.
 */
export async function keepThroughSignIn(request: Request) {
  const form = formOf(request);
  const known = (await readSessionKey(request)) ?? (await readDeviceTokens(request, deviceCookie))[0];
  const sent = readSentWeek(form);
  if (sent.loopId === "") {
    throw redirect("/auth", { headers: { "Set-Cookie": await rememberDestination(request, "dashboard") } });
  }
  const waiting = known && storeUnsavedDraft(known, sent, currentTime());
  if (!waiting) return data<SignedOutResult>({ kind: "signed_out", sent }, { status: 401, headers: PRIVATE });
  const journey = await readJourney(request);
  const headers = new Headers();
  headers.append(
    "Set-Cookie",
    await storeJourney({ ...journey, redirectAfterAuth: "dashboard", unsavedDrafts: waiting }),
  );
  headers.append(
    "Set-Cookie",
    await leaveFlash({ tone: "info", message: "Please sign in again.", more: "We’ve kept what you typed." }),
  );
  throw redirect("/auth", { headers });
}

/** Weeks this browser sent for this customer's loops while signed out, oldest first. */
export async function findUnsavedDrafts(request: Request, accountId: string): Promise<SentWeek[]> {
  const { unsavedDrafts } = await readJourney(request);
  return unsavedDrafts === undefined ? [] : unsavedDraftsOf(accountId, unsavedDrafts, currentTime());
}

/**
 * Removes the stored draft of a saved week. Returns the cookie without the reference once the last draft is removed.
 */
export async function forgetUnsavedDrafts(
  request: Request,
  accountId: string,
  week: { loopId: string; week: number },
): Promise<string | null> {
  const journey = await readJourney(request);
  const waiting = await findUnsavedDrafts(request, accountId);
  const isHere = waiting.some(({ loopId, week: other }) => loopId === week.loopId && other === week.week);
  if (!journey.unsavedDrafts || !isHere) return null;
  if (forgetUnsaved(journey.unsavedDrafts, week, currentTime())) return null;
  return await storeJourney({ ...journey, unsavedDrafts: undefined });
}
