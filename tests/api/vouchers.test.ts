import { describe, expect, it } from "vitest";
import { expectNothingBreaks } from "../screens/support/app-log";
import { giveGift } from "../screens/support/gifts";
import { change, countOf, dayFromToday, rowOf } from "../screens/support/records";
import { makeVoucher } from "../screens/support/vouchers";
import { openApp } from "../support/app";
import { becomeApiClient, call, dataOf, type Program, wholeOf } from "./support/api-clients";

const app = await openApp();
expectNothingBreaks();

const INVALID = "Invalid voucher code. Please check and try again.";
const LOOP = { theme: "family", type: "family-adventures" };

const validate = (code: unknown) => call(app.visitor(), "POST", "/api/vouchers/validate", { code });
const redeem = (program: Program, voucherCode: unknown, more: object = LOOP) =>
  program.call("POST", "/voucher/redeem", { voucherCode, ...more });

describe("POST /api/vouchers/validate", () => {
  it("says of a voucher that can be redeemed what it is good for, and nothing of its giver", async () => {
    const { code } = await makeVoucher();
    const data = dataOf(await validate(code.toLowerCase().replaceAll("-", "")));
    expect(data).toMatchObject({
      success: true,
      message: "Voucher Validated Successfully",
      voucher: { value: 69.99, currency: "GBP", theme: "pet", type: "my-cat-and-me" },
    });
    expect(JSON.stringify(data)).not.toMatch(/Callum|cat\./);
  });

  it("says the same, to the byte, of what is unknown and malformed, and of a whole code what became of it", async () => {
    const [cancelled, used] = [await makeVoucher(), await makeVoucher()];
    change("UPDATE vouchers SET status = 'CANCELLED' WHERE id = ?", cancelled.voucherId);
    await redeem(await becomeApiClient(app), used.code);
    const responses: string[] = [];
    for (const code of ["K7QM-4XPD-92HR", "nonsense"]) {
      const response = await validate(code);
      expect(dataOf(response)).toMatchObject({ success: false, error: INVALID, message: INVALID });
      responses.push(wholeOf(response));
    }
    expect(new Set(responses).size).toBe(1);
    expect(dataOf(await validate(cancelled.code))).toMatchObject({ code: "VOUCHER_CANCELLED" });
    expect(dataOf(await validate(used.code))).toMatchObject({ code: "VOUCHER_ALREADY_REDEEMED" });
  });

  it.each([
    ["expires_at", -1000, "VOUCHER_EXPIRED", "This voucher has expired. Vouchers are valid for 12 months"],
    ["valid_from", 60_000, "VOUCHER_NOT_YET_VALID", "This voucher is not yet valid."],
  ])("has a code and an error message that name %s", async (column, milliseconds, code, words) => {
    const made = await makeVoucher();
    change(`UPDATE vouchers SET ${column} = ? WHERE id = ?`, Date.now() + milliseconds, made.voucherId);
    const response = await validate(made.code);
    expect(response.status).toBe(422);
    expect(dataOf(response)).toMatchObject({ code, data: { code }, error: expect.stringContaining(words) });
  });

  it.each([undefined, "", "   ", 7, [], {}])("wants a code, which %j is not", async (code) => {
    expect((await validate(code)).status).toBe(422);
  });

  it("checks ten wrong codes from one place and then asks to wait", async () => {
    const visitor = app.visitor();
    const guess = () => call(visitor, "POST", "/api/vouchers/validate", { code: "K7QM-4XPD-92HR" });
    const statuses: number[] = [];
    for (let time = 0; time < 12; time += 1) statuses.push((await guess()).status);
    expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(10);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe("POST /voucher/redeem", () => {
  it("spends the voucher and begins the loop in one, and the same again is the same loop", async () => {
    const program = await becomeApiClient(app);
    const { voucherId, code } = await makeVoucher();
    const first = await redeem(program, code, { ...LOOP, startDate: dayFromToday(7) });
    expect(first.status).toBe(201);
    expect(dataOf(first)).toMatchObject({
      success: true,
      message: "Voucher redeemed successfully! Your memory loop has been created.",
      data: { code: "VOUCHER_REDEEMED" },
    });
    const again = await redeem(program, code, { ...LOOP, startDate: dayFromToday(7) });
    expect(again.status).toBe(200);
    expect(dataOf(again).data).toEqual(dataOf(first).data);
    expect(rowOf("SELECT start_day, type FROM loops WHERE account_id = ?", program.customer.accountId)).toEqual({
      start_day: dayFromToday(7),
      type: "family-adventures",
    });
    expect(rowOf("SELECT status FROM vouchers WHERE id = ?", voucherId)).toEqual({ status: "REDEEMED" });
  });

  it("takes the giver’s choice where none is sent", async () => {
    const program = await becomeApiClient(app);
    await redeem(program, (await makeVoucher()).code, {});
    expect(rowOf("SELECT type FROM loops WHERE account_id = ?", program.customer.accountId)).toEqual({
      type: "my-cat-and-me",
    });
  });

  it("for one voucher and forty people at once is one loop and thirty-nine refusals", async () => {
    const { code } = await makeVoucher();
    const programs = await Promise.all(Array.from({ length: 8 }, () => becomeApiClient(app)));
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, place) => redeem(programs[place % 8] as Program, code)),
    );
    const begun = responses.filter(({ status }) => status === 201);
    expect(begun).toHaveLength(1);
    expect(responses.every(({ status }) => [200, 201, 422, 429].includes(status))).toBe(true);
    const ids = programs.map(({ customer }) => `'${customer.accountId}'`).join(",");
    expect(countOf("loops", `account_id IN (${ids})`)).toBe(1);
  });

  it.each([
    ["a loop that is not there", { theme: "pet", type: "wedding" }, 422],
    ["a day that is none", { ...LOOP, startDate: "2026-02-30" }, 422],
    ["a day long gone", { ...LOOP, startDate: "2020-01-01" }, 422],
    ["a day far away", { ...LOOP, startDate: dayFromToday(900) }, 422],
    ["fields of another kind", { theme: 7 }, 422],
  ])("with %s is refused and spends nothing", async (_, more, status) => {
    const { voucherId, code } = await makeVoucher();
    const response = await redeem(await becomeApiClient(app), code, more);
    expect(response.status).toBe(status);
    expect(rowOf("SELECT status FROM vouchers WHERE id = ?", voucherId)).toEqual({ status: "ACTIVE" });
  });

  it("is for somebody signed in, and for a token or a form token", async () => {
    const { code } = await makeVoucher();
    const body = { voucherCode: code, ...LOOP };
    expect((await call(app.visitor(), "POST", "/voucher/redeem", body)).status).toBe(401);
    const { customer } = await becomeApiClient(app);
    expect((await call(customer.browser, "POST", "/voucher/redeem", body)).status).toBe(403);
  });
});

describe("GET /voucher/{id}/details", () => {
  it("shows a voucher with its order to its buyer, and to nobody else", async () => {
    const [jean, eve] = [await becomeApiClient(app), await becomeApiClient(app)];
    const orderId = giveGift(jean.customer);
    const purchasedByAccountId = jean.customer.accountId;
    const { voucherId, code } = await makeVoucher({ orderId, purchasedByAccountId });
    const path = `/voucher/${voucherId}/details`;
    expect(dataOf(await jean.call("GET", path))).toMatchObject({
      voucher: { id: voucherId, code, status: "ACTIVE", state: "ready", recipientName: "Callum" },
      order: { id: orderId, amount: 6999, amountInPounds: 69.99, currency: "GBP" },
    });
    const theirs = await eve.call("GET", path);
    expect([theirs.status, wholeOf(theirs)]).toEqual([404, wholeOf(await eve.call("GET", "/voucher/nobody/details"))]);
    expect((await call(app.visitor(), "GET", path)).status).toBe(401);
  });
});
