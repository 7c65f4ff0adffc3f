import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { PRIVATE_MATTERS } from "~/domain/diary/entries/private-matters";
import { openApp } from "../../support/app";
import type { Fillings } from "../../support/html-form";
import type { SubmitOptions, Visitor } from "../../support/visitor";
import { expectNothingBreaks } from "../support/app-log";
import { anotherWindow } from "../support/customers";
import { CONTROLS, MANY_SCRIPTS, sendEverythingOdd } from "../support/hostile-forms";
import { giveEntries, giveLoop, type LoopData, loopWriter } from "../support/loops";
import { takePhoto } from "../support/photographs";
import { change, countOf, rowOf, rowsOf } from "../support/records";

const app = await openApp();
const photo = await takePhoto();
expectNothingBreaks();

const writing = (data?: LoopData, week?: number) => loopWriter(app, data, week);

const WORDS = {
  highlight: "We saw a seal.",
  gratitude: "The warm flask.",
  content: "It looked at us for a long time.\nThen it was gone.",
};
const KEPT = { ...WORDS, content: WORDS.content };

const save = (browser: Visitor, week: number, fillings: Fillings = {}, options: SubmitOptions = {}) =>
  browser.submit(`Save week ${week}`, fillings, options);

const entriesOf = (loopId: string) =>
  rowsOf("SELECT week, highlight, gratitude, content FROM entries WHERE loop_id = ?", loopId);
const draftOf = (loopId: string, week = 1) =>
  rowOf("SELECT highlight, gratitude, content FROM drafts WHERE loop_id = ? AND week = ?", loopId, week);
const photosOf = (loopId: string) =>
  rowsOf("SELECT week, file_name FROM photos WHERE loop_id = ? AND state = 'ready' ORDER BY position", loopId);

const INCOMPLETE = "Please upload a photo and add a reflection";

describe("the form of a week", () => {
  it("says before saving what is agreed to about private matters, and where to read more", async () => {
    const { browser } = await writing();
    const page = browser.page;
    expect(page.text("main")).toContain(PRIVATE_MATTERS);
    expect(page.links()).toContainEqual({ words: "How we treat it", href: "/privacy#needed" });
  });
});

describe("writing a week", () => {
  it("with a photo and a reflection makes an entry, and says so once", async () => {
    const { browser, loopId } = await writing();
    await save(browser, 1, { ...WORDS, photos: photo });
    expect(browser.page.redirects).toEqual([{ status: 303, location: `/dashboard?loop=${loopId}` }]);
    expect(browser.page.text("main")).toContain("Week 1 entry submitted successfully!");
    expect((await browser.visit("/dashboard")).text("main")).not.toContain("submitted successfully");
    expect(entriesOf(loopId)).toEqual([{ week: 1, ...KEPT }]);
    expect(photosOf(loopId)).toEqual([{ week: 1, file_name: "beach.jpg" }]);
  });

  it("by Enter is the same as by the button", async () => {
    const { browser, loopId } = await writing();
    expect(browser.page.find("form[enctype] button").getAttribute("value")).toBe("save");
    await browser.submit("Save", { ...WORDS, photos: photo });
    expect(entriesOf(loopId)).toHaveLength(1);
  });

  it("that was missed catches up, and says that it was worth the wait", async () => {
    const { browser, loopId } = await writing({ startedDaysAgo: 65 }, 3);
    await save(browser, 3, { ...WORDS, photos: photo });
    expect(browser.page.text("main")).toContain("Week 3 entry submitted successfully! It was worth the wait.");
    expect(rowOf("SELECT week, caught_up FROM entries WHERE loop_id = ?", loopId)).toEqual({
      week: 3,
      caught_up: 1,
    });
    await browser.visit(`/dashboard?loop=${loopId}&week=3`);
    const page = await save(browser, 3, { highlight: "Mended since." });
    expect(page.text("main")).not.toContain("It was worth the wait.");
  });

  it("keeps words in any script as they were typed", async () => {
    const { browser, loopId } = await writing();
    const words = {
      highlight: MANY_SCRIPTS,
      gratitude: "مرحبا",
      content: `${MANY_SCRIPTS}\n\n${MANY_SCRIPTS}`,
    };
    await save(browser, 1, { ...words, photos: photo });
    expect(entriesOf(loopId)).toEqual([{ week: 1, ...words }]);
    await browser.visit(`/dashboard?loop=${loopId}&week=1`);
    expect(browser.page.field("content").value).toBe(words.content);
  });

  it("keeps it without control characters", async () => {
    const { browser, loopId } = await writing();
    await save(browser, 1, { ...WORDS, content: CONTROLS, photos: photo });
    expect(entriesOf(loopId)[0]?.content).toBe("before and[31m after");
  });

  it("needs somebody signed in", async () => {
    const { browser, loopId } = await writing();
    browser.cookies.forget("loop_session");
    const page = await save(browser, 1, { ...WORDS, photos: photo }, { follow: false });
    expect([page.status, page.location]).toEqual([302, "/auth"]);
    expect(entriesOf(loopId)).toEqual([]);
    expect(photosOf(loopId)).toEqual([]);
  });
});

