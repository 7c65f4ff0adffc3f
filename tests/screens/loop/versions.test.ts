import { describe, expect, it } from "vitest";
import { openApp } from "../../support/app";
import type { Visitor } from "../../support/visitor";
import { expectNothingBreaks } from "../support/app-log";
import { anotherWindow, becomeCustomer } from "../support/customers";
import { sendEverythingOdd } from "../support/hostile-forms";
import { giveEntries, giveLoop, type LoopOwner, loopWriter } from "../support/loops";
import { takePhoto } from "../support/photographs";
import { change, countOf, rowOf, rowsOf } from "../support/records";

const app = await openApp();
const photo = await takePhoto();
expectNothingBreaks();

const FIRST = { highlight: "One seal.", gratitude: "Soup.", content: "It looked at us." };
const SECOND = { highlight: "Two seals.", gratitude: "Bread.", content: "They looked at us." };

interface Writer extends LoopOwner {
  list: string;
}

/** Somebody whose first week was saved twice with different text. */
async function rewriter(): Promise<Writer> {
  const writer = await loopWriter(app);
  const { browser, loopId } = writer;
  await browser.submit("Save week 1", { ...FIRST, photos: photo });
  await browser.visit(`/dashboard?loop=${loopId}&week=1`);
  await browser.submit("Save week 1", SECOND);
  return { ...writer, list: `/entry/versions?loop=${loopId}&week=1` };
}

const entryOf = (loopId: string) =>
  rowOf("SELECT highlight, gratitude, content FROM entries WHERE loop_id = ?", loopId);
const keptOf = (loopId: string) =>
  rowsOf("SELECT version, highlight FROM entry_versions WHERE loop_id = ? ORDER BY version", loopId);

