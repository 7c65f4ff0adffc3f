import type { Address, AddressInput, AddressKind } from "~/domain/people/accounts/addresses.server";
import { joinName, splitName } from "~/domain/people/accounts/full-name";
import {
  API_FIELDS,
  API_NAMES,
  addressLineNames,
  apiAddressForm,
  optionalLineNames,
} from "~/domain/people/addresses/forms";
import { all, type Fields, validate, type Wanted } from "~/web/json-fields";
import { failField } from "~/web/json-responses";

/**
 * API clients send an address in one of two forms: name, street, state and zip; or first and last name, address1,
 * address2, state and postalCode. Both are accepted, and a response has the fields of both.
 */

export interface SentAddress {
  words: AddressInput;
  kind: AddressKind | undefined;
  isDefault: boolean;
}

export const ADDRESS_FIELDS = {
  ...all("text", "label", "name", "street", "zip", "firstName", "lastName", "company"),
  ...API_FIELDS,
  ...all("text", "country", "phone", "type"),
  isDefault: "flag",
} as const satisfies Wanted;

/** @throws Response 422 with the form's error messages. */
export function readAddress(sent: Fields<typeof ADDRESS_FIELDS>, stored?: Address): SentAddress {
  const named = sent.name ? splitName(sent.name) : undefined;
  const words = validate(
    apiAddressForm,
    {
      label: sent.label ?? stored?.label ?? "",
      firstName: firstOf(sent.firstName, named?.firstName, stored?.firstName),
      lastName: sent.lastName ?? named?.lastName ?? stored?.lastName ?? "",
      company: sent.company ?? stored?.company ?? "",
      line1: firstOf(sent.address1, sent.street, stored?.line1),
      city: sent.city ?? stored?.city ?? "",
      ...Object.fromEntries(optionalLineNames.map((name) => [name, sent[API_NAMES[name]] ?? stored?.[name] ?? ""])),
      postcode: firstOf(sent.postalCode, sent.zip, stored?.postcode),
      country: sent.country ?? stored?.country ?? "",
      phone: sent.phone ?? stored?.phone ?? "",
    },
    {
      ...API_NAMES,
      firstName: sent.firstName ? "firstName" : "name",
      lastName: sent.lastName ? "lastName" : "name",
      line1: sent.address1 ? "address1" : "street",
      postcode: sent.postalCode ? "postalCode" : "zip",
    },
  );
  return { words, kind: readKind(sent.type, stored), isDefault: sent.isDefault ?? false };
}

/** Of two names for one field, the one that was filled in; an empty one that is needed is refused. */
function firstOf(one: string | undefined, other: string | undefined, stored: string | undefined): string {
  return one || other || (one ?? other ?? stored ?? "");
}

function readKind(type: string | undefined, stored: Address | undefined): AddressKind | undefined {
  if (type === undefined || type === "") return undefined;
  const isKind = type === "shipping" || type === "billing";
  if (isKind && (!stored || stored.kind === type)) return type;
  const error = isKind ? "An address can’t change its type" : "type must be shipping or billing";
  throw failField("type", error);
}

export function addressData(address: Address) {
  const { id, kind, label, firstName, lastName, company, line1, postcode } = address;
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
    ...Object.fromEntries(addressLineNames.map((name) => [API_NAMES[name], address[name] ?? ""])),
    zip: postcode,
    postalCode: postcode,
    country,
    phone: phone ?? "",
    /** We deliver to the United Kingdom only. */
    deliverable: country === "GB",
  };
}
