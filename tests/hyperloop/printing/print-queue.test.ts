import { describe, expect, it } from "vitest";
import { change, countActs, countOf, emailsTo, rowOf } from "../../screens/support/records";
import { bookInLine } from "../../screens/support/shipments";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();
const LIST = "/hyperloop/print-queue";

const stateOf = (id: string) => rowOf("SELECT state FROM shipments WHERE id = ?", id).state;
describe("the print queue", () => {
  it("moves several books at once from files to their readers, each with its email", async () => {
    const [one, two, bare] = [await bookInLine(app), await bookInLine(app), await bookInLine(app, false)];
    const { browser } = await staffBrowser(app, "production", LIST);
    await browser.submit("Make files", { [bare.box]: true });
    expect(browser.page.body).toContain("Files are being made for one shipment.");
    expect(countOf("jobs", "kind = 'make-print-files' AND subject_id = ?", bare.id)).toBe(1);

    await browser.visit(LIST);
    await browser.submit("Mark as sent to the printer", {
      [one.box]: true,
      [two.box]: true,
      [bare.box]: true,
    });
    expect(browser.page.body).toContain("The files haven’t been made yet.");
    await browser.submit("Mark as sent to the printer");
    expect(browser.page.body).toContain("Two parcels are sent to the printer.");
    expect([stateOf(one.id), stateOf(two.id), stateOf(bare.id)]).toEqual(["printing", "printing", "waiting"]);

    expect((await browser.submit("Mark as sent")).body).toContain("Please tick at least one parcel.");
    await browser.submit("Mark as sent", { [one.box]: true, [two.box]: true });
    const long = "9".repeat(61);
    const tracking = `Tracking number of ${one.box.split(", ")[1]}`;
    const again = await browser.submit("Mark as sent", { Carrier: "", [tracking]: long });
    expect([again.status, again.body.includes("Please choose the carrier"), again.body.includes(long)]).toEqual([
      422,
      true,
      true,
    ]);
    expect(again.body).toContain("The tracking number can have up to 60 characters");
    await browser.submit("Mark as sent", { Carrier: "Royal Mail", [tracking]: "RM 1 \u0000<b>" });
    expect(browser.page.text("main")).toContain("That’s 6 characters. Royal Mail has 13");
    await browser.submit("Mark as sent", { Carrier: "Royal Mail", [tracking]: "rm 2048 7731 5gb" });
    expect(browser.page.body).toContain("Two parcels are on the way.");
    expect(browser.page.text("main")).toMatch(/The emails go out at \d\d:\d\d\. Until then you can undo each one/);
    expect(rowOf("SELECT carrier, tracking_number AS number FROM loops WHERE id = ?", one.loopId)).toEqual({
      carrier: "Royal Mail",
      number: "RM204877315GB",
    });

    await browser.submit("Mark as delivered", { [one.box]: true });
    await browser.submit("Mark as delivered");
    expect(rowOf("SELECT status FROM loops WHERE id = ?", one.loopId).status).toBe("DELIVERED");
    expect(emailsTo(one.owner.email).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["printing", "shipped", "delivered"]),
    );
    expect(["make_files", "send", "ship", "deliver"].map((action) => countActs(`printing.${action}`, one.id))).toEqual([
      ...[0, 1, 1, 1],
    ]);
    expect((await one.owner.browser.visit(`/proof/${one.loopId}`)).body).toContain("It should be with you now.");
    expect((await two.owner.browser.visit(`/proof/${two.loopId}`)).body).toContain("with Royal Mail");
  });

  it("takes a step back from the shipment’s page while its email waits, and corrects a number after that", async () => {
    const book = await bookInLine(app);
    const { browser } = await staffBrowser(app, "production", `${LIST}/batch/send?shipments=${book.id}`);
    await browser.submit("Mark as sent to the printer");
    await browser.visit(`${LIST}/${book.id}`);
    expect(browser.page.text("main")).toMatch(/The email goes out at \d\d:\d\d\. Until then nobody has been told/);
    await browser.submit("Undo");
    expect(browser.page.text("main")).toContain("Undone. Nobody has been emailed.");
    expect(stateOf(book.id)).toBe("waiting");
    await browser.visit(`${LIST}/batch/send?shipments=${book.id}`);
    await browser.submit("Mark as sent to the printer");
    await browser.visit(`${LIST}/batch/ship?shipments=${book.id}`);
    await browser.submit("Mark as sent", { Carrier: "other", "Name of another carrier": "DX" });
    await browser.visit(`${LIST}/${book.id}`);
    await browser.submit("Send the email now");
    expect(browser.page.text("main")).toContain("The email is going out now.");
    await browser.visit(`${LIST}/${book.id}`);
    expect(browser.page.text("main")).not.toContain("Undo");
    await browser.visit(`${LIST}/${book.id}/tracking`);
    const typed = { Carrier: "Royal Mail", "Tracking number": "RM 1" };
    expect((await browser.submit("Correct it and email them", typed)).status).toBe(422);
    await browser.submit("Correct it and email them", { "Tracking number": "RM204877315GB" });
    expect(browser.page.text()).toContain("Tracking number corrected. We’re emailing the right one.");
    expect(browser.page.links()).toContainEqual({
      words: "RM204877315GB",
      href: "https://www.royalmail.com/track-your-item#/tracking-results/RM204877315GB",
    });
    expect(emailsTo(book.owner.email).at(-1)?.text).toContain("The tracking number in our last email was wrong.");
  });

  it("shows what is worth a look, and prints again only for a reason", async () => {
    const book = await bookInLine(app);
    const { browser } = await staffBrowser(app, "production");
    expect((await browser.visit(`${LIST}/${book.id}`)).body).toContain("140 pixels per inch");
    expect((await browser.send(`${LIST}/${book.id}/files`)).status).toBe(302);
    change("UPDATE shipments SET state = 'delivered' WHERE id = ?", book.id);
    change("UPDATE loops SET status = 'DELIVERED' WHERE id = ?", book.loopId);
    await browser.visit(`${LIST}/${book.id}/reprint`);
    expect((await browser.submit("Print again", { Reason: " " })).status).toBe(422);
    await browser.submit("Print again", {
      "Why?": "damaged",
      "Who pays?": "carrier",
      Reason: "Water damage",
    });
    expect(browser.page.text("main")).toContain("Damaged. The carrier pays. “Water damage”");
    expect(browser.page.body).toContain("It’s back in the print queue.");
    expect(rowOf("SELECT reprint_reason AS why FROM shipments WHERE reprint_of = ?", book.id).why).toBe("Water damage");
    expect(countActs("printing.reprint", book.id)).toBe(1);
    expect((await browser.visit(`${LIST}/none`)).status).toBe(404);
  });

  it("shows what the last check of the files found, and where they differ from the proof", async () => {
    const book = await bookInLine(app);
    const note = { rule: "resolution", detail: "A photo has 240 pixels an inch." };
    const report = { printer: "P", condition: "FOGRA39", pages: 24, rules: 41, faults: [] };
    const interior = {
      ...{ name: "i.pdf", bytes: 1, sha256: "0" },
      preflight: { ...report, lowestPixelsPerInch: 240, notes: [5, 9].map((page) => ({ ...note, page })) },
    };
    const cover = { ...interior, preflight: { ...report, lowestPixelsPerInch: null, notes: [] } };
    const files = { title: "T", printer: "P", spineWidth: 7.42, isAsSigned: false, interior, cover };
    const set = {
      binding: "standard",
      copies: 1,
      pages: 24,
      contentVersion: 1,
      warnings: [],
      keys: {},
      files,
    };
    const keep = (sets: unknown) =>
      change("UPDATE shipments SET files_state = 'ready', prints = ? WHERE id = ?", JSON.stringify(sets), book.id);
    keep([set]);
    const { browser } = await staffBrowser(app, "production");
    const shown = async () => (await browser.visit(`${LIST}/${book.id}`)).text("#files");
    const first = await shown();
    for (const words of ["Passed all 41 rules, with notes", "FOGRA39", "7.42 mm", "240 pixels an inch"]) {
      expect(first).toContain(words);
    }
    expect(first).toContain("Pages 5, 9: A photo has 240 pixels an inch.");
    expect(first).not.toContain("Nothing to check");
    expect(first).toContain("differ from the proof");
    keep([{ ...set, files: { ...files, isAsSigned: true } }]);
    expect(await shown()).not.toContain("differ from the proof");
  });

  it("tells the buyer of copies where they are, and staff from the page of the order", async () => {
    const { owner, loopId, title } = await bookInLine(app);
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
    const { browser } = await staffBrowser(app, "support");
    expect((await browser.visit(`/hyperloop/orders/${order}`)).body).toContain(title);
  });

  it("is only looked at by support, and no question breaks it", async () => {
    const book = await bookInLine(app);
    const { browser } = await staffBrowser(app, "support");
    expect((await browser.visit(`${LIST}?q=${book.owner.email}`)).body).toContain(book.title);
    expect(browser.page.body).not.toContain("Make files");
    expect((await browser.visit(`${LIST}/${book.id}`)).body).not.toContain(">Interior<");
    for (const q of ["' OR 1=1 --", "%_%", '"'.repeat(200), "\u0000x", "🧵", "a".repeat(5000)]) {
      const page = await browser.visit(`${LIST}?q=${encodeURIComponent(q)}&view=NONE&page=x`);
      expect([page.status, page.body.includes("No books here")]).toEqual([200, true]);
    }
  });
});
