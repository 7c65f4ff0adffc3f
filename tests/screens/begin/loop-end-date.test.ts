import { describe, expect, it } from "vitest";
import { WISH_FIRST, WISH_FIRST_TODAY } from "~/domain/diary/loops/starting";
import { formatDay } from "~/domain/kernel/time/format-days";
import { IN_SHORT } from "~/domain/shop/order-rules/cancellation";
import { openApp } from "../../support/app";
import type { Visitor } from "../../support/visitor";
import { expectNothingBreaks } from "../support/app-log";
import { anotherWindow, becomeCustomer, type Customer, signIn } from "../support/customers";
import { CONTROLS, MANY_SCRIPTS, sendEverythingOdd, sendTwoMegabytes } from "../support/hostile-forms";
import { giveLoop, nameYear } from "../support/loops";
import { ADDRESS, chooseLoop, makeStaffGift, ownLoopToBegin } from "../support/purchases";
import { change, countOf, dayFromToday, rowOf, rowsOf } from "../support/records";
import { PASSWORD } from "../support/registrations";

const app = await openApp();
const gift = makeStaffGift();
expectNothingBreaks();

async function buyerWhoPaid(): Promise<Customer> {
  const customer = await becomeCustomer(app);
  await ownLoopToBegin(customer, gift);
  return customer;
}

/** The first and the last day that the page offers. */
function windowOn({ page }: Visitor): { earliest: string; latest: string } {
  const { control } = page.field("Your book arrives by");
  return { earliest: control.getAttribute("min") ?? "", latest: control.getAttribute("max") ?? "" };
}

const dayBeside = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** The text of the card of one choice. */
const cardOf = ({ page }: Visitor, choice: string) =>
  page.root.querySelectorAll(".radio-card").find((card) => card.text.includes(choice))?.text ?? "";

const CHOOSE = "Choose your delivery date";

const pick = (browser: Visitor, day: string) => browser.submit("Confirm", { choice: "own", deliveryDay: day });

