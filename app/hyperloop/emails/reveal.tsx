import { useForm } from "@conform-to/react";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { emailData, revealEmail } from "~/domain/backoffice/staff/admin-emails.server";
import { READING_REASONS, type ReadingReason, readingForm } from "~/domain/people/staff/forms";
import { StaffFrame } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { ReasonField, StaffForm } from "~/hyperloop/staff-form";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { fieldOf } from "~/ui/conform-field";
import { SelectField } from "~/ui/field";
import { readForm } from "~/web/read-form";
import { notFound, PRIVATE, seeOther, unprocessable } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = { title: "Show private words? – HyperLoop", noindex: true };

/** Asks why before anybody reads what an email quotes of somebody's year. */
export const loader = staffLoader("emails.reveal", ({ param, now }) => {
  const { line, quotes } = emailData(param("email"), now) ?? notFound();
  return { line, quotes };
});

const REFUSALS = {
  nothing_hidden: "There’s nothing in it we can show.",
  gone: "The week it quotes has been deleted, so its words stay hidden.",
};

/** Shows them in the response to the form and not at a URL, so that each view has its own reason. */
export const action = staffAction("emails.reveal", async ({ staff, param, form, now }) => {
  const submission = readForm(form, readingForm);
  if (submission.status !== "success") return unprocessable("reveal", submission.reply(), { text: null });
  const emailId = param("email");
  const { why, reason } = submission.value;
  const by = { staffId: staff.staffId, reason: `${why}: ${reason}` };
  const revealed = revealEmail(emailId, by, now);
  if (revealed.ok) {
    return data({ intent: "reveal", reply: submission.reply(), text: revealed.text }, { headers: PRIVATE });
  }
  if (revealed.reason === "not_found") notFound();
  return await seeOther(`${PATHS.emails}/${emailId}`, {
    flash: { tone: "bad", message: REFUSALS[revealed.reason] },
  });
});

export default function Reveal() {
  const { line, quotes } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const [form, fields] = useForm<ReadingReason>({ id: "reveal", lastResult: actionData?.reply });
  const text = actionData?.text ?? null;
  return (
    <StaffFrame
      title={text === null ? "Show private words?" : "Private words"}
      lead={line.subject}
      back={{ label: "Back to the email", href: `${PATHS.emails}/${line.id}` }}
    >
      {!quotes && <p>{REFUSALS.nothing_hidden}</p>}
      {quotes && text !== null && (
        <section className="staff-panel">
          <h2>What it says</h2>
          <pre className="staff-email">{text}</pre>
        </section>
      )}
      {quotes && text === null && (
        <>
          <p>These are somebody’s private words. Their owner can see your name, the time and this reason.</p>
          <StaffForm form={form} button="Show the words">
            <SelectField
              {...fieldOf(fields.why)}
              label="Why do you need to read it?"
              placeholder="Choose a reason"
              options={READING_REASONS.map((value) => ({ value, label: value }))}
            />
            <ReasonField of={fields.reason} />
          </StaffForm>
        </>
      )}
    </StaffFrame>
  );
}
