import type { ActionFunctionArgs } from "@remix-run/node";
import { deleteDiscount, discountWithUses, switchDiscount } from "~/domain/shop/discounts/admin-discounts.server";
import { WAITS_MESSAGE } from "~/domain/shop/discounts/forms";
import { currentTime } from "~/web/clock.server";
import { bodyOf } from "~/web/json-calls.server";
import { readFields } from "~/web/json-fields";
import { fail, succeed } from "~/web/json-responses";
import { param } from "~/web/params";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { requireStaff } from "~/web/staff-auth.server";
import { discountData } from "./discount-data.server";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["PATCH", "DELETE"] } };

const ACTIVE_MESSAGE = "isActive must be true or false";

/**
 * Activates, deactivates or deletes one code; nothing else of a code ever changes. Activating a code that needs a
 * second person's approval leaves it waiting for that approval.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "discounts.change", "programs");
  const [id, now] = [param(params, "discount"), currentTime()];
  if (request.method === "DELETE") {
    return deleteDiscount(id, staff.staffId, now).ok ? succeed() : fail(404);
  }
  const { isActive } = readFields(bodyOf(request), { isActive: "flag" });
  if (isActive === undefined) {
    return fail(422, { error: ACTIVE_MESSAGE, code: "invalid", fields: { isActive: [ACTIVE_MESSAGE] } });
  }
  const changed = switchDiscount(id, isActive, staff.staffId, now);
  if (!changed.ok && changed.reason === "waits") return fail(409, { error: WAITS_MESSAGE, code: "waits" });
  const found = discountWithUses(id, now);
  return changed.ok && found ? succeed({ item: discountData(found.discount) }) : fail(404);
}
