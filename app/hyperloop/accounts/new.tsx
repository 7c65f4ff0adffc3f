import { useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type NewAccount, newAccountForm } from "~/domain/staff/forms";
import { openAccount } from "~/domain/staff/new-accounts.server";
import { StaffFrame } from "~/hyperloop/frame";
import { StaffForm } from "~/hyperloop/staff-form";
import { Checkbox } from "~/ui/choice";
import { checkboxOf, fieldOf } from "~/ui/conform-field";
import { TextField } from "~/ui/field";
import { PRIVATE, seeOther, unprocessable } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { readForm } from "~/web/read-form";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { formOf } from "~/web/submission.server";

export const handle: ScreenHandle = { title: "Create an account – HyperLoop", noindex: true };

export async function loader({ request }: LoaderFunctionArgs) {
  return data({ staff: await requireStaff(request, "accounts.create") }, { headers: PRIVATE });
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "accounts.create");
  const submission = readForm(formOf(request), newAccountForm);
  if (submission.status !== "success") return unprocessable("create", submission.reply());
  const opened = await openAccount(submission.value, staff.staffId, currentTime());
  if (!opened.ok)
    return unprocessable(
      "create",
      submission.reply({ fieldErrors: { email: ["This email has an account already"] } }),
    );
  return await seeOther(`/hyperloop/accounts/${opened.accountId}`, {
    flash: {
      tone: "ok",
      message: "The account is open.",
      more: "Its owner gets an email that says how to choose a password.",
    },
  });
}

export default function NewAccountPage() {
  const { staff } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<NewAccount>({ id: "create", lastResult: answer?.reply });
  return (
    <StaffFrame
      staff={staff}
      title="Create an account"
      lead="Nobody here chooses or sees the password: its owner does, by email."
      back={{ label: "Accounts", href: "/hyperloop/accounts" }}
    >
      <StaffForm form={form} button="Create account">
        <TextField {...fieldOf(fields.email)} label="Email" type="email" autoComplete="off" />
        <TextField {...fieldOf(fields.firstName)} label="First name" maxLength={100} optional />
        <TextField {...fieldOf(fields.lastName)} label="Last name" maxLength={100} optional />
        <Checkbox
          {...checkboxOf(fields.isTest)}
          label="A test account: left out of all figures, and real post never goes to it"
        />
      </StaffForm>
    </StaffFrame>
  );
}
