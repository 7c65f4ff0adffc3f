import { type NewAccount, newAccountForm } from "~/domain/people/staff/forms";
import { openAccount } from "~/domain/people/staff/new-accounts.server";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { FormPage } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { Checkbox } from "~/ui/choice";
import { checkboxOf, fieldOf } from "~/ui/conform-field";
import { TextField } from "~/ui/field";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = { title: "Create an account – HyperLoop", noindex: true };

export const loader = staffLoader("accounts.create");

export const action = staffFormAction("accounts.create", newAccountForm, async (input, { staff, now }) => {
  const result = await openAccount(input, staff.staffId, now);
  const more = "The owner will get an email about choosing a password.";
  return {
    result,
    to: result.ok ? `${PATHS.people}/${result.accountId}` : PATHS.people,
    done: { tone: "ok", message: "The account is ready.", more },
    beside: () => ({ email: "This email address already has an account" }),
  };
});

export default function NewAccountPage() {
  return (
    <FormPage<NewAccount>
      title="Create an account"
      lead="The owner chooses a password by email. Nobody here sees it."
      back={{ label: "People", href: PATHS.people }}
      button="Create account"
      fields={({ email, firstName, lastName, isTest }) => (
        <>
          <TextField {...fieldOf(email)} label="Email" type="email" autoComplete="off" />
          <TextField {...fieldOf(firstName)} label="First name" maxLength={100} optional />
          <TextField {...fieldOf(lastName)} label="Last name" maxLength={100} optional />
          <Checkbox {...checkboxOf(isTest)} label="Test account: left out of all figures, and never sent a parcel" />
        </>
      )}
    />
  );
}
