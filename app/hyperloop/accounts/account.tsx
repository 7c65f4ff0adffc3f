import { useActionData, useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/money/pounds";
import { openDisputesOfAccount } from "~/domain/orders/dispute-records.server";
import { accountData } from "~/domain/staff/admin-accounts.server";
import { auditEventsOn } from "~/domain/staff/audit-trail.server";
import { noteForm } from "~/domain/staff/forms";
import { addNote, noteOwners, notesOfAccount } from "~/domain/staff/notes.server";
import { isPermitted } from "~/domain/staff/permissions";
import { formatMoment } from "~/domain/time/format-days";
import { DisputeBand, sayDispute } from "~/hyperloop/dispute-band";
import { StaffFrame } from "~/hyperloop/frame";
import { besideNote, NotesPanel } from "~/hyperloop/notes-panel";
import { answerForm } from "~/hyperloop/outcome.server";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { StatusBadge } from "~/hyperloop/statuses";
import { AuditPanel } from "~/ui/audit-panel";
import { LinkButton } from "~/ui/button";
import { DescriptionList } from "~/ui/description-list";
import { notFound } from "~/web/answers.server";
import type { ScreenHandle } from "~/web/screen";
import { HappeningLine } from "./account-labels";

export const handle: ScreenHandle = { title: "Account – HyperLoop", noindex: true };

export const loader = staffLoader("accounts.read", ({ param, now }) => {
  const view = accountData(param("account"));
  if (!view) notFound();
  const disputes = openDisputesOfAccount(view.account.id).map((dispute) => sayDispute(dispute, now));
  const notes = { notes: notesOfAccount(view.account.id), owners: noteOwners() };
  return { ...view, ...notes, disputes, actions: auditEventsOn("account", view.account.id) };
});

/** Leaves a note for colleagues. */
export const action = staffAction("accounts.note", async ({ staff, param, form, now }) => {
  const accountId = param("account");
  return await answerForm(form, { id: "note", schema: noteForm }, (input) => ({
    result: addNote({ accountId }, input, staff.staffId, now),
    to: `/hyperloop/accounts/${accountId}`,
    done: "The note is saved.",
    beside: besideNote,
  }));
});

export default function Account() {
  const { staff, account, loopCount, spentPence, notes, owners, timeline, disputes, actions } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
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
        <NotesPanel
          notes={notes}
          owners={owners}
          answer={answer}
          mayWrite={isPermitted(staff.role, "accounts.note")}
          namesOrders
        />
      </div>
      <AuditPanel actions={actions} />
    </StaffFrame>
  );
}
