import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { accounts, orders, vouchers } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { recentResults } from "~/domain/backoffice/checks/results.server";
import { tryOrder, tryPayment, tryVouchers } from "~/domain/backoffice/checks/testers.server";
import { sandbox } from "../../../support/payment-sandbox";
import { NOW, person } from "../../../support/people";
import { colleague } from "../../people/staff/colleagues";

let staffId = "";
beforeAll(async () => {
  staffId = (await colleague("super_admin")).id;
});
beforeEach(() => sandbox.control.setSwitches({ fault: null }));

describe("the tools", () => {
  const ADDRESS = { firstName: "Ada", lastName: "Marsh", line1: "1 Row", line2: "", city: "York", county: "" };
  const order = (amount: number, loop = "pet/puppys-first-year") =>
    tryOrder({ ...ADDRESS, postcode: "YO1 7HH", amount, loop, journeyType: "purchase" }, staffId, NOW);
  const messageOf = (result: Awaited<ReturnType<typeof tryOrder>>) =>
    result.ok ? [result.found.isPassed, result.found.message] : result.reason;
  const failing = (path: string) => sandbox.control.setSwitches({ fault: { kind: "error", calls: 100, path } });

  it("open, read and close a payment, and say where that fails", async () => {
    expect(messageOf(await tryPayment(1234, staffId, NOW))).toEqual([true, ""]);
    for (const path of ["/v1/payment_intents", "/v1/payment_intents/"]) {
      failing(path);
      expect(messageOf(await tryPayment(1234, staffId, NOW))).toEqual([false, expect.stringMatching(/\w/)]);
    }
  });

  it("place an order of one test account and pay it, unless its sum, its loop or the provider says otherwise", async () => {
    const another = person("Tester", { isTest: true });
    person("Same", { email: "payment-backend@loop.test", emailVerifiedAt: null });
    expect(messageOf(await order(6999))).toEqual([true, ""]);
    expect(messageOf(await order(1234))).toEqual([false, "The order comes to £69.99, not £12.34."]);
    expect(messageOf(await order(6999, "pet/none"))).toEqual([
      false,
      expect.stringMatching(/^The order was refused: /),
    ]);
    failing("/v1/payment_intents/");
    expect(messageOf(await order(6999))).toEqual([false, expect.stringMatching(/\w/)]);
    failing("/v1/payment_intents");
    expect(messageOf(await order(6999))).toEqual([false, expect.stringMatching(/^The payment was not opened: /)]);
    const payers = db.select().from(accounts).where(eq(accounts.isTest, true)).all();
    const [payer, ...more] = payers.filter(({ id }) => id !== another.id);
    expect([payer?.email, payer?.lastName, more]).toEqual(["payment-backend@loop.test", "Test", []]);
    const owners = db.select({ owner: orders.accountId }).from(orders).where(eq(orders.isTest, true)).all();
    expect(new Set(owners.map(({ owner }) => owner))).toEqual(new Set([payer?.id]));
  });

  it("try no payment with a live key", async () => {
    Object.assign(settings.payments, { liveMode: true });
    expect([messageOf(await tryPayment(1234, staffId, NOW)), messageOf(await order(6999))]).toEqual(["live", "live"]);
    Object.assign(settings.payments, { liveMode: false });
  });

  it("make test vouchers that are good for the days that were asked, or say why not", async () => {
    const make = (expiryDays: number) => tryVouchers({ count: 2, value: 4900, expiryDays }, staffId, NOW);
    const batchId = await make(30);
    const made = db
      .select()
      .from(vouchers)
      .where(eq(vouchers.batchId, batchId ?? ""))
      .all();
    expect(made.map(({ isTest }) => isTest)).toEqual([true, true]);
    expect(await make(-30)).toBeNull();
    expect(recentResults("voucher tester").map(({ message }) => message)).toContain("It was refused: dates.");
  });
});
