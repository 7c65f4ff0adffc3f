import { describe, expect, it } from "vitest";
import { expectNothingBreaks } from "../screens/support/app-log";
import { expectMoneyAddsUp } from "../screens/support/money";
import { makeDiscount } from "../screens/support/purchases";
import { countOf, rowOf, useUp } from "../screens/support/records";
import { openSellingApp } from "../screens/support/selling-app";
import { becomeApiClient, call, dataOf, type Program } from "./support/api-clients";

const { app, cardPage } = await openSellingApp();
expectNothingBreaks();
expectMoneyAddsUp();

const HOME = {
  firstName: "Ada",
  lastName: "Marsh",
  address1: "14 Weavers Row",
  address2: "",
  city: "Hebden Bridge",
  state: "",
  postalCode: "hx7  8aa",
  country: "GB",
};
const LOOP = { journeyType: "purchase", theme: "family", type: "family-adventures" };

async function addressIdOf(program: Program): Promise<string> {
  const { address } = dataOf(await program.call("POST", "/account/addresses", HOME));
  return String((address as { id: string }).id);
}

describe("POST /api/discount-codes/validate", () => {
  const validate = (body: unknown) => call(app.visitor(), "POST", "/api/discount-codes/validate", body);

  it("says what a code takes off a sum", async () => {
    const program = await becomeApiClient(app);
    const sent = { code: " new10 ", orderValue: 6999, currency: "gbp" };
    const response = await program.call("POST", "/api/discount-codes/validate", sent);
    expect(dataOf(response)).toEqual({
      success: true,
      code: "NEW10",
      type: "PERCENTAGE",
      value: 10,
      discountAmount: 700,
      discountAmountInPounds: 7,
      currency: "GBP",
    });
  });

  it("tells a stranger what a code for first orders takes, before their email is known", async () => {
    const response = await validate({ code: "NEW10", orderValue: 6999 });
    expect([response.status, dataOf(response).discountAmount]).toEqual([200, 700]);
  });

  it.each([
    [{ code: "NOTHING", orderValue: 6999 }, "Code not recognised"],
    [{ code: "", orderValue: 6999 }, "Please enter a discount code"],
    [{ code: "NEW10", orderValue: 69.99 }, "orderValue must be a whole number of pence"],
    [{ code: "NEW10", orderValue: -1 }, "orderValue must be a whole number of pence"],
    [{ code: "NEW10", orderValue: "6999" }, "orderValue must be a number"],
    [{ code: "NEW10", orderValue: 6999, currency: "USD" }, "We sell in GBP only"],
    [{ code: ["NEW10"], orderValue: 6999 }, "code must be a text"],
  ])("refuses %j with its error message", async (body, sentence) => {
    const response = await validate(body);
    expect([response.status, dataOf(response).error]).toEqual([422, sentence]);
  });
});

describe("POST /payments/create-with-user", () => {
  it("orders a loop at our price and gives what the card element needs", async () => {
    const program = await becomeApiClient(app);
    const body = {
      amount: 6299,
      metadata: { ...LOOP, discountCode: "NEW10" },
      addressId: await addressIdOf(program),
    };
    const response = await program.call("POST", "/payments/create-with-user", body);
    expect([response.status, dataOf(response)]).toMatchObject([
      201,
      {
        success: true,
        order: { number: expect.stringMatching(/^LP-/), amount: 6299, currency: "GBP" },
        paymentIntent: { client_secret: expect.stringContaining("_secret_"), amount: 6299 },
      },
    ]);
    const { order } = dataOf(response) as { order: { id: string } };
    const row = rowOf("SELECT * FROM orders WHERE id = ?", order.id);
    expect(row).toMatchObject({
      status: "PENDING",
      total_pence: 6299,
      kind: "loop",
      email: program.customer.email,
    });
    expect(String(row.delivery_address)).toContain("HX7 8AA");
  });

  it("takes no sum but ours, and says which that is", async () => {
    const program = await becomeApiClient(app);
    const body = { amount: 1, metadata: LOOP, addressId: await addressIdOf(program) };
    const response = await program.call("POST", "/payments/create-with-user", body);
    expect([response.status, dataOf(response)]).toMatchObject([409, { code: "price_changed", amount: 6999 }]);
    expect(countOf("payments", "order_id IN (SELECT id FROM orders WHERE email = ?)", program.customer.email)).toBe(0);
  });

  it("sends nothing to somebody else's address", async () => {
    const [one, other] = [await becomeApiClient(app), await becomeApiClient(app)];
    const body = { amount: 6999, metadata: LOOP, addressId: await addressIdOf(other) };
    const response = await one.call("POST", "/payments/create-with-user", body);
    expect([response.status, dataOf(response).error]).toEqual([422, "Please enter your delivery address."]);
    expect(countOf("orders", "email = ?", one.customer.email)).toBe(0);
  });

  it("keeps an address abroad as it was given, and delivers nothing there", async () => {
    const program = await becomeApiClient(app);
    const abroad = { ...HOME, postalCode: "10001", country: "US" };
    const kept = dataOf(await program.call("POST", "/account/addresses", abroad)).address as { id: string };
    expect(kept).toMatchObject({ country: "US", postalCode: "10001", deliverable: false });
    const body = { amount: 6999, metadata: LOOP, addressId: kept.id };
    const response = await program.call("POST", "/payments/create-with-user", body);
    const error = "We only deliver to UK addresses";
    expect([response.status, dataOf(response)]).toMatchObject([422, { error, fields: { addressId: [error] } }]);
    expect(countOf("orders", "email = ?", program.customer.email)).toBe(0);
  });

  it("is for somebody signed in", async () => {
    const response = await call(app.visitor(), "POST", "/payments/create-with-user", { amount: 6999 });
    expect(response.status).toBe(401);
  });

  it("counts no price that has changed, and stops where an account’s cards were declined too often", async () => {
    const program = await becomeApiClient(app);
    const addressId = await addressIdOf(program);
    const open = async (amount: number) =>
      await program.call("POST", "/payments/create-with-user", { amount, metadata: LOOP, addressId });
    const statuses: number[] = [];
    for (let time = 0; time < 6; time += 1) statuses.push((await open(1)).status);
    statuses.push((await open(6999)).status);
    expect(statuses).toEqual([409, 409, 409, 409, 409, 409, 201]);
    useUp("declines_account", program.customer.accountId, 20);
    const refused = await open(6999);
    expect([refused.status, refused.headers.has("retry-after")]).toEqual([429, true]);
    expect(dataOf(refused).error).toContain("You can try again in sixty minutes.");
  });
});

