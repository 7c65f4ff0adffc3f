import { isPermitted, type Permission, type StaffRole } from "~/domain/people/staff/permissions";
import { PATHS } from "~/hyperloop/paths";

interface Place {
  readonly label: string;
  readonly path: string;
  readonly permission: Permission;
}

const PLACES: Readonly<Record<string, Place>> = {
  order: { label: "Order", path: PATHS.orders, permission: "orders.read" },
  payout: { label: "Payout", path: PATHS.payouts, permission: "ledger.read" },
  account: { label: "Account", path: PATHS.people, permission: "accounts.read" },
  shipment: { label: "Parcel", path: PATHS.printQueue, permission: "printing.read" },
};

interface AlarmSubjectProps {
  readonly alarm: { readonly objectType: string; readonly objectId: string };
  readonly role: StaffRole;
}

/** What an alarm is about, and the way there for those who may read it. */
export function AlarmSubject({ alarm: { objectType, objectId }, role }: AlarmSubjectProps) {
  const place = PLACES[objectType];
  if (!place || !isPermitted(role, place.permission)) return objectType.replaceAll("_", " ");
  return <a href={`${place.path}/${objectId}`}>{place.label}</a>;
}
