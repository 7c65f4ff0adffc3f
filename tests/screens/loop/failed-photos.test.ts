import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { openApp } from "../../support/app";
import { expectNothingBreaks } from "../support/app-log";
import { type LoopOwner, loopWriter } from "../support/loops";
import { preparePhotos, takePhoto } from "../support/photographs";
import { change, countOf } from "../support/records";

const app = await openApp();
expectNothingBreaks();
const WORDS = { highlight: "A seal!", content: "It looked at us.", gratitude: "The tide" };
const SENTENCE = "seal.jpg: Part of that photo is missing or damaged. Please send it again from the phone or camera";
const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;

/** With a beginning and an end, and half of its picture missing, which only a decoder finds out. */
async function brokenPhoto(): Promise<File> {
  const whole = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#888", noise } })
    .jpeg()
    .toBuffer();
  const broken = Buffer.concat([whole.subarray(0, whole.length / 2), whole.subarray(-2)]);
  return new File([new Uint8Array(broken)], "seal.jpg", { type: "image/jpeg" });
}

const weekOf = ({ loopId }: LoopOwner) => `/dashboard?loop=${loopId}&week=1`;

async function withBrokenPhoto(): Promise<LoopOwner> {
  const writer = await loopWriter(app);
  await writer.browser.submit("Save week 1", { ...WORDS, photos: await brokenPhoto() });
  expect(writer.browser.page.text("main")).toContain("Week 1 entry submitted successfully!");
  await preparePhotos(writer.loopId);
  return writer;
}

describe("the week of a photo that came", () => {
  it("says while it is prepared that it is saved, and nothing afterwards", async () => {
    const writer = await loopWriter(app);
    await writer.browser.submit("Keep as a draft", { photos: await takePhoto() });
    const said = "It’s saved. We’re preparing it for your book.";
    expect(writer.browser.page.text("main")).toContain(said);
    const picture = writer.browser.page.find(".photo-print img");
    expect([picture.getAttribute("width"), picture.getAttribute("height")]).toEqual(["640", "480"]);
    await preparePhotos(writer.loopId);
    await writer.browser.visit(weekOf(writer));
    expect(writer.browser.page.text("main")).not.toContain(said);
  });
});

describe("a photo whose preparing was given up", () => {
  it("says so in its week, and is not followed", async () => {
    const writer = await loopWriter(app);
    await writer.browser.submit("Keep as a draft", { photos: await takePhoto() });
    const of = "kind = 'prepare-photo' AND subject_id IN (SELECT id FROM photos WHERE loop_id = ?)";
    change(`UPDATE jobs SET state = 'dead', deaths = 2 WHERE ${of}`, writer.loopId);
    await writer.browser.visit(weekOf(writer));
    const { page } = writer.browser;
    expect(page.text(".week-photo-kept")).toContain("It’s saved, but not ready for your book.");
    expect(page.root.querySelector("[data-waiting]")).toBeNull();
    change(`UPDATE jobs SET state = 'waiting' WHERE ${of}`, writer.loopId);
    await writer.browser.visit(weekOf(writer));
    expect(writer.browser.page.text(".week-photo-kept")).toContain("We’re preparing it for your book.");
  });
});

describe("a photo that turned out to be broken", () => {
  it("is named in its week, which keeps its words and is finished again with another photo", async () => {
    const writer = await withBrokenPhoto();
    const { browser } = writer;
    await browser.visit(weekOf(writer));
    expect(browser.page.text("main")).toContain(SENTENCE);
    expect(browser.page.field("content").value).toBe(WORDS.content);
    await browser.submit("Save week 1", { photos: await takePhoto() });
    await browser.visit(weekOf(writer));
    expect(browser.page.text("main")).not.toContain(SENTENCE);
    expect(countOf("entries", "loop_id = ? AND open_again_at IS NULL", writer.loopId)).toBe(1);
  });

  it("can be left out", async () => {
    const writer = await withBrokenPhoto();
    await writer.browser.visit(weekOf(writer));
    await writer.browser.submit("Leave it out seal.jpg");
    const main = writer.browser.page.text("main");
    expect(main).toContain("We’ve left that photo out.");
    expect(main).not.toContain(SENTENCE);
  });

  it("of another week than the open one is named on the dashboard, with a link to its week", async () => {
    const writer = await loopWriter(app, { startedDaysAgo: 10 });
    await writer.browser.visit(weekOf(writer));
    await writer.browser.submit("Keep as a draft", { ...WORDS, photos: await brokenPhoto() });
    await preparePhotos(writer.loopId);
    await writer.browser.visit(`/dashboard?loop=${writer.loopId}`);
    expect(writer.browser.page.text("main")).toContain("We couldn’t use a photo of week 1. Your words are saved.");
    const links = writer.browser.page.links().filter(({ words }) => words === "Week 1" || words === "1");
    expect(links.map(({ href }) => href)).toContain(`${weekOf(writer)}#week`);
  });
});
