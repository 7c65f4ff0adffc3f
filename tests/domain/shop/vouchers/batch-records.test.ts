import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { voucherBatches } from "#db/schema";
import { batchCounts, batchData, batchesPending } from "~/domain/shop/vouchers/batch-records.server";
import { later, NOW } from "../../../support/people";
import { partnerOrder } from "../../../support/vouchers";

const WEEK = 7 * 24 * 3600;
const msAgo = (ms: number) => new Date(NOW.getTime() - ms);

it("the vouchers of a partner order are counted by where they are, to the instant, and no other order’s are", () => {
  const id = partnerOrder("hal", [
    { expiresAt: later(1), sentAt: NOW },
    { expiresAt: NOW, openedAt: NOW },
    { expiresAt: msAgo(1), openedAt: NOW },
    { status: "EXPIRED", expiresAt: msAgo(2) },
    { status: "EXPIRED", expiresAt: later(5) },
    { status: "REDEEMED", redeemedAt: later(-WEEK), expiresAt: msAgo(9), openedAt: NOW },
    { status: "REDEEMED", redeemedAt: new Date(later(-WEEK).getTime() + 1), expiresAt: later(9) },
    { status: "REDEEMED", redeemedAt: NOW },
    { status: "CANCELLED", expiresAt: msAgo(9) },
    { status: "CANCELLED" },
    ...Array.from({ length: 4 }, () => ({ status: "SUSPENDED" as const })),
  ]);
  partnerOrder("hal", [
    { sentAt: NOW, recipientEmail: "zoe@example.org" },
    { status: "REDEEMED", redeemedAt: NOW },
  ]);
  expect(batchCounts(id, NOW)).toEqual({
    ...{ made: 14, sent: 1, opened: 3, redeemed: 3, redeemedThisWeek: 2, open: 2, expired: 3, cancelled: 2, held: 4 },
    ...{ firstEnd: msAgo(2), lastEnd: later(5) },
  });
  expect(batchData(id)).toMatchObject({ made: 14, cancelled: 2, recipientEmail: null });
});

it("only partner orders that wait for a second person are counted as waiting", () => {
  const [waiting] = [partnerOrder("hal", []), partnerOrder("hal", [])];
  expect(batchesPending()).toBe(0);
  db.update(voucherBatches).set({ state: "waiting" }).where(eq(voucherBatches.id, waiting)).run();
  expect(batchesPending()).toBe(1);
});
