import { describe, expect, it } from "vitest";
import { becomeCustomer } from "../../screens/support/customers";
import { giveGift } from "../../screens/support/gifts";
import { giveLoop } from "../../screens/support/loops";
import { change, countOf, rowOf, rowsOf } from "../../screens/support/records";
import { bookInLine } from "../../screens/support/shipments";
import { makeVoucher } from "../../screens/support/vouchers";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();
const LIST = "/hyperloop/print-queue";
const NEW_PLACE = { "Address line 1": "9 Quay Street", "Town or city": "Whitby", Postcode: "yo21  3pu" };
const ISLANDS = "We don’t deliver to Jersey, Guernsey or the Isle of Man yet";

type Book = Awaited<ReturnType<typeof bookInLine>>;

/** As if the printer and the carrier had done their part. */
function moveTo(state: "printing" | "shipped" | "delivered", { id, loopId }: Book) {
  change("UPDATE shipments SET state = ? WHERE id = ?", state, id);
  change("UPDATE loops SET status = ? WHERE id = ?", state.toUpperCase(), loopId);
}

/** Changes the owner's saved address. */
const ownerMovesTo = (line1: string, { owner }: Book) =>
  change("UPDATE addresses SET line1 = ? WHERE account_id = ?", line1, owner.accountId);

const recordOf = (id: string) =>
  rowsOf("SELECT * FROM audit_events WHERE action = 'orders.correct_address' AND object_id = ?", id);

describe("a book that is printed again", () => {
  it("asks for its address again, with the last one filled in, and keeps it from then on", async () => {
    const book = await bookInLine(app);
    moveTo("delivered", book);
    const { browser } = await staffBrowser(app, "production");
    const form = await browser.visit(`${LIST}/${book.id}/reprint`);
    for (const [label, value] of [
      ["First name", "Ada"],
      ["Address line 1", "14 Weavers Row"],
      ["Postcode", "HX7 8AA"],
    ] as const) {
      expect(form.field(label).value).toBe(value);
    }
    const again = await browser.submit("Print again", { ...NEW_PLACE, "Address line 1": " ", Reason: "" });
    expect([again.status, again.field("Town or city").value]).toEqual([422, "Whitby"]);
    expect(again.errorSummary()).toContain("Address line 1 is required");
    expect(countOf("shipments", "reprint_of = ?", book.id)).toBe(0);
    await browser.submit("Print again", { ...NEW_PLACE, "Why?": "came_back", Reason: "It came back" });
    ownerMovesTo("1 Elsewhere Lane", book);
    const { id } = rowOf("SELECT id FROM shipments WHERE reprint_of = ?", book.id);
    const page = (await browser.visit(`${LIST}/${id}`)).text("main");
    expect(page).toContain("9 Quay Street Whitby YO21 3PU");
    expect(page).not.toContain("Elsewhere");
    const record = rowOf("SELECT * FROM audit_events WHERE action = 'printing.reprint' AND object_id = ?", book.id);
    expect(JSON.stringify(record)).not.toContain("Quay");
  });

  it("goes to no island that is not served", async () => {
    const book = await bookInLine(app);
    moveTo("delivered", book);
    const { browser } = await staffBrowser(app, "production");
    for (const Postcode of ["JE2 3AB", "gy1 1aa", "IM1 2AB"]) {
      await browser.visit(`${LIST}/${book.id}/reprint`);
      const page = await browser.submit("Print again", { Postcode, Reason: "It came back" });
      expect([page.status, page.field("Postcode").error]).toEqual([422, ISLANDS]);
    }
  });
});