describe("a draft", () => {
  it("can be kept with nothing but a word in it, and is there to go on with", async () => {
    const { browser, loopId } = await writing();
    await browser.submit("Keep as a draft", { highlight: "A seal!" });
    expect(browser.page.redirects).toEqual([{ status: 303, location: `/dashboard?loop=${loopId}&week=1#week` }]);
    expect(browser.page.text("main")).toContain("Your draft of week 1 is saved.");
    await browser.visit("/dashboard");
    expect(browser.page.text("main")).not.toContain("Your draft of week 1 is saved.");
    expect(browser.page.text("main")).toContain("This is a draft.");
    expect(browser.page.field("highlight").value).toBe("A seal!");
    expect(entriesOf(loopId)).toEqual([]);
  });
});

describe("a week that is not complete", () => {
  it("asks for a photo and a reflection where it is empty", async () => {
    const { browser, loopId } = await writing();
    const page = await save(browser, 1);
    expect(page.status).toBe(422);
    expect(page.title).toMatch(/^Error: /);
    expect(page.text(".error-summary h2")).toBe(INCOMPLETE);
    expect(page.errorSummary()).toEqual(["Write your answer", "Add a photo"]);
    expect(page.field("photos").error).toBe("Add a photo");
    expect(page.field("content").error).toBe("Write your answer");
    expect(entriesOf(loopId)).toEqual([]);
  });

  it("without a photo keeps its words on the page and as a draft", async () => {
    const { browser, loopId } = await writing();
    const page = await save(browser, 1, WORDS);
    expect([page.status, page.errorSummary()]).toEqual([422, ["Add a photo"]]);
    expect(page.field("content").error).toBeFalsy();
    for (const [field, words] of Object.entries(WORDS)) expect(page.field(field).value).toBe(words);
    expect(draftOf(loopId)).toEqual(KEPT);
    await save(browser, 1, { photos: photo });
    expect(entriesOf(loopId)).toEqual([{ week: 1, ...KEPT }]);
  });

  it("without a reflection keeps its photo", async () => {
    const { browser, loopId } = await writing();
    const page = await save(browser, 1, { photos: photo });
    expect([page.status, page.errorSummary()]).toEqual([422, ["Write your answer"]]);
    expect(page.field("photos").error).toBeFalsy();
    expect(photosOf(loopId)).toHaveLength(1);
    expect(page.text("main")).toContain("beach.jpg");
    await save(browser, 1, { content: "It looked at us." });
    expect(entriesOf(loopId)).toHaveLength(1);
    expect(photosOf(loopId)).toHaveLength(1);
  });

  it("that is being caught up on stays the week it is", async () => {
    const { browser, loopId } = await writing({ startedDaysAgo: 65 }, 3);
    const page = await save(browser, 3, WORDS);
    expect(page.status).toBe(422);
    expect(page.field("week").value).toBe("3");
    expect(page.text("#week")).toContain("Week 3");
    expect(page.field("content").value).toBe(WORDS.content);
    await save(browser, 3, { photos: photo });
    expect(entriesOf(loopId)).toEqual([{ week: 3, ...KEPT }]);
  });

  it("of another loop than the first stays in its loop", async () => {
    const owner = await writing({ title: "The first" });
    const second = giveLoop(owner, { title: "The second" });
    await owner.browser.visit(`/dashboard?loop=${second}`);
    const page = await save(owner.browser, 1, WORDS);
    expect([page.status, page.title]).toEqual([422, "Error: The second: week 1 – Loop"]);
    await save(owner.browser, 1, { photos: photo });
    expect(entriesOf(owner.loopId)).toEqual([]);
    expect(entriesOf(second)).toEqual([{ week: 1, ...KEPT }]);
  });

  it.each([
    [
      "content",
      "word ".repeat(501),
      "Your answer has 501 words, and a week can have up to 500. All of it is saved as a draft; shorten it to finish the week",
    ],
    ["highlight", "h".repeat(301), "The highlight can have up to 300 characters. We’ve saved all of it as a draft"],
    [
      "gratitude",
      "g".repeat(301),
      "What you’re grateful for can have up to 300 characters. We’ve saved all of it as a draft",
    ],
    ["title", "t".repeat(121), "The title can have up to 120 characters. We’ve saved all of it as a draft"],
    ["learned", "l".repeat(501), "What you learned can have up to 500 characters. We’ve saved all of it as a draft"],
  ])("because %s is too long keeps all of it", async (field, typed, sentence) => {
    const { browser, loopId } = await writing();
    const page = await save(browser, 1, { ...WORDS, photos: photo, [field]: typed });
    expect([page.status, page.errorSummary()]).toEqual([422, [sentence]]);
    expect(page.field(field)).toMatchObject({ value: typed, error: sentence });
    expect(rowOf("SELECT * FROM drafts WHERE loop_id = ?", loopId)[field]).toBe(typed);
    expect(entriesOf(loopId)).toEqual([]);
  });

  it("with five hundred words, and everything else as long as can be, is", async () => {
    const { browser, loopId } = await writing();
    const longest = { content: "word ".repeat(500), highlight: "h".repeat(300), gratitude: "g".repeat(300) };
    await save(browser, 1, { ...longest, title: "t".repeat(120), learned: "l".repeat(500), photos: photo });
    expect(entriesOf(loopId)).toEqual([{ week: 1, ...longest }]);
  });

  it.each([
    ["one word of 240,000 characters", "A.".repeat(120_000), "240,0"],
    ["100,000 Chinese characters", "昨日雨降在家中看书，没有人介意。".repeat(6_250), "100,0"],
  ])("because %s is more than any draft stays on the page, and the photo is stored", async (_, content, said) => {
    const { browser, loopId } = await writing();
    const page = await save(browser, 1, { ...WORDS, content, photos: photo });
    expect(page.status).toBe(422);
    expect(page.errorSummary()).toEqual([
      expect.stringMatching(
        `^That’s ${said}\\d\\d characters, and a week can have up to 30,000\\. Please copy the rest somewhere else and shorten it here, then save again$`,
      ),
    ]);
    expect(page.text()).toContain("Everything you typed is still on this page.");
    expect(page.field("content").value).toBe(content);
    expect(rowOf("SELECT count(*) AS rows FROM drafts WHERE loop_id = ?", loopId).rows).toBe(0);
    expect(rowOf("SELECT count(*) AS rows FROM photos WHERE loop_id = ?", loopId).rows).toBe(1);
    const shorter = await save(browser, 1, { ...WORDS });
    expect(shorter.status).toBe(200);
    expect(entriesOf(loopId)).toHaveLength(1);
  });

  it("because more than a form takes was typed says that the rest is not there", async () => {
    const { browser, loopId } = await writing();
    const most = 512 * 1024;
    const page = await save(browser, 1, { ...WORDS, content: "x".repeat(most + 1), photos: photo });
    const [cut] = page.errorSummary();
    expect(cut).toBe(
      "That’s more than 524 KB of text, and only its beginning is on this page. Please copy it again from where it came from, in smaller pieces",
    );
    expect(page.field("content").value).toHaveLength(most);
    expect(entriesOf(loopId)).toEqual([]);
  });
});

