import { db } from "#db/client.server";
import { disputes, loopCredits, orderLines, orders, payments, refunds, shipments } from "#db/schema";
import { NOW, type person } from "../../../support/people";

/** Orders written straight into the database, for what reads them. */

type Buyer = Pick<ReturnType<typeof person>, "id" | "email" | "firstName" | "lastName">;

let counted = 0;

/** A paid order of a loop; `given` overrides columns. */
export function orderRow({ id: accountId, ...buyer }: Buyer, given: Partial<typeof orders.$inferInsert> = {}) {
  counted += 1;
  const { email, firstName, lastName } = buyer;
  return db
    .insert(orders)
    .values({
      ...{ accountId, email, firstName, lastName },
      ...{ basketKey: `rows-${counted}`, number: `LP-ROWS-${String(counted).padStart(4, "0")}` },
      ...{ kind: "loop", status: "PAID", pricing: "{}", subtotalPence: 6999, totalPence: 6999 },
      ...{ createdAt: NOW, paidAt: NOW, updatedAt: NOW },
      ...given,
    })
    .returning()
    .get();
}

export function paymentRow(orderId: string, given: Partial<typeof payments.$inferInsert> = {}) {
  const values = { orderId, attempt: 1, amountPence: 6999, status: "paid", createdAt: NOW, updatedAt: NOW } as const;
  return db
    .insert(payments)
    .values({ ...values, ...given })
    .returning()
    .get();
}

export function lineRow(orderId: string, given: Partial<typeof orderLines.$inferInsert> = {}) {
  const values = { orderId, itemId: "loop-pet-puppys-first-year", name: "A loop", unitPence: 6999, quantity: 1 };
  return db
    .insert(orderLines)
    .values({ ...values, ...given })
    .returning()
    .get();
}

export function shipmentRow(given: Partial<typeof shipments.$inferInsert>) {
  return db
    .insert(shipments)
    .values({ createdAt: NOW, updatedAt: NOW, ...given })
    .returning()
    .get();
}

export function disputeRow(orderId: string, given: Partial<typeof disputes.$inferInsert> = {}) {
  counted += 1;
  const values = { id: `du_rows_${counted}`, orderId, stage: "open", amountPence: 6999 } as const;
  return db
    .insert(disputes)
    .values({ ...values, openedAt: NOW, updatedAt: NOW, ...given })
    .returning()
    .get();
}

export function refundRow(orderId: string, given: Partial<typeof refunds.$inferInsert> = {}) {
  const values = { orderId, amountPence: 100, reason: "Torn", createdAt: NOW, updatedAt: NOW };
  return db
    .insert(refunds)
    .values({ ...values, ...given })
    .returning()
    .get();
}

/** The credit that an order or a voucher bought; `given` says which. */
export function creditRow(given: Partial<typeof loopCredits.$inferInsert>) {
  return db
    .insert(loopCredits)
    .values({ theme: "pet", type: "puppys-first-year", createdAt: NOW, ...given })
    .returning()
    .get();
}