describe("where a shipment goes", () => {
  it("is corrected for a reason while it waits, and files with the old address do not go to the printer", async () => {
    const book = await bookInLine(app);
    const { browser, staffId } = await staffBrowser(app, "support", `${LIST}/${book.id}`);
    await browser.visit(linkTo(browser.page, "Correct the address"));
    expect(browser.page.body).not.toContain("already has the old address");
    const without = await browser.submit("Correct the address", { ...NEW_PLACE, Reason: "" });
    expect([without.status, without.field("Address line 1").value]).toEqual([422, "9 Quay Street"]);
    const island = await browser.submit("Correct the address", { Postcode: "JE2 3AB", Reason: "She rang" });
    expect([island.status, island.field("Postcode").error]).toEqual([422, ISLANDS]);
    await browser.submit("Correct the address", { ...NEW_PLACE, Reason: "She rang" });
    expect(browser.page.text("main")).toContain("9 Quay Street Whitby YO21 3PU");
    expect(browser.page.text("main")).toContain("has changed since the files were made");

    const [record, ...others] = recordOf(book.id);
    expect([record?.staff_id, record?.reason, others.length]).toEqual([staffId, "She rang", 0]);
    expect(JSON.stringify(record)).not.toMatch(/Quay|Weavers|YO21|HX7/);
    ownerMovesTo("1 Elsewhere Lane", book);
    expect((await browser.visit(`${LIST}/${book.id}`)).text("main")).not.toContain("Elsewhere");
    const { browser: printer } = await staffBrowser(app, "production");
    await printer.visit(`${LIST}/batch/send?shipments=${book.id}`);
    expect(printer.page.body).toContain("has changed since the files were made");
    expect(rowOf("SELECT state FROM shipments WHERE id = ?", book.id).state).toBe("waiting");
  });

  it("is corrected with a warning while it is at the printer, and not once it has left", async () => {
    const book = await bookInLine(app);
    moveTo("printing", book);
    const { browser } = await staffBrowser(app, "production", `${LIST}/${book.id}`);
    const form = await browser.visit(linkTo(browser.page, "Correct the address"));
    expect(form.text("main")).toContain("The printer already has the old address");
    expect((await browser.submit("Correct the address", { ...NEW_PLACE, Reason: "  " })).status).toBe(422);
    await browser.submit("Correct the address", { ...NEW_PLACE, Reason: "He wrote" });
    expect(browser.page.text("main")).toContain("9 Quay Street Whitby YO21 3PU");
    expect(browser.page.text("main")).toContain("The printer’s ticket has a different address");
    expect(recordOf(book.id)).toHaveLength(1);
    await browser.visit(`${LIST}/batch/ship?shipments=${book.id}`);
    expect(browser.page.text("main")).toContain("The printer’s ticket has a different address");

    await browser.visit(`${LIST}/${book.id}/address`);
    moveTo("shipped", book);
    await browser.submit("Correct the address", { "Address line 1": "7 Late Row", Reason: "Too late" });
    expect(browser.page.text("main")).toContain("9 Quay Street");
    expect(browser.page.body).not.toContain("7 Late Row");
    expect(browser.page.body).not.toContain("Correct the address");
    expect(recordOf(book.id)).toHaveLength(1);
  });

  it("asks once more where it went to the printer while somebody typed", async () => {
    const book = await bookInLine(app);
    const { browser } = await staffBrowser(app, "support", `${LIST}/${book.id}/address`);
    moveTo("printing", book);
    const page = await browser.submit("Correct the address", { ...NEW_PLACE, Reason: "She rang" });
    expect([page.status, page.field("Address line 1").value]).toEqual([422, "9 Quay Street"]);
    expect(page.text("main")).toContain("The printer already has the old address");
    expect(recordOf(book.id)).toHaveLength(0);
    await browser.submit("Correct the address");
    expect(browser.page.text("main")).toContain("9 Quay Street");
  });

  it("is said where none was kept, and of copies as of the book itself", async () => {
    const book = await bookInLine(app, false);
    change("DELETE FROM addresses WHERE account_id = ?", book.owner.accountId);
    const { browser } = await staffBrowser(app, "support", `${LIST}/${book.id}/address`);
    const name = { "First name": "Ada", "Last name": "Marsh" };
    await browser.submit("Correct the address", { ...name, ...NEW_PLACE, Reason: "She rang" });
    expect(browser.page.text("main")).toContain("9 Quay Street");

    const order = giveGift(book.owner);
    const place = { firstName: "Jean", lastName: "Marsh", line1: "3 Mill Lane", line2: "", county: "" };
    change(
      "UPDATE orders SET kind = 'book_copies', delivery_address = ? WHERE id = ?",
      ...[JSON.stringify({ ...place, city: "Leeds", postcode: "LS1 1AA" }), order],
    );
    change(
      "INSERT INTO shipments (id, order_id, loop_id, created_at, updated_at) VALUES (?, ?, ?, 1, 1)",
      ...["copies-to-correct", order, book.loopId],
    );
    const form = await browser.visit(`${LIST}/copies-to-correct/address`);
    expect(form.field("Address line 1").value).toBe("3 Mill Lane");
    await browser.submit("Correct the address", { ...NEW_PLACE, Reason: "She rang" });
    expect((await browser.visit(`/hyperloop/orders/${order}`)).text("main")).toContain("9 Quay Street");
    // A later correction of the whole order's address applies to its shipments too.
    await browser.visit(`/hyperloop/orders/${order}/address`);
    await browser.submit("Correct address", { "Address line 1": "5 New Road", Reason: "She rang again" });
    expect((await browser.visit(`${LIST}/copies-to-correct`)).text("main")).toContain("5 New Road");
  });

  it("is nobody’s to correct who may only look, and of no shipment that is not there", async () => {
    const { browser } = await staffBrowser(app, "support");
    expect((await browser.visit(`${LIST}/none/address`)).status).toBe(404);
    const { browser: moderator } = await staffBrowser(app, "moderator");
    const book = await bookInLine(app);
    expect((await moderator.visit(`${LIST}/${book.id}/address`)).status).toBe(403);
  });
});

