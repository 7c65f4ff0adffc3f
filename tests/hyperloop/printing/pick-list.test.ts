import { expect, it } from "vitest";
import { change, countOf } from "../../screens/support/records";
import { bookInLine } from "../../screens/support/shipments";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();
const LIST = "/hyperloop/print-queue";

it("the pick list has the books sent to the printer on its day, with where they go", async () => {
  const [book, other] = [await bookInLine(app), await bookInLine(app)];
  const [today, weekAgo] = [Date.now(), Date.now() - 7 * 86_400_000];
  change("UPDATE shipments SET state = 'printing', printing_at = ? WHERE id = ?", today, book.id);
  change("UPDATE shipments SET state = 'printing', printing_at = ? WHERE id = ?", weekAgo, other.id);
  const { browser } = await staffBrowser(app, "production", LIST);
  const page = await browser.visit(`${LIST}/pick-list`);
  expect(page.text("main")).toContain(book.title);
  expect(page.text("main")).toContain("14 Weavers Row");
  expect(page.text("main")).not.toContain(other.title);
  const ticket = page.root
    .querySelectorAll("form")
    .find((form) => form.getAttribute("action") === `${LIST}/${book.id}/files`)
    ?.querySelector("button[name=file]");
  expect([ticket?.text, ticket?.getAttribute("value")]).toEqual([expect.stringContaining("Ticket"), "standard ticket"]);
  const file = await browser.submit("As CSV");
  expect(file.body).toContain(
    `,${book.title},1,Printed cover,standard packaging,24,Ada Marsh,14 Weavers Row,,Hebden Bridge,,HX7 8AA,`,
  );
  expect(countOf("audit_events", "action = 'printing.export'")).toBe(1);
  const { browser: support } = await staffBrowser(app, "support");
  expect((await support.visit(`${LIST}/pick-list`)).status).toBe(403);
});

it("the queue marks files made before the address or the book changed", async () => {
  const [moved, changed] = [await bookInLine(app), await bookInLine(app)];
  const { browser } = await staffBrowser(app, "production", `${LIST}/${moved.id}/address`);
  await browser.submit("Correct the address", { "Address line 1": "9 Quay Street", Reason: "She rang" });
  change("UPDATE loops SET content_version = content_version + 1 WHERE id = ?", changed.loopId);
  const page = (await browser.visit(`${LIST}?q=${encodeURIComponent(moved.owner.email)}`)).text("main");
  expect(page).toContain("Made before the address changed");
  const second = (await browser.visit(`${LIST}?q=${encodeURIComponent(changed.owner.email)}`)).text("main");
  expect(second).toContain("Made before the book changed");
});

it("a search says in which other views it found something", async () => {
  const book = await bookInLine(app);
  change("UPDATE shipments SET state = 'delivered' WHERE id = ?", book.id);
  const { browser } = await staffBrowser(app, "production", `${LIST}?q=${encodeURIComponent(book.owner.email)}`);
  expect(browser.page.text("main")).toContain("No books here");
  const link = browser.page.links().find(({ words }) => words === "1 Delivered");
  await browser.visit(link?.href ?? "");
  expect(browser.page.text("main")).toContain(book.title);
  expect(browser.page.text("main")).not.toContain("Also found");
});
