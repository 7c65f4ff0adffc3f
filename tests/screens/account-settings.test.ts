import { beforeAll, describe, expect, it } from "vitest";
import { openHouse } from "../support/house";
import type { Visitor } from "../support/visitor";
import {
  ADDRESS,
  becomeCustomer,
  type Customer,
  giveEntries,
  giveLoop,
  makeGiftOfTheHouse,
  newEmail,
  ownLoopToBegin,
  PASSWORD,
  signIn,
} from "./support/customers";
import { CONTROLS, MANY_SCRIPTS, sendEverythingOdd, sendTwoMegabytes } from "./support/hostile-forms";
import { expectNothingBreaks } from "./support/house-log";
import { change, countOf, lettersTo, rowOf, rowsOf, useUp } from "./support/records";

let house: Awaited<ReturnType<typeof openHouse>>;
beforeAll(async () => {
  house = await openHouse();
});
expectNothingBreaks();

const SETTINGS = "/account-settings";
const FOUR_CLASSES = "Password must contain uppercase, lowercase, number, and special character";

/** A paid gift, as the shop writes it down. */
function giveGift({ accountId, email }: Customer): string {
  const id = `order${accountId}`;
  const now = Date.now();
  change(
    `INSERT INTO orders (id, number, account_id, basket_key, kind, theme, type, status, subtotal_pence, total_pence,
       pricing, email, created_at, paid_at, updated_at)
     VALUES (?, ?, ?, ?, 'gift', 'pet', 'my-cat-and-me', 'PAID', 6999, 6999, '{}', ?, ?, ?, ?)`,
    ...[id, `LP-${accountId.slice(0, 8)}`, accountId, id, email, now, now, now],
  );
  return id;
}

const headerWords = ({ page }: Visitor) =>
  page.root.querySelectorAll('header nav[aria-label="Main"] a').map((link) => link.text.trim());

describe("account settings", () => {
  it("belong to somebody: whoever is not signed in is asked to, and comes back", async () => {
    const { email } = await becomeCustomer(house);
    const browser = house.visitor();
    expect((await browser.visit(SETTINGS)).path).toBe("/auth");
    await browser.submit("Sign in", { "Email address": email, Password: PASSWORD });
    expect([browser.page.path, browser.page.heading]).toEqual([SETTINGS, "Account settings"]);
    expect(browser.page.headers.get("cache-control")).toBe("no-store");
  });

  it("stand in the account menu of every page", async () => {
    const { browser } = await becomeCustomer(house);
    await browser.visit("/about");
    expect(browser.page.links()).toContainEqual({ words: "Account settings", href: SETTINGS });
  });

  it("open at the first tab where a tab is asked for that is not there", async () => {
    const { browser } = await becomeCustomer(house);
    for (const tab of ["nonsense", "", "orders", "__proto__"]) {
      const page = await browser.visit(`${SETTINGS}?tab=${tab}`);
      expect([page.status, page.title]).toEqual([200, "Account settings – Loop"]);
      expect(page.text("nav[aria-label='Account sections'] [aria-current]")).toBe("Account");
    }
  });

  it("show beside them the loop in hand", async () => {
    const customer = await becomeCustomer(house);
    expect((await customer.browser.visit(SETTINGS)).root.querySelector("aside")).toBeNull();
    const loop = giveLoop(customer, { startedDaysAgo: 20 });
    giveEntries(loop, [1, 3]);
    const page = await customer.browser.visit(SETTINGS);
    expect(page.text("aside")).toContain("Our Year by the Sea Week 3, with 2 of 52 entries completed");
    expect(page.find("aside img").getAttribute("src")).toBe("/art/family/0000000000005.svg");
    expect(page.find("aside a").getAttribute("href")).toBe(`/dashboard?loop=${loop}`);
  });
});

describe("what somebody sees by what is theirs", () => {
  it("the header shows my gifts to a giver, and my loop to a participant", async () => {
    const customer = await becomeCustomer(house);
    await customer.browser.visit("/about");
    expect(headerWords(customer.browser)).toContain("My loop");
    expect(headerWords(customer.browser)).not.toContain("My gifts");
    giveGift(customer);
    await customer.browser.visit("/about");
    expect(headerWords(customer.browser)).toContain("My gifts");
    expect(headerWords(customer.browser)).not.toContain("My loop");
    giveLoop(customer);
    await customer.browser.visit("/about");
    expect(headerWords(customer.browser)).toContain("My loop");
  });
});

