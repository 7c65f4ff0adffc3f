import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { dayNamed } from "~/domain/kernel/time/days";
import { createDiscount, DISCOUNT_LIST, discountWithUses } from "~/domain/shop/discounts/admin-discounts.server";
import { discountForm, OVER_MESSAGE, TAKEN_MESSAGE } from "~/domain/shop/discounts/forms";
import { discountTimes } from "~/domain/shop/discounts/validity";
import { currentTime } from "~/web/clock.server";
import { bodyOf } from "~/web/json-calls.server";
import { asBox, readFields, validate } from "~/web/json-fields";
import { fail, succeed } from "~/web/json-responses";
import { choiceIn, pageIn, searchIn } from "~/web/list-query";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { requireStaff } from "~/web/staff-auth.server";
import { discountData } from "./discount-data.server";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["GET", "POST"] } };

const MOST_A_PAGE = 100;

/** One page of the codes, newest first; `search`, `status`, `page` and `pageSize` filter it. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { role } = await requireStaff(request, "discounts.read", "programs");
  const status = choiceIn(request, "status", ["all", "active", "inactive", "expired", "waiting"]);
  const [page, pageSize] = [pageIn(request), sizeIn(request)];
  const asked = { q: searchIn(request, "search"), status, page };
  const { rows, total } = DISCOUNT_LIST.read(asked, { now: currentTime(), role }, pageSize);
  return succeed({ items: rows.map(discountData), total, page, pageSize });
}

function sizeIn(request: Request): number {
  const input = Number(new URL(request.url).searchParams.get("pageSize") ?? DISCOUNT_LIST.size);
  return Number.isInteger(input) && input >= 1 && input <= MOST_A_PAGE ? input : DISCOUNT_LIST.size;
}

const asText = (value: number | undefined) => (value === undefined ? undefined : String(value));

/**
 * Creates a code. Amounts are in pounds, shares in per cent, as on the screen. A code that needs a second person's
 * approval gets the status "waiting".
 */
export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "discounts.change", "programs");
  const sent = readFields(bodyOf(request), {
    code: "text",
    description: "text",
    type: "text",
    startsAt: "text",
    expiresAt: "text",
    value: "number",
    maxUses: "number",
    minOrderValue: "number",
    maxDiscountValue: "number",
    firstOrderOnly: "flag",
    oncePerCustomer: "flag",
  });
  const { code, description, type } = sent;
  const wanted = validate(
    discountForm,
    {
      code,
      description,
      type,
      value: asText(sent.value),
      maxUses: asText(sent.maxUses),
      minOrderValue: asText(sent.minOrderValue),
      maxDiscountValue: asText(sent.maxDiscountValue),
      startsOn: dayNamed(sent.startsAt ?? ""),
      expiresOn: dayNamed(sent.expiresAt ?? ""),
      firstOrderOnly: asBox(sent.firstOrderOnly),
      oncePerCustomer: asBox(sent.oncePerCustomer),
    },
    { startsOn: "startsAt", expiresOn: "expiresAt" },
  );
  const now = currentTime();
  const made = createDiscount(wanted, discountTimes(wanted), staff.staffId, now);
  if (!made.ok && made.reason === "over") {
    const fields = { expiresAt: [OVER_MESSAGE] };
    return fail(422, { error: OVER_MESSAGE, code: "invalid", fields });
  }
  if (!made.ok) return fail(409, { error: TAKEN_MESSAGE, code: made.reason });
  const found = discountWithUses(made.discountId, now);
  return found ? succeed({ item: discountData(found.discount) }, { status: 201 }) : fail(404);
}
