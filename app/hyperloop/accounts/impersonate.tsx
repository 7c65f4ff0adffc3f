import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { accountData } from "~/domain/staff/admin-accounts.server";
import { type ReasonGiven, reasonForm } from "~/domain/staff/forms";
import { beginImpersonation } from "~/domain/staff/impersonations.server";
import { StaffFrame } from "~/hyperloop/frame";
import { Button } from "~/ui/button";
import { fieldOf, problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { notFound, PRIVATE, seeOther, unprocessable } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { impersonationHeader } from "~/web/impersonation.server";
import { param } from "~/web/params";
import { readForm } from "~/web/read-form";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { formOf } from "~/web/submission.server";

export const handle: ScreenHandle = { title: "Impersonate – HyperLoop", noindex: true };

const REFUSALS = {
  staff_member: "Nobody looks as somebody who works here",
  not_active: "Only an account in use can be seen this way",
} as const;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "accounts.impersonate");
  const view = accountData(param(params, "account"));
  if (!view) notFound();
  const { id, email } = view.account;
  return data({ staff, id, email }, { headers: PRIVATE });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "accounts.impersonate");
  const submission = readForm(formOf(request), reasonForm);
  if (submission.status !== "success") return unprocessable("impersonate", submission.reply());
  const input = { accountId: param(params, "account"), reason: submission.value.reason };
  const begun = beginImpersonation(input, staff.staffId, currentTime());
  if (!begun.ok) {
    if (begun.reason === "not_found") notFound();
    return unprocessable(
      "impersonate",
      submission.reply({ fieldErrors: { reason: [REFUSALS[begun.reason]] } }),
    );
  }
  return await seeOther("/account-settings", { cookies: [await impersonationHeader(begun.key)] });
}

export default function Impersonate() {
  const { staff, id, email } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<ReasonGiven>({ id: "impersonate", lastResult: answer?.reply });
  return (
    <StaffFrame
      staff={staff}
      title="See Loop as this customer?"
      lead={email}
      back={{ label: "Back to the account", href: `/hyperloop/accounts/${id}` }}
    >
      <p>
        For 30 minutes at most, and nothing can be changed. Private words and pictures stay shut. The customer
        can read in their Privacy tab that you looked, when and why.
      </p>
      <ErrorSummary problems={problemsOf(form)} />
      <PostForm {...getFormProps(form)} className="form-stack">
        <TextField {...fieldOf(fields.reason)} label="Reason" hint="The customer reads it" maxLength={500} />
        <Button size="staff">Begin</Button>
      </PostForm>
    </StaffFrame>
  );
}