describe("the Account tab", () => {
  it("keeps names and telephone number, and says so once", async () => {
    const { browser, accountId } = await becomeCustomer(house);
    await browser.visit(SETTINGS);
    expect(browser.page.field("First name").value).toBe("Margaret");
    const filled = { "First name": "  Zoë ", "Last name": "O’Brien-Łukasz", Phone: "07700 900 412" };
    const page = await browser.submit("Save Changes", filled);
    expect(page.redirects.map(({ status }) => status)).toEqual([303]);
    expect(page.text("main")).toContain("Saved. Your details are up to date.");
    expect(page.field("First name").value).toBe("Zoë");
    expect(page.field("Phone").value).toBe("07700 900 412");
    expect((await browser.visit(SETTINGS)).text("main")).not.toContain("Saved.");
    expect(rowOf("SELECT last_name FROM accounts WHERE id = ?", accountId).last_name).toBe("O’Brien-Łukasz");
  });

  it.each([
    [{ "First name": "" }, "First name is required", "First name"],
    [{ "Last name": "   " }, "Last name is required", "Last name"],
    [{ "First name": "x".repeat(101) }, "First name must be 100 characters or less", "First name"],
    [{ Phone: "ask my neighbour" }, "Please enter a valid phone number", "Phone"],
  ])("with %j says: %s", async (filled, sentence, label) => {
    const { browser } = await becomeCustomer(house);
    await browser.visit(SETTINGS);
    const page = await browser.submit("Save Changes", { Phone: "01947 555 123", ...filled });
    expect([page.status, page.title]).toEqual([422, "Error: Account settings – Loop"]);
    expect(page.errorSummary()).toEqual([sentence]);
    expect(page.field(label)).toMatchObject({ isWrong: true, error: sentence });
    for (const [name, value] of Object.entries(filled)) expect(page.field(name).value).toBe(value);
    if (label !== "Phone") expect(page.field("Phone").value).toBe("01947 555 123");
  });

  it("takes names in any writing, without what cannot be seen", async () => {
    const { browser } = await becomeCustomer(house);
    await browser.visit(SETTINGS);
    await browser.submit("Save Changes", { "First name": MANY_SCRIPTS, "Last name": CONTROLS });
    expect(browser.page.field("First name").value).toBe(MANY_SCRIPTS);
    expect(browser.page.field("Last name").value).toBe("be fore and [31m after");
  });

  it("keeps how we may write, and says what cannot be sent yet", async () => {
    const { browser } = await becomeCustomer(house);
    const page = await browser.visit(SETTINGS);
    expect(["Email", "Text message", "Push notification"].map((label) => page.field(label).isTicked)).toEqual(
      [true, false, false],
    );
    for (const label of ["Text message", "Push notification"]) {
      expect(page.field(label).hint).toContain("We can’t send these yet.");
    }
    await browser.submit("Save preferences", { Email: false, "Text message": true });
    const after = ["Email", "Text message", "Push notification"].map((label) => browser.page.field(label));
    expect(after.map(({ isTicked }) => isTicked)).toEqual([false, true, false]);
  });

  it("changes nothing that it does not show", async () => {
    const { browser, accountId, email } = await becomeCustomer(house);
    const before = rowOf("SELECT * FROM accounts WHERE id = ?", accountId);
    await browser.visit(SETTINGS);
    const names = ["email", "emailVerifiedAt", "id", "role", "isAdmin", "status", "isTest", "passwordHash"];
    await browser.submit(
      "Save Changes",
      { "First name": "Zoë" },
      { extra: names.map((name) => [name, "1"] as const) },
    );
    const after = rowOf("SELECT * FROM accounts WHERE id = ?", accountId);
    expect({ ...after, updated_at: 0 }).toEqual({ ...before, first_name: "Zoë", updated_at: 0 });
    expect(after.email).toBe(email);
  });
});

const codeAt = (email: string) =>
  /\b\d{6}\b/.exec(lettersTo(email).findLast(({ kind }) => kind === "email_change_code")?.text ?? "")?.[0] ??
  "";

async function askForAddress(browser: Visitor, email: string, password = PASSWORD) {
  await browser.visit(SETTINGS);
  return await browser.submit("Send the code", { "New email address": email, "Current password": password });
}