describe("the book of a gift that was redeemed", () => {
  it("shows staff where it will go, from the voucher and from its order", async () => {
    const giver = await becomeCustomer(app);
    const reader = await becomeCustomer(app);
    const order = giveGift(giver);
    const { voucherId } = await makeVoucher({ orderId: order, purchasedByAccountId: giver.accountId });
    const { browser } = await staffBrowser(app, "support");
    const pages = [`/hyperloop/vouchers/${voucherId}`, `/hyperloop/orders/${order}`];
    for (const page of pages) expect((await browser.visit(page)).text("main")).toContain("Book goes to Not known");

    const loopId = giveLoop(reader, { title: "A given year" });
    change(
      "UPDATE vouchers SET status = 'REDEEMED', redeemed_at = 1, redeemed_by_account_id = ?, loop_id = ? WHERE id = ?",
      ...[reader.accountId, loopId, voucherId],
    );
    change(
      "INSERT INTO loop_credits (id, account_id, voucher_id, loop_id, theme, type, created_at) VALUES (?, ?, ?, ?, 'pet', 'my-cat-and-me', 1)",
      ...["credit-of-a-gift", reader.accountId, voucherId, loopId],
    );
    change(
      `INSERT INTO addresses (id, account_id, kind, first_name, last_name, line1, city, postcode, country, created_at, updated_at)
       VALUES ('of-a-reader', ?, 'shipping', 'Callum', 'Reid', '8 Reader Row', 'York', 'YO1 7HH', 'GB', 1, 1)`,
      reader.accountId,
    );
    for (const page of pages) expect((await browser.visit(page)).text("main")).toContain("8 Reader Row");
    const { browser: marketing } = await staffBrowser(app, "marketing");
    expect((await marketing.visit(pages[0] ?? "")).body).not.toContain("8 Reader Row");
  });
});

function linkTo(page: { links(): { words: string; href: string }[] }, words: string): string {
  const found = page.links().find((link) => link.words === words);
  if (!found) throw new Error(`There is no link "${words}".`);
  return found.href;
}
