import { describe, expect, it } from "vitest";
import { openApp } from "../../support/app";
import { wordsOf } from "../../support/html-form";
import { expectNothingBreaks } from "../support/app-log";
import { anotherWindow, type Customer, signIn } from "../support/customers";
import { giveAddress, type LoopData, type LoopOwner, loopOwner } from "../support/loops";
import { preparePhotos, takePhoto } from "../support/photographs";
import { change, countOf, rowOf, rowsOf } from "../support/records";

const app = await openApp();
expectNothingBreaks();

/** Somebody in the last week of their year, with an address to send a book to. */
async function ownerOf(weeks: readonly number[], data: LoopData = { startedDaysAgo: 362 }): Promise<LoopOwner> {
  const owner = await loopOwner(app, data, weeks);
  giveAddress(owner);
  return owner;
}

const proofOf = ({ loopId }: { loopId: string }) => `/proof/${loopId}`;
const signOffOf = (owner: { loopId: string }) => `${proofOf(owner)}/sign-off`;
const weekOf = ({ loopId }: { loopId: string }, week: number) => `/dashboard?loop=${loopId}&week=${week}`;
const loopRow = ({ loopId }: LoopOwner) => rowOf("SELECT * FROM loops WHERE id = ?", loopId);
const main = ({ browser }: Customer) => browser.page.text("main");
/** The links whose text is a week's number, to the forms of their weeks. */
const weekLinks = ({ browser }: Customer) =>
  browser.page.links().filter(({ words }) => /^\d+$/.test(words) || /^Week \d+$/.test(words));

async function keepDraft(owner: LoopOwner, week: number, content: string) {
  await owner.browser.visit(weekOf(owner, week));
  await owner.browser.submit("Keep as a draft", { content });
}

async function addPhoto(owner: LoopOwner, week: number) {
  await owner.browser.visit(weekOf(owner, week));
  await owner.browser.submit("Keep as a draft", { photos: await takePhoto() });
}

/** As if the worker had set the requested pages. */
function finishPages({ loopId }: LoopOwner) {
  change(
    `UPDATE book_files SET state = 'ready', storage_key = ?, page_count = 120, bytes = 4000000 WHERE loop_id = ?`,
    ...[`books/${loopId}.pdf`, loopId],
  );
}

async function setPages(owner: LoopOwner) {
  await preparePhotos(owner.loopId);
  await owner.browser.visit(proofOf(owner));
  finishPages(owner);
}

const send = (owner: LoopOwner, drafts?: string) =>
  owner.browser.submit("Send it to print", drafts === undefined ? {} : { drafts });

const OVER_LONG = "It rained, and then it rained again. ".repeat(560);

/** Week 2 has too many words, week 3 a photo alone, week 4 text alone. */
async function threeUnfinished(): Promise<LoopOwner> {
  const owner = await ownerOf([1]);
  await addPhoto(owner, 2);
  await owner.browser.submit("Save week 2", { content: OVER_LONG });
  expect(owner.browser.page.status).toBe(422);
  await addPhoto(owner, 3);
  await keepDraft(owner, 4, "We forgot the camera.");
  return owner;
}

