import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { recentReadiness } from "~/domain/health/readiness.server";
import { isPermitted } from "~/domain/staff/permissions";
import { RETRIED, systemStatus, tryAgain } from "~/domain/system/system-status.server";
import { SECOND_MS } from "~/domain/time/durations";
import { formatMoment } from "~/domain/time/format-days";
import { StaffFrame } from "~/hyperloop/frame";
import { Kpis } from "~/ui/kpis";
import { Table } from "~/ui/table";
import { PRIVATE, seeOther } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { formOf } from "~/web/submission.server";
import { BackupsPanel } from "./backups-panel";
import { Failures } from "./failures";
import { ReadinessPanel } from "./readiness-panel";

const PATH = "/hyperloop/system";

export const handle: ScreenHandle = { title: "System – HyperLoop", noindex: true };

/** What the scheduler did, what waits and what has given up. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "system.read");
  const now = currentTime();
  const { schedule, jobsDead, emailsDead, eventsFailed, oldestEmail, backups, ...counts } = systemStatus(now);
  const said = (
    row: { id: string; failure: string | null; tries: number; at: Date | null },
    what: string,
  ) => ({
    id: row.id,
    what: inWords(what),
    failure: row.failure ?? "No reason was kept",
    tries: row.tries,
    at: row.at ? formatMoment(row.at) : "",
  });
  return data(
    {
      staff,
      counts,
      checks: await recentReadiness(now),
      at: formatMoment(now),
      backups,
      oldestEmail: oldestEmail && formatMoment(oldestEmail),
      runs: schedule.map(({ name, startedAt, finishedAt, failure }) => ({
        id: name,
        failure,
        started: formatMoment(startedAt),
        took: finishedAt
          ? `${((finishedAt.getTime() - startedAt.getTime()) / SECOND_MS).toFixed(1)} s`
          : "Not ended",
      })),
      jobs: jobsDead.map((job) => ({ ...said(job, job.kind), canRetry: true })),
      emails: emailsDead.map((message) => ({ ...said(message, message.kind), canRetry: message.canRetry })),
      events: eventsFailed.map((event) => ({ ...said(event, event.type), canRetry: true })),
    },
    { headers: PRIVATE },
  );
}

/** Tries one thing again. */
export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "system.retry");
  const form = formOf(request);
  const kind = RETRIED.find((one) => one === form.get("intent"));
  const isTried =
    kind !== undefined && tryAgain({ kind, id: String(form.get("id") ?? "") }, staff.staffId, currentTime());
  return await seeOther(PATH, {
    flash: isTried
      ? { tone: "ok", message: "It is tried again within seconds." }
      : { tone: "warn", message: "There is nothing to try again any more." },
  });
}

export default function System() {
  const { staff, counts, checks, at, backups, oldestEmail, runs, jobs, emails, events } =
    useLoaderData<typeof loader>();
  const mayRetry = isPermitted(staff.role, "system.retry");
  return (
    <StaffFrame
      staff={staff}
      title="System"
      lead={`As of ${at}`}
      actions={isPermitted(staff.role, "checks.run") && <a href={`${PATH}/doctor`}>Doctor</a>}
    >
      <Kpis
        kpis={[
          { name: "Jobs", value: counts.jobsPending, note: `waiting; ${counts.jobsRunning} running` },
          {
            name: "Emails",
            value: counts.emailsWaiting,
            note: oldestEmail ? `waiting, since ${oldestEmail}` : "waiting",
          },
          { name: "Provider’s messages", value: counts.eventsPending, note: "not worked on yet" },
        ]}
      />
      <ReadinessPanel checks={checks} />
      <BackupsPanel rows={backups} />
      <Failures title="Jobs that gave up" kind="job" rows={jobs} mayRetry={mayRetry} />
      <Failures title="Emails that gave up" kind="email" rows={emails} mayRetry={mayRetry} />
      <Failures title="Provider’s messages that failed" kind="webhook" rows={events} mayRetry={mayRetry} />
      <section className="staff-panel">
        <h2>The scheduler</h2>
        <Table
          caption="The last run of each job of the schedule"
          captionHidden
          columns={[
            { label: "Job", cell: ({ id }) => inWords(id) },
            { label: "Last run", cell: ({ started }) => started },
            { label: "Took", numeric: true, cell: ({ took }) => took },
            {
              label: "How it ended",
              cell: ({ failure }) => (failure ? <b className="audit-text">{failure}</b> : "Well"),
            },
          ]}
          rows={runs}
          empty={<p>Nothing has run yet: is the worker there?</p>}
        />
      </section>
    </StaffFrame>
  );
}

/** "check-money" as "Check money"; the provider's own names have points and stay. */
function inWords(name: string): string {
  const words = name.replace(/[_-]/g, " ");
  return name.includes(".") ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
