import { LIMITS } from "~/domain/kernel/limits/limits";
import { numberInWords } from "~/domain/kernel/text/numbers";
import { ORDER_PLACES, type Reader } from "./order-places";

/** Changing where the book of an order goes: until when, by whom, and the text about it. */

export const CHANGE_ADDRESS = "Change the address";

/**
 * `gift`: nothing of it goes to its buyer. `printing`: it is at the printer, or was. `over`: it is cancelled or
 * refunded. `too_many`: changed too often today.
 */
export type AddressRefusal = "gift" | "printing" | "over" | "too_many";

/** Whether the address of an order can still be changed; null if it can. */
export function addressRefusal(order: {
  kind: "loop" | "gift" | "book_copies";
  status: "PENDING" | "PAID" | "CANCELLED" | "PARTLY_REFUNDED" | "REFUNDED";
  isPrinting: boolean;
}): Exclude<AddressRefusal, "too_many"> | null {
  if (order.kind === "gift") return "gift";
  if (order.isPrinting) return "printing";
  return order.status === "PAID" || order.status === "PARTLY_REFUNDED" ? null : "over";
}

export const ADDRESS_REFUSALS: Readonly<Record<AddressRefusal, string>> = {
  gift: "We deliver a gift’s book to the person who writes it, so your order has no address.",
  printing: "It’s at the printer, so you can’t change the address any more. Write to us and we’ll do what we can.",
  over: "This order is cancelled or refunded, so you can’t change its address. If a book of it is still to come, write to us.",
  too_many: `You’ve changed this address ${numberInWords(LIMITS.order_address.most)} times today. Try again tomorrow, or write to us.`,
};

export const UK_ONLY_MESSAGE = "We only deliver to UK addresses";

/** Until when the address can be changed, and who is notified. */
export const ADDRESS_RULE = `${UK_ONLY_MESSAGE}. You can change the address until your book is at the printer. We email you every change.`;

/** The same, with where. */
export function howToChangeAddress(reader: Reader): string {
  return `${ADDRESS_RULE} Press “${CHANGE_ADDRESS}” ${ORDER_PLACES[reader]}.`;
}
