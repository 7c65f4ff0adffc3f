import { afterEach, beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { becomeCustomer } from "../screens/support/customers";
import { giveLoop } from "../screens/support/loops";
import { chooseLoop, makeStaffGift, ownLoopToBegin } from "../screens/support/purchases";
import { change, codeFor, countOf, emailsTo, rowOf, runInFile } from "../screens/support/records";
import { newEmail, PASSWORD, register, registration } from "../screens/support/registrations";
import { makeVoucher } from "../screens/support/vouchers";
import { openApp } from "../support/app";
import type { Visitor } from "../support/visitor";

let app: Awaited<ReturnType<typeof openApp>>;
let noted: MockInstance<typeof console.error>;
beforeAll(async () => {
  app = await openApp();
});
beforeEach(() => {
  noted = vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => noted.mockRestore());

/** Runs while a table is renamed, as if it could not be read, and restores it. */
async function without(table: string, run: () => Promise<void>): Promise<void> {
  const rename = (from: string, to: string) => runInFile(`ALTER TABLE ${from} RENAME TO ${to}`);
  rename(table, `${table}_away`);
  try {
    await run();
  } finally {
    rename(`${table}_away`, table);
  }
}

const ADDRESS = {
  "Address label": "Home",
  "Address line 1": "4 Harbour Row",
  "Town or city": "Whitby",
  Postcode: "YO21 3PU",
};

describe("a screen whose data cannot be read", () => {
  it.each([
    ["the dashboard", "/dashboard", "photos", "Failed to load dashboard data"],
    ["the account settings", "/account-settings", "one_time_codes", "Failed to load account data"],
    ["the addresses", "/account-settings?tab=addresses", "addresses", "Failed to load account data"],
    ["the books", "/account-settings?tab=books", "settings", "Failed to load account data"],
    ["the privacy settings", "/account-settings?tab=privacy", "entry_views", "Failed to load account data"],
  ])("%s: says so, and tries again where one was", async (_, path, table, sentence) => {
    const customer = await becomeCustomer(app);
    giveLoop(customer);
    const { browser } = customer;
    await without(table, async () => {
      const page = await browser.visit(path);
      expect(page.status).toBe(500);
      expect(page.heading).toBe(sentence);
      expect(page.title).toBe(`${sentence} – Loop`);
      expect(page.links()).toContainEqual({ words: "Try Again", href: path });
      expect(page.text("header")).toContain("Account");
      expect(noted.mock.calls.length).toBeGreaterThan(0);
    });
    const again = await browser.visit(path);
    expect(again.status).toBe(200);
  });
});

describe("a week that cannot be written down", () => {
  it.each(["Save week 1", "Keep as a draft", "Show me another question"])(
    "by “%s” comes back with its words, and is kept at the next try",
    async (button) => {
      const customer = await becomeCustomer(app);
      const { browser } = customer;
      const loopId = giveLoop(customer);
      await browser.visit(`/dashboard?loop=${loopId}`);
      runInFile("CREATE TRIGGER full BEFORE INSERT ON drafts BEGIN SELECT RAISE(ABORT, 'no room'); END");
      try {
        const page = await browser.submit(button, { highlight: "A seal!", content: "It looked at us." });
        expect([page.status, page.errorSummary()]).toEqual([...[422, ["Failed to submit entry. Please try again."]]]);
        expect(page.field("content").value).toBe("It looked at us.");
        expect(noted.mock.calls.length).toBeGreaterThan(0);
      } finally {
        runInFile("DROP TRIGGER full");
      }
      await browser.submit("Keep as a draft");
      expect(rowOf("SELECT highlight FROM drafts WHERE loop_id = ?", loopId).highlight).toBe("A seal!");
    },
  );
});

describe("an address that cannot be written down", () => {
  it("comes back with its words, and is kept at the next try", async () => {
    const { browser, accountId } = await becomeCustomer(app);
    await browser.visit("/account-settings/addresses/new");
    await without("addresses", async () => {
      const page = await browser.submit("Save address", ADDRESS);
      expect(page.status).toBe(422);
      expect(page.errorSummary()).toEqual(["Failed to save address"]);
      expect(page.field("Postcode").value).toBe("YO21 3PU");
    });
    await browser.submit("Save address");
    expect(countOf("addresses", "account_id = ?", accountId)).toBe(1);
  });

  it("and one that cannot be deleted stays, and says so", async () => {
    const { browser, accountId } = await becomeCustomer(app);
    await browser.visit("/account-settings/addresses/new");
    await browser.submit("Save address", ADDRESS);
    const { id } = rowOf("SELECT id FROM addresses WHERE account_id = ?", accountId);
    await browser.visit(`/account-settings/addresses/${id}/delete`);
    let location: string | null = null;
    await without("addresses", async () => {
      location = (await browser.submit("Delete address", {}, { follow: false })).location;
    });
    expect((await browser.visit(location ?? "/")).text("main")).toContain("Failed to delete address");
    expect(countOf("addresses", "account_id = ?", accountId)).toBe(1);
  });
});

/** Runs while no rows of one kind can be written, as on a full disk, and then allows them again. */
async function whileFull(action: string, run: () => Promise<void>): Promise<void> {
  runInFile(`CREATE TRIGGER full BEFORE ${action} BEGIN SELECT RAISE(ABORT, 'no room'); END`);
  try {
    await run();
  } finally {
    runInFile("DROP TRIGGER full");
  }
}

describe("an entry point that fails", () => {
  const NEW = "Four-limes-88";

  /** The visitor opens each form; what they type, and what they read while nothing can be written. */
  const FORMS: readonly {
    button: string;
    action: string;
    sentence: string;
    next: string;
    arrive: () => Promise<{ browser: Visitor; typed: Record<string, string | boolean> }>;
  }[] = [
    {
      button: "Sign in",
      action: "INSERT ON sessions",
      next: "/dashboard",
      sentence: "Login failed. Please try again.",
      arrive: async () => {
        const { email } = await becomeCustomer(app);
        const browser = app.visitor();
        await browser.visit("/auth");
        return { browser, typed: { "Email address": email, Password: PASSWORD } };
      },
    },
    {
      button: "Create account",
      action: "INSERT ON accounts",
      next: "/verify-email",
      sentence: "Registration failed. Please try again.",
      arrive: async () => {
        const browser = app.visitor();
        await browser.visit("/register");
        return { browser, typed: registration(newEmail()) };
      },
    },
    {
      button: "Confirm my email",
      action: "INSERT ON sessions",
      next: "/dashboard",
      sentence: "Verification failed. Please try again.",
      arrive: async () => {
        const browser = app.visitor();
        const email = await register(browser);
        return { browser, typed: { "Your 6-digit code": codeFor(email) } };
      },
    },
    {
      button: "Send the link",
      action: "INSERT ON attempts",
      next: "/forgot-password",
      sentence: "Failed to send reset email. Please try again.",
      arrive: async () => {
        const browser = app.visitor();
        await browser.visit("/forgot-password");
        return { browser, typed: { "Email address": newEmail() } };
      },
    },
    {
      button: "Save the new password",
      action: "UPDATE ON accounts",
      next: "/auth",
      sentence: "Failed to reset password. Please try again.",
      arrive: async () => {
        const browser = app.visitor();
        await openResetLink(browser);
        return { browser, typed: { "New password": NEW, "Confirm new password": NEW } };
      },
    },
    {
      button: "Change Password",
      action: "UPDATE ON accounts",
      next: "/account-settings?tab=password",
      sentence: "Failed to change password. Please try again.",
      arrive: async () => {
        const { browser } = await becomeCustomer(app);
        await browser.visit("/account-settings?tab=password");
        const typed = { "Current password": PASSWORD, "New password": NEW, "Confirm new password": NEW };
        return { browser, typed };
      },
    },
  ];

  async function openResetLink(browser: Visitor) {
    const { email } = await becomeCustomer(app);
    await browser.visit("/forgot-password");
    await browser.submit("Send the link", { "Email address": email });
    const token = /token=([\w-]+)/.exec(emailsTo(email).at(-1)?.text ?? "")?.[1];
    await browser.visit(`/reset-password?token=${token}`);
  }

  it.each(FORMS)("says “$sentence”, and opens at the next try", async ({ arrive, ...form }) => {
    const { browser, typed } = await arrive();
    await whileFull(form.action, async () => {
      const page = await browser.submit(form.button, typed);
      expect([page.status, page.errorSummary()]).toEqual([422, [form.sentence]]);
      expect(noted.mock.calls.length).toBeGreaterThan(0);
    });
    expect((await browser.submit(form.button, typed)).path).toBe(form.next);
  });

  it("says so of another code, and of a link that cannot be looked up", async () => {
    const browser = app.visitor();
    const email = await register(browser);
    change("UPDATE one_time_codes SET created_at = created_at - 180000 WHERE sent_to = ?", email);
    await whileFull("INSERT ON one_time_codes", async () => {
      const page = await browser.submit("Send another code");
      expect(page.text("main")).toContain("Failed to resend code. Please try again.");
    });
    expect((await browser.submit("Send another code")).text("main")).toContain("We’ll email you another code");
    const holder = app.visitor();
    await openResetLink(holder);
    await without("one_time_codes", async () => {
      const page = await holder.visit("/reset-password");
      expect([page.status, page.heading]).toEqual([500, "Failed to verify reset link. Please try again."]);
    });
  });
});

describe("a code that cannot be looked up", () => {
  it("of a voucher comes back with the words, and is taken at the next try", async () => {
    const browser = app.visitor();
    const { code } = await makeVoucher();
    await browser.visit("/voucher-redeem");
    const typed = { "Voucher code": code, acceptedTerms: true };
    await without("vouchers", async () => {
      const page = await browser.submit("Redeem voucher", typed);
      expect(page.errorSummary()).toEqual(["Unable to validate voucher. Please check your connection and try again."]);
      expect(page.field("Voucher code").value).toBe(code);
    });
    expect((await browser.submit("Redeem voucher", typed)).path).toBe("/register");
  });

  it("of a discount comes back with the words", async () => {
    const { browser } = await becomeCustomer(app);
    await chooseLoop(browser);
    await without("discounts", async () => {
      const page = await browser.submit("Apply", { "Discount code": "NEW10" });
      expect(page.errorSummary()).toEqual(["Failed to validate discount code. Please try again."]);
    });
  });
});

it("a delivery date that cannot be kept asks to try again, and spends nothing", async () => {
  const customer = await becomeCustomer(app);
  await ownLoopToBegin(customer, makeStaffGift());
  runInFile("CREATE TRIGGER full_disk BEFORE INSERT ON loops BEGIN SELECT RAISE(ABORT, 'full'); END");
  const page = await customer.browser.submit("Confirm");
  expect([page.status, page.errorSummary()]).toEqual([422, ["An error occurred. Please try again."]]);
  runInFile("DROP TRIGGER full_disk");
  expect((await customer.browser.submit("Confirm")).path).toMatch(/^\/dashboard\?loop=\w+&week=1$/);
});
