import { useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SET_UP_LINK_DAYS } from "~/domain/staff/access-lengths";
import { type Invitation, invitationForm } from "~/domain/staff/forms";
import { inviteStaff } from "~/domain/staff/invitations.server";
import { numberInWords } from "~/domain/text/numbers";
import { StaffFrame } from "~/hyperloop/frame";
import { StaffForm } from "~/hyperloop/staff-form";
import { fieldOf } from "~/ui/conform-field";
import { SelectField, TextField } from "~/ui/field";
import { PRIVATE, seeOther, unprocessable } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { readForm } from "~/web/read-form";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { formOf } from "~/web/submission.server";
import { ROLE_OPTIONS, STAFF_REFUSALS } from "./staff-labels";

export const handle: ScreenHandle = { title: "Add somebody – HyperLoop", noindex: true };

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "staff.manage");
  return data({ staff }, { headers: PRIVATE });
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "staff.manage");
  const submission = readForm(formOf(request), invitationForm);
  if (submission.status !== "success") return unprocessable("add", submission.reply());
  const invited = inviteStaff(submission.value, staff, currentTime());
  if (!invited.ok)
    return unprocessable(
      "add",
      submission.reply({ fieldErrors: { email: [STAFF_REFUSALS[invited.reason]] } }),
    );
  return await seeOther(`/hyperloop/staff/${invited.staffId}`, {
    flash: { tone: "ok", message: `An email is on its way to ${submission.value.email}.` },
  });
}

export default function Add() {
  const { staff } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<Invitation>({ id: "add", lastResult: answer?.reply });
  return (
    <StaffFrame
      staff={staff}
      title="Add somebody"
      lead={`They get an email with a link of ${numberInWords(SET_UP_LINK_DAYS)} days, and choose their own password and authenticator.`}
      back={{ label: "Staff accounts", href: "/hyperloop/staff" }}
    >
      <StaffForm form={form} button="Add and send the email">
        <TextField {...fieldOf(fields.name)} label="Name" maxLength={100} />
        <TextField {...fieldOf(fields.email)} label="Email" type="email" autoComplete="off" />
        <SelectField
          {...fieldOf(fields.role)}
          label="Role"
          hint="A super admin is made later, by two super admins"
          placeholder="Choose a role"
          options={ROLE_OPTIONS.filter(({ value }) => value !== "super_admin")}
        />
      </StaffForm>
    </StaffFrame>
  );
}
