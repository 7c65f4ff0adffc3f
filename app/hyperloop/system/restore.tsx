import { useActionData, useLoaderData } from "@remix-run/react";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { NIGHTLY_DAYS } from "~/domain/system/backups/backup-limits";
import { conflictsInWords, countsInWords, formatWhatIsMissed, isOpen } from "~/domain/system/backups/restore-requests";
import { approveRestore, declineRestore, restoreRequestData } from "~/domain/system/backups/restore-requests.server";
import { Decision } from "~/hyperloop/decision";
import { StaffFrame } from "~/hyperloop/frame";
import { respondWithOutcome, respondWithReason } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { StatusBadge } from "~/hyperloop/statuses";
import { Banner, type BannerTone } from "~/ui/banner";
import { LinkButton } from "~/ui/button";
import { DescriptionList } from "~/ui/description-list";
import { loaderHeaders } from "~/web/headers";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { RESTORE_REFUSALS, RESTORE_STATES } from "./restore-labels";

export const handle: ScreenHandle = { title: "Bring it back? – HyperLoop", noindex: true };

export const headers = loaderHeaders;

const REFRESH_SECONDS = 5;

/** What somebody asked to bring back, what the copy has of it, and what came of it. */
export const loader = staffLoader("accounts.restore", ({ param, now }) => {
  const found = restoreRequestData(param("request"), now) ?? notFound();
  const isAtWork = (found.state === "checking" || found.state === "approved") && !found.isGivenUp;
  return { ...found, refreshSeconds: isAtWork ? REFRESH_SECONDS : null };
});

const refused = (refusal: keyof typeof RESTORE_REFUSALS) => RESTORE_REFUSALS[refusal];

export const action = staffAction("accounts.restore", async ({ staff, param, form, now }) => {
  const requestId = param("request");
  const to = `${PATHS.restores}/${requestId}`;
  switch (form.get("intent")) {
    case "approve": {
      const result = approveRestore(requestId, staff.staffId, now);
      return await respondWithOutcome({ result, to, done: "Approved. It comes back in a moment.", refused });
    }
    case "decline":
      return await respondWithReason(form, "decline", (reason) => {
        const result = declineRestore(requestId, reason, staff.staffId, now);
        return { result, to, done: "Declined.", refused };
      });
    default:
      notFound();
  }
});

const TONES: Partial<Record<keyof typeof RESTORE_STATES, BannerTone>> = {
  done: "ok",
  refused: "bad",
  lapsed: "warn",
};

export default function Restore() {
  const { staff, request, requestedBy, decidedBy, state, failure, isGivenUp } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const { report, accountId } = request;
  const isAsker = request.requestedByStaffId === staff.staffId;
  const mayWithdraw = isOpen(state) && (isAsker || request.decidedByStaffId === staff.staffId);
  const isBack = state === "done";
  const counts = report && Object.keys(report.rows).length > 0 ? report.rows : null;
  return (
    <StaffFrame
      title="Bring it back?"
      lead={<StatusBadge of="restoreRequest" is={state} />}
      back={{ label: "Bring back what was deleted", href: PATHS.restores }}
      actions={
        mayWithdraw && (
          <LinkButton href={`${PATHS.restores}/${request.id}/withdraw`} size="staff" variant="line">
            {isAsker ? "Withdraw it" : "Withdraw your approval"}
          </LinkButton>
        )
      }
    >
      <Banner tone={TONES[state] ?? "info"}>
        {counts && (isBack || state === "waiting") && (
          <b>
            {formatWhatIsMissed(counts)} {isBack ? "came back." : "would come back."}{" "}
          </b>
        )}
        {!(isBack && counts) && RESTORE_STATES[state]} {state === "refused" && request.refusal}
      </Banner>
      {failure && isOpen(state) && state !== "waiting" && (
        <Banner tone="bad">
          The last try failed ({failure}).{" "}
          {isGivenUp ? (
            <>
              We won’t try again automatically. <a href={PATHS.system}>Try again on the System page</a>
            </>
          ) : (
            "We’ll try again."
          )}
        </Banner>
      )}
      <DescriptionList
        items={{
          Whose: accountId && isBack ? <a href={`${PATHS.people}/${accountId}`}>{request.account}</a> : request.account,
          "Only this loop": request.loopId,
          "As it was on": request.moment ? formatMoment(new Date(request.moment)) : "The newest nightly copy",
          Copy: request.copyAt ? `${request.copyName}, ${formatMoment(request.copyAt)}` : null,
          "Asked by": `${requestedBy ?? "A former colleague"}, ${formatMoment(request.createdAt)}`,
          Why: request.reason,
          [state === "declined" ? "Declined by" : "Approved by"]: request.decidedAt
            ? `${decidedBy ?? "A former colleague"}, ${formatMoment(request.decidedAt)}`
            : null,
          [state === "declined" ? "Reason declined" : "Reason withdrawn"]: request.decidedReason,
          [isBack ? "Came back" : "Would come back"]: counts ? countsInWords(counts).join(", ") : null,
          [isBack ? "Theirs again" : "Would be theirs again"]:
            report && Object.keys(report.links).length > 0 ? countsInWords(report.links).join(", ") : null,
          "Can’t come back": report?.conflicts.length
            ? `${conflictsInWords(report.conflicts).join(", ")}: something newer is in its place`
            : null,
          "Missing files": report && report.missingFiles.length > 0 ? <Missing files={report.missingFiles} /> : null,
          Back: request.doneAt ? formatMoment(request.doneAt) : null,
        }}
      />
      {state === "waiting" && isAsker && <p>{RESTORE_REFUSALS.own_request}</p>}
      {state === "waiting" && !isAsker && <Decision what="return" actionData={actionData} />}
    </StaffFrame>
  );
}

/** Files are in no copy of the database. */
function Missing({ files }: { readonly files: readonly string[] }) {
  return (
    <details>
      <summary>
        {files.length} files of theirs aren’t in the storage. A bucket with versions has them for {NIGHTLY_DAYS} days:
        remove the delete markers of these keys
      </summary>
      <ul>
        {files.map((key) => (
          <li key={key}>
            <code>{key}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