describe("another e-mail address", () => {
  it("is confirmed by a code, and meanwhile the old one signs in", async () => {
    const { browser, email } = await becomeCustomer(house);
    const wanted = newEmail("new");
    const page = await askForAddress(browser, wanted);
    expect(page.redirects).toEqual([{ status: 303, location: "/account-settings/email" }]);
    expect(page.text("main")).toContain(`We sent a 6-digit code to ${wanted}.`);
    expect((await browser.visit(SETTINGS)).text("main")).toContain(`We sent a code to ${wanted}.`);
    expect((await signIn(house.visitor(), email)).path).toBe("/dashboard");
    expect((await signIn(house.visitor(), wanted)).status).toBe(422);
    await browser.visit("/account-settings/email");
    await browser.submit("Confirm my new address", { "Your 6-digit code": codeAt(wanted) });
    expect(browser.page.text("main")).toContain("Your new address is confirmed.");
    expect(browser.page.text(".email-now")).toContain(wanted);
    expect((await signIn(house.visitor(), wanted)).path).toBe("/dashboard");
    expect((await signIn(house.visitor(), email)).status).toBe(422);
    expect(lettersTo(email).at(-1)?.kind).toBe("email_changed");
  });

  it("that is somebody's gets the same pages as one that is free", async () => {
    const [one, other] = [await becomeCustomer(house), await becomeCustomer(house)];
    const free = newEmail("free");
    const pages = [];
    for (const [{ browser }, wanted] of [
      [await becomeCustomer(house), one.email],
      [other, free],
    ] as const) {
      const page = await askForAddress(browser, wanted);
      const own = rowOf(
        "SELECT email FROM accounts WHERE id = (SELECT account_id FROM one_time_codes WHERE sent_to = ? AND purpose = 'change_email')",
        wanted,
      );
      pages.push([
        page.status,
        page
          .text("main")
          .replaceAll(wanted, "…")
          .replaceAll(String(own.email), "–")
          .replace(/\d+ seconds/, ""),
      ]);
      const wrong = await browser.submit("Confirm my new address", { "Your 6-digit code": "000000" });
      pages.push([wrong.status, wrong.errorSummary()]);
    }
    expect(pages.slice(0, 2)).toEqual(pages.slice(2));
    expect(lettersTo(one.email).at(-1)?.kind).toBe("account_exists");
  });

  it.each([
    ["nothing", "", "", ["New email address is required", "Current password is required"]],
    ["no address", "margaret", PASSWORD, ["Please enter a valid email address"]],
    ["a wrong password", "m@example.org", "Three-lemons-8", ["That is not your current password"]],
    [
      "a password of more than a thousand characters",
      "m@example.org",
      "x".repeat(1001),
      ["That is not your current password"],
    ],
  ])(
    "with %s is refused, the form stays open, and the password is dropped",
    async (_, typed, password, sentences) => {
      const { browser } = await becomeCustomer(house);
      const page = await askForAddress(browser, typed, password);
      expect([page.status, page.errorSummary()]).toEqual([422, sentences]);
      expect(page.field("New email address").value).toBe(typed);
      expect(page.field("Current password").value).toBe("");
      expect(page.find("details.more-fields").hasAttribute("open")).toBe(true);
      if (password !== "") expect(page.body).not.toContain(password);
    },
  );

  it("that one has already is said to be so", async () => {
    const { browser, email } = await becomeCustomer(house);
    expect((await askForAddress(browser, email)).errorSummary()).toEqual(["That is your address already"]);
  });

  it("is not asked for by guessing passwords", async () => {
    const { browser, accountId } = await becomeCustomer(house);
    useUp("password_checks", accountId, 10);
    expect((await askForAddress(browser, newEmail())).errorSummary()).toEqual([
      "Too many attempts. Please wait a quarter of an hour and try again.",
    ]);
  });

  it("can have its code sent again, after two minutes", async () => {
    const { browser, accountId } = await becomeCustomer(house);
    const wanted = newEmail("again");
    await askForAddress(browser, wanted);
    expect((await browser.submit("Send another code")).text("main")).toContain("A code is on its way.");
    change("UPDATE one_time_codes SET created_at = created_at - 120000 WHERE account_id = ?", accountId);
    expect((await browser.submit("Send another code")).text("main")).toContain("Verification code sent!");
    expect(lettersTo(wanted)).toHaveLength(2);
  });

  it("waits for nobody who did not ask", async () => {
    const { browser } = await becomeCustomer(house);
    const page = await browser.visit("/account-settings/email");
    expect(page.heading).toBe("Nothing to confirm");
    expect((await house.visitor().visit("/account-settings/email")).path).toBe("/auth");
  });

  it("is not confirmed by six digits that are none, nor by endless guessing", async () => {
    const { browser } = await becomeCustomer(house);
    await askForAddress(browser, newEmail());
    const page = await browser.submit("Confirm my new address", { "Your 6-digit code": "12345" });
    expect(page.errorSummary()).toEqual(["Please enter a valid 6-digit verification code"]);
    useUp("code_guesses_address", browser.address, 60);
    expect((await browser.submit("Confirm my new address", { "Your 6-digit code": "123456" })).status).toBe(
      429,
    );
  });
});

const NEW_PASSWORD = "Four-limes-88";

async function choosePassword(browser: Visitor, current: string, wanted: string, again = wanted) {
  await browser.visit(`${SETTINGS}?tab=password`);
  return await browser.submit("Change Password", {
    "Current password": current,
    "New password": wanted,
    "Confirm new password": again,
  });
}

