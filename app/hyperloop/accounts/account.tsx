import { getFormProps, useForm } from "@conform-to/react";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/money/pounds";
import { openDisputesOfAccount } from "~/domain/orders/dispute-records.server";
import { accountData, addNote } from "~/domain/staff/admin-accounts.server";
import { auditEventsOn } from "~/domain/staff/audit-trail.server";
import { type NoteGiven, noteForm } from "~/domain/staff/forms";
import { isPermitted } from "~/domain/staff/permissions";
import { formatMoment } from "~/domain/time/format-days";
import { DisputeBand, sayDispute } from "~/hyperloop/dispute-band";
import { StaffFrame } from "~/hyperloop/frame";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { StatusBadge } from "~/hyperloop/statuses";
import { AuditPanel } from "~/ui/audit-panel";
import { Button, LinkButton } from "~/ui/button";
import { fieldOf, problemsOf } from "~/ui/conform-field";
import { DescriptionList } from "~/ui/description-list";
import { ErrorSummary } from "~/ui/error-summary";
import { TextArea } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { notFound, seeOther, unprocessable } from "~/web/answers.server";
import { readForm } from "~/web/read-form";
import type { ScreenHandle } from "~/web/screen";
import { HappeningLine } from "./account-labels";

export const handle: ScreenHandle = { title: "Account – HyperLoop", noindex: true };

export const loader = staffLoader("accounts.read", ({ param, now }) => {
  const view = accountData(param("account"));
  if (!view) notFound();
  const disputes = openDisputesOfAccount(view.account.id).map((dispute) => sayDispute(dispute, now));
  return { ...view, disputes, actions: auditEventsOn("account", view.account.id) };
});

/** Leaves a note for colleagues. */
export const action = staffAction("accounts.note", async ({ staff, param, form, now }) => {
  const submission = readForm(form, noteForm);
  if (submission.status !== "success") return unprocessable("note", submission.reply());
  const accountId = param("account");
  const noted = addNote({ accountId, text: submission.value.note }, staff.staffId, now);
  if (!noted.ok) notFound();
  return await seeOther(`/hyperloop/accounts/${accountId}`, {
    flash: { tone: "ok", message: "The note is saved." },
  });
});

export default function Account() {
  const { staff, account, loopCount, spentPence, notes, timeline, disputes, actions } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<NoteGiven>({ id: "note", lastResult: answer?.reply });
  const moment = (at: Date | string | null) => (at === null ? "Never" : formatMoment(new Date(at)));
  return (
    <StaffFrame
      title={`${account.firstName} ${account.lastName}`.trim() || account.email}
      lead={
        <>
          <StatusBadge of="account" is={account.status} />{" "}
          {account.isTest && <span className="staff-mark">Test</span>}
        </>
      }
      back={{ label: "Accounts", href: "/hyperloop/accounts" }}
      actions={
        <>
          {isPermitted(staff.role, "accounts.impersonate") && account.status === "active" && (
            <LinkButton href={`/hyperloop/accounts/${account.id}/impersonate`} size="staff" variant="line">
              Impersonate
            </LinkButton>
          )}
          {isPermitted(staff.role, "accounts.suspend") && (
            <LinkButton
              href={`/hyperloop/accounts/${account.id}/suspend`}
              size="staff"
              variant={account.status === "suspended" ? "line" : "danger"}
            >
              {account.status === "suspended" ? "Reactivate" : "Suspend"}
            </LinkButton>
          )}
        </>
      }
    >
      <ErrorSummary problems={problemsOf(form)} />
      {disputes.map((dispute) => (
        <DisputeBand
          key={dispute.id}
          dispute={dispute}
          order={{ id: dispute.orderId, number: dispute.orderNumber }}
        />
      ))}
      <DescriptionList
        items={{
          Email: account.email,
          "Email confirmed": moment(account.emailVerifiedAt),
          Phone: account.phone ?? "None",
          Loops: loopCount,
          Spent: formatPence(spentPence),
          Opened: moment(account.createdAt),
          "Last sign-in": moment(account.lastSignedInAt),
          "To be deleted at their request": account.deletionDueAt ? moment(account.deletionDueAt) : null,
          Id: <span className="audit-text">{account.id}</span>,
        }}
      />
      <div className="staff-panels">
        <section className="staff-panel">
          <h2>Timeline</h2>
          <ul className="staff-acts-done">
            {timeline.map((item) => (
              <li key={item.key}>
                <b>{formatMoment(new Date(item.at))}</b>
                <br />
                <HappeningLine item={item} role={staff.role} />
              </li>
            ))}
          </ul>
        </section>
        <section className="staff-panel">
          <h2>Notes</h2>
          {notes.length === 0 && <p className="muted">None yet.</p>}
          <ul className="staff-acts-done">
            {notes.map((note) => (
              <li key={note.id}>
                {note.note}
                <br />
                <span className="muted">
                  {note.by}, {formatMoment(new Date(note.at))}
                </span>
              </li>
            ))}
          </ul>
          <PostForm {...getFormProps(form)} className="form-stack">
            <TextArea
              {...fieldOf(fields.note)}
              label="Add a note"
              rows={3}
              hint="Colleagues can read it. Never put card numbers here"
            />
            <Button size="staff" variant="line">
              Save note
            </Button>
          </PostForm>
        </section>
      </div>
      <AuditPanel actions={actions} />
    </StaffFrame>
  );
}
