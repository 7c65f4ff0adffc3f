import { isPermitted, type Permission, type StaffRole } from "~/domain/people/staff/permissions";

/** What staff can find, in the order of the page. A kind that a role may not read is neither searched nor named. */

export const KINDS = ["person", "order", "voucher", "shipment", "batch"] as const;

export type Kind = (typeof KINDS)[number];

/** More of a kind are not counted: somebody who reads the hundredth types more letters instead. */
export const MOST_FOUND = 100;

const READ_BY: Readonly<Record<Kind, Permission>> = {
  person: "accounts.read",
  order: "orders.read",
  voucher: "vouchers.read",
  shipment: "printing.read",
  batch: "vouchers.read",
};

/** The kinds that this role may find. */
export function kindsFor(role: StaffRole): Kind[] {
  return KINDS.filter((kind) => isPermitted(role, READ_BY[kind]));
}