describe("a photo that cannot be taken", () => {
  const tooLarge = () => new File([new Uint8Array(30 * 1024 * 1024)], "panorama.jpg", { type: "image/jpeg" });
  const notes = () => new File(["Not a photo at all."], "notes.jpg", { type: "image/jpeg" });

  it.each([
    ["thirty megabytes", tooLarge, "panorama.jpg: That photo is larger than 10 MB. Please choose a smaller one"],
    ["a text called .jpg", notes, "notes.jpg: That file isn’t a photo. Please choose a JPG, PNG, WebP or HEIC"],
    [
      "an empty file",
      () => new File([], "empty.jpg", { type: "image/jpeg" }),
      "empty.jpg: That file isn’t a photo. Please choose a JPG, PNG, WebP or HEIC",
    ],
    [
      "a drawing with scripts",
      () => new File(["<svg onload='x()'/>"], "../../<b>.svg", { type: "image/svg+xml" }),
      "<b>.svg: That file isn’t a photo. Please choose a JPG, PNG, WebP or HEIC",
    ],
  ])("%s: the words are saved as a draft", async (_, file, sentence) => {
    const { browser, loopId } = await writing();
    const page = await save(browser, 1, { ...WORDS, photos: file() });
    expect([page.status, page.errorSummary()]).toEqual([422, [sentence]]);
    expect(page.field("photos").error).toBe(sentence);
    expect(page.field("content").value).toBe(WORDS.content);
    expect(draftOf(loopId)).toEqual(KEPT);
    expect(photosOf(loopId)).toEqual([]);
  });

  it("does not take the good one beside it along", async () => {
    const { browser, loopId } = await writing();
    const page = await save(browser, 1, { ...WORDS, photos: [notes(), photo] });
    expect(page.status).toBe(422);
    expect(photosOf(loopId)).toEqual([{ week: 1, file_name: "beach.jpg" }]);
    await save(browser, 1);
    expect(entriesOf(loopId)).toHaveLength(1);
  });

  it("a fourth one: three are taken, and one is named", async () => {
    const { browser, loopId } = await writing();
    const names = ["one.jpg", "two.jpg", "three.jpg", "four.jpg"];
    const colours = ["#aa0000", "#00aa00", "#0000aa", "#aaaa00"];
    const photos = await Promise.all(names.map((name, index) => takePhoto(name, colours[index])));
    const page = await save(browser, 1, { ...WORDS, photos });
    expect([page.status, page.errorSummary()]).toEqual([
      422,
      ["four.jpg: A week can have up to 3 photos. Please remove one first"],
    ]);
    expect(photosOf(loopId).map((one) => one.file_name)).toEqual(names.slice(0, 3));
    expect(page.root.querySelectorAll("input[type=file]")).toEqual([]);
    expect(draftOf(loopId)).toEqual(KEPT);
  });
});