describe("the Password tab", () => {
  it("sets a new password: every other browser is out, this one goes on with a new key", async () => {
    const { browser, email, accountId } = await becomeCustomer(house);
    const others = [house.visitor(), house.visitor()];
    for (const other of others) await signIn(other, email);
    const stolen = house.visitor();
    const oldKey = browser.cookies.get("loop_session") ?? "";
    stolen.cookies.plant("loop_session", oldKey);
    expect((await stolen.visit(SETTINGS)).heading).toBe("Account settings");
    const before = rowsOf("SELECT id FROM sessions WHERE account_id = ?", accountId);
    expect(before).toHaveLength(3);

    const page = await choosePassword(browser, PASSWORD, NEW_PASSWORD);
    expect(page.redirects).toEqual([{ status: 303, location: `${SETTINGS}?tab=password` }]);
    expect([page.heading, page.title]).toEqual(["Account settings", "Password – Account settings – Loop"]);
    expect(page.text("main")).toContain("Your password is changed.");
    expect(browser.cookies.get("loop_session")).not.toBe(oldKey);
    for (const other of [...others, stolen]) {
      for (const place of [SETTINGS, `${SETTINGS}?tab=password`, "/account-settings/email", "/book"]) {
        expect((await other.visit(place, { follow: false })).location).toBe("/auth");
        const [path = "", query = ""] = place.split("?");
        const asData = await other.send(`${path}.data${query && `?${query}`}`);
        expect(asData.body).not.toContain(email);
      }
      expect((await other.visit("/dashboard")).heading).toBe("Please log in to view your dashboard");
    }
    const after = rowsOf("SELECT id FROM sessions WHERE account_id = ?", accountId);
    expect(after).toHaveLength(1);
    expect(before).not.toContainEqual(after[0]);
    expect((await signIn(house.visitor(), email)).status).toBe(422);
    expect((await signIn(house.visitor(), email, NEW_PASSWORD)).path).toBe("/dashboard");
    expect(lettersTo(email).map(({ kind }) => kind)).toEqual(["verification_code", "password_changed"]);
  });

  it.each([
    [
      "nothing",
      "",
      "",
      "",
      ["Current password is required", "New password must be at least 8 characters long"],
    ],
    [
      "too few characters",
      PASSWORD,
      "Short-7",
      "Short-7",
      ["New password must be at least 8 characters long"],
    ],
    [
      "too many",
      PASSWORD,
      `Aa1!${"x".repeat(125)}`,
      "",
      ["New password must be 128 characters or less", "New passwords do not match"],
    ],
    ["another one the second time", PASSWORD, NEW_PASSWORD, "Four-limes-89", ["New passwords do not match"]],
    ["no uppercase letter", PASSWORD, "four-limes-88", "four-limes-88", [FOUR_CLASSES]],
    ["no lowercase letter", PASSWORD, "FOUR-LIMES-88", "FOUR-LIMES-88", [FOUR_CLASSES]],
    ["no number", PASSWORD, "Four-limes-xx", "Four-limes-xx", [FOUR_CLASSES]],
    ["no special character", PASSWORD, "Fourlimes88", "Fourlimes88", [FOUR_CLASSES]],
    [
      "one of the first anybody tries",
      PASSWORD,
      "Password1!",
      "Password1!",
      ["That password is one of the first anybody would try. Please choose another"],
    ],
    [
      "a wrong current one",
      "Three-lemons-8",
      NEW_PASSWORD,
      NEW_PASSWORD,
      ["That is not your current password"],
    ],
  ])("refuses %s and prints no password back", async (_, current, wanted, again, sentences) => {
    const { browser, email, accountId } = await becomeCustomer(house);
    const page = await choosePassword(browser, current, wanted, again);
    expect([page.status, page.title]).toEqual([422, "Error: Password – Account settings – Loop"]);
    expect(page.errorSummary()).toEqual(sentences);
    for (const label of ["Current password", "New password", "Confirm new password"]) {
      expect(page.field(label).value).toBe("");
    }
    for (const typed of [current, wanted, again]) if (typed !== "") expect(page.body).not.toContain(typed);
    expect((await signIn(house.visitor(), email)).path).toBe("/dashboard");
    expect(countOf("sessions", "account_id = ?", accountId)).toBe(2);
  });

  it("says a wrong current password beside that field, and what is met of the list", async () => {
    const { browser } = await becomeCustomer(house);
    const page = await choosePassword(browser, "Three-lemons-8", "Four-limes-88");
    expect(page.field("Current password").error).toBe("That is not your current password");
    expect(page.root.querySelectorAll(".requirement-met")).toHaveLength(5);
  });

  it("lets nobody guess the current one", async () => {
    const { browser } = await becomeCustomer(house);
    for (let time = 0; time < 10; time += 1) await choosePassword(browser, "Three-lemons-8", NEW_PASSWORD);
    const page = await choosePassword(browser, PASSWORD, NEW_PASSWORD);
    expect(page.errorSummary()).toEqual([
      "Too many attempts. Please wait a quarter of an hour and try again.",
    ]);
  });
});

const sections = ({ page }: Visitor) =>
  page.root.querySelectorAll('nav[aria-label="Account sections"] a').map((link) => link.text.trim());

