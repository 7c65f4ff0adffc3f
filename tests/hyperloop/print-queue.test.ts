import { describe, expect, it } from "vitest";
import { becomeCustomer, giveEntries, giveLoop } from "../screens/support/customers";
import { change, countOf, lettersTo, rowOf } from "../screens/support/records";
import { openHouse } from "../support/house";
import { staffVisitor } from "../support/staff";

const house = await openHouse();
const LIST = "/hyperloop/print-queue";

let parcels = 0;

/** A book that its owner has sent to print; with files, where the job would have made them. */
async function bookInLine(hasFiles = true) {
  const owner = await becomeCustomer(house);
  parcels += 1;
  const title = `Year number ${parcels}`;
  const loopId = giveLoop(owner, { title, startedDaysAgo: 380, status: "COMPLETED" });
  giveEntries(loopId, [1]);
  const id = `parcel${loopId}`.slice(0, 20);
  const place = "'Ada', 'Marsh', '14 Weavers Row', 'Hebden Bridge', 'HX7 8AA', 'GB'";
  change(
    `INSERT INTO addresses (id, account_id, kind, first_name, last_name, line1, city, postcode, country, created_at, updated_at)
     VALUES (?, ?, 'shipping', ${place}, 1, 1)`,
    ...[id, owner.accountId],
  );
  const { content_version: contentVersion } = rowOf("SELECT content_version FROM loops WHERE id = ?", loopId);
  const keys = { interior: "prints/a/a.pdf", cover: "prints/a/b.pdf", ticket: "prints/a/c.json" };
  const warnings = [{ kind: "soft_photo", week: 1, photoId: "p", pixelsPerInch: 140 }];
  const prints = [{ binding: "standard", copies: 1, pages: 24, contentVersion, warnings, keys }];
  change(
    `INSERT INTO shipments (id, loop_id, files_state, prints, expected_day, created_at, updated_at)
     VALUES (?, ?, ?, ?, '2027-12-03', ?, ?)`,
    ...[id, loopId, hasFiles ? "ready" : "none", hasFiles ? JSON.stringify(prints) : "[]"],
    ...[Date.now(), Date.now()],
  );
  return { owner, loopId, id, title, box: `${title}, LOOP-${loopId.slice(0, 8).toUpperCase()}` };
}

const stateOf = (id: string) => rowOf("SELECT state FROM shipments WHERE id = ?", id).state;
const acts = (act: string, id: string) => countOf("audit_events", "act = ? AND object_id = ?", act, id);

