import { type Address, addressesOf, MOST_ADDRESSES } from "~/domain/accounts/addresses.server";
import { readRoles } from "~/domain/accounts/roles.server";

export function addressData(accountId: string) {
  const addresses = addressesOf(accountId).map((address) => ({
    id: address.id,
    label: labelOf(address),
    lines: linesOf(address),
    isDefault: address.isDefault,
  }));
  return {
    addresses,
    hasRoom: addresses.length < MOST_ADDRESSES,
    isPurchaser: readRoles(accountId).isPurchaser,
  };
}

export type AddressData = ReturnType<typeof addressData>;

/** An address saved by a program may have no label. */
export function labelOf({ label, line1 }: Pick<Address, "label" | "line1">): string {
  return label ?? line1;
}

/** One line each, as on a shipment. */
export function linesOf(address: Address): string[] {
  const { firstName, lastName, line1, line2, city, county, postcode, country } = address;
  const place = country === "GB" ? "United Kingdom" : country;
  return [`${firstName} ${lastName}`, line1, line2, city, county, postcode, place].filter(
    (line): line is string => Boolean(line),
  );
}
