import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type ReasonGiven, reasonForm } from "~/domain/staff/forms";
import { resetSignIn } from "~/domain/staff/invitations.server";
import { staffById } from "~/domain/staff/staff-list.server";
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
import { STAFF_REFUSALS } from "./staff-labels";

export const handle: ScreenHandle = { title: "Reset sign-in – HyperLoop", noindex: true };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "staff.manage");
  const person = staffById(param(params, "member"));
  if (!person) notFound();
  return data({ staff, id: person.id, name: person.name, email: person.email }, { headers: PRIVATE });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "staff.manage");
  const submission = readForm(formOf(request), reasonForm);
  if (submission.status !== "success") return unprocessable("reset", submission.reply());
  const staffId = param(params, "member");
  const reset = resetSignIn({ staffId, ...submission.value }, staff, currentTime());
  if (!reset.ok && reset.reason === "not_found") notFound();
  if (!reset.ok)
    return unprocessable(
      "reset",
      submission.reply({ fieldErrors: { reason: [STAFF_REFUSALS[reset.reason]] } }),
    );
  return await seeOther(`/hyperloop/staff/${staffId}`, {
    flash: { tone: "ok", message: "They are signed out, and an email tells them how to begin anew." },
  });
}

export default function Reset() {
  const { staff, id, name, email } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<ReasonGiven>({ id: "reset", lastResult: answer?.reply });
  return (
    <StaffFrame
      staff={staff}
      title="Reset this sign-in?"
      lead={name}
      back={{ label: "Back to the account", href: `/hyperloop/staff/${id}` }}
    >
      <p>
        They are signed out everywhere. Password and authenticator stop working, and Entra ID is forgotten. A
        email to {email} brings a new link of three days, and earlier ones stop working.
      </p>
      <ErrorSummary problems={problemsOf(form)} />
      <PostForm {...getFormProps(form)} className="form-stack">
        <TextField {...fieldOf(fields.reason)} label="Reason" maxLength={500} />
        <Button size="staff" variant="danger">
          Reset and send the email
        </Button>
      </PostForm>
    </StaffFrame>
  );
}
