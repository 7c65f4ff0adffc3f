import { useActionData, useLoaderData } from "@remix-run/react";
import { decideEntry, undoDecision } from "~/domain/backoffice/moderation/decisions.server";
import { decisionForm, openingForm, reasonInWords, reusableReason } from "~/domain/backoffice/moderation/forms";
import { placeInQueue } from "~/domain/backoffice/moderation/moderation-queue.server";
import {
  closeEntry,
  entryToOpen,
  openEntry,
  openedEntry,
  openingsOf,
} from "~/domain/backoffice/moderation/review.server";
import {
  decidedSince,
  lastDecision,
  openNextEntry,
  positionOf,
  type QueuePosition,
  reasonOpenedFor,
} from "~/domain/backoffice/moderation/review-session.server";
import { decisionsFor, type ModerationDecision } from "~/domain/backoffice/moderation/rules";
import { weekDays } from "~/domain/diary/rules/calendar";
import { londonDay } from "~/domain/kernel/time/days";
import { formatDayRange, formatMoment } from "~/domain/kernel/time/format-days";
import { startOfLondonDay } from "~/domain/kernel/time/instants";
import { auditEventsOn } from "~/domain/people/staff/audit-trail.server";
import { isPermitted } from "~/domain/people/staff/permissions";
import { StaffFrame } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { StatusBadge } from "~/hyperloop/statuses";
import { AuditPanel } from "~/ui/audit-panel";
import { ListPanel } from "~/ui/panels";
import { currentTime } from "~/web/clock.server";
import type { Flash } from "~/web/flash";
import { choiceIn } from "~/web/list-query";
import { readForm } from "~/web/read-form";
import { notFound, seeOther, unprocessable } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { EntryReview } from "./entry-review";
import { DECIDED, loopName } from "./moderation-labels";
import { OpenEntryForm } from "./open-entry-form";
import { QueueSteps } from "./queue-steps";

export const handle: ScreenHandle = { title: "Review an entry – HyperLoop", noindex: true };

/** Whose week it is; what it says is shown only after a reason was given, to that staff member, for a while. */
export const loader = staffLoader("entries.open", ({ request, staff, param, now }) => {
  const entry = entryToOpen(param("entry"), staff.staffId, now) ?? notFound();
  const opened = openedEntry(entry.id, staff.staffId, now);
  const chosen = choiceIn(request, "judgement", ["", "approve", "flag", "reject", "hide"]);
  const moderationDecisions = isPermitted(staff.role, "entries.judge") ? decisionsFor(entry.status) : [];
  const reason = reasonOpenedFor(entry.id, staff.staffId);
  const last = lastDecision(staff.staffId, now);
  const view = {
    entry,
    moderationDecisions,
    chosen,
    reviewSession: {
      reason,
      isReusable: reason !== null && reusableReason(reason) !== null,
      done: decidedSince(staff.staffId, startOfLondonDay(londonDay(now))),
      last: last && { ...last, name: `${loopName(last)}, week ${last.week}` },
    },
    view: choiceIn(request, "view", ["simple", "detailed"]),
    days: opened && formatDayRange(...daysOf(opened, entry.week), { withYear: true }),
    lockedUntil: entry.lockedBy && formatMoment(entry.lockedBy.until),
    queue: placeInQueue(entry.id, now),
    ownerHref: isPermitted(staff.role, "accounts.read") ? `/hyperloop/people/${entry.owner.id}` : null,
    openings: openingsOf(entry.id).map((one) => ({ ...one, at: formatMoment(one.at) })),
  };
  return { ...view, opened: opened ?? null, actions: auditEventsOn("entry", entry.id) };
});

type Year = Parameters<typeof weekDays>[0];

function daysOf(year: Year, week: number): [string, string] {
  const { from, to } = weekDays(year, week);
  return [from, to];
}

export const action = staffAction("entries.open", async ({ request, staff, param, form, now }) => {
  const entryId = param("entry");
  const decide = async (judgement: ModerationDecision) => {
    await requireStaff(request, "entries.judge");
    form.set("judgement", judgement);
    return await submitDecision(entryId, form, staff.staffId);
  };
  switch (form.get("intent")) {
    case "open":
      return await open(entryId, form, staff.staffId, request);
    case "close":
      closeEntry(entryId, staff.staffId, now);
      return await seeOther(PATHS.moderation);
    case "hold": {
      const position = positionOf(entryId);
      closeEntry(entryId, staff.staffId, now);
      return await goOn(entryId, position, staff.staffId, HELD);
    }
    case "undo":
      await requireStaff(request, "entries.judge");
      return await undo(String(form.get("entry") ?? ""), entryId, staff.staffId);
    case "approve":
      return await decide("approve");
    case "flag":
      return await decide("flag");
    case "reject":
      return await decide("reject");
    case "hide":
      return await decide("hide");
    default:
      throw new Response(null, { status: 400 });
  }
});