describe("where photos cannot be stored", () => {
  const place = join(process.env.DATA_DIR ?? "", "photos");
  const SENTENCE = "beach.jpg: We couldn’t save the photo just now. Please add it again in a few minutes";

  async function withoutStorage(run: () => Promise<void>): Promise<void> {
    const noted = vi.spyOn(console, "error");
    expect(noted).not.toHaveBeenCalled();
    if (existsSync(place)) renameSync(place, `${place}-aside`);
    writeFileSync(place, "a file where the folder should be");
    try {
      await run();
    } finally {
      rmSync(place);
      if (existsSync(`${place}-aside`)) renameSync(`${place}-aside`, place);
    }
    expect(noted.mock.calls.map(([line]) => JSON.parse(String(line)).event)).toEqual(["storage-failed"]);
    noted.mockClear();
  }

  it("a week’s only photo is asked for again, the words are a draft, and trying again works", async () => {
    const { browser, loopId } = await writing();
    await withoutStorage(async () => {
      const page = await save(browser, 1, { ...WORDS, photos: photo });
      expect([page.status, page.errorSummary()]).toEqual([422, [SENTENCE]]);
      expect(page.field("content").value).toBe(WORDS.content);
      expect(draftOf(loopId)).toEqual(KEPT);
    });
    await save(browser, 1, { photos: photo });
    expect(entriesOf(loopId)).toHaveLength(1);
  });

  it("a week that has another one is saved, says which one failed, and takes it later", async () => {
    const { browser, loopId } = await writing();
    await browser.submit("Keep as a draft", { photos: await takePhoto("wood.jpg", "#226622") });
    await withoutStorage(async () => {
      const page = await save(browser, 1, { ...WORDS, photos: photo });
      expect(page.text("main")).toContain(`Week 1 entry submitted successfully! But ${SENTENCE}.`);
      expect(entriesOf(loopId)).toHaveLength(1);
    });
    await save(browser, 1, { photos: photo });
    expect(photosOf(loopId).map((one) => one.file_name)).toEqual(["wood.jpg", "beach.jpg"]);
  });
});