describe("the delivery date", () => {
  it("is only for somebody signed in, and waits for them", async () => {
    const { email } = await buyerWhoPaid();
    const elsewhere = app.visitor();
    const page = await elsewhere.visit("/loop-end-date");
    expect(page.redirects).toEqual([{ status: 302, location: "/auth" }]);
    await signIn(elsewhere, email);
    await elsewhere.visit("/loop-end-date");
    expect(elsewhere.page.heading).toBe("When should your book arrive?");
  });

  it("is only for somebody with a loop to begin: others begin one, or look at theirs", async () => {
    const customer = await becomeCustomer(app);
    expect((await customer.browser.visit("/loop-end-date", { follow: false })).location).toBe("/begin");
    giveLoop(customer);
    expect((await customer.browser.visit("/loop-end-date", { follow: false })).location).toBe("/dashboard");
  });

  it("shows the loop, three days to choose from, and how the year goes until then", async () => {
    const { browser } = await buyerWhoPaid();
    const words = browser.page.text("main");
    for (const part of ["Family Adventures", "Recommended (1 year)", "15 months", "18 months", "Halfway"]) {
      expect(words).toContain(part);
    }
    expect(windowOn(browser).earliest).toBe(dayFromToday(364));
    const choices = browser.page.root.querySelectorAll("input[name=choice]");
    expect(choices.map((one) => one.getAttribute("value"))).toEqual([...["recommended", "fifteen", "eighteen", "own"]]);
  });

  it.each([
    ["Recommended (1 year)", "recommended"],
    ["15 months", "fifteen"],
    ["18 months", "eighteen"],
  ])("says of “%s” when its year starts and its book arrives, and keeps to both", async (label, choice) => {
    const { browser, accountId } = await buyerWhoPaid();
    const said = cardOf(browser, label);
    await browser.submit("Confirm", { choice });
    const { start_day, delivery_day } = rowOf("SELECT * FROM loops WHERE account_id = ?", accountId);
    const [start, delivery] = [formatDay(String(start_day)), formatDay(String(delivery_day))];
    expect(said).toContain(choice === "recommended" ? "Start today" : `Start on ${start}`);
    expect(said).toContain(`book by ${delivery}`);
  });

  it("says what a day of one’s own means for the start, before and after it is chosen", async () => {
    const { browser } = await buyerWhoPaid();
    const { earliest } = windowOn(browser);
    expect(browser.page.text("[data-way=own].date-said")).toContain("Your year starts 54 weeks before.");
    expect(browser.page.field("Your book arrives by").hint).toContain(
      `With a date up to ${formatDay(dayFromToday(371))}, you’ll have a week or two to catch up on.`,
    );
    await pick(browser, earliest);
    const start = formatDay(dayBeside(earliest, -378));
    expect(browser.page.text("main")).toContain(`your year starts on ${start}.`);
  });

  it("that lies later than a year says when the year starts, and not that it has begun", async () => {
    const { browser, accountId } = await buyerWhoPaid();
    const page = await browser.submit("Confirm", { choice: "fifteen" });
    const { start_day, delivery_day } = rowOf("SELECT * FROM loops WHERE account_id = ?", accountId);
    const [start, delivery] = [formatDay(String(start_day)), formatDay(String(delivery_day))];
    expect(page.text("main")).toContain(
      `Your dates are set. Your year starts on ${start}. You can write week 1 before then if you like. Your book arrives by ${delivery}.`,
    );
    expect(page.text("main")).not.toContain("has started");
    expect(page.heading).toContain("Your year starts");
    for (const words of ["Give your year a title", "Write week 1 now", "Change the date"])
      expect(page.links().map((link) => link.words)).toContain(words);
    await nameYear(browser, "Three Summers");
    expect(browser.page.heading).toContain("Your year starts");
    expect(browser.page.text("main")).toContain("Three Summers");
  });

  it("as recommended begins the loop today and says so once", async () => {
    const { browser, accountId } = await buyerWhoPaid();
    const page = await browser.submit("Confirm");
    const { id } = rowOf("SELECT id FROM loops WHERE account_id = ?", accountId);
    expect(page.redirects).toEqual([{ status: 303, location: `/dashboard?loop=${id}&week=1` }]);
    expect(page.heading).toBe("Week 1 of 52");
    expect(page.text("main")).toMatch(
      /Your year has started, and week 1 is open\. Your book arrives by \d+ \w+ \d{4}\./,
    );
    expect((await browser.visit("/dashboard")).text("main")).not.toContain("Your year has started, and");
    expect(rowOf("SELECT * FROM loops WHERE account_id = ?", accountId)).toMatchObject({
      theme: "family",
      type: "family-adventures",
      status: "ACTIVE",
      title: null,
      start_day: dayFromToday(0),
      delivery_day: dayFromToday(378),
    });
  });

  it.each(["fifteen", "eighteen"])("in %s begins the loop later, 378 days before it", async (choice) => {
    const { browser, accountId } = await buyerWhoPaid();
    await browser.submit("Confirm", { choice });
    const { start_day, delivery_day } = rowOf("SELECT * FROM loops WHERE account_id = ?", accountId);
    expect(dayBeside(String(delivery_day), -378)).toBe(start_day);
    expect(String(start_day) > dayFromToday(60)).toBe(true);
  });

  it("sooner than a year and two weeks warns of the weeks to catch up on before it begins", async () => {
    const { browser, accountId } = await buyerWhoPaid();
    const { earliest } = windowOn(browser);
    const page = await pick(browser, earliest);
    expect(page.status).toBe(200);
    expect(page.text("main")).toContain("This date means 2 catch-up weeks, because your year starts on");
    expect(page.field("Your book arrives by").value).toBe(earliest);
    expect(countOf("loops", "account_id = ?", accountId)).toBe(0);
    await browser.submit("Confirm");
    expect(browser.page.text("main")).toContain("Your year has started, and week 1 is open.");
    expect(rowOf("SELECT delivery_day FROM loops WHERE account_id = ?", accountId).delivery_day).toBe(earliest);
  });

  it("warns on a page that can be gone back to, and leads on from it once the loop has begun", async () => {
    const { browser } = await buyerWhoPaid();
    const { earliest } = windowOn(browser);
    await pick(browser, earliest);
    const warned = `/loop-end-date?day=${earliest}`;
    expect((await browser.visit(warned)).text("main")).toContain("2 catch-up weeks");
    await browser.submit("Confirm");
    expect((await browser.visit(warned)).path).toBe("/dashboard");
  });

  it.each(["2026-02-30", "1999-01-01", "9999-12-31", "\u0000"])(
    "shows no warning for %j in its address",
    async (day) => {
      const { browser } = await buyerWhoPaid();
      const page = await browser.visit(`/loop-end-date?day=${encodeURIComponent(day)}`);
      expect(page.status).toBe(200);
      expect(page.text("main")).not.toContain("catch-up");
    },
  );

  it("warns again where another early day is chosen after the warning", async () => {
    const { browser, accountId } = await buyerWhoPaid();
    const { earliest } = windowOn(browser);
    await pick(browser, earliest);
    await pick(browser, dayBeside(earliest, 7));
    expect(browser.page.text("main")).toContain("This date means 1 catch-up week, because your year starts on");
    expect(countOf("loops", "account_id = ?", accountId)).toBe(0);
    await pick(browser, dayBeside(earliest, 8));
    expect(browser.page.text("main")).toContain("Your year has started, and week 1 is open.");
  });

  it("on the last day offered can be had", async () => {
    const { browser, accountId } = await buyerWhoPaid();
    const { latest } = windowOn(browser);
    await pick(browser, latest);
    expect(rowOf("SELECT delivery_day FROM loops WHERE account_id = ?", accountId).delivery_day).toBe(latest);
  });
});

