import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { accountData, setSuspended } from "~/domain/staff/admin-accounts.server";
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

export const handle: ScreenHandle<{ isSuspended: boolean }> = {
  title: ({ isSuspended }) => `${isSuspended ? "Reactivate" : "Suspend"} an account – HyperLoop`,
  noindex: true,
};

/** Asks before somebody is shut out, or let in again. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "accounts.suspend");
  const view = accountData(param(params, "account"));
  if (!view) notFound();
  const { id, email, status } = view.account;
  return data({ staff, id, email, isSuspended: status === "suspended" }, { headers: PRIVATE });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "accounts.suspend");
  const form = formOf(request);
  const isSuspended = form.get("intent") !== "reactivate";
  const submission = readForm(form, reasonForm);
  if (submission.status !== "success") return unprocessable("suspend", submission.reply());
  const accountId = param(params, "account");
  const { reason } = submission.value;
  const changed = setSuspended({ accountId, isSuspended, reason }, staff.staffId, currentTime());
  if (!changed.ok && changed.reason === "not_found") notFound();
  const message = isSuspended
    ? "The account is suspended, and signed out everywhere."
    : "The account can be used again.";
  return await seeOther(`/hyperloop/accounts/${accountId}`, {
    flash: changed.ok ? { tone: "ok", message } : { tone: "warn", message: "It was so already." },
  });
}

export default function Suspend() {
  const { staff, id, email, isSuspended } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<ReasonGiven>({ id: "suspend", lastResult: answer?.reply });
  return (
    <StaffFrame
      staff={staff}
      title={isSuspended ? "Reactivate this account?" : "Suspend this account?"}
      lead={email}
      back={{ label: "Back to the account", href: `/hyperloop/accounts/${id}` }}
    >
      <p>
        {isSuspended
          ? "They can sign in again, with the password they had."
          : "They are signed out everywhere at once and cannot sign in. Nothing of theirs is deleted."}
      </p>
      <ErrorSummary problems={problemsOf(form)} />
      <PostForm {...getFormProps(form)} className="form-stack">
        <TextField {...fieldOf(fields.reason)} label="Reason" maxLength={500} />
        <Button
          size="staff"
          variant={isSuspended ? "primary" : "danger"}
          name="intent"
          value={isSuspended ? "reactivate" : "suspend"}
        >
          {isSuspended ? "Reactivate" : "Suspend"}
        </Button>
      </PostForm>
    </StaffFrame>
  );
}
