import { describe, expect, it } from "vitest";
import { change, countOf, rowOf } from "../../screens/support/records";
import { bookInLine } from "../../screens/support/shipments";
import { openApp } from "../../support/app";
import { staffBrowser } from "../../support/staff";

const app = await openApp();
const LIST = "/hyperloop/print-queue";
const GIVEN = { "Why?": "lost", "Who pays?": "carrier", Reason: "The carrier lost it twice" };

const arrive = (id: string) => change("UPDATE shipments SET state = 'delivered' WHERE id = ?", id);

/** A book of which a reprint has arrived. */
async function printedTwice() {
  const book = await bookInLine(app);
  arrive(book.id);
  change("UPDATE loops SET status = 'DELIVERED' WHERE id = ?", book.loopId);
  const { browser } = await staffBrowser(app, "support", `${LIST}/${book.id}/reprint`);
  await browser.submit("Print again", GIVEN);
  expect(browser.page.text("main")).toContain("It’s back in the print queue.");
  arrive(String(rowOf("SELECT id FROM shipments WHERE reprint_of = ?", book.id).id));
  return { ...book, bea: browser };
}

/** A second reprint of it that support has asked for. */
async function askedAgain() {
  const book = await printedTwice();
  const form = await book.bea.visit(`${LIST}/${book.id}/reprint`);
  expect(form.text("main")).toContain(
    "This would be its third printing, so a second person decides. Until then nothing enters the print queue.",
  );
  await book.bea.submit("Ask for approval", GIVEN);
  const { id } = rowOf("SELECT id FROM reprint_requests WHERE shipment_id = ?", book.id);
  return { ...book, request: `${LIST}/reprints/${id}` };
}

const SENTENCE =
  /Print .+ \(1 with a printed cover\) for the third time, for about £69\.99\. Lost\. The carrier pays\./;

describe("a second reprint of a book", () => {
  it("is asked for, and its asker and the second person read one sentence", async () => {
    const { bea, id, request } = await askedAgain();
    expect(bea.page.text("main")).toMatch(SENTENCE);
    expect(bea.page.text("main")).toContain("It’s waiting for a second person.");
    expect(bea.page.links().map(({ words }) => words)).not.toContain("Print again");
    expect((await bea.visit(request)).status).toBe(403);
    expect(countOf("shipments", "reprint_of = ?", id)).toBe(1);

    const { browser: joan } = await staffBrowser(app, "super_admin");
    const inbox = await joan.visit("/hyperloop/inbox");
    expect(inbox.links()).toContainEqual(expect.objectContaining({ href: request }));
    expect(inbox.text("main")).toMatch(/Print .+ for the third time/);
    const page = (await joan.visit(request)).text("main");
    expect(page).toMatch(SENTENCE);
    expect(page).toContain("The carrier lost it twice");
    expect(page).toContain("14 Weavers Row, Hebden Bridge");
    await joan.submit("Approve the reprint");
    expect(joan.page.text("main")).toContain("Approved. It’s in the print queue.");
    expect(countOf("shipments", "reprint_of = ? AND state = 'waiting'", id)).toBe(1);
    expect((await joan.visit("/hyperloop/inbox")).body).not.toContain(request);
  });

  it("is declined for a reason, and nobody approves their own", async () => {
    const { id, request } = await askedAgain();
    const { browser: joan } = await staffBrowser(app, "super_admin");
    await joan.visit(request);
    const again = await joan.submit("Decline the reprint", { Reason: " " });
    expect([again.status, again.field("Reason").error]).toEqual([
      422,
      "Please say why. We keep the reason with the action",
    ]);
    await joan.submit("Decline the reprint", { Reason: "Refund it instead" });
    expect(joan.page.text("main")).toContain("Reprint declined.");
    expect(countOf("shipments", "reprint_of = ? AND state = 'waiting'", id)).toBe(0);
    await joan.visit(`${LIST}/${id}/reprint`);
    await joan.submit("Ask for approval", GIVEN);
    const { id: own } = rowOf("SELECT id FROM reprint_requests WHERE shipment_id = ? AND state = 'waiting'", id);
    const page = await joan.visit(`${LIST}/reprints/${own}`);
    expect(page.text("main")).toContain("You asked for this, so somebody else must decide.");
    expect(page.body).not.toContain("Approve the reprint");
  });
});
