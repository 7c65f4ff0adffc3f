import { dayNamed } from "~/domain/kernel/time/days";
import {
  createDiscount,
  DISCOUNT_LIST,
  deleteDiscount,
  discountWithUses,
  switchDiscount,
} from "~/domain/shop/discounts/admin-discounts.server";
import { quoteDiscount } from "~/domain/shop/discounts/discounts.server";
import { discountForm, OVER_MESSAGE, TAKEN_MESSAGE, WAITS_MESSAGE } from "~/domain/shop/discounts/forms";
import { DISCOUNT_MESSAGES, discountTimes } from "~/domain/shop/discounts/rules";
import { discountForm as codeForm } from "~/domain/shop/orders/forms";
import { apiClientOf } from "~/web/api-clients.server";
import { countCode, uncountCode } from "~/web/attempts.server";
import { all, asBox } from "~/web/json-fields";
import { fail, failField, failTooMany, succeed } from "~/web/json-responses";
import { choiceIn, pageIn, searchIn } from "~/web/list-query";
import { type Calls, call } from "../declared-calls.server";

const MOST_A_PAGE = 100;
/** Above any possible basket; a larger sum is a mistake in the unit. */
const MOST_PENCE = 10_000_000;

export const DISCOUNT_CALLS: Calls = {
  /** One page of the codes, newest first; `search`, `status`, `page` and `pageSize` filter it. */
  "GET /api/discount-codes": call({
    who: "discounts.read",
    run: ({ request, now, client: { role } }) => {
      const status = choiceIn(request, "status", ["all", "active", "inactive", "expired", "waiting"]);
      const [page, pageSize] = [pageIn(request), sizeIn(request)];
      const { rows, total } = DISCOUNT_LIST.read(
        { q: searchIn(request, "search"), status, page },
        { now, role },
        pageSize,
      );
      return { items: rows.map(discountData), total, page, pageSize };
    },
  }),

  /**
   * Amounts are in pounds, shares in per cent, as on the screen. A code that needs a second person's approval gets the
   * status "waiting".
   */
  "POST /api/discount-codes": call({
    who: "discounts.change",
    takes: {
      ...all("text", "code", "description", "type", "startsAt", "expiresAt"),
      ...all("number", "value", "maxUses", "minOrderValue", "maxDiscountValue"),
      firstOrderOnly: "flag",
      oncePerCustomer: "flag",
    },
    schema: discountForm,
    asForm: ({ startsAt, expiresAt, ...sent }) => ({
      ...sent,
      value: asText(sent.value),
      maxUses: asText(sent.maxUses),
      minOrderValue: asText(sent.minOrderValue),
      maxDiscountValue: asText(sent.maxDiscountValue),
      startsOn: dayNamed(startsAt ?? ""),
      expiresOn: dayNamed(expiresAt ?? ""),
      firstOrderOnly: asBox(sent.firstOrderOnly),
      oncePerCustomer: asBox(sent.oncePerCustomer),
    }),
    nameOf: { startsOn: "startsAt", expiresOn: "expiresAt" },
    run: ({ client: staff, input, now }) => {
      const made = createDiscount(input, discountTimes(input), staff.staffId, now);
      if (!made.ok && made.reason === "over") return failField("expiresAt", OVER_MESSAGE);
      if (!made.ok) return fail(409, { error: TAKEN_MESSAGE, code: made.reason });
      const found = discountWithUses(made.discountId, now);
      return found ? succeed({ item: discountData(found.discount) }, { status: 201 }) : fail(404);
    },
  }),

  /** Nothing else of a code ever changes. One that needs a second person's approval is left waiting for it. */
  "PATCH /api/discount-codes/:discount": call({
    who: "discounts.change",
    takes: { isActive: "flag" },
    run: ({ client: staff, param, sent: { isActive }, now }) => {
      if (isActive === undefined) return failField("isActive", "isActive must be true or false");
      const changed = switchDiscount(param("discount"), isActive, staff.staffId, now);
      if (!changed.ok && changed.reason === "waits") return fail(409, { error: WAITS_MESSAGE, code: "waits" });
      const found = discountWithUses(param("discount"), now);
      return changed.ok && found ? { item: discountData(found.discount) } : fail(404);
    },
  }),

  "DELETE /api/discount-codes/:discount": call({
    who: "discounts.change",
    run: ({ client: staff, param, now }) => (deleteDiscount(param("discount"), staff.staffId, now).ok ? {} : fail(404)),
  }),

  /** What a code would take off a sum in pence for this client. Guesses are counted. */
  "POST /api/discount-codes/validate": call({
    who: "anybody",
    takes: { code: "text", orderValue: "number", currency: "text" },
    schema: codeForm,
    run: async ({ request, sent, input: { code }, now }) => {
      const subtotalPence = sent.orderValue ?? 0;
      if (!Number.isSafeInteger(subtotalPence) || subtotalPence < 0 || subtotalPence > MOST_PENCE) {
        return failField("orderValue", "orderValue must be a whole number of pence");
      }
      if ((sent.currency || "GBP").toUpperCase() !== "GBP") return failField("currency", "We sell in GBP only");
      const client = await apiClientOf(request);
      const counted = client?.accountId ?? null;
      const wait = countCode(counted, now);
      if (wait > 0) return failTooMany(wait);
      const quoted = quoteDiscount({ code, subtotalPence, accountId: client?.accountId ?? "" }, now);
      if (quoted.ok || quoted.reason !== "unknown") uncountCode(counted, now);
      if (!quoted.ok) return fail(422, { error: DISCOUNT_MESSAGES[quoted.reason], code: quoted.reason });
      const { discount, discountPence } = quoted;
      return {
        code: discount?.code ?? code,
        type: discount?.type,
        ...(discount && valueData(discount)),
        discountAmount: discountPence,
        discountAmountInPounds: discountPence / 100,
        currency: "GBP",
      };
    },
  }),
};

function sizeIn(request: Request): number {
  const input = Number(new URL(request.url).searchParams.get("pageSize") ?? DISCOUNT_LIST.size);
  return Number.isInteger(input) && input >= 1 && input <= MOST_A_PAGE ? input : DISCOUNT_LIST.size;
}

const asText = (value: number | undefined) => (value === undefined ? undefined : String(value));

type Discount = NonNullable<ReturnType<typeof discountWithUses>>["discount"];

const inPounds = (pence: number | null) => (pence === null ? null : pence / 100);

/** What a code is worth, under the same names in every call: per cent, or pounds. */
function valueData({ type, value }: Pick<Discount, "type" | "value">) {
  return { value: type === "PERCENTAGE" ? value : inPounds(value) };
}

/** A discount code for the staff's API clients: amounts in pounds as they are typed in, shares in per cent. */
function discountData(discount: Discount) {
  const { id, code, description, type, maxUses, usedCount, isActive, state } = discount;
  return {
    id,
    code,
    description,
    type,
    maxUses,
    usedCount,
    isActive,
    status: state,
    ...valueData(discount),
    minOrderValue: inPounds(discount.minimumOrderPence),
    maxDiscountValue: inPounds(discount.maximumDiscountPence),
    startsAt: discount.startsAt,
    expiresAt: discount.expiresAt,
    firstOrderOnly: discount.firstOrderOnly,
    oncePerCustomer: discount.oncePerCustomer,
  };
}