describe("a week's earlier text", () => {
  it("is listed with its first words, and can be read", async () => {
    const { browser, loopId, list } = await rewriter();
    const entry = await browser.visit(`/entry?loop=${loopId}&week=1`);
    expect(entry.links()).toContainEqual({ words: "Earlier versions", href: list });
    const page = await browser.visit(list);
    expect(page.heading).toBe("Earlier versions of week 1");
    expect(page.text(".version-list")).toMatch(/Now.*Two seals\..*One seal\./);
    const shown = await browser.visit(`${list}&version=1`);
    for (const words of Object.values(FIRST)) expect(shown.text("main")).toContain(words);
    expect(shown.headers.get("cache-control")).toBe("no-store");
  });

  it("is deleted by its owner, after a page that asks, and nobody else’s is", async () => {
    const { browser, loopId, list } = await rewriter();
    await browser.visit(`${list}&version=1`);
    await browser.visit(browser.page.links().find(({ words }) => words === "Delete this version")?.href ?? "");
    expect(keptOf(loopId)).toHaveLength(1);
    expect(browser.page.text("main")).toContain("We’ll delete this version for good.");
    const stranger = await rewriter();
    await stranger.browser.visit(`${stranger.list}&version=1&empty`);
    stranger.browser.page.find('input[name="loop"]').setAttribute("value", loopId);
    expect((await stranger.browser.submit("Delete this version")).status).toBe(404);
    expect(keptOf(loopId)).toHaveLength(1);
    await browser.submit("Delete this version");
    expect(browser.page.text("main")).toContain("We’ve deleted that version.");
    expect([keptOf(loopId), entryOf(loopId)]).toEqual([[], SECOND]);
  });

  it("goes with the week when its owner empties it, and the photos can be put back", async () => {
    const { browser, loopId, list } = await rewriter();
    await browser.visit(`${list}&empty`);
    expect(browser.page.heading).toBe("Empty week 1?");
    await browser.submit("Empty week 1");
    expect(browser.page.text("main")).toContain("Week 1 is empty.");
    expect(countOf("entries", "loop_id = ?", loopId)).toBe(0);
    expect(countOf("photos", "loop_id = ? AND state = 'ready'", loopId)).toBe(0);
    expect(browser.page.text("main")).toContain("You can put it back until");
  });

  it("of a year that was sent to print is neither deleted nor emptied", async () => {
    const { browser, loopId, list } = await rewriter();
    await browser.visit(`${list}&empty`);
    change("UPDATE loops SET status = 'COMPLETED' WHERE id = ?", loopId);
    expect((await browser.submit("Empty week 1")).status).toBe(409);
    expect(keptOf(loopId)).toHaveLength(1);
    expect((await browser.visit(list)).links().some(({ words }) => words.startsWith("Empty"))).toBe(false);
  });

  it("is not deleted either by a page that was opened before the year was sent to print", async () => {
    const { browser, loopId, list } = await rewriter();
    await browser.visit(`${list}&version=1&empty`);
    change("UPDATE loops SET status = 'COMPLETED' WHERE id = ?", loopId);
    expect((await browser.submit("Delete this version")).status).toBe(409);
    expect([keptOf(loopId), entryOf(loopId)]).toEqual([[{ version: 1, highlight: "One seal." }], SECOND]);
  });

  it("goes with the draft on top, and what another window sends after that is saved as it was typed", async () => {
    const { browser, loopId, list } = await rewriter();
    const other = anotherWindow(app, { browser });
    await other.visit(`/dashboard?loop=${loopId}&week=1`);
    await browser.visit(`/dashboard?loop=${loopId}&week=1`);
    await browser.submit("Keep as a draft", { highlight: "Three seals?" });
    await browser.visit(`${list}&empty`);
    await browser.submit("Empty week 1");
    expect(countOf("drafts", "loop_id = ?", loopId) + keptOf(loopId).length).toBe(0);
    await other.submit("Keep as a draft", { highlight: "No seal." });
    expect(rowOf("SELECT highlight FROM drafts WHERE loop_id = ?", loopId)).toEqual({
      highlight: "No seal.",
    });
    expect(keptOf(loopId)).toEqual([]);
  });

  it("leaves the question that was swapped, so that none comes twice, and takes one’s own", async () => {
    const writer = await loopWriter(app, { startedDaysAgo: 65 });
    const { browser, loopId } = writer;
    const list = `/entry/versions?loop=${loopId}&week=10`;
    await browser.submit("Show me another question", FIRST);
    const asked = browser.page.text(".question");
    await browser.visit(`${list}&empty`);
    await browser.submit("Empty week 10");
    await browser.visit(`/dashboard?loop=${loopId}&week=10`);
    expect(browser.page.text(".question")).toBe(asked);
    await browser.submit("Keep as a draft", { ...FIRST, question: "What did the seal want?" });
    expect(browser.page.text(".question")).toBe("What did the seal want?");
    await browser.visit(`${list}&empty`);
    await browser.submit("Empty week 10");
    expect(countOf("chosen_prompts", "prompt = 'What did the seal want?'")).toBe(0);
    const asksNow = rowsOf("SELECT prompt FROM chosen_prompts WHERE loop_id = ?", loopId);
    expect(new Set(asksNow.map(({ prompt }) => prompt)).size).toBe(asksNow.length);
    await browser.visit(`/dashboard?loop=${loopId}&week=10`);
    expect(browser.page.text(".question")).toBe(asked);
  });

  it("comes back, and the week's text until then is saved in its turn", async () => {
    const { browser, loopId, list } = await rewriter();
    await browser.visit(`${list}&version=1`);
    await browser.submit("Use this version");
    expect(browser.page.redirects).toEqual([{ status: 303, location: `/entry?loop=${loopId}&week=1` }]);
    expect(browser.page.text("main")).toContain("Week 1 is back to its earlier version.");
    expect(entryOf(loopId)).toEqual(FIRST);
    expect(keptOf(loopId)).toEqual([
      { version: 1, highlight: "One seal." },
      { version: 2, highlight: "Two seals." },
    ]);
  });

  it("comes back without costing the draft that lies on top", async () => {
    const { browser, loopId, list } = await rewriter();
    await browser.visit(`/dashboard?loop=${loopId}&week=1`);
    await browser.submit("Keep as a draft", { highlight: "Three seals?" });
    await browser.visit(`${list}&version=1`);
    await browser.submit("Use this version");
    expect(entryOf(loopId)).toEqual(FIRST);
    expect(countOf("drafts", "loop_id = ?", loopId)).toBe(0);
    expect(keptOf(loopId).map(({ highlight }) => highlight)).toEqual([...["One seal.", "Two seals.", "Three seals?"]]);
  });

  it("of a week that was written once is nothing yet", async () => {
    const customer = await becomeCustomer(app);
    const loopId = giveLoop(customer);
    giveEntries(loopId, [1]);
    const page = await customer.browser.visit(`/entry/versions?loop=${loopId}&week=1`);
    expect(page.text("main")).toContain("There are no earlier versions of this week.");
  });

  it("of a loop that has gone to print can be read and not brought back", async () => {
    const { browser, loopId, list } = await rewriter();
    await browser.visit(`${list}&version=1`);
    change("UPDATE loops SET status = 'PRINTING' WHERE id = ?", loopId);
    await browser.submit("Use this version");
    expect(browser.page.status).toBe(409);
    expect(entryOf(loopId)).toEqual(SECOND);
    const page = await browser.visit(`${list}&version=1`);
    expect(page.root.querySelectorAll("main button")).toEqual([]);
  });

  it("of somebody else’s loop is not there", async () => {
    const [owner, stranger] = [await rewriter(), await rewriter()];
    expect((await stranger.browser.visit(owner.list)).status).toBe(404);
    expect((await stranger.browser.visit(`${owner.list}&version=1`)).status).toBe(404);
    await stranger.browser.visit(`${stranger.list}&version=1`);
    stranger.browser.page.find("main input[name=loop]").setAttribute("value", owner.loopId);
    await stranger.browser.submit("Use this version");
    expect(stranger.browser.page.status).toBe(404);
    expect(entryOf(owner.loopId)).toEqual(SECOND);
  });

  it.each(["0", "2", "-1", "1.5", "x", ""])("version %j is not there", async (version) => {
    const { browser, list } = await rewriter();
    expect((await browser.visit(`${list}&version=${version}`)).status).toBe(404);
  });
});

it("whatever is sent to the button gets a clear response", async () => {
  const { browser, loopId, list } = await rewriter();
  const arrive = (visitor: Visitor) => visitor.visit(`${list}&version=1`);
  for (const field of ["loop", "week", "version"]) {
    await sendEverythingOdd(browser, { arrive, button: "Use this version", field });
  }
  expect([FIRST, SECOND]).toContainEqual(entryOf(loopId));
});
