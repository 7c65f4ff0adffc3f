import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { payWith } from "../adapters/payments/buyer";
import { becomeCustomer, type Customer, signIn } from "../screens/support/customers";
import { giveGift } from "../screens/support/gifts";
import { giveEntries, giveLoop } from "../screens/support/loops";
import { ADDRESS, chooseLoop, makeStaffGift, ownLoopToBegin } from "../screens/support/purchases";
import { change, countOf, dayFromToday, rowOf, runInFile, whileNothingIsWritten } from "../screens/support/records";
import { newEmail, PASSWORD } from "../screens/support/registrations";
import { openSellingApp } from "../screens/support/selling-app";
import { atAddress } from "../screens/support/signup";
import { makeVoucher } from "../screens/support/vouchers";
import { type Fillings, fillForm, findForm } from "../support/html-form";
import { staffBrowser } from "../support/staff";
import type { TestResponse } from "../support/test-response";
import type { Visitor } from "../support/visitor";

/** When storage fails, a form comes back with what was typed into it. */

const { app } = await openSellingApp();
let noted: MockInstance<typeof console.error>;
beforeEach(() => {
  noted = vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => noted.mockRestore());

const NOT_SAVED = "We couldn’t save that just now. We’ve kept what you typed; please try again.";
const BUT_PASSWORDS =
  "We couldn’t save that just now. We’ve kept what you typed, except your password; please try again.";
const FAILED_WEEK = "Failed to submit entry. Please try again.";

interface Arrived {
  browser: Visitor;
  button: string;
  typed: Fillings;
}

/** What the form with this button would send, except secrets, and what each page encrypts in its own way. */
function wouldSend(page: TestResponse, button: string, fillings: Fillings = {}) {
  const found = findForm(page.root, button);
  const { entries } = fillForm(page.root, found.form, found.button, fillings);
  return entries.filter(([name, value]) => !/^csrf$|^shown$|password/i.test(name) && typeof value === "string");
}

/** Submits a form while nothing can be written: it comes back as it was sent, with an error summary. */
async function expectWordsBack({ browser, button, typed }: Arrived, sentence: string, status = 503) {
  const sent = wouldSend(browser.page, button, typed);
  await whileNothingIsWritten(async () => {
    const page = await browser.submit(button, typed);
    expect([page.status, page.errorSummary()]).toEqual([status, [sentence]]);
    expect(page.title).toMatch(/^Error: /);
    expect(wouldSend(page, button)).toEqual(sent);
    if (status === 503) expect(page.headers.get("retry-after")).toMatch(/^\d+$/);
  });
  expect(noted.mock.calls.length).toBeGreaterThan(0);
}

/** Once writing works again, the returned form is accepted as it is on the page. */
async function expectTaken({ browser, button, typed }: Arrived) {
  const secrets = Object.entries(typed).filter(([name]) => /password/i.test(name));
  const page = await browser.submit(button, Object.fromEntries(secrets), { follow: false });
  expect([page.status, page.location]).toEqual([303, expect.any(String)]);
}

async function atSettings(query = ""): Promise<Customer> {
  const customer = await becomeCustomer(app);
  await customer.browser.visit(`/account-settings${query}`);
  return customer;
}

async function ownerOf(startedDaysAgo = 100): Promise<Customer & { loopId: string }> {
  const customer = await becomeCustomer(app);
  const loopId = giveLoop(customer, { startedDaysAgo });
  giveEntries(loopId, [1, 2]);
  return { ...customer, loopId };
}

/** A proof whose pages are made; while they are being made, there is no form. */
async function visitProof(browser: Visitor, loopId: string): Promise<void> {
  await browser.visit(`/proof/${loopId}`);
  change(
    "UPDATE book_files SET state = 'ready', storage_key = ?, page_count = 120, bytes = 4000000, warnings = '[]' WHERE loop_id = ?",
    ...[`books/${loopId}.pdf`, loopId],
  );
  await browser.visit(`/proof/${loopId}`);
}

async function atLoopSettings(button: string, typed: Fillings): Promise<Arrived> {
  const { browser, loopId } = await ownerOf();
  await browser.visit(`/loop-settings/${loopId}`);
  return { browser, button, typed };
}

const FORMS: Record<string, { sentence?: string; status?: number; arrive: () => Promise<Arrived> }> = {
  "one’s details": {
    async arrive() {
      const { browser } = await atSettings();
      return {
        browser,
        button: "Save Changes",
        typed: { "Full name": "Ada May Quill", Phone: "01947 600 100" },
      };
    },
  },
  "a new email address": {
    sentence: BUT_PASSWORDS,
    async arrive() {
      const { browser } = await atSettings();
      const typed = { "New email address": newEmail(), currentPassword: PASSWORD };
      return { browser, button: "Send the code", typed };
    },
  },
  "how we may write": {
    async arrive() {
      const { browser } = await atSettings();
      return {
        browser,
        button: "Save preferences",
        typed: { email: false, marketing: true },
      };
    },
  },
  "whom a gift is for": {
    async arrive() {
      const customer = await becomeCustomer(app);
      const orderId = giveGift(customer);
      const recipient = { name: "Maya", email: null, message: "Hello", sendOnDay: null };
      const made = await makeVoucher({ orderId, purchasedByAccountId: customer.accountId, recipient });
      await customer.browser.visit(`/account-settings/gifts/${made.voucherId}`);
      const typed = {
        recipientName: "Maya and Dev",
        giftMessage: "Write it down.\nEspecially the Tuesdays.",
      };
      return { browser: customer.browser, button: "Save", typed };
    },
  },
  "the title of a loop": {
    async arrive() {
      const { browser, loopId } = await ownerOf();
      await browser.visit(`/dashboard?loop=${loopId}&title=1`);
      return { browser, button: "Save title", typed: { Title: "How We Came to Be Four" } };
    },
  },
  "the weekly email": {
    arrive: () => atLoopSettings("Save weekly email", { wanted: false, day: "3", hour: "19" }),
  },
  "the book": {
    async arrive() {
      const { browser, loopId } = await ownerOf(360);
      await visitProof(browser, loopId);
      const typed = {
        Dedication: "For Nell,\nwho was there.",
        type: "large",
        ruledEmptyWeeks: true,
        printsNumbers: true,
      };
      return { browser, button: "Save", typed };
    },
  },
  "an account to delete": {
    sentence: "We couldn’t save that just now. Please type your password and try again.",
    async arrive() {
      const { browser } = await becomeCustomer(app);
      await browser.visit("/account-settings/delete");
      return { browser, button: "Delete my account in seven days", typed: { currentPassword: PASSWORD } };
    },
  },
  "an account to open after paying": {
    sentence: BUT_PASSWORDS,
    async arrive() {
      const browser = app.visitor();
      await chooseLoop(browser);
      await browser.visit("/payment");
      const words = { ...ADDRESS, "Email address": newEmail(), acceptedTerms: true };
      await browser.submit("Pay £69.99", words, { follow: false });
      const url = browser.page.location ?? "";
      await payWith(url, "4242 4242 4242 4242");
      await browser.visit(`/payment-success?session_id=${url.split("/").at(-1)}`);
      await browser.visit("/account-creation");
      const typed = {
        Phone: "01947 600 000",
        Address: "5 Harbour Row",
        "Town or city": "Whitby",
        Postcode: "YO21 3PU",
        Password: PASSWORD,
      };
      return { browser, button: "Create account", typed: { ...typed, agreeToTerms: true } };
    },
  },
  "the delivery date": {
    sentence: "An error occurred. Please try again.",
    status: 422,
    async arrive() {
      const customer = await becomeCustomer(app);
      await ownLoopToBegin(customer, makeStaffGift());
      const typed = { choice: "own", deliveryDay: dayFromToday(500) };
      return { browser: customer.browser, button: "Confirm", typed };
    },
  },
  "a message to us": {
    sentence: "Sorry, there was an error sending your message. Please try again.",
    status: 422,
    async arrive() {
      const browser = app.visitor();
      await browser.visit("/");
      const typed = { "Your name": "Ada", "Your message": "Do you print in colour?\nAnd in Welsh?" };
      return { browser, button: "Send message", typed: { ...typed, "Email address": newEmail() } };
    },
  },
  "an address to pay for": {
    async arrive() {
      const { browser } = await becomeCustomer(app);
      await chooseLoop(browser);
      await browser.visit("/payment");
      return { browser, button: "Pay £69.99", typed: ADDRESS };
    },
  },
  "a gift to pay for, by a guest": {
    async arrive() {
      const browser = app.visitor();
      await browser.visit("/gift");
      await browser.submit("Choose a theme");
      await browser.press("theme", "celebration");
      await browser.submit("Choose Wedding");
      await browser.visit("/payment");
      const typed = { recipientName: "Maya", giftMessage: "Hello", "Your email address": newEmail() };
      return {
        browser,
        button: "Pay £69.99",
        typed: { "Who’s it from?": "Auntie Helen", handover: "myself", ...typed, acceptedTerms: true },
      };
    },
  },
  "the address of a Classic": {
    async arrive() {
      const { browser } = await atAddress(app);
      return { browser, button: "Continue to payment", typed: ADDRESS };
    },
  },
};

describe("a form that cannot be written down", () => {
  it.each(Object.keys(FORMS))("%s: says so, gives every word back and takes it at the next try", async (name) => {
    const { arrive, sentence = NOT_SAVED, status } = FORMS[name] ?? {};
    const arrived = await arrive?.();
    if (!arrived) throw new Error(`There is no form ${name}.`);
    await expectWordsBack(arrived, sentence, status);
    await expectTaken(arrived);
  });

  it.each([
    ["See what changes", "Change the date", "New date", dayFromToday(400)],
    ["See what the pause changes", "Pause my year", "weeks", "3"],
  ])("what “%s” asks about comes back with what was chosen", async (ask, agree, field, typed) => {
    const { browser, loopId } = await ownerOf();
    await browser.visit(`/loop-settings/${loopId}`);
    await browser.submit(ask, { [field]: typed });
    await whileNothingIsWritten(async () => {
      const page = await browser.submit(agree);
      expect([page.status, page.errorSummary(), page.field(field).value]).toEqual([503, [NOT_SAVED], typed]);
    });
    await browser.submit(ask);
    expect((await browser.submit(agree, {}, { follow: false })).status).toBe(303);
  });

  it("a week is given back with every word by each of its buttons", async () => {
    const { browser, loopId } = await ownerOf();
    await browser.visit(`/dashboard?loop=${loopId}`);
    const typed = {
      highlight: "A seal!",
      content: "It looked at us.\nWe looked back.",
      learned: "Seals snore.",
    };
    for (const button of ["Save week 15", "Keep as a draft", "Show me another question"]) {
      await expectWordsBack({ browser, button, typed }, FAILED_WEEK, 422);
    }
    await expectTaken({ browser, button: "Keep as a draft", typed: {} });
    expect(rowOf("SELECT learned FROM drafts WHERE loop_id = ?", loopId).learned).toBe("Seals snore.");
  });
});

/** The form comes back on a separate page, which can submit it again. */
async function expectSentAgain(browser: Visitor, button: string, typed: Fillings = {}, within = "") {
  const sent = wouldSend(browser.page, button, typed);
  await whileNothingIsWritten(async () => {
    const page = await browser.submit(button, typed);
    expect([page.status, page.heading]).toEqual([503, "We couldn’t save that just now"]);
    expect(page.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(page.text()).toContain(within);
    expect(page.title).toBe("We couldn’t save that just now – Loop");
    expect(wouldSend(page, "Send it again")).toEqual(sent);
    const again = await browser.submit("Send it again");
    expect([again.status, wouldSend(again, "Send it again")]).toEqual([503, sent]);
  });
  return await browser.submit("Send it again", {}, { follow: false });
}

describe("a button that cannot do what it says", () => {
  it("says so on a page of its own that tries again", async () => {
    const { browser, loopId } = await ownerOf(360);
    await browser.visit(`/year-in-numbers/${loopId}`);
    expect((await expectSentAgain(browser, "Count my year")).status).toBe(303);
    await browser.visit(`/proof/${loopId}`);
    change("UPDATE book_files SET state = 'failed' WHERE loop_id = ?", loopId);
    await browser.visit(`/proof/${loopId}`);
    expect((await expectSentAgain(browser, "Make the proof")).status).toBe(303);
    expect(countOf("book_files", "loop_id = ?", loopId)).toBe(1);
  });

  it("of an address and a browser in the settings does it at the next try", async () => {
    const { browser, accountId, email } = await atSettings();
    await browser.visit("/account-settings/addresses/new");
    await browser.submit("Save address", { ...ADDRESS, "Address label": "Home" });
    await browser.visit("/account-settings/addresses/new");
    await browser.submit("Save address", { ...ADDRESS, "Address label": "Work" });
    expect((await expectSentAgain(browser, "Make default: Work")).status).toBe(303);
    expect(rowOf("SELECT label FROM addresses WHERE account_id = ? AND is_default = 1", accountId).label).toBe("Work");
    await signIn(app.visitor(), email);
    await browser.visit("/account-settings?tab=privacy");
    expect((await expectSentAgain(browser, "Sign it out: An unknown browser")).status).toBe(303);
    expect(countOf("sessions", "account_id = ?", accountId)).toBe(1);
  });
});

it("a form of the staff is kept on a page of the back office", async () => {
  const { browser } = await staffBrowser(app, "marketing", "/hyperloop/discounts/new");
  const typed = { Code: "TWICE-5", Type: "PERCENTAGE", Value: "5" };
  expect((await expectSentAgain(browser, "Create", typed, "HyperLoop")).status).toBe(303);
  expect(countOf("discounts", "code = 'TWICE-5'")).toBe(1);
});

describe("a form of somebody whose visit cannot be noted either", () => {
  it("keeps every word on a page of its own", async () => {
    const { browser, accountId } = await atSettings();
    change("UPDATE sessions SET seen_at = seen_at - 360000 WHERE account_id = ?", accountId);
    const typed = { "Full name": "Ada May Quill", Phone: "01947 600 100" };
    expect((await expectSentAgain(browser, "Save Changes", typed)).location).toBe("/account-settings");
    expect(rowOf("SELECT first_name, last_name, phone FROM accounts WHERE id = ?", accountId)).toEqual({
      first_name: "Ada",
      last_name: "May Quill",
      phone: "01947 600 100",
    });
  });
});

describe("a form whose page cannot be read any more", () => {
  it.each(["loops", "accounts"])("keeps every word on a page of its own while %s are away", async (table) => {
    const { browser, loopId } = await ownerOf(360);
    await visitProof(browser, loopId);
    const typed = { Dedication: "For Nell,\nwho was there.", printsNumbers: true };
    const sent = wouldSend(browser.page, "Save", typed);
    runInFile(`ALTER TABLE ${table} RENAME TO away`);
    try {
      const page = await browser.submit("Save", typed);
      expect([page.status, page.heading]).toEqual([503, "We couldn’t save that just now"]);
      expect(wouldSend(page, "Send it again")).toEqual(sent);
    } finally {
      runInFile(`ALTER TABLE away RENAME TO ${table}`);
    }
    await browser.submit("Send it again");
    expect(rowOf("SELECT dedication FROM loops WHERE id = ?", loopId).dedication).toContain("who was there.");
  });

  it("asks for a password again, and keeps none", async () => {
    const { browser } = await atSettings();
    change("UPDATE sessions SET seen_at = seen_at - 360000");
    await whileNothingIsWritten(async () => {
      const page = await browser.submit("Send the code", {
        newEmail: newEmail(),
        currentPassword: PASSWORD,
      });
      expect(page.text("main")).toContain("We’ll ask you for passwords again.");
      expect(page.body).not.toContain(PASSWORD);
    });
  });
});

it("a page that cannot be read promises nothing about what was written", async () => {
  const { browser } = await atSettings();
  runInFile("ALTER TABLE one_time_codes RENAME TO away");
  try {
    const page = await browser.visit("/account-settings");
    expect(page.text("main")).toContain("We couldn’t read it just now. Please try again in a moment.");
    expect(page.text("main")).not.toMatch(/lost/i);
  } finally {
    runInFile("ALTER TABLE away RENAME TO one_time_codes");
  }
});