describe("a delivery date that does not fit", () => {
  const NO_DAY = /^Please choose a date from the calendar$/;

  it.each([
    ["nothing", () => "", NO_DAY],
    ["a day that does not exist", () => "2029-02-30", NO_DAY],
    ["words", () => "next autumn", NO_DAY],
    ["many scripts", () => MANY_SCRIPTS, NO_DAY],
    ["control characters", () => CONTROLS.replace("\u0000", ""), NO_DAY],
    ["a day and a time", () => "2029-02-03T10:00", NO_DAY],
    ["the day before the first", (first: string) => dayBeside(first, -1), /^Please choose a date on or after \d/],
    ["yesterday", () => dayFromToday(-1), /^Please choose a date on or after \d/],
    [
      "the day after the last",
      (_: string, last: string) => dayBeside(last, 1),
      /^Please choose a date on or before \d/,
    ],
    ["the end of time", () => "9999-12-31", /^Please choose a date on or before \d/],
  ])("%s is refused and kept", async (_, day, sentence) => {
    const { browser, accountId } = await buyerWhoPaid();
    const { earliest, latest } = windowOn(browser);
    const typed = day(earliest, latest);
    const page = await pick(browser, typed);
    expect(page.status).toBe(422);
    expect(page.title).toBe("Error: When should your book arrive? – Loop");
    expect(page.errorSummary()).toEqual([expect.stringMatching(sentence)]);
    expect(page.field("Your book arrives by")).toMatchObject({ isWrong: true, value: typed.slice(0, 40) });
    expect(page.find("input[name=choice][checked]").getAttribute("value")).toBe("own");
    expect(countOf("loops", "account_id = ?", accountId)).toBe(0);
  });
});

