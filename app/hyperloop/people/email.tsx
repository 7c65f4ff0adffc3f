import { useLoaderData } from "@remix-run/react";
import { correctEmail } from "~/domain/backoffice/people/corrections.server";
import { type EmailCorrection, emailCorrectionForm } from "~/domain/backoffice/people/forms";
import { personNamed } from "~/domain/backoffice/people/person.server";
import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { FormPage, ReasonField } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { fieldOf } from "~/ui/conform-field";
import { TextField } from "~/ui/field";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { toPerson, WHO_ASKED } from "./person-labels";

export const handle: ScreenHandle = { title: "Correct an email address – HyperLoop", noindex: true };

const REFUSALS = {
  same_address: "That’s the address we already have",
  too_many_codes: "This account has been sent too many codes today. Please try again tomorrow",
  has_account: "This address already has an account. Ask them to sign in there",
} as const;

export const loader = staffLoader("accounts.correct", ({ param }) => {
  return personNamed(param("account")) ?? notFound();
});

export const action = staffFormAction("accounts.correct", emailCorrectionForm, ({ email, reason }, at) => {
  const wanted = { personId: at.param("account"), email };
  const result = correctEmail(wanted, { staffId: at.staff.staffId, reason }, at.now);
  const isGuest = personNamed(result.ok ? result.accountId : wanted.personId)?.isGuest ?? false;
  return {
    result,
    to: toPerson({ id: result.ok ? result.accountId : wanted.personId, isGuest }).href,
    done: result.ok ? DONE[result.how](formatFigureOf(result.sent, "email", "emails")) : undefined,
    beside: (refusal: keyof typeof REFUSALS) => ({ email: REFUSALS[refusal] }),
  };
});

const DONE = {
  corrected: (sent: string) => `The address is corrected. We’re sending ${sent}, and we’ve told the old address.`,
  joined: (sent: string) => `That address has an account, and what they bought is in it now. We’re sending ${sent}.`,
  asked: () => "We’ve sent a code to the new address. It changes once they sign in and type the code.",
} as const;

export default function CorrectEmail() {
  const person = useLoaderData<typeof loader>();
  return (
    <FormPage<EmailCorrection>
      title={`Correct ${person.firstName || "this person"}’s email`}
      lead={person.email}
      back={toPerson(person)}
      button={person.isProven ? "Send a code to the new address" : "Correct it and send the emails again"}
      fields={({ email, reason }) => (
        <>
          <TextField
            {...fieldOf(email)}
            label="New email address"
            hint="Check it letter by letter on the phone"
            type="email"
            autoComplete="off"
          />
          <ReasonField of={reason} hint={WHO_ASKED} />
        </>
      )}
    >
      <p>
        <b>What happens:</b>{" "}
        {person.isProven
          ? "They proved the address they have, so it changes only once they sign in and type the code we send to the new one. Then we tell the old address and resend what failed."
          : "Whatever failed or still waits goes to the new address. Links in the old emails stop working. We also tell the old address."}
      </p>
    </FormPage>
  );
}
