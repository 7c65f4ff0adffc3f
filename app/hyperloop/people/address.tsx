import { useLoaderData } from "@remix-run/react";
import { correctPlace } from "~/domain/backoffice/people/corrections.server";
import { type PlaceCorrection, placeCorrectionForm } from "~/domain/backoffice/people/forms";
import { addressOwnedBy } from "~/domain/people/accounts/addresses.server";
import { joinName } from "~/domain/people/accounts/full-name";
import { profileOf } from "~/domain/people/accounts/profile.server";
import { deliveryAddressIn } from "~/domain/people/addresses/forms";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { FormPage, ReasonField } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { AddressFields } from "~/ui/address-fields";
import { fieldOf } from "~/ui/conform-field";
import { TextField } from "~/ui/field";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { toAccount, WHO_ASKED } from "./person-labels";

export const handle: ScreenHandle = { title: "Correct a saved address – HyperLoop", noindex: true };

export const loader = staffLoader("accounts.correct", ({ param }) => {
  const stored = addressOwnedBy(param("account"), param("address")) ?? notFound();
  const { firstName: first, lastName: last, email, phone } = profileOf(stored.accountId);
  return {
    accountId: stored.accountId,
    beside: {
      title: "Whose it is",
      facts: [
        { name: "Name", value: joinName({ firstName: first, lastName: last }) },
        { name: "Email", value: email },
        { name: "Phone", value: phone || "None" },
        { name: "Default address", value: stored.isDefault ? "Yes" : "No" },
      ],
    },
    place: { label: stored.label ?? "", ...deliveryAddressIn(stored) },
  };
});

export const action = staffFormAction("accounts.correct", placeCorrectionForm, ({ reason, ...words }, at) => {
  const accountId = at.param("account");
  const place = { accountId, addressId: at.param("address"), words };
  return {
    result: correctPlace(place, { staffId: at.staff.staffId, reason }, at.now),
    to: toAccount(accountId).href,
    done: "The address is corrected, and we’ve told them.",
  };
});

export default function CorrectSavedAddress() {
  const { accountId, beside, place } = useLoaderData<typeof loader>();
  return (
    <FormPage<PlaceCorrection>
      title="Correct a saved address"
      back={toAccount(accountId)}
      button="Correct the address"
      defaults={place}
      beside={beside}
      fields={(fields) => (
        <>
          <div className="form-grid">
            <TextField {...fieldOf(fields.label)} label="Label" className="full-row" />
            <AddressFields fields={fields} />
          </div>
          <ReasonField of={fields.reason} hint={WHO_ASKED} />
        </>
      )}
    />
  );
}
