import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { TO_PRINT } from "~/domain/shop/order-rules/book-looks";
import { change, countOf, rowOf } from "../../screens/support/records";
import { bookInLine } from "../../screens/support/shipments";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();

/** The file that `bookInLine` names, as if the job had made it. */
function fileMade() {
  const folder = join(process.env.DATA_DIR ?? "", "photos", "prints", "a");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "a.pdf"), "%PDF-1.7");
}

it("an owner reads in the Privacy tab that the file of their book was taken to print it, and later for which reason", async () => {
  fileMade();
  const book = await bookInLine(app);
  const page = `/hyperloop/print-queue/${book.id}`;
  const privacy = async () => (await book.owner.browser.visit("/account-settings?tab=privacy")).text("main");
  expect(await privacy()).toContain("Nobody has opened your entries.");
  const { browser } = await staffBrowser(app, "production", page);
  expect((await browser.submit("Interior, printed cover")).status).toBe(200);
  expect(await privacy()).toMatch(new RegExp(`${book.title}, the whole book.*${TO_PRINT}`));

  change("UPDATE shipments SET state = 'delivered' WHERE id = ?", book.id);
  await browser.visit(page);
  await browser.submit("Interior, printed cover", { "Why do you need the printed cover files?": " " });
  expect(browser.page.text("main")).toContain("Please say why you need the file. The owner can read this.");
  expect(countOf("audit_events", "action = 'printing.download' AND object_id = ?", book.id)).toBe(1);
  await browser.visit(page);
  await browser.submit("Interior, printed cover", {
    "Why do you need the printed cover files?": "Page 12 is missing",
  });
  expect(await privacy()).toContain("Page 12 is missing");
});

it.each(["support", "moderator", "marketing", "analyst"] as const)("%s can’t take a file of a book", async (role) => {
  fileMade();
  const book = await bookInLine(app);
  const { browser } = await staffBrowser(app, role);
  const page = `/hyperloop/print-queue/${book.id}`;
  const maySee = role === "support";
  const shown = await browser.visit(page);
  expect(shown.status).toBe(maySee ? 200 : 403);
  if (maySee) expect(shown.body).not.toContain(`${page}/files`);
  const { value: csrf } = (await browser.visit("/hyperloop")).field("csrf");
  const fields = { csrf, file: "standard interior", reason: "Curious" };
  expect((await browser.post(`${page}/files`, fields)).status).toBe(403);
  expect(countOf("audit_events", "action = 'printing.download' AND object_id = ?", book.id)).toBe(0);
});

it("the ticket, which holds an address alone, is no look at a book", async () => {
  fileMade();
  const folder = join(process.env.DATA_DIR ?? "", "photos", "prints", "a");
  writeFileSync(join(folder, "c.json"), "{}");
  const book = await bookInLine(app);
  const { browser } = await staffBrowser(app, "production", `/hyperloop/print-queue/${book.id}`);
  expect((await browser.submit("Ticket, printed cover")).status).toBe(200);
  expect(countOf("audit_events", "action = 'printing.download' AND object_id = ?", book.id)).toBe(1);
  const privacy = await book.owner.browser.visit("/account-settings?tab=privacy");
  expect(privacy.text("main")).toContain("Nobody has opened your entries.");
});

it("the page of a shipment shows how the carrier reaches who gets the book", async () => {
  const book = await bookInLine(app);
  const { browser } = await staffBrowser(app, "production");
  const reach = async () => (await browser.visit(`/hyperloop/print-queue/${book.id}`)).text("main");
  const { email } = rowOf("SELECT email FROM accounts WHERE id = ?", book.owner.accountId);
  expect(await reach()).toContain(`For the carrier: ${email}`);
  change("UPDATE accounts SET phone = '07700 900123' WHERE id = ?", book.owner.accountId);
  expect(await reach()).toContain(`For the carrier: ${email}, 07700 900123`);
});