/** After a decision: the next entry, opened for the same reason, or the list. */
async function goOn(entryId: string, position: QueuePosition | null, staffId: string, flash: Flash) {
  const reason = reusableReason(reasonOpenedFor(entryId, staffId) ?? "");
  if (position === null || reason === null) return await seeOther(PATHS.moderation, { flash });
  const next = openNextEntry(position, { staffId, reason }, currentTime());
  if (next !== null) return await seeOther(`${PATHS.moderation}/${next}`, { flash });
  return await seeOther(PATHS.moderation, { flash: { ...flash, more: "Nothing else is waiting for you." } });
}

/** Takes back the last decision and opens that entry again; the one open meanwhile is closed. */
async function undo(undoneId: string, openId: string, staffId: string) {
  const undone = undoDecision(undoneId, staffId, currentTime());
  if (!undone.ok) {
    if (undone.reason === "not_found") notFound();
    return await seeOther(`${PATHS.moderation}/${openId}`, { flash: TOO_LATE });
  }
  closeEntry(openId, staffId, currentTime());
  const reason = reasonOpenedFor(undoneId, staffId);
  if (reason !== null) openEntry(undoneId, { staffId, reason }, currentTime());
  return await seeOther(`${PATHS.moderation}/${undoneId}`, {
    flash: { tone: "ok", message: "Undone. The entry is waiting again." },
  });
}

const HELD: Flash = { tone: "info", message: "Entry held. It comes back at the end." };
const TOO_LATE: Flash = { tone: "warn", message: "That decision can’t be undone any more." };

async function open(entryId: string, form: FormData, staffId: string, request: Request) {
  const submission = readForm(form, openingForm);
  if (submission.status !== "success") return unprocessable("open", submission.reply());
  const opened = openEntry(entryId, { staffId, reason: reasonInWords(submission.value) }, currentTime());
  if (!opened.ok && opened.reason === "not_found") notFound();
  return await seeOther(`${PATHS.moderation}/${entryId}${new URL(request.url).search}`, {
    flash: opened.ok ? undefined : { tone: "warn", message: "A colleague has just opened this entry." },
  });
}

const REFUSALS = {
  not_open: "Your time with this entry ran out. Please open it again.",
  locked: "A colleague has this entry open now.",
  changed_since: "The owner has changed this entry since you opened it. Please check it again.",
  not_now: "Somebody has already decided this.",
};

async function submitDecision(entryId: string, form: FormData, staffId: string) {
  const submission = readForm(form, decisionForm);
  if (submission.status !== "success") return unprocessable("judge", submission.reply());
  const position = positionOf(entryId);
  const decided = decideEntry(entryId, submission.value, staffId, currentTime());
  if (decided.ok) {
    return await goOn(entryId, position, staffId, {
      tone: "ok",
      message: DECIDED[submission.value.judgement],
    });
  }
  if (decided.reason === "not_found") notFound();
  if (decided.reason === "locked") {
    return await seeOther(`${PATHS.moderation}/${entryId}`, {
      flash: { tone: "warn", message: REFUSALS.locked },
    });
  }
  return unprocessable("judge", submission.reply({ formErrors: [REFUSALS[decided.reason]] }));
}

export default function Entry() {
  const { entry, opened, days, moderationDecisions, chosen, view, reviewSession, ownerHref, ...more } =
    useLoaderData<typeof loader>();
  const { lockedUntil, openings, actions, queue } = more;
  const actionData = useActionData<typeof action>();
  return (
    <StaffFrame
      title={`${loopName(entry)}, week ${entry.week}`}
      lead={<StatusBadge of="entry" is={entry.status} />}
      back={{ label: "Review queue", href: PATHS.moderation }}
      actions={queue && <QueueSteps queue={queue} done={reviewSession.done} />}
    >
      {opened ? (
        <EntryReview
          {...{ entry, opened, ownerHref, days: days ?? "", moderationDecisions, chosen, view, reviewSession }}
          actionData={actionData?.intent === "judge" ? actionData : undefined}
        />
      ) : (
        <OpenEntryForm {...{ entry, lockedUntil }} actionData={actionData} />
      )}
      <div className="staff-panels">
        <ListPanel title="Who looked at it" empty="Nobody yet.">
          {openings.map((one) => (
            <li key={one.id}>
              <b>{one.by}</b>, {one.at}
              <span className="muted">: {one.reason}</span>
            </li>
          ))}
        </ListPanel>
        <AuditPanel actions={actions} />
      </div>
    </StaffFrame>
  );
}
