import { describe, expect, it } from "vitest";
import { openApp } from "../support/app";
import { expectNothingBreaks } from "./support/app-log";
import { becomeCustomer, confirm, signIn } from "./support/customers";
import { ADDRESS, chooseLoop, makeDiscount } from "./support/purchases";
import { countOf, rowOf } from "./support/records";
import { newEmail, registration } from "./support/registrations";
import { makeVoucher } from "./support/vouchers";

const app = await openApp();
expectNothingBreaks();

const wide = (value: string) => value.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));

/** What comes along when a value is copied from an email, a chat, a table or a page. */
const RUBBISH: [name: string, paste: (value: string) => string][] = [
  ["with signs that can’t be seen", (value) => `\ufeff${value.slice(0, 3)}\u200b${value.slice(3)}\u2060`],
  ["between marks of direction", (value) => `\u202a${value}\u202c\u200e`],
  ["between spaces that don’t break", (value) => `\u00a0 ${value}\u00a0\t`],
  ["in quotation marks", (value) => `“${value}”`],
  ["in full width", wide],
  ["with a soft hyphen and a stop", (value) => `${value.slice(0, 2)}\u00ad${value.slice(2)}.`],
];
const ADDRESS_RUBBISH: typeof RUBBISH = [
  ...RUBBISH,
  ["as a link", (email) => `mailto:${email}?subject=Loop`],
  ["with a name", (email) => `Margaret Okafor <${email}>`],
];

describe("what was pasted is read as what was meant", async () => {
  const { email, browser } = await becomeCustomer(app);

  it.each(ADDRESS_RUBBISH)("at sign-in, an email address %s", async (_, paste) => {
    expect((await signIn(app.visitor(), paste(email))).errorSummary()).toEqual([]);
  });

  it.each(ADDRESS_RUBBISH)("at registering, an email address %s", async (_, paste) => {
    const visitor = app.visitor();
    const address = newEmail("rosie");
    await visitor.visit("/register");
    await visitor.submit("Create account", registration(paste(address)));
    expect(visitor.page.path).toBe("/verify-email");
    expect(countOf("accounts", "email = ?", address)).toBe(1);
  });

  it.each(ADDRESS_RUBBISH)("for a new password, an email address %s", async (_, paste) => {
    const visitor = app.visitor();
    await visitor.visit("/forgot-password");
    expect((await visitor.submit("Send the link", { "Email address": paste(email) })).errorSummary()).toEqual([]);
  });

  it.each([...RUBBISH, ["as its whole link", (code) => `https://loop.example/redeem#${code}`]] as typeof RUBBISH)(
    "at redeeming, a code %s, however often",
    async (_, paste) => {
      const { code } = await makeVoucher();
      const visitor = app.visitor();
      for (let time = 0; time < 6; time += 1) {
        await visitor.visit("/redeem");
        await visitor.submit("Redeem voucher", { "Voucher code": paste(code), acceptedTerms: true });
        expect(visitor.page.path).toBe("/register");
      }
    },
  );

  it.each(RUBBISH)("at paying, a discount code %s", async (_, paste) => {
    const code = `SPRING${countOf("discounts")}`;
    makeDiscount(code, { type: "PERCENTAGE", value: 10 });
    const { browser: buyer } = await becomeCustomer(app);
    await chooseLoop(buyer);
    await buyer.visit("/payment");
    const page = await buyer.submit("Apply", { "Discount code": paste(code) });
    expect(page.text("main")).toContain(code);
    expect(page.errorSummary()).toEqual([]);
  });

  it.each([
    ...RUBBISH,
    ["without its space, in small type", () => "yo213pu"],
    ["with O for 0", () => "YO2I 3PU"],
  ] as typeof RUBBISH)("in an address, a postcode %s", async (_, paste) => {
    await browser.visit("/account-settings/addresses/new");
    await browser.submit("Save address", {
      ...ADDRESS,
      "Address label": "Home",
      Postcode: paste("YO21 3PU"),
    });
    expect(browser.page.errorSummary()).toEqual([]);
    expect(rowOf("SELECT postcode FROM addresses ORDER BY created_at DESC, rowid DESC LIMIT 1")).toEqual({
      postcode: "YO21 3PU",
    });
  });
});

describe("one mailbox", () => {
  it("is one account, whichever way its domain is written", async () => {
    const visitor = app.visitor();
    await visitor.visit("/register");
    await visitor.submit("Create account", registration("ines@Bücher.example"));
    const kept = "ines@xn--bcher-kva.example";
    expect(countOf("accounts", "email = ?", kept)).toBe(1);
    await confirm(visitor, kept);
    expect((await signIn(app.visitor(), "ines@BÜCHER.example")).errorSummary()).toEqual([]);
    expect((await signIn(app.visitor(), kept)).errorSummary()).toEqual([]);
  });
});
