import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openWeek } from "~/domain/diary/entries/entries.server";
import { availableCreditOf } from "~/domain/diary/loops/credits.server";
import { firstLoop, loopsOf, writtenWeeks } from "~/domain/diary/loops/loops.server";
import { hasWritten } from "~/domain/diary/loops/rescheduling.server";
import { failedPhotosOf } from "~/domain/diary/photos/removed-photos.server";
import { currentWeek } from "~/domain/diary/rules/calendar";
import { londonDay } from "~/domain/kernel/time/days";
import { Frame } from "~/screens/frame";
import { currentTime } from "~/web/clock.server";
import { logError } from "~/web/error-log.server";
import { replyAgain } from "~/web/form-again";
import { isResponse } from "~/web/refusal";
import { notFound, PRIVATE } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { sessionUserOf } from "~/web/sessions.server";
import { formOf } from "~/web/submission.server";
import { DashboardEmpty } from "./dashboard-empty";
import { DashboardYear } from "./dashboard-year";
import { describeFinished, isWritten } from "./finished-data.server";
import { FinishedYear } from "./finished-year";
import { LoopWaiting } from "./loop-waiting";
import { describeDated, describeWaiting } from "./loop-waiting-data.server";
import { failedToSubmit, saveWeek, type TooLateResult, type WeekActionResult } from "./save-week.server";
import { findUnsavedDrafts, keepThroughSignIn, type SignedOutResult } from "./signed-out.server";
import type { StartFirstResult } from "./start-first.server";
import { describeTitle, giveTitle } from "./title-action.server";
import { type TitleActionResult, TitleFirst } from "./title-first";
import { describeUnfinished } from "./unfinished-data.server";
import { weekAddress } from "./week-address";
import { buttonFor } from "./week-buttons.server";
import { SignInFirst, StartFirst, TooLate } from "./week-not-saved";
import { describeChoice, describeYear } from "./year.server";

type Open = { state: string; loop?: { title: string; week?: number }; writing?: { week: number } };

export const handle: ScreenHandle<Open> = {
  title({ loop, writing }) {
    if (!loop) return "My loop";
    const week = writing?.week ?? loop.week;
    return week === undefined ? `${loop.title}: your year is written` : `${loop.title}: week ${week}`;
  },
  description: "This week’s page, the weeks so far, and the book they’re becoming.",
  noindex: true,
  moreSheets: ({ state }) => (state === "written" ? ["finished"] : state === "title" ? ["book"] : []),
  failure: "Failed to load dashboard data",
  // A week form handles its own errors, in the action below.
  formAgain: (form, message) =>
    form.get("intent") === "title" ? { kind: "title", ...replyAgain(form, message) } : null,
  sendsPhotos: true,
  guard: { form: "entry" },
};

