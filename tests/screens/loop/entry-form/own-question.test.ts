import { describe, expect, it } from "vitest";
import { promptsFor } from "~/domain/diary/catalogue/prompts";
import { openApp } from "../../../support/app";
import { expectNothingBreaks } from "../../support/app-log";
import { anotherWindow, type Customer } from "../../support/customers";
import { giveEntries, type LoopData, loopWriter } from "../../support/loops";
import { takePhoto } from "../../support/photographs";
import { rowOf, rowsOf } from "../../support/records";

const app = await openApp();
expectNothingBreaks();

const writing = (data?: LoopData) => loopWriter(app, data);

const OURS = promptsFor("family", "family-adventures");
const asks = ({ browser }: Customer) => browser.page.text(".question");
const WORDS = { highlight: "A seal!", content: "It looked at us." };

describe("a week’s question", () => {
  it("is the one written for it, until something else is asked for", async () => {
    const writer = await writing();
    expect(asks(writer)).toBe(OURS[0]);
    await writer.browser.submit("Show me another question", WORDS);
    expect(asks(writer)).not.toBe(OURS[0]);
    expect(OURS).toContain(asks(writer));
    expect(writer.browser.page.text("main")).toContain("Here is another question.");
    expect(writer.browser.page.field("content").value).toBe(WORDS.content);
    expect(writer.browser.page.field("highlight").value).toBe(WORDS.highlight);
  });

  it("that is passed over goes to the week whose question was taken, so that none comes twice", async () => {
    const writer = await writing({ startedDaysAgo: 65 });
    for (let time = 0; time < 6; time += 1) await writer.browser.submit("Show me another question");
    const chosen = rowsOf("SELECT week, prompt FROM chosen_prompts WHERE loop_id = ?", writer.loopId);
    const input = OURS.map((question, index) => chosen.find(({ week }) => week === index + 1)?.prompt ?? question);
    expect(new Set(input)).toEqual(new Set(OURS));
    expect(input).toHaveLength(new Set(input).size);
    for (const { week } of chosen) expect(week).toBeGreaterThanOrEqual(10);
    for (const { week } of chosen) expect(week).toBeLessThanOrEqual(23);
  });

  it("that mentions its place in the year is passed on to no other week, in a plain year neither", async () => {
    for (const kind of [{}, { theme: "classic", type: "standard" }]) {
      const writer = await writing({ startedDaysAgo: 90, ...kind });
      const quarter = asks(writer);
      await writer.browser.submit("Show me another question");
      const chosen = rowsOf("SELECT week, prompt FROM chosen_prompts WHERE loop_id = ?", writer.loopId);
      expect(chosen.find(({ week }) => week === 13)?.prompt).toBe(asks(writer));
      expect(chosen).toHaveLength(2);
      expect(chosen.map(({ prompt }) => prompt)).not.toContain(quarter);
    }
  });

  it("in the last week is taken from the general ones", async () => {
    const writer = await writing({ startedDaysAgo: 370 });
    await writer.browser.submit("Show me another question");
    expect(promptsFor("classic", "standard")).toContain(asks(writer));
  });

  it("can be one’s own, and is answered and saved with the entry", async () => {
    const writer = await writing();
    const own = "What did the seal want?";
    await writer.browser.submit("Keep as a draft", { ...WORDS, question: `  ${own} ` });
    expect(asks(writer)).toBe(own);
    expect(writer.browser.page.field("question").value).toBe(own);
    await writer.browser.submit("Save week 1", { photos: await takePhoto() });
    expect(rowOf("SELECT prompt, content FROM entries WHERE loop_id = ?", writer.loopId)).toEqual({
      prompt: own,
      content: WORDS.content,
    });
  });

  it("of one’s own is not lost where something else is asked for in the same breath", async () => {
    const writer = await writing();
    await writer.browser.submit("Show me another question", {
      ...WORDS,
      question: "What did the seal want?",
    });
    expect(asks(writer)).toBe("What did the seal want?");
    await writer.browser.submit("Show me another question");
    expect(asks(writer)).toBe(OURS[0]);
    expect(writer.browser.page.field("content").value).toBe(WORDS.content);
  });

  it("of one’s own goes when its field is emptied, and the one before it comes back, swapped or not", async () => {
    const writer = await writing({ startedDaysAgo: 65 });
    const { browser } = writer;
    await browser.submit("Keep as a draft", { ...WORDS, question: "What did the seal want?" });
    await browser.submit("Keep as a draft", { question: "" });
    expect([asks(writer), browser.page.field("question").value]).toEqual([OURS[9], ""]);
    await browser.submit("Show me another question");
    const swapped = asks(writer);
    await browser.submit("Keep as a draft", { question: "What did the seal want?" });
    await browser.submit("Keep as a draft", { question: " " });
    expect(asks(writer)).toBe(swapped);
    expect(browser.page.field("content").value).toBe(WORDS.content);
  });

  it("of one’s own stays where its field is empty in a window from before it, or only while somebody types", async () => {
    const writer = await writing();
    const { browser } = writer;
    const older = anotherWindow(app, { browser });
    await older.visit("/dashboard");
    await browser.submit("Keep as a draft", { ...WORDS, question: "What did the seal want?" });
    await older.submit("Keep as a draft", WORDS);
    expect(older.page.text(".question")).toBe("What did the seal want?");
    await browser.visit("/dashboard");
    const typed = ["csrf", "loop", "week", "revision", "shownQuestion", "highlight", "content"];
    const body = new URLSearchParams(typed.map((name) => [name, browser.page.field(name).value]));
    body.set("question", "");
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const kept = await browser.send("/dashboard/draft", { method: "POST", body: String(body), headers });
    expect(kept.status).toBe(204);
    await browser.visit("/dashboard");
    expect(asks(writer)).toBe("What did the seal want?");
  });

  it("that is too long comes back with every word beside it", async () => {
    const writer = await writing();
    const typed = "q".repeat(201);
    const page = await writer.browser.submit("Keep as a draft", { ...WORDS, question: typed });
    expect([page.status, page.errorSummary()]).toEqual([422, ["Your question must be 200 characters or less"]]);
    expect(page.field("question").value).toBe(typed);
    expect(page.field("content").value).toBe(WORDS.content);
    expect(asks(writer)).toBe(OURS[0]);
  });

  it("of an entry stays in the book until the week is saved", async () => {
    const writer = await writing();
    giveEntries(writer.loopId, [1]);
    await writer.browser.visit(`/dashboard?loop=${writer.loopId}&week=1`);
    expect(asks(writer)).toBe("What happened in week 1?");
    await writer.browser.submit("Show me another question");
    expect(asks(writer)).not.toBe("What happened in week 1?");
    const { prompt } = rowOf("SELECT prompt FROM entries WHERE loop_id = ?", writer.loopId);
    expect(prompt).toBe("What happened in week 1?");
  });
});
