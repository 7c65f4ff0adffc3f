import type { Order } from "~/domain/orders/orders.server";
import { latestPayment } from "~/domain/orders/payments.server";
import { confirmationAddress } from "~/domain/orders/return-addresses";
import { seeOther } from "~/web/answers.server";
import { placeAfterPaying } from "./payment-gift.server";

/** The page that tells how the newest payment of an order stands. */
export function paymentStatusPath(order: Order | undefined): string {
  const payment = order && latestPayment(order.id);
  return (payment && confirmationAddress(order, payment)) ?? "/dashboard";
}

/** For whoever comes back to the page that took their money, with Back or a link of before: on to what they bought. */
export async function leadPastPaying(order: Order, isGuest: boolean): Promise<Response> {
  return await seeOther(placeAfterPaying(order, isGuest), {
    flash: { tone: "info", message: "This order is paid for already.", more: "Nothing is charged twice." },
  });
}