describe("weeks that are written but not finished", () => {
  it("are named on the dashboard, on the proof and where the book is sent to print", async () => {
    const owner = await threeUnfinished();
    const href = (week: number) => `${weekOf(owner, week)}#week`;
    const named = "Weeks 2, 3 and 4 aren’t finished, so they won’t print.";
    await setPages(owner);
    for (const path of [`/dashboard?loop=${owner.loopId}`, proofOf(owner)]) {
      await owner.browser.visit(path);
      expect(main(owner)).toContain(named);
      for (const week of [2, 3, 4]) expect(weekLinks(owner)).toContainEqual({ words: `${week}`, href: href(week) });
    }
    expect(owner.browser.page.root.querySelectorAll("#unfinished li").slice(0, 3).map(wordsOf)).toEqual([
      "Finish week 2 Its answer has 3,920 words, and up to 500 fit.",
      "Finish week 3 The photo is there; the words aren’t.",
      "Finish week 4 The words are there; the photo isn’t.",
    ]);
    const asks = await owner.browser.visit(signOffOf(owner));
    expect(asks.text("main")).toContain("1 week will print. 51 won’t.");
    expect(asks.text(".tally-key")).toBe("1 will print 3 unfinished 48 empty");
    expect(asks.text(".wont")).toContain("Weeks 5–52 are empty. They leave no gap in the book.");
    expect(asks.text("main")).toContain("Weeks 2, 3 and 4 won’t print. We keep everything");
    expect(asks.text(".wont")).toContain("Week 4 is unfinished. The words are there; the photo isn’t.");
    for (const week of [2, 3, 4]) {
      expect(asks.links()).toContainEqual({ words: `Finish week ${week}`, href: href(week) });
    }
  });

  it("are in a list of all 52 weeks, the empty ones on a line together, each with what becomes of it, its words and its photos", async () => {
    const owner = await threeUnfinished();
    change("UPDATE entries SET moderation = 'HIDDEN' WHERE loop_id = ? AND week = 1", owner.loopId);
    await owner.browser.visit(weekOf(owner, 5));
    await owner.browser.submit("Save week 5", { content: "A seal looked at us.", photos: await takePhoto() });
    await setPages(owner);
    const asks = await owner.browser.visit(signOffOf(owner));
    const rows = asks.root.querySelectorAll(".every-week li");
    expect(rows).toHaveLength(6);
    const said = rows.map((row) => wordsOf(row));
    expect(said[0]).toContain("Week 1 On hold, won’t print");
    expect(said[1]).toMatch(/Week 2 Unfinished, won’t print\s*It rained, .*…\s*one photo$/);
    expect(said[2]).toMatch(/Week 3 Unfinished, won’t print\s*No words\s*one photo$/);
    expect(said[3]).toMatch(/Week 4 Unfinished, won’t print\s*We forgot the camera\.\s*No photo$/);
    expect(said[4]).toMatch(/Week 5 Prints\s*A seal looked at us\.\s*one photo$/);
    expect(said[5]).toMatch(/^Weeks 6–52 Empty$/);
    const photo = rowOf("SELECT id FROM photos WHERE loop_id = ? AND week = 5", owner.loopId);
    expect(rows[4]?.querySelector("img")?.getAttribute("src")).toBe(`/photos/${photo.id}/thumb`);
    expect(rows[3]?.querySelector("a")?.getAttribute("href")).toBe(`${weekOf(owner, 4)}#week`);
  });

  it("are one in words too, and the week being written is not counted on the dashboard", async () => {
    const owner = await ownerOf([1], { startedDaysAgo: 20 });
    await keepDraft(owner, 3, "Being written.");
    await owner.browser.visit(`/dashboard?loop=${owner.loopId}`);
    expect(main(owner)).not.toContain("won’t print");
    await keepDraft(owner, 2, "No photo.");
    await owner.browser.visit(`/dashboard?loop=${owner.loopId}`);
    expect(main(owner)).toContain("Week 2 still needs a photo, so it won’t print.");
  });

  it("are distinguished from weeks a moderator keeps out, and from finished ones with newer words", async () => {
    const owner = await ownerOf([1, 2, 3]);
    change("UPDATE entries SET moderation = 'HIDDEN' WHERE loop_id = ? AND week = 2", owner.loopId);
    await keepDraft(owner, 3, "Second thoughts.");
    await setPages(owner);
    await owner.browser.visit(signOffOf(owner));
    expect(main(owner)).toContain("2 weeks will print. 50 won’t.");
    expect(main(owner)).toContain("Week 3 has changes you haven’t saved. It prints without them.");
    expect(main(owner)).toContain("Week 2 is on hold.");
    expect(main(owner)).toContain("Week 3 prints as you last saved it. We keep everything");
    expect(main(owner)).toContain("Week 3 prints with your changes.");
    expect(main(owner)).not.toContain("unfinished");
    await owner.browser.visit(proofOf(owner));
    expect(main(owner)).toContain("Week 3 has changes you haven’t saved, and prints without them.");
  });
});

