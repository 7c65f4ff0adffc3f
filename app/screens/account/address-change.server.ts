import { formatBookDay, promisedBookDay } from "~/domain/diary/loops/book-days";
import { londonDay } from "~/domain/kernel/time/days";
import { addressLines, deliveryAddressForm } from "~/domain/people/addresses/forms";
import { ADDRESS_REFUSALS, ADDRESS_RULE } from "~/domain/shop/order-rules/order-address";
import { type PastOrder, paidOrdersOf } from "~/domain/shop/orders/history.server";
import { changeOrderAddress, orderAddressOf } from "~/domain/shop/orders/order-address.server";
import { currentTime } from "~/web/clock.server";
import { readForm } from "~/web/read-form";
import { notFound, seeOther, unprocessable } from "~/web/responses.server";
import { formOf } from "~/web/submission.server";

/** Changing where one order goes, for the owner of an account and by a guest's link. */

export function addressView(accountId: string, orderId: string) {
  const found = orderAddressOf(accountId, orderId);
  if (!found) notFound();
  const { order, place, refusal } = found;
  const past = paidOrdersOf(accountId).find((one) => one.order.id === orderId);
  return {
    number: order.number,
    place: place ?? null,
    refusal: refusal && ADDRESS_REFUSALS[refusal],
    books: past && place && !refusal ? booksOf(past) : [],
  };
}

/** What an order delivers, each with the day that it is promised for. */
function booksOf({ order, loop, lines, shipments, expectedDay }: PastOrder) {
  const copiesDay = shipments.find(({ reprintOf }) => reprintOf === null)?.expectedDay ?? null;
  const day = loop ? promisedBookDay(loop, expectedDay, londonDay(currentTime())) : copiesDay;
  const arrives = day ? `Arrives ${formatBookDay(day)}` : null;
  return lines.map(({ name, description, quantity }) => ({
    name: `${quantity} × ${[name, description].filter((part) => part !== "").join(": ")}`,
    arrives: arrives ?? (order.kind === "loop" ? "Arrives by the day you choose" : null),
  }));
}

/** Where an order goes, as its page shows it; null where nothing of it is delivered to its buyer. */
export function addressData(accountId: string, orderId: string) {
  const found = orderAddressOf(accountId, orderId);
  if (!found?.place) return null;
  const { place, refusal } = found;
  return {
    words: addressLines(place).join(", "),
    canChange: refusal === null,
    says: refusal ? ADDRESS_REFUSALS[refusal] : ADDRESS_RULE,
  };
}

export type AddressView = ReturnType<typeof addressView>;

/** Changes it, and goes on to `next`. */
export async function changeAddressFrom(request: Request, accountId: string, orderId: string, next: string) {
  const submission = readForm(formOf(request), deliveryAddressForm);
  if (submission.status !== "success") return unprocessable("address", submission.reply());
  const changed = changeOrderAddress(accountId, orderId, submission.value, currentTime());
  if (changed.ok) {
    const more = "We’ve emailed you the new one.";
    return await seeOther(next, { flash: { tone: "ok", message: "Address changed.", more } });
  }
  if (changed.reason === "not_found") notFound();
  return unprocessable("address", submission.reply({ formErrors: [ADDRESS_REFUSALS[changed.reason]] }));
}
