import { type Address, addressesOf, MOST_ADDRESSES } from "~/domain/people/accounts/addresses.server";
import { readRoles } from "~/domain/people/accounts/roles.server";
import { addressLines } from "~/domain/people/addresses/forms";

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

/** An address saved by an API client may have no label. */
export function labelOf({ label, line1 }: Pick<Address, "label" | "line1">): string {
  return label ?? line1;
}

/** One line each, as on a shipment. */
export function linesOf(address: Address): string[] {
  return [...addressLines(address), address.country === "GB" ? "United Kingdom" : address.country];
}
