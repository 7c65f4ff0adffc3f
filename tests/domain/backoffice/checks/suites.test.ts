import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { orders, settings } from "#db/schema";
import { runSuite } from "~/domain/backoffice/checks/suites.server";
import { OPENING_PRICES } from "~/domain/diary/catalogue/prices";
import { sandbox } from "../../../support/payment-sandbox";
import { NOW, person } from "../../../support/people";
import { ordered } from "../../../support/shop";
import { voucher } from "../../../support/vouchers";
import { colleague } from "../../people/staff/colleagues";

let staffId = "";
beforeAll(async () => {
  staffId = (await colleague("super_admin")).id;
});
beforeEach(() => sandbox.control.setSwitches({ fault: null }));

const failuresOf = async (suite: string) =>
  (await runSuite(suite, staffId, NOW))
    ?.filter(({ isPassed }) => !isPassed)
    .map(({ name, message }) => [name, message]);

describe("the suites of checks", () => {
  it.each(["user", "payment", "voucher", "content"])("find nothing wrong in a shop that works: %s", async (suite) => {
    voucher();
    // A redeemed one could not be cancelled with the voucher that a check cancels.
    voucher({}, { status: "REDEEMED", redeemedAt: NOW, redeemedByAccountId: person("Maya").id });
    expect(await failuresOf(suite)).toEqual([]);
    expect(await runSuite("unknown", staffId, NOW)).toBeUndefined();
  });

  it("say what is wrong: a provider that does not answer, and money that does not add up", async () => {
    const { id } = ordered();
    db.update(orders).set({ refundedPence: 1 }).where(eq(orders.id, id)).run();
    sandbox.control.setSwitches({ fault: { kind: "error", calls: 100 } });
    const failures = await failuresOf("payment");
    expect(failures?.map(([name]) => name)).toEqual(["The payment provider accepts our key", "The money rules hold"]);
    expect(failures?.[1]?.[1]).toMatch(/^Broken: /);
    db.update(orders).set({ refundedPence: 0 }).where(eq(orders.id, id)).run();
  });

  it("do not take a loop for nothing for a price", async () => {
    const free = { ...OPENING_PRICES, loopPence: 0, loopDeliveryPence: 0 };
    db.insert(settings)
      .values({ key: "prices", value: JSON.stringify(free), updatedAt: NOW })
      .run();
    expect((await failuresOf("payment"))?.map(([name]) => name)).toEqual(["A loop’s price adds up"]);
    db.delete(settings).run();
  });
});