describe("sending a year with unfinished weeks to print", () => {
  it("is refused until their owner has chosen, and nothing is chosen beforehand", async () => {
    const owner = await threeUnfinished();
    await setPages(owner);
    const asks = await owner.browser.visit(signOffOf(owner));
    expect(asks.root.querySelectorAll("input[name=drafts]")).toHaveLength(3);
    expect(asks.root.querySelectorAll("input[name=drafts][checked]")).toHaveLength(0);
    const refused = await send(owner);
    expect(refused.status).toBe(422);
    expect(refused.title).toMatch(/^Error: /);
    expect(refused.text(".error-summary")).toContain("Choose what should happen to weeks 2, 3 and 4");
    expect(refused.root.querySelectorAll("input[name=drafts][checked]")).toHaveLength(0);
    const odd = await owner.browser.submit("Send it to print", {}, { extra: [["drafts", "both"]] });
    expect(odd.status).toBe(422);
    expect(loopRow(owner).status).toBe("ACTIVE");
  });

  it("leads to the first of them where they are to be finished", async () => {
    const owner = await threeUnfinished();
    await setPages(owner);
    await owner.browser.visit(signOffOf(owner));
    await send(owner, "finish");
    expect(owner.browser.page.field("week").value).toBe("2");
    expect(loopRow(owner).status).toBe("ACTIVE");
  });

  it("leaves them out as in the proof, and keeps every word", async () => {
    const owner = await threeUnfinished();
    await setPages(owner);
    await owner.browser.visit(signOffOf(owner));
    await send(owner, "leave");
    expect(main(owner)).toContain("It’s gone to print.");
    expect(loopRow(owner)).toMatchObject({ status: "COMPLETED", prints_drafts: 0 });
    expect(countOf("drafts", "loop_id = ?", owner.loopId)).toBeGreaterThanOrEqual(2);
    expect(countOf("entries", "loop_id = ?", owner.loopId)).toBe(1);
  });

  it("puts them in the proof first where they are to print as they are", async () => {
    const owner = await threeUnfinished();
    await setPages(owner);
    await owner.browser.visit(signOffOf(owner));
    await send(owner, "print");
    expect(owner.browser.page.path).toBe(proofOf(owner));
    expect(main(owner)).toContain("Unfinished weeks will print as they are. We’re making the proof.");
    expect(main(owner)).toContain("Weeks 2, 3 and 4 aren’t finished, and will print as they are.");
    expect(loopRow(owner)).toMatchObject({ status: "ACTIVE", prints_drafts: 1 });
    const version = loopRow(owner).content_version;
    expect(countOf("book_files", "loop_id = ? AND content_version = ?", owner.loopId, version)).toBe(1);
    finishPages(owner);
    await owner.browser.visit(signOffOf(owner));
    expect(main(owner)).toContain("4 weeks will print. 48 won’t.");
    // The proof shows them, and the owner confirms it again.
    expect((await send(owner)).status).toBe(422);
    await send(owner, "print");
    expect(main(owner)).toContain("It’s gone to print.");
    const printed = rowsOf("SELECT week, content FROM entries WHERE loop_id = ? ORDER BY week", owner.loopId);
    expect(printed.map(({ week }) => week)).toEqual([1, 2, 3, 4]);
    expect(String(printed[1]?.content)).toBe(OVER_LONG);
  });

  it("can be decided on the proof, and decided again", async () => {
    const owner = await threeUnfinished();
    await setPages(owner);
    await owner.browser.visit(proofOf(owner));
    await owner.browser.submit("Print unfinished weeks as they are");
    expect(loopRow(owner).prints_drafts).toBe(1);
    finishPages(owner);
    await owner.browser.visit(signOffOf(owner));
    await send(owner, "leave");
    expect(main(owner)).toContain("Unfinished weeks won’t print.");
    expect(loopRow(owner)).toMatchObject({ status: "ACTIVE", prints_drafts: 0 });
    await owner.browser.visit(proofOf(owner));
    await owner.browser.submit("Print unfinished weeks as they are");
    await owner.browser.submit("Leave unfinished weeks out");
    expect(loopRow(owner)).toMatchObject({ status: "ACTIVE", prints_drafts: 0 });
  });

  it("asks again where another week was begun after the page was opened", async () => {
    const owner = await threeUnfinished();
    await setPages(owner);
    await owner.browser.visit(signOffOf(owner));
    const other = { ...owner, browser: anotherWindow(app, owner) };
    await keepDraft(other, 5, "Begun in another window.");
    const refused = await send(owner, "leave");
    expect(refused.status).toBe(422);
    expect(refused.text(".error-summary")).toContain("Your unfinished weeks have changed");
    expect(refused.text(".tally-key")).toBe("1 will print 4 unfinished 47 empty");
    expect(loopRow(owner).status).toBe("ACTIVE");
  });

  it("asks again where a week was begun after a page that asked nothing was opened", async () => {
    const owner = await ownerOf([1]);
    await setPages(owner);
    await owner.browser.visit(signOffOf(owner));
    const other = { ...owner, browser: anotherWindow(app, owner) };
    await keepDraft(other, 5, "Begun in another window.");
    const refused = await send(owner);
    expect(refused.status).toBe(422);
    expect(refused.text(".error-summary")).toContain("Choose what should happen to week 5");
    expect(loopRow(owner).status).toBe("ACTIVE");
  });

  it("waits for words that were sent while their writer was signed out", async () => {
    const owner = await ownerOf([1]);
    await setPages(owner);
    await owner.browser.visit(weekOf(owner, 7));
    change("DELETE FROM sessions WHERE account_id = ?", owner.accountId);
    await owner.browser.submit("Save week 7", { content: "Sent too late." });
    await signIn(owner.browser, owner.email);
    await owner.browser.visit(signOffOf(owner));
    expect(main(owner)).toContain("You sent some words while you were signed out, and they aren’t saved yet.");
    expect(weekLinks(owner)).toContainEqual({ words: "7", href: `${weekOf(owner, 7)}#week` });
    expect(owner.browser.page.root.querySelectorAll("main form")).toHaveLength(0);
    await owner.browser.visit(weekOf(owner, 7));
    await owner.browser.submit("Discard them");
    await owner.browser.visit(signOffOf(owner));
    await send(owner);
    expect(loopRow(owner).status).toBe("COMPLETED");
  });

  it("says what to do where nothing is finished", async () => {
    const owner = await ownerOf([]);
    await keepDraft(owner, 4, "We forgot the camera.");
    await owner.browser.visit(proofOf(owner));
    expect(owner.browser.page.text("main")).toContain("Finish one first, or print unfinished weeks as they are");
    await owner.browser.submit("Print unfinished weeks as they are");
    finishPages(owner);
    await owner.browser.visit(signOffOf(owner));
    await send(owner, "print");
    expect(loopRow(owner).status).toBe("COMPLETED");
  });
});
