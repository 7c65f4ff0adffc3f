import { useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatBookDay } from "~/domain/diary/loops/book-days";
import { loopOwnedBy } from "~/domain/diary/loops/loops.server";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { formatDay } from "~/domain/kernel/time/format-days";
import { Frame } from "~/screens/frame";
import { Banner } from "~/ui/banner";
import { Book3d } from "~/ui/book-3d";
import { problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { BackLink } from "~/ui/text-link";
import { currentTime } from "~/web/clock.server";
import { replyAgain } from "~/web/form-again";
import { wordsFor } from "~/web/impersonation-policy";
import { param } from "~/web/params";
import { notFound, PRIVATE } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { formOf } from "~/web/submission.server";
import {
  move,
  pause,
  resume,
  type SettingsActionResult,
  saveAbout,
  saveEmails,
  saveSharing,
  start,
} from "./loop-settings-actions.server";
import { ChangeToConfirm } from "./loop-settings-change";
import { describeSettings, type LoopSettingsData } from "./loop-settings-data.server";
import { AboutPart, EmailsPart, MovePart, PausePart, replyTo, SharingPart } from "./loop-settings-parts";
import { StartToday } from "./start-today";

export const handle: ScreenHandle = {
  title: "Dates and emails",
  noindex: true,
  formAgain: replyAgain,
};

/** One of the customer's loops; another customer's is a 404. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { accountId, impersonation } = await requireCustomer(request, "dashboard");
  const loop = loopOwnedBy(accountId, param(params, "loop"));
  if (!loop) notFound();
  const dedication = wordsFor(impersonation, loop.dedication);
  return data(describeSettings({ ...loop, dedication }, currentTime()), { headers: PRIVATE });
}

/** One of the customer's loops; another customer's is a 404. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { accountId } = await requireCustomer(request, "dashboard");
  const loop = loopOwnedBy(accountId, param(params, "loop"));
  if (!loop) notFound();
  const form = formOf(request);
  const now = currentTime();
  switch (form.get("intent")) {
    case "move":
      return await move(loop, form, now);
    case "start":
      return await start(loop, form, now);
    case "pause":
      return await pause(loop, form, now);
    case "resume":
      return await resume(loop, now);
    case "emails":
      return await saveEmails(loop, form, now);
    case "about":
      return await saveAbout(loop, form, now);
    case "sharing":
      return await saveSharing(loop, form, now);
    default:
      throw new Response(null, { status: 400 });
  }
}

export default function LoopSettings() {
  const view = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>() as SettingsActionResult | undefined;
  const [sent] = useForm({ id: actionData?.intent, lastResult: actionData?.reply });
  const problems = problemsOf(sent);
  const { name, isFinished, isFilled, days } = view;
  if (actionData?.change) {
    return (
      <Frame variant="signed-in" theme={view.theme} width="container">
        <ErrorSummary problems={problems} />
        <ChangeToConfirm view={view} actionData={actionData} change={actionData.change} />
      </Frame>
    );
  }
  return (
    <Frame variant="signed-in" theme={view.theme} width="container">
      <ErrorSummary problems={problems} />
      <BackLink href={`/dashboard?loop=${view.id}`}>Back to my loop</BackLink>
      <div className="two-columns">
        <div className="settings-column">
          <h1>Dates and emails</h1>
          <p className="lead">
            <b>{name}</b>
            {isFinished
              ? ". This year has gone to print, so its dates can’t change now."
              : `, from ${formatDay(days.firstDay)} to ${formatDay(days.lastDay)}.`}
          </p>
          {isFilled && !isFinished && (
            <Banner tone="ok" action={<a href={`/proof/${view.id}`}>See your book</a>}>
              All {WEEKS} weeks are written.
              {view.pause.problem !== "year_over" && " You don’t need to wait for the last day."}
            </Banner>
          )}
          {!isFinished && (
            <>
              <MovePart view={view} actionData={actionData} />
              <StartToday loopId={view.id} wish={view.wish} reply={replyTo("start", actionData)} />
              <hr />
              <PausePart view={view} actionData={actionData} />
              <hr />
              <EmailsPart view={view} actionData={actionData} />
              <hr />
              <AboutPart view={view} actionData={actionData} />
            </>
          )}
          {view.giver.isThere && (
            <>
              <hr />
              <SharingPart view={view} actionData={actionData} />
            </>
          )}
        </div>
        <YearAside view={view} />
      </div>
    </Frame>
  );
}

/** What the settings add up to: the year's days, with its book. */
function YearAside({ view }: { readonly view: LoopSettingsData }) {
  const { days, laterDay, bookDay, deliveredOn, name, theme, message } = view;
  const rows = [
    { what: "Year starts", day: formatDay(days.firstDay) },
    { what: `Week ${WEEKS} ends`, day: formatDay(days.lastDay) },
    ...(message.next ? [{ what: "Next email", day: message.next }] : []),
  ];
  return (
    <aside className="year-aside in-sight cloth" aria-label="Your year">
      <Book3d theme={theme} title={name} />
      <p>
        {deliveredOn ? "Book delivered" : laterDay ? "Send it today and the book arrives" : "Book arrives"}{" "}
        <b className="serif">{deliveredOn ? formatDay(deliveredOn) : formatBookDay(bookDay)}</b>
      </p>
      <dl>
        {rows.map(({ what, day }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{day}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
