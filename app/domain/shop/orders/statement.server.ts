import { write } from "#db/client.server";
import { statementLines } from "#db/schema";
import type { Movement } from "~/adapters/payments/contract";
import { londonDay } from "~/domain/kernel/time/days";
import { bookedDay } from "~/domain/kernel/time/months";

/** Keeps the lines of the provider's statement, once each, with the day on which the books have them. */
export function storeStatement(movements: readonly Movement[], now: Date): number {
  const today = londonDay(now);
  return write((tx) => {
    let retained = 0;
    for (const { id, kind, source, paymentIntentId, amountPence, feePence, at } of movements) {
      const line = { id, kind, source, paymentIntentId, amountPence, feePence, at, readAt: now };
      const { changes } = tx
        .insert(statementLines)
        .values({ ...line, bookedDay: bookedDay(londonDay(at), today) })
        .onConflictDoNothing()
        .run();
      retained += changes;
    }
    return retained;
  });
}