describe("a discount code with five uses", () => {
  const usesOf = (code: string) => rowOf("SELECT used_count FROM discounts WHERE code = ?", code).used_count;

  it.each([
    ["/payments/create-with-user", 7],
    ["/payments/create-intent", 7],
    ["/payments/create-intent", 100],
  ])("keeps them all through calls to %s at another price, %i times", async (path, times) => {
    const code = `CALLED${path.length}X${times}`;
    makeDiscount(code, { type: "PERCENTAGE", value: 10, max_uses: 5 });
    const program = await becomeApiClient(app);
    const to = path.endsWith("intent") ? { shippingAddress: HOME } : { addressId: await addressIdOf(program) };
    for (let time = 0; time < times; time += 1) {
      const body = { amount: 1, metadata: { ...LOOP, discountCode: code }, ...to };
      const response = await program.call("POST", path, body);
      expect([response.status, dataOf(response).code, dataOf(response).amount]).toEqual([409, "price_changed", 6299]);
    }
    expect(usesOf(code)).toBe(0);
    const other = await becomeApiClient(app);
    const body = { amount: 6299, metadata: { ...LOOP, discountCode: code }, shippingAddress: HOME };
    expect((await other.call("POST", "/payments/create-intent", body)).status).toBe(201);
    expect(usesOf(code)).toBe(1);
  });

  it("is held once by an account that opens one payment after the other", async () => {
    makeDiscount("ONEHOLD", { type: "PERCENTAGE", value: 10, max_uses: 5 });
    const program = await becomeApiClient(app);
    const body = { amount: 6299, metadata: { ...LOOP, discountCode: "ONEHOLD" }, shippingAddress: HOME };
    const open = () => program.call("POST", "/payments/create-intent", body);
    expect([(await open()).status, (await open()).status]).toEqual([201, 201]);
    expect(countOf("orders", "discount_code = 'ONEHOLD'")).toBe(2);
    expect(usesOf("ONEHOLD")).toBe(1);
  });

  it("is free again where the provider does not respond", async () => {
    makeDiscount("SILENT", { type: "PERCENTAGE", value: 10, max_uses: 5 });
    const program = await becomeApiClient(app);
    const body = { amount: 6299, metadata: { ...LOOP, discountCode: "SILENT" }, shippingAddress: HOME };
    cardPage.control.setSwitches({ fault: { kind: "error", calls: 10 } });
    try {
      expect((await program.call("POST", "/payments/create-intent", body)).status).toBe(503);
    } finally {
      cardPage.control.setSwitches({ fault: null });
    }
    expect(usesOf("SILENT")).toBe(0);
  });
});

describe("POST /payments/create-intent", () => {
  it("takes the address along, for a gift too", async () => {
    const program = await becomeApiClient(app);
    const body = { amount: 6999, metadata: { ...LOOP, journeyType: "gift" }, shippingAddress: HOME };
    const response = await program.call("POST", "/payments/create-intent", body);
    expect(dataOf(response)).toMatchObject({ success: true, data: { clientSecret: expect.any(String) } });
    expect(rowOf("SELECT kind FROM orders WHERE email = ?", program.customer.email).kind).toBe("gift");
  });

  it.each([
    [{ shippingAddress: { ...HOME, postalCode: "nonsense" } }, "postalCode"],
    [{ shippingAddress: { ...HOME, postalCode: "GY1 1AA" } }, "postalCode"],
    [{ shippingAddress: { ...HOME, country: "US" } }, "country"],
    [{ shippingAddress: { ...HOME, country: "x".repeat(61) } }, "country"],
    [{ shippingAddress: { ...HOME, address1: "" } }, "address1"],
    [{ shippingAddress: "home" }, ""],
    [{ metadata: { ...LOOP, theme: "moon" } }, "type"],
    [{ metadata: { ...LOOP, journeyType: "redeem" } }, "journeyType"],
    [{ metadata: { ...LOOP, discountCode: "NOTHING" } }, "discountCode"],
    [{ amount: "6999" }, ""],
  ])("refuses %j", async (wrong, field) => {
    const program = await becomeApiClient(app);
    const body = { amount: 6999, metadata: LOOP, shippingAddress: HOME, ...wrong };
    const response = await program.call("POST", "/payments/create-intent", body);
    expect(response.status).toBe(422);
    if (field) expect(dataOf(response).fields).toHaveProperty(field);
    expect(countOf("orders", "email = ?", program.customer.email)).toBe(0);
  });
});