describe("the tabs", () => {
  it("are a participant's, a purchaser's, or all of them", async () => {
    const customer = await becomeCustomer(house);
    await customer.browser.visit(SETTINGS);
    expect(sections(customer.browser)).toEqual([
      "Account",
      "Password",
      "My Loop",
      "Delivery",
      "Books",
      "Privacy",
    ]);
    giveGift(customer);
    await customer.browser.visit(SETTINGS);
    expect(sections(customer.browser)).toEqual([
      "Account",
      "Password",
      "Orders",
      "Addresses",
      "Books",
      "Privacy",
    ]);
    giveLoop(customer);
    await customer.browser.visit(SETTINGS);
    expect(sections(customer.browser)).toEqual([
      "Account",
      "Password",
      "My Loop",
      "Orders",
      "Addresses",
      "Books",
      "Privacy",
    ]);
  });

  it("each say where they are", async () => {
    const customer = await becomeCustomer(house);
    giveGift(customer);
    giveLoop(customer);
    const { browser } = customer;
    await browser.visit(SETTINGS);
    for (const { words, href } of browser.page.links().filter(({ href }) => href.includes("?tab="))) {
      const page = await browser.visit(href);
      if (!sections(browser).includes(words)) continue;
      expect([page.status, page.title]).toEqual([200, `${words} – Account settings – Loop`]);
      expect(page.text("nav[aria-label='Account sections'] [aria-current]")).toBe(words);
    }
  });
});

describe("the My Loop tab", () => {
  it("shows week, entries and the way to each loop", async () => {
    const customer = await becomeCustomer(house);
    const now = giveLoop(customer, { startedDaysAgo: 20 });
    const done = giveLoop(customer, { title: "Last Year", startedDaysAgo: 400, status: "COMPLETED" });
    giveEntries(now, [1, 2]);
    giveEntries(done, [1, 2, 3]);
    const page = await customer.browser.visit(`${SETTINGS}?tab=my-loop`);
    const words = page.text("main");
    expect(words).toContain("Our Year by the Sea Week 3 of 52 2 of 52 entries completed");
    expect(words).toContain("Last Year Completed 3 of 52 entries completed");
    const bars = page.root.querySelectorAll("progress").map((bar) => bar.getAttribute("value"));
    expect(bars).toEqual(["2", "3"]);
    for (const loop of [now, done]) {
      expect(page.links().map(({ href }) => href)).toContain(`/dashboard?loop=${loop}`);
    }
  });

  it("without a loop leads to beginning one", async () => {
    const { browser } = await becomeCustomer(house);
    const page = await browser.visit(`${SETTINGS}?tab=my-loop`);
    expect(page.links()).toContainEqual({ words: "Start Your First Loop", href: "/begin" });
  });

  it("shows nobody else's", async () => {
    const other = await becomeCustomer(house);
    giveLoop(other, { title: "Somebody Else’s Year" });
    const { browser } = await becomeCustomer(house);
    expect((await browser.visit(`${SETTINGS}?tab=my-loop`)).body).not.toContain("Somebody Else");
  });
});

describe("the Orders tab", () => {
  it("shows a gift by its theme, its number, price and day, and nothing of a loop that is not shared", async () => {
    const customer = await becomeCustomer(house);
    const recipient = await becomeCustomer(house);
    const order = giveGift(customer);
    const loop = giveLoop(recipient, { title: "Biscuit’s Secret Year", startedDaysAgo: 30 });
    giveEntries(loop, [1, 2, 3]);
    const now = Date.now();
    change(
      `INSERT INTO vouchers (id, code_hash, code_sealed, last_four, status, value_pence, valid_from, expires_at, order_id,
         loop_id, created_at, updated_at) VALUES (?, ?, 'x', 'WXYZ', 'REDEEMED', 6999, ?, ?, ?, ?, ?, ?)`,
      ...[order, order, now, now, order, loop, now, now],
    );
    const page = await customer.browser.visit(`${SETTINGS}?tab=orders`);
    expect(page.text("main li:has(.facts)")).toMatch(
      /^Pet Loop Paid Order number LP-\S+ Price £69.99 Ordered \d+ \w+ \d+$/,
    );
    change("UPDATE loops SET giver_sees_progress = 1 WHERE id = ?", loop);
    const shared = (await customer.browser.visit(`${SETTINGS}?tab=orders`)).text("main");
    expect(shared).toContain("Biscuit’s Secret Year Active");
    expect(shared).toMatch(/Start date \d+ \w+ \d+ End date \d+ \w+ \d+ Entries 3 of 52/);
    expect(shared).not.toContain("We wrote week");
  });

  it("shows one's own loop with its title, and green once it is completed", async () => {
    const customer = await becomeCustomer(house);
    giveGift(customer);
    await ownLoopToBegin(customer, makeGiftOfTheHouse());
    const loop = giveLoop(customer, { title: "My Own Year", startedDaysAgo: 30 });
    change(
      "UPDATE loop_credits SET loop_id = ?, spent_at = 1 WHERE account_id = ?",
      loop,
      customer.accountId,
    );
    const page = await customer.browser.visit(`${SETTINGS}?tab=orders`);
    expect(page.text("main")).toContain("My Own Year Active");
    expect(page.root.querySelectorAll(".badge-pending")).toHaveLength(2);
    change("UPDATE loops SET status = 'COMPLETED' WHERE id = ?", loop);
    const after = await customer.browser.visit(`${SETTINGS}?tab=orders`);
    expect(after.text(".badge-good")).toBe("Completed");
    expect(after.root.querySelectorAll(".badge-pending")).toHaveLength(1);
  });

  it("shows no order that was never paid, and nobody else's", async () => {
    const [customer, other] = [await becomeCustomer(house), await becomeCustomer(house)];
    giveGift(customer);
    const theirs = giveGift(other);
    const page = await customer.browser.visit(`${SETTINGS}?tab=orders`);
    expect(page.root.querySelectorAll(".facts")).toHaveLength(1);
    change(
      "UPDATE orders SET account_id = ?, paid_at = NULL, status = 'PENDING' WHERE id = ?",
      customer.accountId,
      theirs,
    );
    const after = await customer.browser.visit(`${SETTINGS}?tab=orders`);
    expect(after.root.querySelectorAll(".facts")).toHaveLength(1);
  });
});