describe("taking a photo out", () => {
  it("keeps the words that were typed meanwhile", async () => {
    const { browser, loopId } = await writing();
    await save(browser, 1, { photos: photo });
    await browser.submit("Remove beach.jpg", WORDS);
    expect(browser.page.redirects.map(({ status }) => status)).toEqual([303]);
    expect(browser.page.text("main")).toContain("Photo removed. Your words are saved as a draft.");
    expect(photosOf(loopId)).toEqual([]);
    expect(browser.page.field("content").value).toBe(WORDS.content);
  });

  it("keeps it for 30 days in the week’s form, where it can be put back with what was typed", async () => {
    const { browser, loopId } = await writing();
    await save(browser, 1, { photos: photo });
    await browser.submit("Remove beach.jpg", WORDS);
    expect(browser.page.text("main")).toMatch(/beach\.jpg: Removed\. You can put it back until \d+ \w+ \d{4}/);
    await browser.submit("Put it back beach.jpg");
    expect(browser.page.text("main")).toContain("The photo is back.");
    expect(photosOf(loopId)).toEqual([{ week: 1, file_name: "beach.jpg" }]);
    expect(browser.page.field("content").value).toBe(WORDS.content);
    expect(browser.page.text("main")).not.toContain("You can put it back until");
  });

  it("of somebody else’s takes out nothing and does not claim to", async () => {
    const [owner, stranger] = [await writing(), await writing()];
    await save(owner.browser, 1, { ...WORDS, photos: photo });
    await save(stranger.browser, 1, { photos: photo });
    const { id } = rowOf("SELECT id FROM photos WHERE loop_id = ?", owner.loopId);
    stranger.browser.page.find('button[value^="remove:"]').setAttribute("value", `remove:${id}`);
    await stranger.browser.submit("Remove beach.jpg", WORDS);
    expect(stranger.browser.page.text("main")).toContain(
      "That photo has already gone. Your words are saved as a draft.",
    );
    expect(photosOf(owner.loopId)).toHaveLength(1);
    expect(photosOf(stranger.loopId)).toHaveLength(1);
    expect(draftOf(stranger.loopId)).toEqual(KEPT);
  });

  it("twice takes out one", async () => {
    const { browser, loopId } = await writing();
    const other = await takePhoto("cliff.jpg", "#227722");
    await save(browser, 1, { photos: [photo, other] });
    const twin = anotherWindow(app, { browser });
    await twin.visit("/dashboard");
    await browser.submit("Remove beach.jpg");
    await twin.submit("Remove beach.jpg");
    expect(twin.page.status).toBe(200);
    expect(photosOf(loopId)).toEqual([{ week: 1, file_name: "cliff.jpg" }]);
  });
});