/**
 * The customer's loops. A visitor who is not signed in is offered to sign in; another customer's loop is a
 * 404.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const person = await sessionUserOf(request);
  if (!person) return data({ state: "signed_out" as const }, { headers: PRIVATE });
  const now = currentTime();
  const params = new URL(request.url).searchParams;
  const all = loopsOf(person.accountId);
  const toBegin = availableCreditOf(person.accountId);
  const input = params.get("loop");
  const waiting = person.impersonation ? [] : await findUnsavedDrafts(request, person.accountId);
  const [oldest] = waiting;
  if (oldest && input === null) throw redirect(`${weekAddress(oldest.loopId, oldest.week)}#week`);
  const loop = input === null ? firstLoop(all) : all.find(({ id }) => id === input);
  if (!loop && input !== null) notFound();
  if (!loop && toBegin)
    return data(
      { state: "waiting" as const, waiting: describeWaiting(toBegin, now), toBegin: null },
      { headers: PRIVATE },
    );
  if (!loop) return data({ state: "no_loops" as const }, { headers: PRIVATE });
  if (params.has("choose") && all.length > 1)
    return data(
      { state: "choose" as const, choices: all.map((one) => describeChoice(one, now)) },
      { headers: PRIVATE },
    );
  const today = londonDay(now);
  // Asked for first, as long as nothing waits to be read or written; a week asked for by its number needs none.
  const isUntitled = !loop.title && loop.status === "ACTIVE" && today >= loop.startDay;
  const isTitleFirst = isUntitled && params.get("week") === null && !hasWritten(loop.id);
  if (params.has("title") || isTitleFirst)
    return data({ state: "title" as const, ...describeTitle(loop, person.impersonation) }, { headers: PRIVATE });
  const rows = writtenWeeks(loop.id);
  const others = {
    toBegin,
    hasOtherLoops: all.length > 1,
    hasActive: all.some(({ status }) => status === "ACTIVE"),
  };
  const failedPhotos = [...new Set(failedPhotosOf(loop.id).map((photo) => photo.week))];
  // A week asked for by its number is written in its form, also once the year is over.
  if (isWritten(loop, rows, today) && (loop.status !== "ACTIVE" || params.get("week") === null)) {
    const finished = describeFinished(loop, now, !person.impersonation);
    return data({ state: "written" as const, ...finished, ...others, failedPhotos }, { headers: PRIVATE });
  }
  const current = currentWeek(loop, today);
  const week = chosenWeek(params.get("week"), current);
  const opened = person.impersonation ? undefined : openWeek(person.accountId, loop.id, week, now);
  const writing = opened?.ok ? opened.writing : undefined;
  const isUntouched = rows.length === 0 && !writing?.hasDraft && (params.get("week") === null || !writing);
  if (today < loop.startDay && isUntouched) {
    const dated = describeDated(loop, writing?.prompt, { ...others, isGuest: person.isGuest === true }, now);
    return data({ state: "waiting" as const, waiting: dated, toBegin }, { headers: PRIVATE });
  }
  // During an impersonation, staff see which weeks are written, and neither text nor photos.
  const written = person.impersonation ? rows.map((one) => ({ ...one, photoId: null })) : rows;
  const year = describeYear(loop, written, writing, now);
  // The current week is expected to be unfinished; once its year is over, it is listed too.
  const unfinished = (person.impersonation ? [] : describeUnfinished(loop)).filter(
    (one) => one.week < current || year.loop.isOver,
  );
  return data(
    {
      state: "year" as const,
      ...year,
      unfinished,
      failedPhotos: failedPhotos.filter((one) => one !== writing?.week),
      printsDrafts: loop.printsDrafts,
      ...others,
      isWeekAsked: params.get("week") !== null,
      waiting: waiting.find((sent) => sent.loopId === loop.id && sent.week === week) ?? null,
    },
    { headers: PRIVATE },
  );
}

function chosenWeek(text: string | null, current: number): number {
  const week = Number(text ?? "");
  return Number.isInteger(week) && week >= 1 && week <= current ? week : current;
}

/** The owner of the loop; every database query checks the owner. */
export async function action({ request }: ActionFunctionArgs) {
  const intent = String(formOf(request).get("intent") ?? "");
  if (intent === "title") return await giveTitle(request);
  const person = await sessionUserOf(request);
  if (!person) return await keepThroughSignIn(request);
  const handler = buttonFor(intent) ?? saveWeek;
  try {
    return await handler(request, person.accountId);
  } catch (error) {
    if (isResponse(error)) throw error;
    logError(error, request);
    return failedToSubmit(formOf(request));
  }
}

export default function Dashboard() {
  const view = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>() as
    | WeekActionResult
    | SignedOutResult
    | TooLateResult
    | StartFirstResult
    | TitleActionResult
    | undefined;
  if (actionData?.kind === "signed_out") {
    return (
      <Frame variant="reading">
        <SignInFirst sent={actionData.sent} />
      </Frame>
    );
  }
  if (actionData?.kind === "too_late") {
    return (
      <Frame variant="signed-in">
        <TooLate sent={actionData.sent} />
      </Frame>
    );
  }
  if (actionData?.kind === "start_first") {
    return (
      <Frame variant="signed-in">
        <StartFirst {...actionData} />
      </Frame>
    );
  }
  if (view.state === "title") {
    return (
      <Frame variant="signed-in" theme={view.theme}>
        <TitleFirst view={view} actionData={actionData?.kind === "title" ? actionData : undefined} />
      </Frame>
    );
  }
  if (view.state === "waiting") {
    return (
      <Frame variant="signed-in" theme={view.waiting.theme}>
        <LoopWaiting view={view.waiting} toBegin={view.toBegin} />
      </Frame>
    );
  }
  if (view.state === "written") {
    return (
      <Frame variant="signed-in" theme={view.loop.theme}>
        <FinishedYear view={view} />
      </Frame>
    );
  }
  if (view.state !== "year") {
    return (
      <Frame variant="signed-in">
        <DashboardEmpty view={view} />
      </Frame>
    );
  }
  return (
    <Frame variant="signed-in" theme={view.loop.theme}>
      <DashboardYear view={view} actionData={actionData?.kind === "week" ? actionData : undefined} />
    </Frame>
  );
}