describe("a delivery date that is sent again", () => {
  it("twice, or from two windows, begins one loop", async () => {
    const { browser, accountId } = await buyerWhoPaid();
    const other = anotherWindow(app, { browser });
    await other.visit("/loop-end-date");
    const again = anotherWindow(app, { browser });
    await again.visit("/loop-end-date");
    await browser.submit("Confirm");
    await other.submit("Confirm", { choice: "eighteen" });
    expect(other.page.path).toBe("/dashboard");
    expect(other.page.text("main")).not.toContain("Your year has started, and");
    await again.submit("Confirm");
    expect(rowsOf("SELECT delivery_day FROM loops WHERE account_id = ?", accountId)).toEqual([
      { delivery_day: dayFromToday(378) },
    ]);
  });

  it("at the same moment begins one loop", async () => {
    const { browser, accountId } = await buyerWhoPaid();
    const windows = await Promise.all(
      [1, 2, 3].map(async () => {
        const window = anotherWindow(app, { browser });
        await window.visit("/loop-end-date");
        return window;
      }),
    );
    await Promise.all(windows.map((window) => window.submit("Confirm")));
    expect(countOf("loops", "account_id = ?", accountId)).toBe(1);
    expect(countOf("loop_credits", "account_id = ? AND spent_at IS NOT NULL", accountId)).toBe(1);
  });

  it("with two loops paid for begins one each time", async () => {
    const customer = await buyerWhoPaid();
    await ownLoopToBegin(customer, gift, "Baby’s First Year");
    await customer.browser.submit("Confirm");
    expect(customer.browser.page.text("main")).toContain("Your year has started, and week 1 is open.");
    await customer.browser.visit("/loop-end-date");
    await customer.browser.submit("Confirm");
    expect(rowsOf("SELECT type FROM loops WHERE account_id = ? ORDER BY type", customer.accountId)).toEqual([
      { type: "babys-first-year" },
      { type: "family-adventures" },
    ]);
  });

  it("with two loops paid for begins the one whose page it is, and leads to the other", async () => {
    const customer = await buyerWhoPaid();
    const { browser, accountId } = customer;
    const older = (await browser.visit("/dashboard")).links().find(({ words }) => words === CHOOSE)?.href ?? "";
    await ownLoopToBegin(customer, gift, "Baby’s First Year");
    expect((await browser.visit("/loop-end-date")).links()).toContainEqual({
      words: "Family Adventures",
      href: older,
    });
    await browser.visit(older);
    expect(browser.page.text("main")).toContain("This is your Family Adventures loop.");
    const { earliest } = windowOn(browser);
    await pick(browser, earliest);
    expect(browser.page.text("main")).toContain("This is your Family Adventures loop.");
    await browser.submit("Confirm");
    const begun = () => rowsOf("SELECT type FROM loops WHERE account_id = ?", accountId);
    expect(begun()).toEqual([{ type: "family-adventures" }]);
    expect((await browser.visit(older)).path).toMatch(/^\/dashboard/);
    expect(begun()).toHaveLength(1);
  });

  it("keeps which loop is meant through an ended session", async () => {
    const customer = await buyerWhoPaid();
    const older = (await customer.browser.visit("/dashboard")).links().find(({ words }) => words === CHOOSE);
    await ownLoopToBegin(customer, gift, "Baby’s First Year");
    const elsewhere = app.visitor();
    await elsewhere.visit(older?.href ?? "");
    await elsewhere.submit("Sign in", { "Email address": customer.email, Password: PASSWORD });
    expect(elsewhere.page.text("main")).toContain("This is your Family Adventures loop.");
  });
});

it("whatever is sent to the delivery date gets a clear response", async () => {
  const { browser, accountId } = await buyerWhoPaid();
  const arrive = async (visitor: Visitor) => {
    const page = await visitor.visit("/loop-end-date");
    page.find("input[value=recommended]").setAttribute("value", "whenever");
    return page;
  };
  await sendEverythingOdd(browser, { arrive, button: "Confirm", field: "deliveryDay" });
  await sendTwoMegabytes(browser, { arrive, button: "Confirm", field: "deliveryDay" });
  expect(countOf("loops", "account_id = ?", accountId)).toBe(0);
});

