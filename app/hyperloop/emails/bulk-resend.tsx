import { useLoaderData } from "@remix-run/react";
import { emailData, resendForCustomer } from "~/domain/backoffice/staff/admin-emails.server";
import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { nothingForm } from "~/domain/people/staff/forms";
import { BulkPage } from "~/hyperloop/bulk";
import { respondToEach, selectedIn } from "~/hyperloop/bulk.server";
import { PATHS } from "~/hyperloop/paths";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import type { ScreenHandle } from "~/web/screen";
import { REFUSALS } from "./email-labels";

export const handle: ScreenHandle = { title: "Send these emails again – HyperLoop", noindex: true };

export const loader = staffLoader("emails.resend", ({ request, now }) => {
  const things = selectedIn(request).flatMap((id) => {
    const email = emailData(id, now);
    if (!email) return [];
    const { subject, toEmail } = email.line;
    const problem = email.resend && (REFUSALS[email.resend] ?? "");
    return [{ id, name: `“${subject}” to ${toEmail || "a deleted address"}`, problem }];
  });
  return { things };
});

export const action = staffAction("emails.resend", (at) =>
  respondToEach(
    at,
    nothingForm,
    {
      to: PATHS.emails,
      one: "email",
      many: "emails",
      done: "being sent again",
      refused: (refusal: string) => REFUSALS[refusal] ?? "It no longer exists.",
    },
    (id) => resendForCustomer(id, at.staff.staffId, at.now),
  ),
);

export default function ResendSelected() {
  const { things } = useLoaderData<typeof loader>();
  return (
    <BulkPage
      title="Send these emails again?"
      back={{ label: "Emails", href: PATHS.emails }}
      things={things}
      lead="We’ll send these word for word, to the same addresses"
      button={(count) => `Send ${formatFigureOf(count, "email", "emails")} again`}
    />
  );
}
