import { useLoaderData } from "@remix-run/react";
import { personNamed } from "~/domain/backoffice/people/person.server";
import { emailData, resendForCustomer } from "~/domain/backoffice/staff/admin-emails.server";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { auditEventsOn } from "~/domain/people/staff/audit-trail.server";
import { isPermitted } from "~/domain/people/staff/permissions";
import { StaffFrame } from "~/hyperloop/frame";
import { respondWithOutcome } from "~/hyperloop/outcome.server";
import { PATHS, personPath } from "~/hyperloop/paths";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { StatusBadge } from "~/hyperloop/statuses";
import { AuditPanel } from "~/ui/audit-panel";
import { Button, LinkButton } from "~/ui/button";
import { DescriptionList } from "~/ui/description-list";
import { PostForm } from "~/ui/post-form";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { formatKind, HIDDEN, REFUSALS } from "./email-labels";

export const handle: ScreenHandle = { title: "Email – HyperLoop", noindex: true };

export const loader = staffLoader("emails.read", ({ param, now }) => {
  const view = emailData(param("email"), now) ?? notFound();
  return { ...view, actions: auditEventsOn("email", view.line.id) };
});

/** Sends the email again, and goes back to where the button was. */
export const action = staffAction("emails.resend", async ({ staff, param, form, now }) => {
  const emailId = param("email");
  const result = resendForCustomer(emailId, staff.staffId, now);
  const accountId = form.has("from-account") && emailData(emailId, now)?.line.accountId;
  const person = accountId ? personNamed(accountId) : undefined;
  return await respondWithOutcome({
    result,
    to: person ? personPath(person) : `${PATHS.emails}/${emailId}`,
    done: "We’re sending the email again.",
    refused: (refusal) => ({
      tone: "bad",
      message: "We didn’t send it again.",
      more: REFUSALS[refusal] ?? "",
    }),
  });
});

export default function EmailPage() {
  const { staff, line, hidden, text, quotes, resend, repetitions, actions } = useLoaderData<typeof loader>();
  const moment = (at: Date | null) => (at === null ? "Not yet" : formatMoment(at));
  const mayResend = isPermitted(staff.role, "emails.resend");
  return (
    <StaffFrame
      title={line.subject}
      lead={<StatusBadge of="email" is={line.state} />}
      back={{ label: "Emails", href: PATHS.emails }}
      actions={
        <>
          {!hidden && (
            <LinkButton href={`${PATHS.emails}/${line.id}/sheet`} size="staff" variant="line">
              See the email itself
            </LinkButton>
          )}
          {quotes && isPermitted(staff.role, "emails.reveal") && (
            <LinkButton href={`${PATHS.emails}/${line.id}/reveal`} size="staff" variant="line">
              Show private words
            </LinkButton>
          )}
          {mayResend && resend === null && (
            <PostForm>
              <Button size="staff">Resend</Button>
            </PostForm>
          )}
        </>
      }
    >
      {mayResend && resend && <p className="muted">{REFUSALS[resend]}</p>}
      <DescriptionList
        items={{
          To: [line.toName, line.toEmail].filter(Boolean).join(", ") || "Deleted",
          Kind: formatKind(line.kind),
          Written: moment(line.createdAt),
          Sent: moment(line.sentAt),
          "The relay said": line.relayReply,
          Tries: line.tries,
          "Next try": line.state === "waiting" ? moment(line.nextTryAt) : null,
          "Perhaps twice": line.deaths > 0 ? "Its process died while it was being sent, so it may arrive twice." : null,
          "What went wrong": line.failure ? line.failure : null,
          Account:
            line.accountId && isPermitted(staff.role, "accounts.read") ? (
              <a href={`/hyperloop/people/${line.accountId}`}>Open the account</a>
            ) : null,
          "Resent copies":
            repetitions.length === 0
              ? null
              : repetitions.map(({ id, state, at }) => (
                  <div key={id}>
                    <a href={`${PATHS.emails}/${id}`}>{moment(at)}</a>, {state}
                  </div>
                )),
        }}
      />
      <p className="muted">Whether it was opened, we don’t know: our emails have nothing in them that tells.</p>
      <section className="staff-panel">
        <h2>What it says</h2>
        {hidden ? <p>{HIDDEN[hidden]}</p> : <pre className="staff-email">{text}</pre>}
      </section>
      <AuditPanel actions={actions} />
    </StaffFrame>
  );
}
