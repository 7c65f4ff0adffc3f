import { numberInWords } from "~/domain/kernel/text/numbers";
import { SET_UP_LINK_DAYS } from "~/domain/kernel/time/access-lengths";
import { type Invitation, invitationForm } from "~/domain/people/staff/forms";
import { inviteStaff } from "~/domain/people/staff/invitations.server";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { FormPage } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { fieldOf } from "~/ui/conform-field";
import { SelectField, TextField } from "~/ui/field";
import type { ScreenHandle } from "~/web/screen";
import { ROLE_OPTIONS, STAFF_REFUSALS, toMember } from "./staff-labels";

export const handle: ScreenHandle = { title: "Add somebody – HyperLoop", noindex: true };

export const loader = staffLoader("staff.manage");

export const action = staffFormAction("staff.manage", invitationForm, (input, { staff, now }) => {
  const result = inviteStaff(input, staff, now);
  return {
    result,
    to: toMember(result.ok ? result.staffId : "").href,
    done: `We’re sending an email to ${input.email}.`,
    beside: (refusal: keyof typeof STAFF_REFUSALS) => ({ email: STAFF_REFUSALS[refusal] }),
  };
});

export default function Add() {
  return (
    <FormPage<Invitation>
      title="Add somebody"
      lead={`We email them a link that works for ${numberInWords(SET_UP_LINK_DAYS)} days. They choose their own password and authenticator.`}
      back={{ label: "Staff accounts", href: "/hyperloop/staff" }}
      button="Add and send the email"
      fields={({ name, email, role }) => (
        <>
          <TextField {...fieldOf(name)} label="Name" maxLength={100} />
          <TextField {...fieldOf(email)} label="Email" type="email" autoComplete="off" />
          <SelectField
            {...fieldOf(role)}
            label="Role"
            hint="Two super admins can make them a super admin later"
            placeholder="Choose a role"
            options={ROLE_OPTIONS.filter(({ value }) => value !== "super_admin")}
          />
        </>
      )}
    />
  );
}