const HOME = { "Address label": "Home", ...ADDRESS };
const LIST = `${SETTINGS}?tab=addresses`;

async function addAddress(browser: Visitor, filled: Record<string, string | boolean> = {}) {
  await browser.visit("/account-settings/addresses/new");
  return await browser.submit("Save address", { ...HOME, ...filled });
}

const idOf = (accountId: string, label: string) =>
  String(rowOf("SELECT id FROM addresses WHERE account_id = ? AND label = ?", accountId, label).id);

describe("addresses", () => {
  it("are none to begin with, and the first is added and the default", async () => {
    const { browser } = await becomeCustomer(house);
    const page = await browser.visit(LIST);
    expect(page.text("main")).toContain("Delivery Address");
    expect(page.text("main")).toContain("No addresses found");
    expect(page.links()).toContainEqual({
      words: "Add Your First Address",
      href: "/account-settings/addresses/new",
    });
    expect((await browser.visit("/account-settings/addresses/new")).field("First name").value).toBe(
      "Margaret",
    );
    await addAddress(browser, { Postcode: "yo21 3pu" });
    expect(browser.page.path).toBe(LIST);
    expect(browser.page.text("main")).toContain("The address is saved.");
    expect(browser.page.text("main")).toContain(
      "Home Default Margaret Okafor 4 Harbour Row Whitby YO21 3PU United Kingdom",
    );
  });

  it("can be changed, and another made the default", async () => {
    const { browser, accountId } = await becomeCustomer(house);
    await addAddress(browser);
    await addAddress(browser, { "Address label": "Work", County: "North Yorkshire" });
    await browser.submit("Make default: Work");
    expect(browser.page.text("main")).toContain("Work is your default address.");
    expect(browser.page.text(".settings-list li:first-child")).toContain("Work Default");
    await browser.visit(`/account-settings/addresses/${idOf(accountId, "Home")}`);
    expect(browser.page.field("Address line 1").value).toBe("4 Harbour Row");
    await browser.submit("Save address", {
      "Address line 1": "5 Harbour Row",
      "Make this my default address": true,
    });
    expect(browser.page.text(".settings-list li:first-child")).toContain(
      "Home Default Margaret Okafor 5 Harbour Row",
    );
  });

  it("are deleted by a page that asks first", async () => {
    const { browser, accountId } = await becomeCustomer(house);
    await addAddress(browser);
    const place = `/account-settings/addresses/${idOf(accountId, "Home")}/delete`;
    expect((await browser.visit(place)).heading).toBe("Delete this address?");
    expect(browser.page.text("main")).toContain("Home: Margaret Okafor, 4 Harbour Row, Whitby, YO21 3PU");
    expect(countOf("addresses", "account_id = ?", accountId)).toBe(1);
    await browser.submit("Delete address");
    expect(browser.page.text("main")).toContain("The address is deleted.");
    expect(countOf("addresses", "account_id = ?", accountId)).toBe(0);
    expect((await browser.visit(place)).status).toBe(404);
  });

  it.each([
    [{ "Address label": "" }, "Address label is required"],
    [{ "First name": "" }, "First name is required"],
    [{ "Last name": "" }, "Last name is required"],
    [{ "Address line 1": "" }, "Address line 1 is required"],
    [{ "Town or city": "" }, "City is required"],
    [{ Postcode: "" }, "Postcode is required"],
    [{ Postcode: "90210" }, "Please enter a valid UK postcode (e.g., SW1A 1AA)"],
  ])("with %j say: %s, and keep what was typed", async (filled, sentence) => {
    const { browser, accountId } = await becomeCustomer(house);
    const page = await addAddress(browser, { County: "Cumbria", ...filled });
    expect([page.status, page.title]).toEqual([422, "Error: Add an address – Loop"]);
    expect(page.errorSummary()).toEqual([sentence]);
    for (const [label, value] of Object.entries({ ...HOME, County: "Cumbria", ...filled })) {
      expect(page.field(label).value).toBe(value);
    }
    expect(countOf("addresses", "account_id = ?", accountId)).toBe(0);
  });

  it("of somebody else are not there", async () => {
    const [hers, his] = [await becomeCustomer(house), await becomeCustomer(house)];
    await addAddress(hers.browser);
    const id = idOf(hers.accountId, "Home");
    const before = rowOf("SELECT * FROM addresses WHERE id = ?", id);
    const { browser } = his;
    const missing = await browser.visit("/account-settings/addresses/nothing");
    for (const place of [`/account-settings/addresses/${id}`, `/account-settings/addresses/${id}/delete`]) {
      const page = await browser.visit(place);
      expect([page.status, page.text("main")]).toEqual([404, missing.text("main")]);
      await addAddress(browser);
      await browser.visit(
        place.includes("delete")
          ? `/account-settings/addresses/${idOf(his.accountId, "Home")}/delete`
          : "/account-settings/addresses/new",
      );
      const form = place.includes("delete") ? [] : Object.entries(asNames(HOME));
      const token = browser.page.field("csrf").value;
      const body = new URLSearchParams([["csrf", token], ...form]).toString();
      const headers = { "Content-Type": "application/x-www-form-urlencoded" };
      expect((await browser.send(place, { method: "POST", body, headers })).status).toBe(404);
      change("DELETE FROM addresses WHERE account_id = ?", his.accountId);
    }
    await addAddress(browser);
    await addAddress(browser, { "Address label": "Work" });
    const page = await browser.submit(
      "Make default: Work",
      {},
      { without: ["address"], extra: [["address", id]] },
    );
    expect(page.status).toBe(404);
    expect(rowOf("SELECT * FROM addresses WHERE id = ?", id)).toEqual(before);
    expect((await house.visitor().visit(`/account-settings/addresses/${id}`)).path).toBe("/auth");
  });

  it("are kept as far as there is room", async () => {
    const { browser, accountId } = await becomeCustomer(house);
    await addAddress(browser);
    const id = idOf(accountId, "Home");
    await browser.visit("/account-settings/addresses/new");
    for (let time = 1; time < 20; time += 1) {
      change(
        `INSERT INTO addresses SELECT id || ?, account_id, kind, label, first_name, last_name, company, line1, line2, city,
           county, postcode, country, phone, 0, created_at, updated_at FROM addresses WHERE id = ?`,
        ...[String(time), id],
      );
    }
    const page = await browser.submit("Save address", HOME);
    expect(page.errorSummary()).toEqual(["Failed to save address. 20 are as many as we can keep"]);
    expect((await browser.visit(LIST)).text("main")).toContain("That is as many as we can keep.");
  });

  it("take whatever is sent with a clear answer", async () => {
    const { browser } = await becomeCustomer(house);
    const arrive = (visitor: Visitor) => visitor.visit("/account-settings/addresses/new");
    await sendEverythingOdd(browser, { arrive, button: "Save address", field: "line1" });
    await sendTwoMegabytes(browser, { arrive, button: "Save address", field: "postcode" });
  });
});

