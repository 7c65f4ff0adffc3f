import { describe, expect, it } from "vitest";
import { expectNothingBreaks } from "../screens/support/app-log";
import { becomeCustomer, type Customer, confirm } from "../screens/support/customers";
import { giveLoop } from "../screens/support/loops";
import { takePhoto } from "../screens/support/photographs";
import { ADDRESS } from "../screens/support/purchases";
import { countOf, type Row, rowOf, rowsOf } from "../screens/support/records";
import { newEmail, PASSWORD, registration } from "../screens/support/registrations";
import { openApp } from "../support/app";
import type { FormEntry } from "../support/html-form";

const app = await openApp();
expectNothingBreaks();

/** Fields of a mass-assignment attack, in the spellings of code and of columns. */
const FORBIDDEN_FIELDS: readonly FormEntry[] = Object.entries({
  role: "super_admin",
  isAdmin: "on",
  is_admin: "1",
  isTest: "1",
  is_test: "1",
  emailVerified: "on",
  emailVerifiedAt: "1",
  email_verified_at: "1",
  passwordHash: "planted",
  password_hash: "planted",
  id: "planted",
  userId: "planted",
  accountId: "planted",
  account_id: "planted",
  loopId: "planted",
  usedCount: "0",
  status: "DELIVERED",
  moderation: "APPROVED",
  price: "1",
  totalPence: "1",
  createdAt: "1",
  created_at: "1",
  startDay: "2001-01-01",
  start_day: "2001-01-01",
  deliveryDay: "2001-01-01",
  delivery_day: "2001-01-01",
});

/** The columns of a row that this form does not set. */
function withoutOwn(row: Row, own: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !own.includes(name)));
}

const accountOf = ({ accountId }: Customer) => rowOf("SELECT * FROM accounts WHERE id = ?", accountId);

