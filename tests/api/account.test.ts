import { describe, expect, it } from "vitest";
import { expectNothingBreaks } from "../screens/support/app-log";
import { MANY_SCRIPTS } from "../screens/support/hostile-forms";
import { countOf, emailsTo, rowOf, rowsOf } from "../screens/support/records";
import { newEmail, PASSWORD } from "../screens/support/registrations";
import { openApp } from "../support/app";
import { becomeApiClient, call, dataOf, withPrototypes } from "./support/api-clients";

const app = await openApp();
const program = await becomeApiClient(app);
expectNothingBreaks();

const FORBIDDEN = {
  id: "chosenbyme",
  userId: "x",
  accountId: "x",
  account_id: "x",
  status: "suspended",
  price: 0,
  role: "super_admin",
  isAdmin: true,
  isTest: true,
  isDemo: true,
  emailVerified: false,
  email_verified_at: null,
  createdAt: 1,
  created_at: 1,
  passwordHash: "x",
  kind: "billing",
};

describe("/account/me", () => {
  it("tells who one is, and nothing that is ours alone", async () => {
    const { email, accountId } = program.customer;
    const response = await program.call("GET", "/account/me");
    expect([response.status, dataOf(response)]).toEqual([
      200,
      {
        success: true,
        user: {
          id: accountId,
          firstName: "Margaret",
          lastName: "Okafor",
          email,
          phone: "",
          notifications: { email: true, sms: false, push: false },
        },
      },
    ]);
  });

  it("changes what is sent and leaves the rest", async () => {
    const one = await becomeApiClient(app);
    const named = await one.call("PATCH", "/account/me", {
      firstName: MANY_SCRIPTS.slice(0, 40),
      phone: "+44 20 7946 0000",
    });
    expect([named.status, dataOf(named).user]).toMatchObject([200, { lastName: "Okafor", phone: "+44 20 7946 0000" }]);
    const wanted = await one.call("PATCH", "/account/me", {
      notifications: { email: false, sms: true, push: true },
    });
    expect(dataOf(wanted).user).toMatchObject({
      phone: "+44 20 7946 0000",
      notifications: { email: false, sms: false, push: false },
    });
    expect(dataOf(await one.call("PATCH", "/account/me", { phone: null })).user).toMatchObject({
      phone: "",
    });
  });

  it("changes nothing it has no field for", async () => {
    const one = await becomeApiClient(app);
    const before = rowOf("SELECT * FROM accounts WHERE id = ?", one.customer.accountId);
    const response = await one.call("PATCH", "/account/me", withPrototypes({ ...FORBIDDEN, lastName: "Reid" }));
    expect(response.status).toBe(200);
    expect(rowOf("SELECT * FROM accounts WHERE id = ?", one.customer.accountId)).toEqual({
      ...before,
      last_name: "Reid",
      updated_at: expect.any(Number),
    });
  });

  it.each([
    [{ firstName: "" }, "First name is required"],
    [{ lastName: null }, "Last name is required"],
    [{ phone: "twelve" }, "Please enter a valid phone number"],
    [{ phone: 442079460000 }, "phone must be a text"],
    [{ firstName: ["Ada"] }, "firstName must be a text"],
    [{ firstName: "x".repeat(61) }, "First name must be 60 characters or less"],
    [{ notifications: [true] }, "notifications must be an object"],
    [{ notifications: { email: "yes" } }, "email must be true or false"],
    [{ email: "other@example.org" }, "Current password is required"],
    [{ email: "other@example.org", currentPassword: "x" }, "That isn’t your current password"],
    [{ email: "nobody", currentPassword: PASSWORD }, "Please enter a valid email address"],
  ])("refuses %j", async (wrong, sentence) => {
    const before = rowsOf("SELECT * FROM accounts");
    const response = await program.call("PATCH", "/account/me", { lastName: "Nobody", ...wrong });
    expect([response.status, dataOf(response).error]).toEqual([422, sentence]);
    expect(rowsOf("SELECT * FROM accounts")).toEqual(before);
  });

  it("changes the e-mail address by a code only", async () => {
    const one = await becomeApiClient(app);
    const email = newEmail("later");
    const response = await one.call("PATCH", "/account/me", { email, currentPassword: PASSWORD });
    expect([response.status, dataOf(response)]).toMatchObject([
      200,
      { user: { email: one.customer.email }, message: expect.stringContaining("code") },
    ]);
    expect(emailsTo(email).map(({ kind }) => kind)).toEqual(["email_change_code"]);
    const same = await one.call("PATCH", "/account/me", { email: one.customer.email.toUpperCase() });
    expect([same.status, dataOf(same).message]).toEqual([200, undefined]);
  });
});