/** The fields as the form names them. */
function asNames(filled: typeof HOME) {
  return {
    label: filled["Address label"],
    firstName: filled["First name"],
    lastName: filled["Last name"],
    line1: filled["Address line 1"],
    city: filled["Town or city"],
    postcode: filled.Postcode,
  };
}

describe("the Books tab", () => {
  it("lets one choose a loop, and leads to its book", async () => {
    const customer = await becomeCustomer(house);
    const now = giveLoop(customer, { startedDaysAgo: 20 });
    const done = giveLoop(customer, { title: "Last Year", startedDaysAgo: 400, status: "COMPLETED" });
    change("UPDATE loops SET completed_at = ? WHERE id = ?", Date.parse("2026-03-15T12:00:00Z"), done);
    const { browser } = customer;
    const page = await browser.visit(`${SETTINGS}?tab=books`);
    expect(page.root.querySelectorAll("option").map((option) => option.text)).toEqual([
      "Our Year by the Sea: Active - Week 3",
      "Last Year: Completed 15 March 2026",
    ]);
    expect(page.links()).toContainEqual({ words: "Download as PDF", href: `/book?loop=${now}` });
    const chosen = await browser.submit("Show this book", { Loop: done });
    expect(chosen.path).toBe(`${SETTINGS}?tab=books&loop=${done}`);
    expect(chosen.field("Loop").value).toBe(done);
    expect(chosen.text("main")).toContain("Completed 15 March 2026. 0 of 52 entries completed.");
    await browser.visit(`/book?loop=${done}`);
    expect(browser.page.status).toBe(200);
  });

  it("without a loop says so, and shows nobody else's", async () => {
    const other = await becomeCustomer(house);
    const theirs = giveLoop(other, { title: "Somebody Else’s Year" });
    const customer = await becomeCustomer(house);
    const page = await customer.browser.visit(`${SETTINGS}?tab=books&loop=${theirs}`);
    expect(page.text("main")).toContain("A book grows from a loop, and you have none yet.");
    giveLoop(customer);
    const after = await customer.browser.visit(`${SETTINGS}?tab=books&loop=${theirs}`);
    expect(after.body).not.toContain("Somebody Else");
    expect(after.body).not.toContain(`/book?loop=${theirs}`);
  });
});