describe("a buyer who did not ask to start within the days to cancel", () => {
  const waitingBuyer = async () => {
    const customer = await becomeCustomer(app);
    await ownLoopToBegin(customer, gift, "Family Adventures", false);
    return customer;
  };

  it("starts on the day after them, and cannot start before", async () => {
    const { browser, accountId } = await waitingBuyer();
    const start = dayFromToday(15);
    expect(cardOf(browser, "Recommended (1 year)")).toContain(`Start on ${formatDay(start)}`);
    expect(windowOn(browser).earliest).toBe(dayBeside(start, 378));
    await pick(browser, dayFromToday(378));
    expect(browser.page.status).toBe(422);
    expect(browser.page.text("main")).toContain("Please choose a date on or after");
    await browser.visit("/loop-end-date");
    await browser.submit("Confirm");
    expect(rowOf("SELECT start_day FROM loops WHERE account_id = ?", accountId)).toEqual({
      start_day: start,
    });
    expect(browser.page.path).toMatch(/^\/dashboard/);
  });

  it("can start today all the same, by a choice that says its price and is never made for them", async () => {
    const { browser, accountId } = await waitingBuyer();
    expect(cardOf(browser, "Start my year today")).toContain("If I cancel within 14 days, I’ll pay 1/52 of the price");
    const chosen = browser.page.find("input[name=choice][checked]");
    expect(chosen.getAttribute("value")).toBe("recommended");
    const page = await browser.submit("Confirm", { choice: "today" });
    expect(page.text("main")).toContain("Your year has started, and week 1 is open.");
    expect(rowOf("SELECT start_day FROM loops WHERE account_id = ?", accountId)).toEqual({
      start_day: dayFromToday(0),
    });
    expect(rowOf("SELECT start_requested_at IS NOT NULL AS asked FROM orders WHERE account_id = ?", accountId)).toEqual(
      { asked: 1 },
    );
  });

  it("asks for nothing early by any other choice, and is offered no second “today” where none is needed", async () => {
    const { browser, accountId } = await waitingBuyer();
    await browser.submit("Confirm", { choice: "fifteen" });
    expect(rowOf("SELECT start_requested_at IS NOT NULL AS asked FROM orders WHERE account_id = ?", accountId)).toEqual(
      { asked: 0 },
    );
    const { browser: other } = await buyerWhoPaid();
    expect(other.page.root.querySelector("input[value=today]")).toBeNull();
  });

  it("with dates chosen can start it only with the same tick, which is recorded", async () => {
    const { browser, accountId } = await waitingBuyer();
    await browser.visit("/loop-end-date");
    await browser.submit("Confirm");
    const asked = () =>
      rowOf(
        "SELECT start_day, start_requested_at IS NOT NULL AS asked FROM loops JOIN loop_credits ON loop_id = loops.id JOIN orders ON orders.id = order_id WHERE loops.account_id = ?",
        accountId,
      );
    change("UPDATE loops SET title = 'Our Year' WHERE account_id = ?", accountId);
    const waiting = await browser.visit("/dashboard");
    expect(waiting.links().map(({ words }) => words)).not.toContain("Write week 1 now");
    expect(waiting.text("main")).toContain("and you can write from that day.");
    const early = await browser.visit("/dashboard?week=1");
    expect(early.text("main")).not.toContain("Save");
    await browser.visit("/dashboard");
    const refused = await browser.submit("Start my year today");
    expect(refused.status).toBe(422);
    expect(refused.text("main")).toContain(WISH_FIRST_TODAY);
    expect(refused.text("main")).toContain(IN_SHORT.wish);
    expect(asked()).toEqual({ start_day: dayFromToday(15), asked: 0 });
    const started = await browser.submit("Start my year today", { startsAtOnce: true });
    expect(started.text("main")).toContain("Your year has started, and week 1 is open.");
    expect(asked()).toEqual({ start_day: dayFromToday(0), asked: 1 });
  });

  it("moves the date to an earlier start only with the same tick", async () => {
    const { browser, accountId } = await waitingBuyer();
    await browser.visit("/loop-end-date");
    await browser.submit("Confirm");
    const { id } = rowOf("SELECT id FROM loops WHERE account_id = ?", accountId);
    await browser.visit(`/loop-settings/${id}`);
    const preview = await browser.submit("See what changes", { "New date": dayFromToday(378) });
    expect(preview.text("main")).toContain(IN_SHORT.wish);
    const refused = await browser.submit("Change the date");
    expect(refused.status).toBe(422);
    expect(refused.text("main")).toContain(WISH_FIRST);
    await browser.submit("Change the date", { startsAtOnce: true });
    expect(rowOf("SELECT start_day FROM loops WHERE account_id = ?", accountId)).toEqual({
      start_day: dayFromToday(0),
    });
  });

  it("can start any day once the days to cancel are over", async () => {
    const { browser, accountId } = await waitingBuyer();
    change("UPDATE orders SET paid_at = paid_at - 15 * 86400000 WHERE account_id = ?", accountId);
    await browser.visit("/loop-end-date");
    expect(browser.page.root.querySelector("input[value=today]")).toBeNull();
    await browser.submit("Confirm");
    expect(rowOf("SELECT start_day FROM loops WHERE account_id = ?", accountId)).toEqual({
      start_day: dayFromToday(0),
    });
  });
});

describe("a second loop", () => {
  it("opens when its date is confirmed, not the first one, and is offered the address of the first", async () => {
    const customer = await buyerWhoPaid();
    const { browser, accountId } = customer;
    await browser.submit("Confirm");
    await chooseLoop(browser, "celebration", "Wedding");
    expect(browser.page.field("Address line 1").value).toBe(ADDRESS["Address line 1"]);
    expect(browser.page.text("main")).toContain("Your saved addresses");
    await browser.submit("Apply", { "Discount code": gift });
    await browser.submit("Pay £0.00", { startsAtOnce: true });
    await browser.submit("Confirm");
    const { id } = rowOf("SELECT id FROM loops WHERE account_id = ? AND type = 'wedding'", accountId);
    expect(browser.page.path).toBe(`/dashboard?loop=${id}&week=1`);
  });
});
