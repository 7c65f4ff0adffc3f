import { useForm } from "@conform-to/react";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { type RestoreTyped, restoreForm } from "~/domain/privacy/erasure/forms";
import { NIGHTLY_DAYS, REPLICA_DAYS } from "~/domain/system/backups/backup-limits";
import { backupStatus } from "~/domain/system/backups/backup-status.server";
import { askRestore, listRestoreRequests } from "~/domain/system/backups/restore-requests.server";
import { StaffFrame } from "~/hyperloop/frame";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { ReasonField, StaffForm } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { StatusBadge } from "~/hyperloop/statuses";
import { Banner } from "~/ui/banner";
import { fieldOf } from "~/ui/conform-field";
import { TextField } from "~/ui/field";
import { TablePanel } from "~/ui/panels";
import { CellNote } from "~/ui/table";
import { VisuallyHidden } from "~/ui/visually-hidden";
import type { ScreenHandle } from "~/web/screen";
import { NO_BUCKET } from "./restore-labels";

export const handle: ScreenHandle = { title: "Bring back – HyperLoop", noindex: true };

export const loader = staffLoader("accounts.restore", ({ request, now }) => ({
  hasBucket: backupStatus().isConfigured,
  account: new URL(request.url).searchParams.get("account") ?? "",
  requests: listRestoreRequests(now).map(({ request: one, requestedBy, state }) => ({
    ...{ id: one.id, account: one.account, reason: one.reason, state },
    requestedBy,
    at: formatMoment(one.createdAt),
  })),
}));

const REFUSALS = {
  no_bucket: { "": NO_BUCKET },
  future: { moment: "That’s still to come. Please choose a moment before the accident" },
  too_old: { moment: `Copies are kept for ${NIGHTLY_DAYS} days. Please choose a later moment` },
  already_asked: { account: "Somebody has already asked for this. See below" },
} as const;

/** Asks for it: the worker looks into a copy, and nothing comes back before a second person approves. */
export const action = staffFormAction("accounts.restore", restoreForm, (asked, { staff, now }) => {
  const result = askRestore(asked, staff.staffId, now);
  return {
    result,
    to: result.ok ? `${PATHS.restores}/${result.requestId}` : PATHS.restores,
    done: "Asked.",
    beside: (refusal: keyof typeof REFUSALS) => REFUSALS[refusal],
  };
});

export default function Restores() {
  const { hasBucket, account, requests } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const [form, fields] = useForm<RestoreTyped>({
    id: "form",
    lastResult: actionData?.reply,
    defaultValue: { account },
  });
  return (
    <StaffFrame
      title="Bring back what was deleted"
      lead="Bring back an account or a loop that was deleted by accident, from a copy. Nothing else changes. A second person decides. We never bring back anybody who asked us to delete them."
      back={{ label: "System", href: PATHS.system }}
    >
      {hasBucket ? (
        <section className="staff-panel">
          <h2>Ask</h2>
          <StaffForm form={form} button="Look into the copy">
            <TextField
              {...fieldOf(fields.account)}
              label="Whose"
              hint="Their email address at that time, or the account’s id"
            />
            <TextField
              {...fieldOf(fields.loopId)}
              label="Only this loop"
              hint="Its id. Leave blank for everything of theirs that’s missing"
              width="m"
              optional
            />
            <TextField
              {...fieldOf(fields.moment)}
              type="datetime-local"
              label="As it was on"
              hint={`Just before the accident, London time, within ${REPLICA_DAYS} days to the minute and ${NIGHTLY_DAYS} days to the night. Leave blank for the newest nightly copy`}
              width="m"
              optional
            />
            <ReasonField of={fields.reason} hint="What happened, and who noticed" />
          </StaffForm>
        </section>
      ) : (
        <Banner tone="warn">{NO_BUCKET}</Banner>
      )}
      <TablePanel
        title="Asked for"
        columns={[
          { label: "Whose", cell: ({ account }) => account },
          { label: "State", cell: ({ state }) => <StatusBadge of="restoreRequest" is={state} /> },
          { label: "Why", cell: ({ reason }) => reason },
          {
            label: "Asked by",
            cell: ({ requestedBy, at }) => (
              <>
                {requestedBy ?? "A former colleague"}
                <CellNote>{at}</CellNote>
              </>
            ),
          },
          {
            label: "Actions",
            labelHidden: true,
            cell: ({ id, account }) => (
              <div className="staff-acts">
                <a href={`${PATHS.restores}/${id}`}>
                  View<VisuallyHidden> {account}</VisuallyHidden>
                </a>
              </div>
            ),
          },
        ]}
        rows={requests}
        empty={<p>No requests in the last weeks.</p>}
      />
    </StaffFrame>
  );
}
