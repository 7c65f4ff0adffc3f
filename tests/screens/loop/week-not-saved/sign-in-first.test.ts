import { describe, expect, it } from "vitest";
import { PRIVATE_MATTERS } from "~/domain/diary/entries/private-matters";
import { openApp } from "../../../support/app";
import { expectNothingBreaks } from "../../support/app-log";
import { becomeCustomer, signIn } from "../../support/customers";
import { giveLoop, type LoopOwner, loopWriter } from "../../support/loops";
import { change, countOf, rowOf } from "../../support/records";

const app = await openApp();
expectNothingBreaks();

const WORDS = { highlight: "A seal!", gratitude: "Soup.", content: "It looked at us." };

/** Somebody at the form of a missed week whose session ends while they write. */
async function thrownOut(): Promise<LoopOwner> {
  const writer = await loopWriter(app, { startedDaysAgo: 65 }, 3);
  change("DELETE FROM sessions WHERE account_id = ?", writer.accountId);
  return writer;
}

describe("a week that is sent after the session ended", () => {
  it("is there again after signing in, and saved only by its writer", async () => {
    const { browser, email, loopId } = await thrownOut();
    await browser.submit("Save week 3", WORDS);
    expect(browser.page.path).toBe("/auth");
    expect(browser.page.text("main")).toContain("Please sign in again. We’ve kept what you typed.");
    expect(countOf("drafts", "loop_id = ?", loopId)).toBe(0);
    await signIn(browser, email);
    expect(browser.page.path).toBe(`/dashboard?loop=${loopId}&week=3#week`.replace("#week", ""));
    for (const [field, words] of Object.entries(WORDS)) expect(browser.page.field(field).value).toBe(words);
    expect(browser.page.text("main")).toContain("You sent these words while you were signed out");
    await browser.submit("Keep as a draft");
    expect(rowOf("SELECT highlight, content FROM drafts WHERE loop_id = ?", loopId)).toEqual({
      highlight: WORDS.highlight,
      content: WORDS.content,
    });
    const page = await browser.visit("/dashboard");
    expect(page.field("week").value).toBe("10");
    expect(page.text("main")).not.toContain("signed out");
  });

  it("never overwrites what was saved meanwhile without asking", async () => {
    const { browser, email, loopId } = await thrownOut();
    await browser.submit("Save week 3", WORDS);
    await signIn(browser, email);
    change(
      `INSERT INTO drafts (id, loop_id, week, highlight, revision, updated_at)
       VALUES ('meanwhile', ?, 3, 'From my phone', 4, 0)`,
      loopId,
    );
    await browser.submit("Keep as a draft");
    expect([browser.page.status, browser.page.heading]).toEqual([409, "Which one?"]);
    expect(browser.page.text("main")).toContain("From my phone");
    expect(browser.page.text("main")).toContain(WORDS.highlight);
  });

  it("from several windows is there again for each week, one after the other", async () => {
    const customer = await becomeCustomer(app);
    const loopId = giveLoop(customer, { startedDaysAgo: 65 });
    const { browser, email } = customer;
    const other = app.visitor();
    for (const name of browser.cookies.names()) other.cookies.plant(name, browser.cookies.get(name) ?? "");
    await browser.visit(`/dashboard?loop=${loopId}&week=3`);
    await other.visit(`/dashboard?loop=${loopId}&week=4`);
    change("DELETE FROM sessions WHERE account_id = ?", customer.accountId);
    await browser.submit("Save week 3", { content: "The seal." });
    await other.submit("Save week 4", { content: "The gate." });
    await signIn(browser, email);
    expect(browser.page.field("content").value).toBe("The seal.");
    await browser.submit("Keep as a draft");
    await browser.visit("/dashboard");
    expect([browser.page.field("week").value, browser.page.field("content").value]).toEqual(["4", "The gate."]);
    await browser.submit("Keep as a draft");
    expect((await browser.visit("/dashboard")).field("week").value).toBe("10");
    expect(countOf("drafts", "loop_id = ?", loopId)).toBe(2);
  });

  it("can be let go", async () => {
    const { browser, email, loopId } = await thrownOut();
    await browser.submit("Save week 3", WORDS);
    await signIn(browser, email);
    await browser.submit("Discard them");
    expect(browser.page.field("content").value).toBe("");
    expect(countOf("drafts", "loop_id = ?", loopId)).toBe(0);
  });

  it("is shown to nobody else who signs in at the same browser", async () => {
    const { browser } = await thrownOut();
    const other = await becomeCustomer(app);
    giveLoop(other);
    await browser.submit("Save week 3", WORDS);
    await signIn(browser, other.email);
    expect(browser.page.text("main")).toContain("Our Year by the Sea");
    expect(browser.page.body).not.toContain(WORDS.highlight);
  });

  it("that is longer than any draft is shown after signing in all the same", async () => {
    const { browser, email } = await thrownOut();
    const content = "A.".repeat(120_000);
    await browser.submit("Save week 3", { ...WORDS, content });
    await signIn(browser, email);
    expect(browser.page.field("content").value).toBe(content);
  });

  it("from a browser that was never let in stays on the page, to be sent again", async () => {
    const { content } = WORDS;
    const { browser, email, loopId } = await thrownOut();
    for (const name of ["loop_session", "loop_device"]) browser.cookies.forget(name);
    const page = await browser.submit("Save week 3", { ...WORDS, content });
    expect([page.status, page.heading]).toEqual([401, "Please sign in again"]);
    const window = app.visitor();
    for (const name of browser.cookies.names()) window.cookies.plant(name, browser.cookies.get(name) ?? "");
    await signIn(window, email);
    for (const name of window.cookies.names()) browser.cookies.plant(name, window.cookies.get(name) ?? "");
    expect(browser.page.text("main")).toContain(PRIVATE_MATTERS);
    await browser.submit("Save my words");
    expect(browser.page.text("main")).toContain("Your draft of week 3 is saved.");
    expect(rowOf("SELECT content FROM drafts WHERE loop_id = ?", loopId)).toEqual({ content });
  });
});
