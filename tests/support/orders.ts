import { db } from "#db/client.server";
import { orders } from "#db/schema";
import { NOW } from "./people";

let counted = 0;

/** The row of an order that was paid, of nobody in particular; `given` overrides columns. */
export function orderRow(given: Partial<typeof orders.$inferInsert> = {}) {
  counted += 1;
  return db
    .insert(orders)
    .values({
      ...{ number: `LP-ROW-${counted}`, basketKey: `row-${counted}`, kind: "loop", status: "PAID", pricing: "{}" },
      ...{
        subtotalPence: 6999,
        totalPence: 6999,
        email: "",
        firstName: "",
        createdAt: NOW,
        paidAt: NOW,
        updatedAt: NOW,
      },
      ...given,
    })
    .returning()
    .get();
}