describe("fields that a form does not have", () => {
  it("change nothing on registering", async () => {
    const [browser, email] = [app.visitor(), newEmail()];
    await browser.visit("/register");
    const before = Date.now();
    await browser.submit("Create account", registration(email), { extra: FORBIDDEN_FIELDS });
    expect(browser.page.path).toBe("/verify-email");
    const row = rowOf("SELECT * FROM accounts WHERE email = ?", email);
    expect(row).toMatchObject({ email_verified_at: null, status: "active", is_test: 0, is_demo: 0 });
    expect(row.id).toMatch(/^[0-9a-z]{20}$/);
    expect(row.password_hash).toMatch(/^\$argon2id\$/);
    expect(Number(row.created_at)).toBeGreaterThanOrEqual(before);
    expect(Object.values(row)).not.toContain("planted");
  });

  it("confirm nobody’s address and open no other account", async () => {
    const stranger = await becomeCustomer(app);
    const [browser, email] = [app.visitor(), newEmail()];
    await browser.visit("/register");
    await browser.submit("Create account", registration(email));
    const forbidden = [...FORBIDDEN_FIELDS, ["accountId", stranger.accountId], ["verifying", stranger.accountId]];
    await browser.submit("Confirm my email", { "Your 6-digit code": "000000" }, { extra: forbidden as FormEntry[] });
    expect(browser.page.status).toBe(422);
    await confirm(browser, email);
    await browser.visit("/account-settings");
    expect(browser.page.text("main")).not.toContain(stranger.email);
  });

  it("sign in to one’s own account and to no other, as what one is", async () => {
    const [own, other] = [await becomeCustomer(app), await becomeCustomer(app)];
    const browser = app.visitor();
    await browser.visit("/auth");
    const before = accountOf(own);
    await browser.submit(
      "Sign in",
      { "Email address": own.email, Password: PASSWORD },
      { extra: [...FORBIDDEN_FIELDS, ["accountId", other.accountId]] },
    );
    expect(withoutOwn(accountOf(own), ["last_signed_in_at"])).toEqual(withoutOwn(before, ["last_signed_in_at"]));
    expect(countOf("sessions", "account_id = ?", other.accountId)).toBe(1);
  });

  it("change nothing of one’s account on saving one’s name", async () => {
    const person = await becomeCustomer(app);
    const other = await becomeCustomer(app);
    const before = [accountOf(person), accountOf(other)];
    await person.browser.visit("/account-settings");
    const extra: FormEntry[] = [...FORBIDDEN_FIELDS, ["accountId", other.accountId], ["email", "new@example.org"]];
    await person.browser.submit("Save Changes", { "Full name": "Maggie Doe" }, { extra });
    const own = ["first_name", "last_name", "phone", "updated_at"];
    expect(accountOf(person).first_name).toBe("Maggie");
    expect(withoutOwn(accountOf(person), own)).toEqual(withoutOwn(before[0] ?? {}, own));
    expect(accountOf(other)).toEqual(before[1]);
  });

  it("change nothing of an address but what it says, nor whose it is", async () => {
    const [person, other] = [await becomeCustomer(app), await becomeCustomer(app)];
    const extra: FormEntry[] = [
      ...FORBIDDEN_FIELDS,
      ["accountId", other.accountId],
      ["country", "US"],
      ["kind", "billing"],
    ];
    await person.browser.visit("/account-settings/addresses/new");
    await person.browser.submit("Save address", { "Address label": "Home", ...ADDRESS }, { extra });
    const row = rowOf("SELECT * FROM addresses WHERE account_id = ?", person.accountId);
    expect(row).toMatchObject({ country: "GB", kind: "shipping", label: "Home" });
    expect(Object.values(row)).not.toContain("planted");
    await person.browser.visit(`/account-settings/addresses/${row.id}`);
    await person.browser.submit("Save address", { "Town or city": "Staithes" }, { extra });
    const after = rowOf("SELECT * FROM addresses WHERE account_id = ?", person.accountId);
    const own = ["city", "updated_at"];
    expect(after.city).toBe("Staithes");
    expect(withoutOwn(after, own)).toEqual(withoutOwn(row, own));
    expect(countOf("addresses", "account_id = ?", other.accountId)).toBe(0);
  });

  it("change nothing of a loop but its title and what it is made for", async () => {
    const person = await becomeCustomer(app);
    const id = giveLoop(person, { title: null });
    const loop = () => rowOf("SELECT * FROM loops WHERE id = ?", id);
    const before = loop();
    await person.browser.visit("/dashboard");
    await person.browser.submit("Save title", { Title: "By the Sea" }, { extra: FORBIDDEN_FIELDS });
    const own = ["title", "occasion", "content_version", "updated_at"];
    expect(loop().title).toBe("By the Sea");
    expect(withoutOwn(loop(), own)).toEqual(withoutOwn(before, own));
  });

  it("make a week neither somebody else’s nor approved", async () => {
    const person = await becomeCustomer(app);
    const id = giveLoop(person);
    const browser = person.browser;
    await browser.visit(`/dashboard?loop=${id}&week=1`);
    const before = Date.now();
    const extra = FORBIDDEN_FIELDS.filter(([name]) => name !== "loopId");
    const words = {
      highlight: "The whole beach to ourselves.",
      content: "Nobody for miles.",
      gratitude: "Soup.",
    };
    await browser.submit("Save week 1", { ...words, photos: await takePhoto() }, { extra });
    const [entry, ...others] = rowsOf("SELECT * FROM entries WHERE loop_id = ?", id);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ week: 1, highlight: "The whole beach to ourselves." });
    expect(JSON.stringify(entry)).not.toMatch(/planted|APPROVED|DELIVERED|2001-01-01/);
    expect(Number(entry?.created_at)).toBeGreaterThanOrEqual(before);
  });

  it("that would reach into the language itself are refused whole", async () => {
    const browser = app.visitor();
    await browser.visit("/register");
    for (const name of ["__proto__", "constructor.prototype.role", "a[__proto__]", "prototype"]) {
      const page = await browser.submit("Create account", registration(newEmail()), { extra: [[name, "x"]] });
      expect([name, page.status]).toEqual([name, 400]);
      await browser.visit("/register");
    }
    expect(Reflect.has({}, "role")).toBe(false);
  });
});
