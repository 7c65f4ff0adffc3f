import { describe, expect, it } from "vitest";
import { saveGuest } from "~/domain/people/accounts/guests.server";
import { becomeCustomer, type Customer } from "../screens/support/customers";
import { giveEntries, giveLoop } from "../screens/support/loops";
import { change, countActs, countOf, dayFromToday, emailsTo, rowOf } from "../screens/support/records";
import { newEmail, register } from "../screens/support/registrations";
import { bookInLine } from "../screens/support/shipments";
import { makeVoucher } from "../screens/support/vouchers";
import { openApp } from "../support/app";
import { creditToBegin } from "../support/people";
import { staffBrowser } from "../support/staff";
import { SupportAgent } from "./support/support-agent";

/**
 * Twenty-one phone calls that support agents get. Each ends by the real forms, without scripts, in at most six presses
 * from the search box, and its effect is there.
 */

const app = await openApp();
const MOST_PRESSES = 6;
const WHY = { Reason: "Rang, gave the order number and the postcode" };

let called = 0;

/** A name that nobody else has, to be found by. */
function uniqueName(): string {
  called += 1;
  return `Pritchard${"abcdefghijklmnopqrstuvwxyz"[called % 26]}${String(called).padStart(3, "0")}`;
}

interface ApiClient extends Customer {
  name: string;
}

async function customer(): Promise<ApiClient> {
  const name = uniqueName();
  const person = await becomeCustomer(app);
  change("UPDATE accounts SET first_name = 'Gwen', last_name = ? WHERE id = ?", name, person.accountId);
  return { ...person, name };
}

/** A paid order of a loop that was not begun, or of copies. */
function giveOrder({ accountId, email, name }: Omit<ApiClient, "browser">, copies = 0): { id: string; number: string } {
  called += 1;
  const [id, number, now] = [`desk-order-${called}`, `LP-DESK-${String(called).padStart(4, "0")}`, Date.now()];
  const pence = copies === 0 ? 6999 : copies * 6999;
  const place = {
    firstName: "Gwen",
    lastName: name,
    line1: "12 Bridge Lanes",
    line2: "",
    city: "Hebden Bridge",
    county: "",
  };
  change(
    `INSERT INTO orders (id, number, account_id, basket_key, kind, theme, type, status, subtotal_pence, total_pence,
       pricing, delivery_address, email, first_name, last_name, created_at, paid_at, updated_at)
     VALUES (?, ?, ?, ?, ?, 'family', 'family-adventures', 'PAID', ?, ?, '{}', ?, ?, 'Gwen', ?, ?, ?, ?)`,
    ...[id, number, accountId, id, copies === 0 ? "loop" : "book_copies", pence, pence],
    ...[JSON.stringify({ ...place, postcode: "HX7 8AB" }), email, name, now, now, now],
  );
  change(
    "INSERT INTO order_lines (id, order_id, item_id, name, unit_pence, quantity) VALUES (?, ?, 'line', 'The line', 6999, ?)",
    ...[`line-${id}`, id, Math.max(1, copies)],
  );
  if (copies === 0) creditToBegin(accountId, { orderId: id, voucherId: null });
  return { id, number };
}

function giveGuest(email: string) {
  const name = uniqueName();
  const words = { email, firstName: "Aled", lastName: name };
  const accountId = saveGuest({ guestId: undefined, basketKey: `basket-${name}` }, words, new Date());
  const order = giveOrder({ accountId, email, name });
  failEmail(accountId, email, "order_confirmation");
  return { accountId, email, name, order };
}

function failEmail(accountId: string, email: string, kind: string): string {
  called += 1;
  const [id, now] = [`desk-email-${called}`, Date.now()];
  change(
    `INSERT INTO emails (id, kind, account_id, to_name, to_email, subject, text_body, html_body, is_transactional,
       dedupe_key, message_id, state, failure, next_try_at, created_at)
     VALUES (?, ?, ?, 'Gwen', ?, 'Your order', 'Hello.', '<p>Hello.</p>', 1, ?, ?, 'dead', '550 5.1.1', ?, ?)`,
    ...[id, kind, accountId, email, id, id, now, now],
  );
  return id;
}

const kindsTo = (email: string) => emailsTo(email).map(({ kind }) => kind);

