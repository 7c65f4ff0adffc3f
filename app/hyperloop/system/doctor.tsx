import { useLoaderData } from "@remix-run/react";
import { recentResults, storeResults } from "~/domain/backoffice/checks/results.server";
import { formatMoment } from "~/domain/kernel/time/format-days";
import type { CheckState } from "~/domain/system/checks/check";
import { examine } from "~/domain/system/checks/doctor.server";
import { StaffFrame } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { Table } from "~/ui/table";
import { seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";

const PATH = `${PATHS.system}/doctor`;
const SUITE = "doctor";

/** A result is passed or failed; what lies between is written before its message. */
const MARKED = /^(warning|unknown): (.*)$/s;
const mark = ({ state, message }: { state: CheckState; message: string }) =>
  state === "warning" || state === "unknown" ? `${state}: ${message}` : message;

const STATE_LABELS = {
  well: { tone: "good", word: "OK" },
  warning: { tone: "pending", word: "Warning" },
  failing: { tone: "bad", word: "Failing" },
  unknown: { tone: "off", word: "Unknown" },
} as const;

export const handle: ScreenHandle = { title: "Health check – HyperLoop", noindex: true };

/** Results of the last examination. */
export const loader = staffLoader("checks.run", () => {
  const results = recentResults(SUITE);
  const last = results[0]?.at;
  const findings = results
    .filter(({ at }) => at.getTime() === last?.getTime())
    .map(({ id, name, message, details, status }) => {
      const [, state, said] = MARKED.exec(message) ?? [];
      const shown = state === "warning" || state === "unknown" ? state : status === "passed" ? "well" : "failing";
      return { id, name, message: said ?? message, toDo: details, state: shown } as const;
    });
  return { findings, at: last ? formatMoment(last) : null };
});

/** Examines everything now, and sends an email to ourselves. */
export const action = staffAction("checks.run", async ({ staff, now }) => {
  const began = performance.now();
  const { findings, isWell } = await examine(now, { sendsEmail: true });
  const durationMs = Math.round(performance.now() - began);
  const found = findings.map((finding) => ({
    name: finding.name,
    isPassed: finding.state !== "failing",
    durationMs,
    message: mark(finding),
    details: finding.toDo ?? undefined,
  }));
  storeResults({ suite: SUITE, kind: "system", found }, staff.staffId, now);
  return await seeOther(PATH, {
    flash: isWell
      ? { tone: "ok", message: "Everything passes." }
      : { tone: "warn", message: "Something fails. See what to do below." },
  });
});

export default function Doctor() {
  const { findings, at } = useLoaderData<typeof loader>();
  return (
    <StaffFrame
      title="Health check"
      lead={at ? `Last checked ${at}` : "Not checked yet"}
      back={{ label: "System", href: PATHS.system }}
      actions={
        <PostForm>
          <Button size="staff">Check now</Button>
        </PostForm>
      }
    >
      <p className="muted">Tries email, DNS, file storage, payments, disk, clock and backups, each by using it.</p>
      <Table
        caption="Results of the last check"
        captionHidden
        columns={[
          { label: "What", cell: ({ name }) => <b>{name}</b> },
          {
            label: "State",
            cell: ({ state }) => <Badge tone={STATE_LABELS[state].tone}>{STATE_LABELS[state].word}</Badge>,
          },
          { label: "Result", cell: ({ message }) => <span className="audit-text">{message}</span> },
          { label: "What to do", cell: ({ toDo }) => <span className="audit-text">{toDo}</span> },
        ]}
        rows={findings}
        empty={<p>Press the button. It takes a few seconds.</p>}
      />
    </StaffFrame>
  );
}
