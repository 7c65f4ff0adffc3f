import { useLoaderData } from "@remix-run/react";
import { emailData, resendForCustomer } from "~/domain/staff/admin-emails.server";
import { auditEventsOn } from "~/domain/staff/audit-trail.server";
import { isPermitted } from "~/domain/staff/permissions";
import { formatMoment } from "~/domain/time/format-days";
import { StaffFrame } from "~/hyperloop/frame";
import { answerOutcome } from "~/hyperloop/outcome.server";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { AuditPanel } from "~/ui/audit-panel";
import { Button, LinkButton } from "~/ui/button";
import { DescriptionList } from "~/ui/description-list";
import { PostForm } from "~/ui/post-form";
import { notFound } from "~/web/answers.server";
import type { ScreenHandle } from "~/web/screen";
import { EmailBadge, HIDDEN, REFUSALS, sayKind } from "./email-labels";

const PATH = "/hyperloop/emails";

export const handle: ScreenHandle = { title: "Email – HyperLoop", noindex: true };

export const loader = staffLoader("emails.read", ({ staff, param, now }) => {
  const reveal = isPermitted(staff.role, "vouchers.reveal");
  const view = emailData(param("email"), reveal, now);
  if (!view) notFound();
  return { ...view, actions: auditEventsOn("email", view.line.id) };
});

/** Sends the email again, and goes back to where the button was. */
export const action = staffAction("emails.resend", async ({ staff, param, form, now }) => {
  const emailId = param("email");
  const result = resendForCustomer(emailId, staff.staffId, now);
  const accountId = form.has("from-account") && emailData(emailId, false, now)?.line.accountId;
  return await answerOutcome({
    result,
    to: accountId ? `/hyperloop/accounts/${accountId}` : `${PATH}/${emailId}`,
    done: "The email is on its way again.",
    refused: (refusal) => ({
      tone: "bad",
      message: "It was not sent again.",
      more: REFUSALS[refusal] ?? "",
    }),
  });
});

export default function EmailPage() {
  const { staff, line, hidden, text, quotes, resend, repetitions, actions } = useLoaderData<typeof loader>();
  const moment = (at: Date | string | null) => (at === null ? "Not yet" : formatMoment(new Date(at)));
  const mayResend = isPermitted(staff.role, "emails.resend");
  return (
    <StaffFrame
      title={line.subject}
      lead={<EmailBadge state={line.state} />}
      back={{ label: "Emails", href: PATH }}
      actions={
        <>
          {!hidden && (
            <LinkButton href={`${PATH}/${line.id}/sheet`} size="staff" variant="line">
              See it as it looks
            </LinkButton>
          )}
          {quotes && isPermitted(staff.role, "emails.reveal") && (
            <LinkButton href={`${PATH}/${line.id}/reveal`} size="staff" variant="line">
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
        items={[
          { name: "To", value: [line.toName, line.toEmail].filter(Boolean).join(", ") || "Forgotten" },
          { name: "Kind", value: sayKind(line.kind) },
          { name: "Written", value: moment(line.createdAt) },
          { name: "Sent", value: moment(line.sentAt) },
          { name: "Tries", value: line.tries },
          ...(line.state === "waiting" ? [{ name: "Next try", value: moment(line.nextTryAt) }] : []),
          ...(line.failure ? [{ name: "What went wrong", value: line.failure }] : []),
          ...(line.accountId && isPermitted(staff.role, "accounts.read")
            ? [
                {
                  name: "Account",
                  value: <a href={`/hyperloop/accounts/${line.accountId}`}>Look at the account</a>,
                },
              ]
            : []),
          ...repetitions.map(({ id, state, at }) => ({
            name: "The same email",
            value: (
              <>
                <a href={`${PATH}/${id}`}>{moment(at)}</a>, {state}
              </>
            ),
          })),
        ]}
      />
      <section className="staff-panel">
        <h2>What it says</h2>
        {hidden ? <p>{HIDDEN[hidden]}</p> : <pre className="staff-email">{text}</pre>}
      </section>
      <AuditPanel actions={actions} />
    </StaffFrame>
  );
}
