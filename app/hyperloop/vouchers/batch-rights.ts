import { isPermitted, type StaffRole } from "~/domain/people/staff/permissions";

interface Changer {
  readonly staffId: string;
  readonly role: StaffRole;
}

/** Who changes a partner order: those who may change any voucher change any order, everybody else their own. */
export function batchChanger({ staffId, role }: Changer) {
  return { staffId, ownOnly: !isPermitted(role, "vouchers.extend") };
}

/** Whether this partner order can be extended and cancelled by this person. */
export function mayChangeBatch(staff: Changer, batch: { readonly madeByStaffId: string }): boolean {
  if (!isPermitted(staff.role, "vouchers.change_orders")) return false;
  return !batchChanger(staff).ownOnly || batch.madeByStaffId === staff.staffId;
}