describe("the same week in two windows", () => {
  const OTHER = { highlight: "We saw nothing.", gratitude: "", content: "Fog all day." };

  async function twoWindows() {
    const writer = await writing({ startedDaysAgo: 65 }, 3);
    const other = anotherWindow(app, writer);
    await other.visit(`/dashboard?loop=${writer.loopId}&week=3`);
    await writer.browser.submit("Keep as a draft", WORDS);
    await other.submit("Save week 3", { ...OTHER, photos: photo });
    return { ...writer, other };
  }

  it("asks which one, shows both and overwrites nothing", async () => {
    const { other, loopId } = await twoWindows();
    expect([other.page.status, other.page.heading]).toEqual([409, "Which one?"]);
    for (const words of [WORDS.highlight, "Then it was gone.", OTHER.highlight, OTHER.content]) {
      expect(other.page.text("main")).toContain(words);
    }
    expect(other.page.text("main")).toContain("Week 3 was saved somewhere else");
    expect(draftOf(loopId, 3)).toEqual(KEPT);
    expect(entriesOf(loopId)).toEqual([]);
  });

  it("what was just typed can be chosen", async () => {
    const { other, loopId } = await twoWindows();
    expect(other.page.text("main")).toContain(PRIVATE_MATTERS);
    await other.submit("Keep what I just typed");
    expect(other.page.text("main")).toContain("Your draft of week 3 is saved.");
    expect(draftOf(loopId, 3)).toEqual(OTHER);
    expect(other.page.field("week").value).toBe("3");
    expect(await earlierWords(other, loopId)).toContain(WORDS.highlight);
  });

  it("both can be kept as one text, with the photos of both, and each stays an earlier version", async () => {
    const { other, loopId } = await twoWindows();
    expect(other.page.find(".which-one-photos img").getAttribute("alt")).toBe("Photo 1 of week 3");
    await other.submit("Keep both");
    expect(other.page.text("main")).toContain("Your draft of week 3 is saved.");
    expect(draftOf(loopId, 3)).toEqual({
      highlight: `${WORDS.highlight} / ${OTHER.highlight}`,
      gratitude: WORDS.gratitude,
      content: `${WORDS.content}\n\n${OTHER.content}`,
    });
    expect(photosOf(loopId)).toEqual([{ week: 3, file_name: "beach.jpg" }]);
    const earlier = await earlierWords(other, loopId);
    expect(earlier).toContain(WORDS.highlight);
    expect(earlier).toContain(OTHER.highlight);
  });

  it("with more photos than a week has room for says which one is left out", async () => {
    const { browser, loopId } = await writing();
    const other = anotherWindow(app, { browser });
    await other.visit("/dashboard");
    const [wood, cliff] = [await takePhoto("wood.jpg", "#335522"), await takePhoto("cliff.jpg", "#227722")];
    await browser.submit("Keep as a draft", { ...WORDS, photos: [photo, wood, cliff] });
    await other.submit("Save week 1", { ...OTHER, photos: await takePhoto("pier.jpg", "#223377") });
    expect(other.page.heading).toBe("Which one?");
    expect(other.page.text("main")).toContain("pier.jpg: A week can have up to 3 photos.");
    expect(photosOf(loopId)).toHaveLength(3);
  });

  it("closed without a choice keeps both, and the photo that was sent", async () => {
    const { browser, other, loopId } = await twoWindows();
    expect(other.page.text("main")).toContain("Any photos you sent are in the week.");
    await browser.visit(`/dashboard?loop=${loopId}&week=3`);
    expect(browser.page.field("content").value).toBe(WORDS.content);
    expect(browser.page.text(".week-photo-kept")).toContain("Remove beach.jpg");
    expect(await earlierWords(browser, loopId)).toContain(OTHER.highlight);
  });

  async function earlierWords(window: Visitor, loopId: string) {
    await window.visit(`/entry/versions?loop=${loopId}&week=3`);
    return window.page.text(".version-list");
  }

  it.each(["Keep what I just typed", "Keep what was saved", "Keep both"])(
    "that a device sends again is not asked about after “%s”",
    async (choice) => {
      const { browser, loopId } = await writing();
      const other = anotherWindow(app, { browser });
      await other.visit("/dashboard");
      await browser.submit("Keep as a draft", WORDS);
      const save = "one-page-of-the-week.2";
      await other.submit("Keep as a draft", OTHER, { extra: [["save", save]] });
      expect(other.page.heading).toBe("Which one?");
      await other.submit(choice);
      const csrf = other.page.field("csrf").value ?? "";
      const again = await other.post("/dashboard/draft", {
        csrf,
        loop: loopId,
        week: "1",
        revision: "0.0",
        save,
        ...OTHER,
      });
      expect(again.status).toBe(204);
    },
  );

  it("what was saved can be chosen", async () => {
    const { other, loopId } = await twoWindows();
    await other.submit("Keep what was saved");
    expect(other.page.text("main")).toContain("What you typed is under “Earlier versions”.");
    expect(other.page.field("week").value).toBe("3");
    expect(other.page.field("content").value).toBe(WORDS.content);
    expect(draftOf(loopId, 3)).toEqual(KEPT);
  });

  it("keeps the question and the captions that were typed beside the words, and shows the question", async () => {
    const { browser, loopId } = await writing();
    const other = anotherWindow(app, { browser });
    const wood = await takePhoto("wood.jpg", "#335522");
    await browser.submit("Keep as a draft", { photos: [photo, wood] });
    await other.visit("/dashboard");
    const [first, second] = rowsOf("SELECT id FROM photos WHERE loop_id = ? ORDER BY position", loopId);
    await browser.submit("Keep as a draft", { ...WORDS, [`caption:${first?.id}`]: "The beach." });
    const captions = { [`caption:${first?.id}`]: "A beach?", [`caption:${second?.id}`]: "The wood." };
    await other.submit("Keep as a draft", { ...OTHER, question: "What did the fog hide?", ...captions });
    expect(other.page.text(".which-one")).toContain("What did the fog hide?");
    expect(
      rowsOf("SELECT caption FROM photos WHERE loop_id = ? ORDER BY position", loopId).map((row) => row.caption),
    ).toEqual(["The beach.", "The wood."]);
    const asked = browser.page.text(".question");
    await browser.visit(`/entry/versions?loop=${loopId}&week=1`);
    await browser.visit(browser.page.find(".version-list a").getAttribute("href") ?? "");
    expect(browser.page.text("main")).toContain("What did the fog hide?");
    await browser.submit("Use this version");
    expect(browser.page.text(".question")).toBe("What did the fog hide?");
    expect(browser.page.field("question").value).toBe("What did the fog hide?");
    await browser.visit(`/entry/versions?loop=${loopId}&week=1`);
    await browser.visit(browser.page.find(".version-list a").getAttribute("href") ?? "");
    expect(browser.page.text("main")).toContain(asked);
  });

  it("asks again where it was saved once more while one was thinking", async () => {
    const { browser, other, loopId } = await twoWindows();
    await browser.submit("Keep as a draft", { content: "A third thought." });
    await other.submit("Keep what I just typed");
    expect([other.page.status, other.page.heading]).toEqual([409, "Which one?"]);
    expect(other.page.text("main")).toContain("Week 3 was saved somewhere else");
    expect(draftOf(loopId, 3).content).toBe("A third thought.");
  });

  it("sent at the same moment is one entry", async () => {
    const { browser, loopId } = await writing();
    await save(browser, 1, { photos: photo });
    const windows = [1, 2, 3].map(() => anotherWindow(app, { browser }));
    await Promise.all(windows.map((window) => window.visit("/dashboard")));
    await Promise.all(windows.map((window) => save(window, 1, WORDS)));
    expect(entriesOf(loopId)).toEqual([{ week: 1, ...KEPT }]);
  });
});

