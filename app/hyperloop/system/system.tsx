import { useLoaderData } from "@remix-run/react";
import { SECOND_MS } from "~/domain/kernel/time/durations";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { refusedEmails } from "~/domain/mail/outbox/circuit-breaker.server";
import { isPermitted } from "~/domain/people/staff/permissions";
import { checkForStaff, recentReadiness } from "~/domain/system/checks/readiness.server";
import { listRefused } from "~/domain/system/status/email-lanes.server";
import {
  backups,
  deadEmails,
  deadJobs,
  failedEvents,
  lastRuns,
  pendingWork,
  RETRIED,
  tryAgain,
} from "~/domain/system/status/system-status.server";
import { StaffFrame } from "~/hyperloop/frame";
import { PanelOf } from "~/hyperloop/panel";
import { panelsOf } from "~/hyperloop/panels.server";
import { PATHS } from "~/hyperloop/paths";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { LinkButton } from "~/ui/button";
import { Kpis } from "~/ui/kpis";
import { TablePanel } from "~/ui/panels";
import { seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { Failures, RefusedEmails } from "./failures";
import { BackupsPanel, ReadinessPanel } from "./findings";
import { Lanes, RefusedByDomain } from "./lanes";
import { describeLanes } from "./lanes-data.server";
import { Machines } from "./machines";
import { describeMachines } from "./machines-data.server";

export const handle: ScreenHandle = { title: "System – HyperLoop", noindex: true };

/** Scheduled tasks, pending work, and what failed for good. Each panel can fail alone. */
export const loader = staffLoader("system.read", async ({ request, now }) => {
  const panel = panelsOf(request);
  return {
    at: formatMoment(now),
    pending: await panel(() => {
      const { oldestEmail, oldestPhoto, ...counts } = pendingWork();
      const [emailSince, photoSince] = [oldestEmail, oldestPhoto].map((at) => at && formatMoment(at));
      return { ...counts, emailSince, photoSince };
    }),
    readiness: await panel(async () => ({
      checks: await recentReadiness(now),
      beside: await checkForStaff(now),
    })),
    backups: await panel(() => backups(now)),
    machines: await panel(() => describeMachines(now)),
    jobs: await panel(() => deadJobs().map((job) => ({ ...say(job, job.kind), canRetry: true }))),
    lanes: await panel(() => describeLanes(now)),
    refusedByDomain: await panel(() => listRefused(now)),
    refused: await panel(refusedEmails),
    emails: await panel(() => deadEmails().map((email) => ({ ...say(email, email.kind), canRetry: email.canRetry }))),
    events: await panel(() => failedEvents().map((event) => ({ ...say(event, event.type), canRetry: true }))),
    runs: await panel(() =>
      lastRuns().map(({ name, startedAt, finishedAt, failure }) => ({
        id: name,
        failure,
        started: formatMoment(startedAt),
        took: finishedAt ? `${((finishedAt.getTime() - startedAt.getTime()) / SECOND_MS).toFixed(1)} s` : "Not ended",
      })),
    ),
  };
});

interface Failure {
  readonly id: string;
  readonly failure: string | null;
  readonly tries: number;
  readonly at: Date | null;
}

const say = ({ id, failure, tries, at }: Failure, what: string) => ({
  id,
  what: inWords(what),
  failure: failure ?? "No reason recorded",
  tries,
  at: at ? formatMoment(at) : "",
});

/** Retries one job, email or webhook, or all emails that the mail relay refused. */
export const action = staffAction("system.retry", async ({ staff, form, now }) => {
  const kind = RETRIED.find((one) => one === form.get("intent"));
  const isTried = kind !== undefined && tryAgain({ kind, id: String(form.get("id") ?? "") }, staff.staffId, now);
  return await seeOther(PATHS.system, {
    flash: isTried
      ? { tone: "ok", message: "We’ll try again in a few seconds." }
      : { tone: "warn", message: "There’s nothing left to try again." },
  });
});

export default function System() {
  const {
    staff,
    at,
    pending,
    readiness,
    backups,
    machines,
    jobs,
    lanes,
    refusedByDomain,
    refused,
    emails,
    events,
    runs,
  } = useLoaderData<typeof loader>();
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
      <PanelOf title="Pending work" of={pending}>
        {(counts) => (
          <Kpis
            kpis={{
              Jobs: { value: counts.jobsPending, note: `waiting; ${counts.jobsRunning} running` },
              Emails: {
                value: counts.emailsWaiting,
                note: counts.emailSince ? `waiting, since ${counts.emailSince}` : "waiting",
              },
              Photos: {
                value: counts.photosWaiting,
                note: counts.photoSince ? `being prepared, since ${counts.photoSince}` : "being prepared",
              },
              "Provider messages": { value: counts.eventsPending, note: "not processed yet" },
            }}
          />
        )}
      </PanelOf>
      <PanelOf title="Readiness" of={readiness}>
        {(read) => <ReadinessPanel {...read} />}
      </PanelOf>
      <PanelOf title="Backups" of={backups}>
        {(findings) => <BackupsPanel findings={findings} mayRestore={isPermitted(staff.role, "accounts.restore")} />}
      </PanelOf>
      <PanelOf title="Machines" of={machines}>
        {(rows) => <Machines rows={rows} />}
      </PanelOf>
      <PanelOf title="Failed jobs" of={jobs}>
        {(rows) => <Failures title="Failed jobs" kind="job" rows={rows} mayRetry={mayRetry} />}
      </PanelOf>
      <PanelOf title="Emails by urgency" of={lanes}>
        {(rows) => <Lanes lanes={rows} mayPause={mayRetry} />}
      </PanelOf>
      <PanelOf title="Refused in the last day" of={refusedByDomain}>
        {(rows) => <RefusedByDomain rows={rows} />}
      </PanelOf>
      <PanelOf title="Refused emails" of={refused}>
        {(read) => <RefusedEmails {...read} mayRetry={mayRetry} />}
      </PanelOf>
      <PanelOf title="Failed emails" of={emails}>
        {(rows) => <Failures title="Failed emails" kind="email" rows={rows} mayRetry={mayRetry} />}
      </PanelOf>
      <PanelOf title="Failed provider messages" of={events}>
        {(rows) => <Failures title="Failed provider messages" kind="webhook" rows={rows} mayRetry={mayRetry} />}
      </PanelOf>
      <PanelOf title="Scheduled jobs" of={runs}>
        {(rows) => (
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
            rows={rows}
            empty={<p>Nothing has run yet. Is the worker running?</p>}
          />
        )}
      </PanelOf>
    </StaffFrame>
  );
}

/** "check-money" as "Check money"; the provider's own names have points and stay. */
function inWords(name: string): string {
  const words = name.replace(/[_-]/g, " ");
  return name.includes(".") ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