const ONE_WAY = {
  label: "Home",
  name: "Margaret Ada Okafor",
  street: "4 Harbour Row",
  city: "Whitby",
  state: "North Yorkshire",
  zip: "yo21 3pu",
  country: "United Kingdom",
};
const OTHER_WAY = {
  type: "billing",
  firstName: "Margaret",
  lastName: "Okafor",
  company: "Okafor & Daughters",
  address1: "4 Harbour Row",
  address2: "Flat 2",
  city: "Whitby",
  state: "",
  postalCode: "YO21 3PU",
  country: "GB",
  phone: "+44 1947 600000",
  isDefault: true,
};

async function keep(body: object, by = program): Promise<Record<string, unknown>> {
  const response = await by.call("POST", "/account/addresses", body);
  if (response.status !== 201) throw new Error(response.body);
  return dataOf(response).address as Record<string, unknown>;
}

describe("/account/addresses", () => {
  it("keeps an address written either way, and gives it back both ways", async () => {
    const one = await becomeApiClient(app);
    const first = await keep(ONE_WAY, one);
    expect(first).toEqual({
      id: expect.stringMatching(/^[a-z0-9]{20}$/),
      type: "shipping",
      isDefault: true,
      label: "Home",
      name: "Margaret Ada Okafor",
      firstName: "Margaret",
      lastName: "Ada Okafor",
      company: "",
      street: "4 Harbour Row",
      address1: "4 Harbour Row",
      address2: "",
      city: "Whitby",
      state: "North Yorkshire",
      zip: "YO21 3PU",
      postalCode: "YO21 3PU",
      country: "GB",
      phone: "",
      deliverable: true,
    });
    const second = await keep(OTHER_WAY, one);
    expect(second).toMatchObject({
      type: "billing",
      isDefault: true,
      label: "",
      name: "Margaret Okafor",
      company: "Okafor & Daughters",
      address2: "Flat 2",
      phone: "+44 1947 600000",
    });
    const { addresses } = dataOf(await one.call("GET", "/account/addresses"));
    expect(addresses).toEqual(expect.arrayContaining([first, second]));
    expect(addresses).toHaveLength(2);
  });

  it("keeps other countries as they are given, and says that nothing is delivered there", async () => {
    const kept = await keep({ ...ONE_WAY, country: "US", zip: "90210" });
    expect(kept).toMatchObject({ country: "US", zip: "90210", deliverable: false });
  });

  it.each([
    [{ name: "" }, "name", "Name is required"],
    [{ street: " " }, "street", "Street is required"],
    [{ city: undefined }, "city", "City is required"],
    [{ zip: undefined }, "zip", "Postcode is required"],
    [{ zip: "90210" }, "zip", "Please enter a valid UK postcode (e.g., SW1A 1AA)"],
    [{ zip: "JE2 3AB" }, "zip", "We don’t deliver to Jersey, Guernsey or the Isle of Man yet"],
    [{ zip: "x".repeat(10_000) }, "zip", "Postcode must be 20 characters or less"],
    [{ zip: 90210 }, "zip", "zip must be a text"],
    [{ country: {} }, "country", "country must be a text"],
    [{ label: "x".repeat(41) }, "label", "Address label must be 40 characters or less"],
    [{ isDefault: 1 }, "isDefault", "isDefault must be true or false"],
    [{ type: "holiday" }, "type", "type must be shipping or billing"],
    [{ phone: "none" }, "phone", "Please enter a valid phone number"],
  ])("refuses %j", async (wrong, field, sentence) => {
    const before = countOf("addresses");
    const response = await program.call("POST", "/account/addresses", { ...ONE_WAY, ...wrong });
    expect([response.status, dataOf(response).error]).toEqual([422, sentence]);
    expect(dataOf(response).fields).toEqual({ [field]: [sentence] });
    expect(countOf("addresses")).toBe(before);
  });

  it("takes nothing an address has no field for", async () => {
    const response = await program.call("POST", "/account/addresses", withPrototypes({ ...FORBIDDEN, ...ONE_WAY }));
    const { id } = dataOf(response).address as { id: string };
    expect(rowOf("SELECT * FROM addresses WHERE id = ?", id)).toMatchObject({
      account_id: program.customer.accountId,
      kind: "shipping",
      created_at: expect.any(Number),
    });
    expect(countOf("addresses", "id = 'chosenbyme' OR created_at = 1")).toBe(0);
  });

  it("keeps twenty and no more", async () => {
    const one = await becomeApiClient(app);
    for (let count = 0; count < 20; count += 1) await keep({ ...ONE_WAY, label: `Number ${count}` }, one);
    const response = await one.call("POST", "/account/addresses", ONE_WAY);
    expect([response.status, dataOf(response).error]).toEqual([
      409,
      "Failed to save address. We can keep up to 20. Delete one first",
    ]);
  });
});