describe("the Privacy tab", () => {
  it("says that nobody has looked, or who did and why", async () => {
    const customer = await becomeCustomer(house);
    const place = `${SETTINGS}?tab=privacy`;
    expect((await customer.browser.visit(place)).text("main")).toContain("Nobody has opened your entries.");
    expect(customer.browser.page.links()).toContainEqual({ words: "privacy policy", href: "/privacy" });
    const loop = giveLoop(customer, { startedDaysAgo: 20 });
    giveEntries(loop, [2]);
    const at = Date.parse("2026-07-04T13:05:00Z");
    change(
      "INSERT INTO staff (id, email, name, role, created_at) VALUES ('ruth', 'ruth@example.org', 'Ruth Bell', 'moderator', ?)",
      at,
    );
    change(
      "INSERT INTO entry_views (id, entry_id, staff_id, reason, at) SELECT 'view', id, 'ruth', 'Checked for print', ? FROM entries WHERE loop_id = ?",
      at,
      loop,
    );
    const words = (await customer.browser.visit(place)).text("table");
    expect(words).toMatch(/Our Year by the Sea, week 2.*Ruth Bell.*Checked for print.*4 July 2026, 14:05/);
    const other = await becomeCustomer(house);
    expect((await other.browser.visit(place)).text("main")).toContain("Nobody has opened your entries.");
  });

  it("lists signed-in browsers, this one marked, and ends another at once", async () => {
    const { browser, email, accountId } = await becomeCustomer(house);
    const other = house.visitor();
    await signIn(other, email);
    change(
      "UPDATE sessions SET user_agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Firefox/144.0' WHERE rowid = (SELECT max(rowid) FROM sessions WHERE account_id = ?)",
      accountId,
    );
    const page = await browser.visit(`${SETTINGS}?tab=privacy`);
    expect(page.root.querySelectorAll("main .settings-list li")).toHaveLength(2);
    expect(page.text("main")).toContain("An unknown browser This browser");
    await browser.submit("End this one: Firefox on Linux");
    expect(browser.page.text("main")).toContain("That browser is signed out.");
    expect(browser.page.root.querySelectorAll("main .settings-list li")).toHaveLength(1);
    expect((await other.visit(SETTINGS)).path).toBe("/auth");
  });

  it("does not end a browser of somebody else’s", async () => {
    const [hers, his] = [await becomeCustomer(house), await becomeCustomer(house)];
    await signIn(house.visitor(), his.email);
    await his.browser.visit(`${SETTINGS}?tab=privacy`);
    const session = String(rowOf("SELECT id FROM sessions WHERE account_id = ?", hers.accountId).id);
    for (const id of [session, "nothing", ""]) {
      await his.browser.visit(`${SETTINGS}?tab=privacy`);
      const options = { without: ["session"], extra: [["session", id] as const] };
      const page = await his.browser.submit("End this one: An unknown browser", {}, options);
      expect([page.status, page.heading]).toEqual([404, "Not found"]);
    }
    expect((await hers.browser.visit(SETTINGS)).heading).toBe("Account settings");
  });
});

it.each([
  ["Save Changes", "firstName", ""],
  ["Save preferences", "sms", ""],
  ["Send the code", "newEmail", ""],
  ["Change Password", "newPassword", "?tab=password"],
])("whatever is sent to “%s” gets a clear answer", async (button, field, query) => {
  const { browser } = await becomeCustomer(house);
  const arrive = (visitor: Visitor) => visitor.visit(SETTINGS + query);
  await sendEverythingOdd(browser, { arrive, button, field });
  await sendTwoMegabytes(browser, { arrive, button, field });
});

it("a button that is none of ours is answered plainly", async () => {
  const { browser } = await becomeCustomer(house);
  await browser.visit(SETTINGS);
  const page = await browser.submit("Save Changes", {}, { without: ["intent"], extra: [["intent", "grow"]] });
  expect([page.status, page.heading]).toEqual([400, "That did not work"]);
});