describe("a week that may not be written", () => {
  it("of somebody else’s loop is not there", async () => {
    const [owner, stranger] = [await writing(), await writing()];
    stranger.browser.page.find("form[enctype] input[name=loop]").setAttribute("value", owner.loopId);
    await save(stranger.browser, 1, { ...WORDS, photos: photo });
    expect([stranger.browser.page.status, stranger.browser.page.heading]).toEqual([404, "We can’t find that page"]);
    expect(countOf("drafts", "loop_id = ?", owner.loopId)).toBe(0);
    expect(photosOf(owner.loopId)).toEqual([]);
  });

  it.each(["0", "-1", "2", "53", "1.5", "NaN", "Infinity", "1e400", ""])("number %j is not there", async (week) => {
    const { browser, loopId } = await writing();
    browser.page.find("form[enctype] input[name=week]").setAttribute("value", week);
    await save(browser, 1, { ...WORDS, photos: photo });
    expect(browser.page.status).toBe(404);
    expect(countOf("drafts", "loop_id = ?", loopId)).toBe(0);
    expect(photosOf(loopId)).toEqual([]);
  });

  it("of a loop that was finished meanwhile stays as it was printed", async () => {
    const { browser, loopId } = await writing();
    giveEntries(loopId, [1]);
    change("UPDATE loops SET status = 'PRINTING' WHERE id = ?", loopId);
    const before = entriesOf(loopId);
    await save(browser, 1, { ...WORDS, photos: photo });
    expect([browser.page.status, browser.page.heading]).toEqual([409, "This loop has gone to print"]);
    for (const words of Object.values(WORDS)) {
      expect(browser.page.text("main")).toContain(words.split("\n")[0]);
    }
    expect(entriesOf(loopId)).toEqual(before);
    expect(photosOf(loopId)).toEqual([]);
  });
});

it("whatever is sent to the week’s form gets a clear response", async () => {
  const { browser, loopId } = await writing();
  const arrive = (visitor: Visitor) => visitor.visit("/dashboard");
  for (const field of ["content", "loop", "revision", "photos"]) {
    await sendEverythingOdd(browser, { arrive, button: "Save week 1", field });
  }
  expect(entriesOf(loopId)).toEqual([]);
});
