import type { Address, AddressInput, AddressKind } from "~/domain/people/accounts/addresses.server";
import { joinName, splitName } from "~/domain/people/accounts/full-name";
import { apiAddressForm } from "~/domain/people/addresses/forms";
import { readFields, validate } from "~/web/json-fields";
import { fail } from "~/web/json-responses";
import type { JsonObject } from "~/web/json-text";

/**
 * API clients send an address in one of two forms: name, street, state and zip; or first and last name, address1,
 * address2, state and postalCode. Both are accepted, and a response has the fields of both.
 */

export interface SentAddress {
  words: AddressInput;
  kind: AddressKind | undefined;
  isDefault: boolean;
}

/** @throws Response 422 with the form's error messages. */
export function readAddress(body: JsonObject, kept?: Address): SentAddress {
  const sent = readFields(body, {
    label: "text",
    name: "text",
    street: "text",
    city: "text",
    state: "text",
    zip: "text",
    firstName: "text",
    lastName: "text",
    company: "text",
    address1: "text",
    address2: "text",
    postalCode: "text",
    country: "text",
    phone: "text",
    type: "text",
    isDefault: "flag",
  });
  const named = sent.name ? splitName(sent.name) : undefined;
  const words = validate(
    apiAddressForm,
    {
      label: sent.label ?? kept?.label ?? "",
      firstName: firstOf(sent.firstName, named?.firstName, kept?.firstName),
      lastName: sent.lastName ?? named?.lastName ?? kept?.lastName ?? "",
      company: sent.company ?? kept?.company ?? "",
      line1: firstOf(sent.address1, sent.street, kept?.line1),
      line2: sent.address2 ?? kept?.line2 ?? "",
      city: sent.city ?? kept?.city ?? "",
      county: sent.state ?? kept?.county ?? "",
      postcode: firstOf(sent.postalCode, sent.zip, kept?.postcode),
      country: sent.country ?? kept?.country ?? "",
      phone: sent.phone ?? kept?.phone ?? "",
    },
    {
      firstName: sent.firstName ? "firstName" : "name",
      lastName: sent.lastName ? "lastName" : "name",
      county: "state",
      line1: sent.address1 ? "address1" : "street",
      line2: "address2",
      postcode: sent.postalCode ? "postalCode" : "zip",
    },
  );
  return { words, kind: readKind(sent.type, kept), isDefault: sent.isDefault ?? false };
}

/** Of two names for one field, the one that was filled in; an empty one that is needed is refused. */
function firstOf(one: string | undefined, other: string | undefined, kept: string | undefined): string {
  return one || other || (one ?? other ?? kept ?? "");
}

function readKind(type: string | undefined, kept: Address | undefined): AddressKind | undefined {
  if (type === undefined || type === "") return undefined;
  const isKind = type === "shipping" || type === "billing";
  if (isKind && (!kept || kept.kind === type)) return type;
  const error = isKind ? "An address can’t change its type" : "type must be shipping or billing";
  throw fail(422, { error, code: "invalid", fields: { type: [error] } });
}

export function addressData(address: Address) {
  const { id, kind, label, firstName, lastName, company, line1, line2, city, county, postcode } = address;
  const { country, phone, isDefault } = address;
  return {
    id,
    type: kind,
    isDefault,
    label: label ?? "",
    name: joinName({ firstName, lastName }),
    firstName,
    lastName,
    company: company ?? "",
    street: line1,
    address1: line1,
    address2: line2 ?? "",
    city,
    state: county ?? "",
    zip: postcode,
    postalCode: postcode,
    country,
    phone: phone ?? "",
    /** We deliver to the United Kingdom only. */
    deliverable: country === "GB",
  };
}
