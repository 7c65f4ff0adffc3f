import { matchRoutes } from "@remix-run/react";
import { ALARM_ACTS } from "~/hyperloop/alarms/acts.server";
import type { StaffAct } from "~/hyperloop/declared-acts.server";
import { DISCOUNT_ACTS } from "~/hyperloop/discounts/acts.server";
import { EMAIL_ACTS } from "~/hyperloop/emails/acts.server";
import { INBOX_ACTS } from "~/hyperloop/inbox/acts.server";
import { ORDER_ACTS } from "~/hyperloop/orders/acts.server";
import { PERSON_ACTS } from "~/hyperloop/people/acts.server";
import { SHIPMENT_ACTS } from "~/hyperloop/printing/acts.server";
import { STAFF_ACTS } from "~/hyperloop/staff/acts.server";
import { LANE_ACTS, RESTORE_ACTS } from "~/hyperloop/system/acts.server";
import { VIEW_ACTS } from "~/hyperloop/views/acts.server";
import { VOUCHER_ACTS } from "~/hyperloop/vouchers/acts.server";
import { notFound } from "~/web/responses.server";

/** Every declared act of the staff's by its address, as in the route table. */
const ACTS: Readonly<Record<string, StaffAct>> = {
  ...ALARM_ACTS,
  ...DISCOUNT_ACTS,
  ...EMAIL_ACTS,
  ...INBOX_ACTS,
  ...ORDER_ACTS,
  ...SHIPMENT_ACTS,
  ...PERSON_ACTS,
  ...RESTORE_ACTS,
  ...LANE_ACTS,
  ...STAFF_ACTS,
  ...VIEW_ACTS,
  ...VOUCHER_ACTS,
};

const ROUTES = Object.keys(ACTS).map((path) => ({ path }));

/** The act of the address that is requested. */
export function actAt(request: Request): StaffAct {
  const [found] = matchRoutes(ROUTES, new URL(request.url).pathname) ?? [];
  return (found && ACTS[found.route.path]) ?? notFound();
}