describe("the print queue", () => {
  it("moves several books at once from files to their readers, each with its letter", async () => {
    const [one, two, bare] = [await bookInLine(), await bookInLine(), await bookInLine(false)];
    const { browser } = await staffVisitor(house, "production");
    await browser.visit(LIST);
    await browser.submit("Make files", { [bare.box]: true });
    expect(browser.page.body).toContain("Files are being made for one parcel.");
    expect(countOf("jobs", "kind = 'make-print-files' AND subject_id = ?", bare.id)).toBe(1);

    await browser.visit(LIST);
    await browser.submit("Sent to the printer", { [one.box]: true, [two.box]: true, [bare.box]: true });
    expect(browser.page.body).toContain("Its files are not made yet.");
    await browser.submit("Sent to the printer");
    expect(browser.page.body).toContain("Noted: two parcels are sent to the printer.");
    expect([stateOf(one.id), stateOf(two.id), stateOf(bare.id)]).toEqual(["printing", "printing", "waiting"]);

    expect((await browser.submit("Note as sent out")).body).toContain("Please tick the books it is about.");
    await browser.submit("Note as sent out", { [one.box]: true, [two.box]: true });
    const long = "9".repeat(61);
    const tracking = `Tracking number of ${one.box.split(", ")[1]}`;
    const again = await browser.submit("Note as sent out", { Carrier: "", [tracking]: long });
    expect([
      again.status,
      again.body.includes("Please enter the carrier"),
      again.body.includes(long),
    ]).toEqual([422, true, true]);
    expect(again.body).toContain("The tracking number can have 60 characters");
    await browser.submit("Note as sent out", { Carrier: "Royal Mail", [tracking]: "RM 1 \u0000<b>" });
    expect(browser.page.body).toContain("Noted: two parcels are on the way.");
    expect(rowOf("SELECT carrier, tracking_number AS number FROM loops WHERE id = ?", one.loopId)).toEqual({
      carrier: "Royal Mail",
      number: "RM 1 <b>",
    });

    await browser.submit("Note as delivered", { [one.box]: true });
    await browser.submit("Note as delivered");
    expect(rowOf("SELECT status FROM loops WHERE id = ?", one.loopId).status).toBe("DELIVERED");
    expect(lettersTo(one.owner.email).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["printing", "shipped", "delivered"]),
    );
    expect(["make_files", "send", "ship", "deliver"].map((act) => acts(`printing.${act}`, one.id))).toEqual([
      ...[0, 1, 1, 1],
    ]);
    expect((await one.owner.browser.visit(`/proof/${one.loopId}`)).body).toContain("It has arrived.");
    expect((await two.owner.browser.visit(`/proof/${two.loopId}`)).body).toContain("with Royal Mail");
  });

  it("shows what is worth a look, and prints again only for a reason", async () => {
    const book = await bookInLine();
    const { browser } = await staffVisitor(house, "production");
    expect((await browser.visit(`${LIST}/${book.id}`)).body).toContain("140 pixels to the inch");
    expect((await browser.send(`${LIST}/${book.id}/files`)).status).toBe(302);
    change("UPDATE shipments SET state = 'delivered' WHERE id = ?", book.id);
    change("UPDATE loops SET status = 'DELIVERED' WHERE id = ?", book.loopId);
    await browser.visit(`${LIST}/${book.id}/reprint`);
    expect((await browser.submit("Print again", { Reason: " " })).status).toBe(422);
    await browser.submit("Print again", { Reason: "Water damage" });
    expect(browser.page.body).toContain("It is in line for the printer once more.");
    expect(rowOf("SELECT reprint_reason AS why FROM shipments WHERE reprint_of = ?", book.id).why).toBe(
      "Water damage",
    );
    expect(acts("printing.reprint", book.id)).toBe(1);
    expect((await browser.visit(`${LIST}/none`)).status).toBe(404);
  });

  it("tells whoever ordered copies where they are, and staff from the page of the order", async () => {
    const { owner, loopId, title } = await bookInLine();
    const order = `copies${loopId}`.slice(0, 20);
    change(
      `INSERT INTO orders (id, number, account_id, basket_key, kind, status, subtotal_pence, total_pence, pricing, email,
         created_at, paid_at, updated_at)
       VALUES (?, ?, ?, ?, 'book_copies', 'PAID', 6999, 6999, '{}', ?, 1, 1, 1)`,
      ...[order, `LP-${loopId.slice(0, 8)}`, owner.accountId, order, owner.email],
    );
    change(
      `INSERT INTO shipments (id, order_id, loop_id, state, carrier, tracking_number, expected_day, created_at, updated_at)
       VALUES (?, ?, ?, 'shipped', 'Royal Mail', 'RM 7', '2027-12-03', 1, 1)`,
      ...[`sent${loopId}`.slice(0, 20), order, loopId],
    );
    const { body } = await owner.browser.visit("/account-settings?tab=orders");
    for (const words of ["On its way", "3 December 2027", "Royal Mail, tracking number RM 7"])
      expect(body).toContain(words);
    const { browser } = await staffVisitor(house, "support");
    expect((await browser.visit(`/hyperloop/orders/${order}`)).body).toContain(title);
  });

  it("is only looked at by support, and no question breaks it", async () => {
    const book = await bookInLine();
    const { browser } = await staffVisitor(house, "support");
    expect((await browser.visit(`${LIST}?q=${book.owner.email}`)).body).toContain(book.title);
    expect(browser.page.body).not.toContain("Make files");
    expect((await browser.visit(`${LIST}/${book.id}`)).body).not.toContain(">Interior<");
    for (const q of ["' OR 1=1 --", "%_%", '"'.repeat(200), "\u0000x", "🧵", "a".repeat(5000)]) {
      const page = await browser.visit(`${LIST}?q=${encodeURIComponent(q)}&view=NONE&page=x`);
      expect([page.status, page.body.includes("No books here")]).toEqual([200, true]);
    }
  });
});