/** Every call: what it is about, and how it ends. */
const CALLS: Readonly<Record<string, (agent: SupportAgent) => Promise<void>>> = {
  "a guest whose address was mistyped has heard nothing": async (agent) => {
    const { email, accountId } = giveGuest(`aled.${called}@exmaple.com`);
    const right = newEmail("aled");
    await agent.search(email);
    await agent.follow("Correct email");
    await agent.press("Correct it", { "New email address": right, ...WHY });
    expect([kindsTo(right), countActs("accounts.correct_email", accountId)]).toEqual([["order_confirmation"], 1]);
    expect(kindsTo(email)).toContain("email_changed");
  },
  "somebody registered with a mistyped address and waits for the code": async (agent) => {
    const wrong = await register(app.visitor(), newEmail("wrong"));
    change("UPDATE one_time_codes SET created_at = created_at - 600000 WHERE sent_to = ?", wrong);
    const right = newEmail("right");
    await agent.search(wrong);
    await agent.follow("Margaret Okafor");
    await agent.follow("Correct email");
    await agent.press("Correct it", { "New email address": right, ...WHY });
    expect(kindsTo(right)).toEqual(["verification_code"]);
  },
  "an owner has a new mailbox": async (agent) => {
    const { name, email, accountId } = await customer();
    const right = newEmail("new");
    await agent.search(name);
    await agent.follow("Gwen");
    await agent.follow("Correct email");
    await agent.press("Send a code", { "New email address": right, ...WHY });
    expect([kindsTo(right), rowOf("SELECT email FROM accounts WHERE id = ?", accountId).email]).toEqual([
      ["email_change_code"],
      email,
    ]);
  },
  "the address is wrong, and nothing is printed yet": async (agent) => {
    const { number, id } = giveOrder(await customer());
    await agent.search(number.slice(3));
    await agent.follow(number);
    await agent.follow("Correct address");
    await agent.press("Correct", { "Address line 1": "112 Bridge Lanes", ...WHY });
    expect(String(rowOf("SELECT delivery_address AS place FROM orders WHERE id = ?", id).place)).toContain(
      "112 Bridge",
    );
  },
  "the address is wrong, and the printer has it": async (agent) => {
    const { id, owner } = await bookInLine(app);
    change("UPDATE shipments SET state = 'printing' WHERE id = ?", id);
    await agent.search(owner.email);
    await agent.follow("Correct address");
    await agent.press("Correct the address", { "Address line 1": "41 Weavers Row", ...WHY });
    expect(String(rowOf("SELECT delivery_address AS place FROM shipments WHERE id = ?", id).place)).toContain(
      "41 Weavers",
    );
  },
  "a book came back and goes to another address": async () => {
    const { id, loopId } = await bookInLine(app);
    change("UPDATE shipments SET state = 'shipped', tracking_number = ? WHERE id = ?", `GK 4471 ${called}`, id);
    change("UPDATE loops SET status = 'SHIPPED' WHERE id = ?", loopId);
    const agent = await SupportAgent.open(app);
    await agent.search(`gk4471${called}`);
    await agent.follow("Print again");
    await agent.press("Print again", {
      "Address line 1": "2 New Road",
      "Why?": "came_back",
      Reason: "It came back",
    });
    expect(countOf("shipments", "reprint_of = ? AND delivery_address LIKE '%2 New Road%'", id)).toBe(1);
    expect(agent.presses).toBeLessThanOrEqual(MOST_PRESSES);
  },
  "a gift went to the wrong person": async (agent) => {
    const { accountId, email } = await customer();
    const wrong = newEmail("wrong");
    const recipient = { name: "Tom", email: wrong, message: null, sendOnDay: null };
    const { voucherId } = await makeVoucher({ purchasedByAccountId: accountId, recipient });
    const right = newEmail("tom");
    await agent.search(wrong);
    await agent.follow("····");
    await agent.follow("Correct recipient");
    await agent.press("Correct it", { "Their email address": right, ...WHY });
    expect(rowOf("SELECT recipient_email AS email FROM vouchers WHERE id = ?", voucherId).email).toBe(right);
    expect([kindsTo(email).includes("account_corrected"), countActs("vouchers.correct_recipient", accountId)]).toEqual([
      true,
      1,
    ]);
  },
  "a stranger has received a gift": async (agent) => {
    const { accountId, email } = await customer();
    const stranger = newEmail("stranger");
    const recipient = { name: "Tom", email: stranger, message: null, sendOnDay: null };
    const { voucherId, code } = await makeVoucher({ purchasedByAccountId: accountId, recipient });
    change("UPDATE vouchers SET sent_at = 1 WHERE id = ?", voucherId);
    const right = newEmail("tom");
    await agent.search(stranger);
    await agent.follow("····");
    await agent.follow("New code");
    await agent.press("Give a new code", { "Their email address": right, ...WHY });
    expect(rowOf("SELECT last_four AS four FROM vouchers WHERE id = ?", voucherId).four).not.toBe(code.slice(-4));
    expect([kindsTo(right), kindsTo(email), countActs("vouchers.replace_code", accountId)]).toEqual([
      ["gift"],
      expect.arrayContaining(["account_corrected", "gift_voucher"]),
      1,
    ]);
  },
  "one of four copies is to be refunded": async (agent) => {
    const { id, number } = giveOrder(await customer(), 4);
    await agent.search(number);
    await agent.follow("Refund");
    await agent.press("Refund", { "Refund: The line": "1", ...WHY });
    expect(rowOf("SELECT amount_pence AS pence FROM refunds WHERE order_id = ?", id).pence).toBe(6999);
  },
  "a bank disputes a payment": async (agent) => {
    const buyer = await customer();
    const { id, number } = giveOrder(buyer);
    change(
      "INSERT INTO ledger (id, order_id, kind, amount_pence, provider_reference, at) VALUES (?, ?, 'dispute', -6999, ?, ?)",
      ...[`dispute-${id}`, id, `dp_${id}`, Date.now()],
    );
    change(
      "INSERT INTO disputes (id, order_id, stage, amount_pence, opened_at, updated_at) VALUES (?, ?, 'open', 6999, ?, ?)",
      ...[`dp_${id}`, id, Date.now(), Date.now()],
    );
    const found = await agent.search(buyer.name);
    expect([found.text(".hits").includes("Disputed"), found.text(".hits").includes("Refund")]).toEqual([true, false]);
    const page = await agent.follow("Gwen");
    expect(page.text(".dispute-band")).toContain("The bank disputes £69.99");
    await agent.follow(`Open ${number}`);
    expect(agent.browser.page.path).toBe(`/hyperloop/orders/${id}`);
  },
  "the code of a gift is lost": async (agent) => {
    const email = newEmail("tom");
    const recipient = { name: "Tom", email, message: null, sendOnDay: null };
    const { code } = await makeVoucher({ recipient });
    await agent.search(email);
    await agent.follow(`···· ···· ${code.slice(-4)}`);
    await agent.press("Resend");
    expect(kindsTo(email)).toEqual(["gift"]);
  },
  "a voucher has run out": async (agent) => {
    const email = newEmail("tom");
    const { voucherId } = await makeVoucher({
      recipient: { name: "Tom", email, message: null, sendOnDay: null },
    });
    change("UPDATE vouchers SET expires_at = ? WHERE id = ?", Date.now() - 1000, voucherId);
    await agent.search(email);
    await agent.follow("Extend");
    await agent.press("Extend", { "Valid until": dayFromToday(90), ...WHY });
    expect(countActs("vouchers.extend", voucherId)).toBe(1);
  },
  "somebody paid twice": async (agent) => {
    const buyer = await customer();
    const [, second] = [giveOrder(buyer), giveOrder(buyer)];
    await agent.search(buyer.name);
    await agent.follow("Refund");
    await agent.press("Refund", { "Refund: The line": "1", ...WHY });
    expect(countOf("refunds", "order_id = ?", second.id)).toBe(1);
  },
  "somebody has a new name": async (agent) => {
    const { name, email, accountId } = await customer();
    await agent.search(name);
    await agent.follow("Gwen");
    await agent.follow("Correct name");
    await agent.press("Correct the name", { "Last name": "Lowe", ...WHY });
    expect(rowOf("SELECT last_name AS name FROM accounts WHERE id = ?", accountId).name).toBe("Lowe");
    expect(kindsTo(email)).toContain("account_corrected");
  },
  "a saved address is wrong": async (agent) => {
    const { name, accountId } = await customer();
    change(
      `INSERT INTO addresses (id, account_id, label, first_name, last_name, line1, city, postcode, created_at, updated_at)
       VALUES (?, ?, 'Home', 'Gwen', 'P', '12 Bridge Lanes', 'Hebden Bridge', 'HX78AB', 1, 1)`,
      ...[`place-${name}`, accountId],
    );
    await agent.search(name);
    const page = await agent.follow("Gwen");
    expect(page.text(".person")).toContain("HX7 8AB");
    await agent.follow("Correct home");
    await agent.press("Correct the address", { "Address line 1": "112 Bridge Lanes", ...WHY });
    expect(rowOf("SELECT line1 FROM addresses WHERE id = ?", `place-${name}`).line1).toBe("112 Bridge Lanes");
  },
  "somebody asks by letter to be deleted": async (agent) => {
    const { name, email, accountId } = await customer();
    await agent.search(name);
    await agent.follow("Gwen");
    await agent.follow("Start deletion");
    await agent.press("Start the deletion", { Reason: "Letter of 20 November, signed" });
    expect(rowOf("SELECT deletion_due_at AS due FROM accounts WHERE id = ?", accountId).due).not.toBeNull();
    expect(kindsTo(email)).toContain("deletion_asked");
  },
  "somebody has forgotten the password": async (agent) => {
    const { name, email } = await customer();
    await agent.search(name);
    await agent.follow("Send a reset link");
    await agent.press("Send the link", WHY);
    expect(kindsTo(email)).toContain("password_reset");
  },
  "the book is needed on another day": async (agent) => {
    const buyer = await customer();
    const loopId = giveLoop(buyer, { startedDaysAgo: 30 });
    giveEntries(loopId, [1]);
    const day = dayFromToday(420);
    await agent.search(buyer.name);
    await agent.follow("Gwen");
    await agent.follow("Move date");
    await agent.press("Move the date", { "Delivery date": day, ...WHY });
    expect(rowOf("SELECT delivery_day AS day FROM loops WHERE id = ?", loopId).day).toBe(day);
    const own = await buyer.browser.visit("/account-settings?tab=privacy");
    expect(own.text("main")).toContain("Moved a delivery date");
  },
  "the wrong type was chosen last week": async (agent) => {
    const buyer = await customer();
    const loopId = giveLoop(buyer, { startedDaysAgo: 7 });
    await agent.search(buyer.name);
    await agent.follow("Gwen");
    await agent.follow("Change type");
    await agent.press("Change the type", { Type: "pet/my-cat-and-me", ...WHY });
    expect(rowOf("SELECT type FROM loops WHERE id = ?", loopId).type).toBe("my-cat-and-me");
  },
  "somebody paid and never found where to start": async (agent) => {
    const { name, accountId } = await customer();
    creditToBegin(accountId);
    await agent.search(name);
    await agent.follow("Gwen");
    await agent.follow("Open the loop");
    await agent.press("Open the loop", { "Delivery date": dayFromToday(420), ...WHY });
    expect(countOf("loops", "account_id = ?", accountId)).toBe(1);
  },
  "an email never came": async (agent) => {
    const { name, email, accountId } = await customer();
    const id = failEmail(accountId, email, "refund");
    await agent.search(name);
    await agent.follow("Gwen");
    await agent.press("Send again");
    expect(countOf("emails", "resend_of = ? AND state = 'waiting'", id)).toBe(1);
    expect(agent.browser.page.path).toBe(`/hyperloop/people/${accountId}`);
  },
};

describe("a call", () => {
  it("of each kind is among twenty-one", () => {
    expect(Object.keys(CALLS)).toHaveLength(21);
  });

  it.each(Object.entries(CALLS))("because %s ends within six presses from the search box", async (_, take) => {
    const agent = await SupportAgent.open(app);
    await take(agent);
    expect(agent.presses).toBeLessThanOrEqual(MOST_PRESSES);
  });
});

it("no link to choose a password is promised for an account that was suspended in another tab", async () => {
  const { email, accountId } = await becomeCustomer(app);
  const { browser } = await staffBrowser(app, "support", `/hyperloop/people/${accountId}/reset-link`);
  change("UPDATE accounts SET status = 'suspended' WHERE id = ?", accountId);
  const page = await browser.submit("Send the link", { Reason: "Rang" });
  expect([page.status, page.text("main").includes("so we’d send no link")]).toEqual([422, true]);
  expect(emailsTo(email).map(({ kind }) => kind)).not.toContain("password_reset");
  expect(countOf("audit_events", "action = 'accounts.reset_link' AND object_id = ?", accountId)).toBe(0);
});
