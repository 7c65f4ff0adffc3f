import { useLoaderData } from "@remix-run/react";
import { correctName } from "~/domain/backoffice/people/corrections.server";
import { type NameCorrection, nameCorrectionForm } from "~/domain/backoffice/people/forms";
import { personNamed } from "~/domain/backoffice/people/person.server";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { FormPage, ReasonField } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { fieldOf } from "~/ui/conform-field";
import { TextField } from "~/ui/field";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { toPerson, WHO_ASKED } from "./person-labels";

export const handle: ScreenHandle = { title: "Correct a name – HyperLoop", noindex: true };

export const loader = staffLoader("accounts.correct", ({ param }) => {
  return personNamed(param("account")) ?? notFound();
});

export const action = staffFormAction("accounts.correct", nameCorrectionForm, (name, at) => {
  const id = at.param("account");
  return {
    result: correctName(id, name, at.staff.staffId, at.now),
    to: toPerson({ id, isGuest: personNamed(id)?.isGuest ?? false }).href,
    done: "The name is corrected, and we’ve told them.",
  };
});

export default function CorrectName() {
  const person = useLoaderData<typeof loader>();
  const { firstName, lastName } = person;
  return (
    <FormPage<NameCorrection>
      title="Correct the name"
      lead={person.email}
      back={toPerson(person)}
      button="Correct the name"
      defaults={{ firstName, lastName }}
      fields={(fields) => (
        <>
          <TextField {...fieldOf(fields.firstName)} label="First name" autoComplete="off" />
          <TextField {...fieldOf(fields.lastName)} label="Last name" autoComplete="off" />
          <ReasonField of={fields.reason} hint={WHO_ASKED} />
        </>
      )}
    />
  );
}
