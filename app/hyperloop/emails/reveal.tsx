import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { emailData, revealEmail } from "~/domain/staff/admin-emails.server";
import { type ReasonGiven, reasonForm } from "~/domain/staff/forms";
import { StaffFrame } from "~/hyperloop/frame";
import { Button } from "~/ui/button";
import { fieldOf, problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { notFound, PRIVATE, seeOther, unprocessable } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import { readForm } from "~/web/read-form";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { formOf } from "~/web/submission.server";

const PATH = "/hyperloop/emails";

export const handle: ScreenHandle = { title: "Show private words? – HyperLoop", noindex: true };

/** Asks why before anybody reads what an email quotes of somebody's year. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "emails.reveal");
  const view = emailData(param(params, "email"), false, currentTime());
  if (!view) notFound();
  return data({ staff, line: view.line, quotes: view.quotes }, { headers: PRIVATE });
}

const REFUSALS = {
  nothing_hidden: "Nothing in it can be shown.",
  gone: "The week it quotes is no more, so its words stay hidden.",
};

/** Shows them in the answer itself, so that each look has its own reason. */
export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "emails.reveal");
  const submission = readForm(formOf(request), reasonForm);
  if (submission.status !== "success") return unprocessable("reveal", submission.reply(), { text: null });
  const emailId = param(params, "email");
  const by = { staffId: staff.staffId, reason: submission.value.reason };
  const revealed = revealEmail(emailId, by, currentTime());
  if (revealed.ok) {
    return data({ intent: "reveal", reply: submission.reply(), text: revealed.text }, { headers: PRIVATE });
  }
  if (revealed.reason === "not_found") notFound();
  return await seeOther(`${PATH}/${emailId}`, { flash: { tone: "bad", message: REFUSALS[revealed.reason] } });
}

export default function Reveal() {
  const { staff, line, quotes } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<ReasonGiven>({ id: "reveal", lastResult: answer?.reply });
  const text = answer?.text ?? null;
  return (
    <StaffFrame
      staff={staff}
      title={text === null ? "Show private words?" : "Private words"}
      lead={line.subject}
      back={{ label: "Back to the email", href: `${PATH}/${line.id}` }}
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
          <p>These are somebody’s private words. They can read your name, the time and this reason.</p>
          <ErrorSummary problems={problemsOf(form)} />
          <PostForm {...getFormProps(form)} className="form-stack">
            <TextField {...fieldOf(fields.reason)} label="Reason" maxLength={500} />
            <Button size="staff">Show the words</Button>
          </PostForm>
        </>
      )}
    </StaffFrame>
  );
}
