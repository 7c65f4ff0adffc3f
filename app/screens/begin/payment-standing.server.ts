import type { Order } from "~/domain/orders/orders.server";
import { latestPayment } from "~/domain/orders/payments.server";
import { confirmationAddress } from "~/domain/orders/return-addresses";

/** The page that tells how the newest payment of an order stands. */
export function whereItStands(order: Order | undefined): string {
  const payment = order && latestPayment(order.id);
  return (payment && confirmationAddress(order, payment)) ?? "/dashboard";
}
