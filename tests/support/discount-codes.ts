import { db } from "#db/client.server";
import { discounts } from "#db/schema";
import { clock } from "./payment-sandbox";

/** A discount code; ten per cent off, without limits, by default. */
export function code(name: string, terms: Partial<typeof discounts.$inferInsert> = {}) {
  const kind = { type: "PERCENTAGE", value: 10 } as const;
  return db
    .insert(discounts)
    .values({ code: name, ...kind, createdAt: clock.now, updatedAt: clock.now, ...terms })
    .returning()
    .get();
}
