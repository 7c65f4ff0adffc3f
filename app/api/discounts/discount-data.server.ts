import type { discountWithUses } from "~/domain/shop/discounts/admin-discounts.server";

type Discount = NonNullable<ReturnType<typeof discountWithUses>>["discount"];

const inPounds = (pence: number | null) => (pence === null ? null : pence / 100);

/** What a code is worth, under the same names in every call: per cent, or pounds. */
export function valueData({ type, value }: Pick<Discount, "type" | "value">) {
  return { value: type === "PERCENTAGE" ? value : inPounds(value) };
}

/** A discount code for the staff's API clients: amounts in pounds as they are typed in, shares in per cent. */
export function discountData(discount: Discount) {
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
