import { useLoaderData } from "@remix-run/react";
import { printerFinding, recentReadiness } from "~/domain/health/readiness.server";
import { isPermitted } from "~/domain/staff/permissions";
import { RETRIED, systemStatus, tryAgain } from "~/domain/system/system-status.server";
import { SECOND_MS } from "~/domain/time/durations";
import { formatMoment } from "~/domain/time/format-days";
import { StaffFrame } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { LinkButton } from "~/ui/button";
import { Kpis } from "~/ui/kpis";
import { TablePanel } from "~/ui/panels";
import { seeOther } from "~/web/answers.server";
import type { ScreenHandle } from "~/web/screen";
import { BackupsPanel } from "./backups-panel";
import { Failures, RefusedEmails } from "./failures";
import { ReadinessPanel } from "./readiness-panel";

export const handle: ScreenHandle = { title: "System – HyperLoop", noindex: true };

/** Scheduled tasks, pending work, and what failed for good. */
export const loader = staffLoader("system.read", async ({ now }) => {
  const { schedule, jobsDead, emailsDead, emailsRefused, eventsFailed, oldestEmail, backups, ...counts } =
    systemStatus(now);
  const said = (
    row: { id: string; failure: string | null; tries: number; at: Date | null },
    what: string,
  ) => ({
    id: row.id,
    what: inWords(what),
    failure: row.failure ?? "No reason recorded",
    tries: row.tries,
    at: row.at ? formatMoment(row.at) : "",
  });
  return {
    counts,
    checks: await recentReadiness(now),
    printer: printerFinding(now),
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
    refused: emailsRefused,
    events: eventsFailed.map((event) => ({ ...said(event, event.type), canRetry: true })),
  };
});

/** Retries one job, email or webhook, or all emails that the mail relay refused. */
export const action = staffAction("system.retry", async ({ staff, form, now }) => {
  const kind = RETRIED.find((one) => one === form.get("intent"));
  const isTried =
    kind !== undefined && tryAgain({ kind, id: String(form.get("id") ?? "") }, staff.staffId, now);
  return await seeOther(PATHS.system, {
    flash: isTried
      ? { tone: "ok", message: "We’ll try again in a few seconds." }
      : { tone: "warn", message: "There’s nothing left to try again." },
  });
});

export default function System() {
  const { staff, counts, checks, printer, at, backups, oldestEmail, runs, jobs, emails, refused, events } =
    useLoaderData<typeof loader>();
  const mayRetry = isPermitted(staff.role, "system.retry");
  return (
    <StaffFrame
      title="System"
      lead={`As of ${at}`}
      actions={
        isPermitted(staff.role, "checks.run") && (
          <LinkButton href={`${PATHS.system}/doctor`} size="staff">
            Health check
          </LinkButton>
        )
      }
    >
      <Kpis
        kpis={{
          Jobs: { value: counts.jobsPending, note: `waiting; ${counts.jobsRunning} running` },
          Emails: {
            value: counts.emailsWaiting,
            note: oldestEmail ? `waiting, since ${oldestEmail}` : "waiting",
          },
          "Provider messages": { value: counts.eventsPending, note: "not processed yet" },
        }}
      />
      <ReadinessPanel checks={checks} printer={printer} />
      <BackupsPanel rows={backups} mayRestore={isPermitted(staff.role, "accounts.restore")} />
      <Failures title="Failed jobs" kind="job" rows={jobs} mayRetry={mayRetry} />
      <RefusedEmails {...refused} mayRetry={mayRetry} />
      <Failures title="Failed emails" kind="email" rows={emails} mayRetry={mayRetry} />
      <Failures title="Failed provider messages" kind="webhook" rows={events} mayRetry={mayRetry} />
      <TablePanel
        title="Scheduled jobs"
        caption="The last run of each scheduled job"
        columns={[
          { label: "Job", cell: ({ id }) => inWords(id) },
          { label: "Last run", cell: ({ started }) => started },
          { label: "Took", numeric: true, cell: ({ took }) => took },
          {
            label: "Result",
            cell: ({ failure }) => (failure ? <b className="audit-text">{failure}</b> : "OK"),
          },
        ]}
        rows={runs}
        empty={<p>Nothing has run yet. Is the worker running?</p>}
      />
    </StaffFrame>
  );
}

/** "check-money" as "Check money"; the provider's own names have points and stay. */
function inWords(name: string): string {
  const words = name.replace(/[_-]/g, " ");
  return name.includes(".") ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
