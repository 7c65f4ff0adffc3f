import { eq } from "drizzle-orm";
import { tryVouchers } from "../../app/domain/backoffice/checks/testers.server";
import { addDays, londonDay } from "../../app/domain/kernel/time/days";
import { DAY_MS } from "../../app/domain/kernel/time/durations";
import { createDiscount, switchDiscount } from "../../app/domain/shop/discounts/admin-discounts.server";
import { approveBatch, generateVouchers } from "../../app/domain/shop/vouchers/batches.server";
import { cancelVoucher, extendVoucher } from "../../app/domain/shop/vouchers/voucher-actions.server";
import { db } from "../../db/client.server";
import { vouchers } from "../../db/schema";
import { must, type Plan } from "./staff-plan";

/** Discount codes and vouchers created by the staff. */

const BATCH = {
  currency: "GBP" as const,
  validFrom: "",
  expiresOn: "",
  isTest: false,
  recipientName: "",
  recipientEmail: "",
  giftMessage: "",
};

export function planSelling({ on, staffIds, now }: Plan): void {
  const { joan, hal, bea } = staffIds;
  const offer = (code: string, value: number, at: Date, expiresAt: Date | null, change = {}) => {
    const bounds = {
      maxUses: 100,
      minOrderValue: null,
      maxDiscountValue: null,
      startsOn: "",
      expiresOn: "",
    };
    const kind = { type: "FIXED_AMOUNT", description: "Leaflet", firstOrderOnly: false } as const;
    const wanted = { code, value, ...bounds, ...kind, oncePerCustomer: true, ...change };
    const made = createDiscount(wanted, { startsAt: null, expiresAt }, hal, at);
    return made.ok ? made.discountId : "";
  };
  on(84, (at) => offer("HARVEST5", 5_00, at, new Date(now.getTime() - 25 * DAY_MS)));
  on(70, (at) => {
    const id = offer("FAIR10", 10_00, at, null);
    on(35, (later) => must(switchDiscount(id, false, hal, later), "FAIR10"));
  });
  const larger = { type: "PERCENTAGE", description: "Hospice volunteers", maxUses: 25 } as const;
  on(4, (at) => offer("HOSPICE60", 60_00, at, null, larger));
  on(45, (at) =>
    must(
      generateVouchers({ ...BATCH, count: 12, value: 49_00, note: "Raffle, Hebden Bridge school fair" }, hal, at),
      "A batch",
    ),
  );
  on(30, (at) => {
    const note = "Thank you to the bindery’s open day";
    const made = generateVouchers({ ...BATCH, count: 24, value: 30_00, note }, hal, at);
    must(made, "A batch");
    if (made.ok) on(29, (later) => must(approveBatch(made.batchId, joan, later), "Approving a batch"));
  });
  on(20, (at) =>
    must(cancelVoucher({ voucherId: oneOfABatch(0), reason: "Lost before the raffle" }, bea, at), "A voucher"),
  );
  on(12, (at) => {
    const longer = { expiresOn: addDays(londonDay(at), 500), reason: "The winner is abroad until spring" };
    must(extendVoucher(oneOfABatch(1), longer, bea, at), "A voucher");
  });
  on(7, (at) => tryVouchers({ count: 5, value: 49_00, expiryDays: 365 }, joan, at));
  on(3, (at) =>
    must(generateVouchers({ ...BATCH, count: 40, value: 49_00, note: "Presents for the hospice" }, hal, at), "A batch"),
  );
}

function oneOfABatch(place: number): string {
  const made = db.select().from(vouchers).where(eq(vouchers.valuePence, 49_00)).orderBy(vouchers.id).all();
  return made[place]?.id ?? "";
}
