import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type ReasonGiven, reasonForm } from "~/domain/staff/forms";
import { deactivateStaff, reactivateStaff } from "~/domain/staff/staff.server";
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

export const handle: ScreenHandle<{ isActive: boolean }> = {
  title: ({ isActive }) => `${isActive ? "Deactivate" : "Reactivate"} a staff account – HyperLoop`,
  noindex: true,
};

/** Asks before somebody is let go, or comes back. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "staff.manage");
  const person = staffById(param(params, "member"));
  if (!person) notFound();
  return data({ staff, id: person.id, name: person.name, isActive: person.isActive }, { headers: PRIVATE });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "staff.manage");
  const form = formOf(request);
  const isBack = form.get("intent") === "reactivate";
  const submission = readForm(form, reasonForm);
  if (submission.status !== "success") return unprocessable("leave", submission.reply());
  const change = { staffId: param(params, "member"), ...submission.value };
  const changed = (isBack ? reactivateStaff : deactivateStaff)(change, staff, currentTime());
  if (!changed.ok && changed.reason === "not_found") notFound();
  if (!changed.ok)
    return unprocessable(
      "leave",
      submission.reply({ fieldErrors: { reason: [STAFF_REFUSALS[changed.reason]] } }),
    );
  const message = isBack
    ? "They can sign in again."
    : "They are signed out everywhere and cannot sign in any more.";
  return await seeOther(`/hyperloop/staff/${change.staffId}`, { flash: { tone: "ok", message } });
}

export default function Leave() {
  const { staff, id, name, isActive } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<ReasonGiven>({ id: "leave", lastResult: answer?.reply });
  return (
    <StaffFrame
      staff={staff}
      title={isActive ? "Deactivate this account?" : "Reactivate this account?"}
      lead={name}
      back={{ label: "Back to the account", href: `/hyperloop/staff/${id}` }}
    >
      <p>
        {isActive
          ? "They are signed out everywhere at once and cannot sign in. What they did stays written."
          : "They can sign in again, with what they signed in with before."}
      </p>
      <ErrorSummary problems={problemsOf(form)} />
      <PostForm {...getFormProps(form)} className="form-stack">
        <TextField {...fieldOf(fields.reason)} label="Reason" maxLength={500} />
        <Button
          size="staff"
          variant={isActive ? "danger" : "primary"}
          name="intent"
          value={isActive ? "deactivate" : "reactivate"}
        >
          {isActive ? "Deactivate" : "Reactivate"}
        </Button>
      </PostForm>
    </StaffFrame>
  );
}
