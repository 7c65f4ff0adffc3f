import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { emailData, resendForCustomer } from "~/domain/staff/admin-emails.server";
import { auditEventsOn } from "~/domain/staff/audit-trail.server";
import { isPermitted } from "~/domain/staff/permissions";
import { formatMoment } from "~/domain/time/format-days";
import { StaffFrame } from "~/hyperloop/frame";
import { AuditPanel } from "~/ui/audit-panel";
import { Button, LinkButton } from "~/ui/button";
import { DescriptionList } from "~/ui/description-list";
import { PostForm } from "~/ui/post-form";
import { notFound, PRIVATE, seeOther } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { formOf } from "~/web/submission.server";
import { EmailBadge, HIDDEN, REFUSALS, sayKind } from "./email-labels";

const PATH = "/hyperloop/emails";

export const handle: ScreenHandle = { title: "Email – HyperLoop", noindex: true };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "emails.read");
  const reveal = isPermitted(staff.role, "vouchers.reveal");
  const view = emailData(param(params, "email"), reveal, currentTime());
  if (!view) notFound();
  return data({ staff, ...view, actions: auditEventsOn("email", view.line.id) }, { headers: PRIVATE });
}

/** Says it once more, and goes back to where the button was. */
export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "emails.resend");
  const emailId = param(params, "email");
  const now = currentTime();
  const sent = resendForCustomer(emailId, staff.staffId, now);
  if (!sent.ok && sent.reason === "not_found") notFound();
  const accountId = formOf(request).has("from-account") && emailData(emailId, false, now)?.line.accountId;
  return await seeOther(accountId ? `/hyperloop/accounts/${accountId}` : `${PATH}/${emailId}`, {
    flash: sent.ok
      ? { tone: "ok", message: "The email is on its way again." }
      : { tone: "bad", message: "It was not sent again.", more: REFUSALS[sent.reason] ?? "" },
  });
}

export default function EmailPage() {
  const { staff, line, hidden, text, quotes, resend, repetitions, actions } = useLoaderData<typeof loader>();
  const moment = (at: Date | string | null) => (at === null ? "Not yet" : formatMoment(new Date(at)));
  const mayResend = isPermitted(staff.role, "emails.resend");
  return (
    <StaffFrame
      staff={staff}
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