describe("/account/addresses/{id}", () => {
  it("changes what is sent, leaves the rest, and becomes the default when asked", async () => {
    const one = await becomeApiClient(app);
    await keep(ONE_WAY, one);
    const { id } = await keep({ ...OTHER_WAY, type: "shipping", isDefault: false }, one);
    const response = await one.call("PATCH", `/account/addresses/${id}`, { city: "York", isDefault: true });
    expect([response.status, dataOf(response).address]).toMatchObject([
      200,
      { id, city: "York", company: "Okafor & Daughters", address2: "Flat 2", isDefault: true },
    ]);
    expect(countOf("addresses", "account_id = ? AND is_default = 1", one.customer.accountId)).toBe(1);
  });

  it("stays of its type", async () => {
    const { id } = await keep(ONE_WAY);
    const response = await program.call("PATCH", `/account/addresses/${id}`, { type: "billing" });
    expect([response.status, dataOf(response).error]).toEqual([422, "An address can’t change its type"]);
  });

  it("changes no column it has no field for", async () => {
    const { id } = await keep(ONE_WAY);
    const before = rowOf("SELECT * FROM addresses WHERE id = ?", id);
    await program.call("PATCH", `/account/addresses/${id}`, withPrototypes(FORBIDDEN));
    expect(rowOf("SELECT * FROM addresses WHERE id = ?", id)).toEqual({
      ...before,
      updated_at: expect.any(Number),
    });
  });

  it("goes when it is deleted, and the next becomes the default", async () => {
    const one = await becomeApiClient(app);
    const { id } = await keep(ONE_WAY, one);
    const { id: other } = await keep({ ...ONE_WAY, label: "Work" }, one);
    const gone = await one.call("DELETE", `/account/addresses/${id}`);
    expect([gone.status, dataOf(gone)]).toEqual([200, { success: true }]);
    expect(dataOf(await one.call("GET", "/account/addresses")).addresses).toMatchObject([
      { id: other, isDefault: true },
    ]);
    expect((await one.call("DELETE", `/account/addresses/${id}`)).status).toBe(404);
  });
});

describe("without a sign-in", () => {
  it.each([
    ["GET", "/account/me"],
    ["PATCH", "/account/me"],
    ["GET", "/account/addresses"],
    ["POST", "/account/addresses"],
    ["PATCH", "/account/addresses/x"],
    ["DELETE", "/account/addresses/x"],
  ])("%s %s is nobody’s", async (method, path) => {
    const body = method === "GET" ? undefined : {};
    const response = await call(app.visitor(), method, path, body);
    expect([response.status, dataOf(response).error]).toEqual([
      401,
      "Authentication required. Please log in and try again.",
    ]);
  });
});
