import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { openApp } from "../../support/app";
import { expectNothingBreaks } from "../support/app-log";
import { type LoopOwner, loopWriter } from "../support/loops";
import { preparePhotos, takePhoto } from "../support/photographs";
import { change, countOf, rowsOf } from "../support/records";

const app = await openApp();
const beach = await takePhoto("beach.jpg", "#4477aa");
const wood = await takePhoto("wood.jpg", "#335522");
expectNothingBreaks();

async function withPhotos(...photos: File[]): Promise<LoopOwner> {
  const writer = await loopWriter(app);
  await writer.browser.submit("Keep as a draft", { photos });
  return writer;
}

const photosOf = (loopId: string) =>
  rowsOf(
    `SELECT id, file_name, caption, quarter_turns, width, height FROM photos
     WHERE loop_id = ? AND state = 'ready' ORDER BY position`,
    loopId,
  );
const WORDS = { highlight: "A seal!", content: "It looked at us." };

async function sizeOf({ browser }: LoopOwner, id: unknown, size: string) {
  const response = await browser.send(`/photos/${id}/${size}`);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  const { width, height } = await sharp(response.bytes).metadata();
  return [width, height];
}

describe("turning a photo", () => {
  it("to the left makes every size again, and keeps what was typed", async () => {
    const writer = await withPhotos(beach);
    const [photo] = photosOf(writer.loopId);
    await writer.browser.submit("Turn left beach.jpg", WORDS);
    expect(writer.browser.page.text("main")).toContain("Photo turned. Your words are saved as a draft.");
    expect(writer.browser.page.field("content").value).toBe(WORDS.content);
    expect(photosOf(writer.loopId)).toMatchObject([{ id: photo?.id, quarter_turns: 3, width: 480, height: 640 }]);
    for (const size of ["print", "screen", "medium"]) expect(await sizeOf(writer, photo?.id, size)).toEqual([480, 640]);
    expect(await sizeOf(writer, photo?.id, "thumb")).toEqual([240, 320]);
  });

  it("four times to the right is where it began", async () => {
    const writer = await withPhotos(beach);
    for (let time = 0; time < 4; time += 1) await writer.browser.submit("Turn right beach.jpg");
    expect(photosOf(writer.loopId)).toMatchObject([{ quarter_turns: 0, width: 640, height: 480 }]);
    expect(await sizeOf(writer, photosOf(writer.loopId)[0]?.id, "print")).toEqual([640, 480]);
  });

  it("does not make it another photo: sent again, it is the same one", async () => {
    const writer = await withPhotos(beach);
    await writer.browser.submit("Turn right beach.jpg");
    await writer.browser.submit("Keep as a draft", { photos: beach });
    expect(photosOf(writer.loopId)).toHaveLength(1);
  });

  it("of somebody else’s turns nothing", async () => {
    const [owner, stranger] = [await withPhotos(beach), await withPhotos(beach)];
    const button = stranger.browser.page.find('button[value^="turn-left"]');
    button.setAttribute("value", `turn-left:${photosOf(owner.loopId)[0]?.id}`);
    await stranger.browser.submit("Turn left beach.jpg");
    expect(stranger.browser.page.text("main")).toContain("That photo has already gone.");
    expect(photosOf(owner.loopId)).toMatchObject([{ quarter_turns: 0 }]);
  });

  it("of a loop that has gone to print is too late", async () => {
    const writer = await withPhotos(beach);
    change("UPDATE loops SET status = 'PRINTING' WHERE id = ?", writer.loopId);
    await writer.browser.submit("Turn left beach.jpg");
    expect(writer.browser.page.status).toBe(409);
    expect(photosOf(writer.loopId)).toMatchObject([{ quarter_turns: 0 }]);
  });
});

describe("what must be seen of a photo", () => {
  const pointOf = (loopId: string) =>
    rowsOf(
      "SELECT point_x AS x, point_y AS y, point_is_owners AS own FROM photos WHERE loop_id = ? AND state = 'ready'",
      loopId,
    );
  const versionOf = (loopId: string) =>
    rowsOf("SELECT content_version AS version FROM loops WHERE id = ?", loopId)[0]?.version;

  it("is guessed when it is prepared, moved by one touch, turns with it, and makes the proof again", async () => {
    const writer = await withPhotos(beach);
    await preparePhotos(writer.loopId);
    expect(pointOf(writer.loopId)).toMatchObject([{ x: expect.any(Number), own: 0 }]);
    const before = Number(versionOf(writer.loopId));
    await writer.browser.submit("High up, at the right edge", WORDS);
    expect(writer.browser.page.text("main")).toContain("The book keeps that part in view.");
    expect(writer.browser.page.field("content").value).toBe(WORDS.content);
    expect(pointOf(writer.loopId)).toEqual([{ x: 900, y: 300, own: 1 }]);
    expect(Number(versionOf(writer.loopId))).toBe(before + 1);
    const chosen = writer.browser.page.root.querySelectorAll(".photo-point-touch [aria-current]");
    expect(chosen.map((button) => button.text)).toEqual(["High up, at the right edge"]);
    await writer.browser.submit("Turn right beach.jpg");
    expect(pointOf(writer.loopId)).toEqual([{ x: 700, y: 900, own: 1 }]);
  });

  it("of somebody else’s photo stays where it is", async () => {
    const [owner, stranger] = [await withPhotos(beach), await withPhotos(beach)];
    const before = pointOf(owner.loopId);
    const button = stranger.browser.page.find('button[value^="see-00"]');
    button.setAttribute("value", `see-00:${photosOf(owner.loopId)[0]?.id}`);
    await stranger.browser.submit("At the top, at the left edge");
    expect(stranger.browser.page.text("main")).toContain("That photo has already gone.");
    expect(pointOf(owner.loopId)).toEqual(before);
  });
});

describe("the order of photos", () => {
  it("changes when one is moved forward; the first has no such button", async () => {
    const writer = await withPhotos(beach, wood);
    const forward = writer.browser.page.root.querySelectorAll('button[value^="forward:"]');
    expect(forward).toHaveLength(1);
    await writer.browser.submit("Move forward wood.jpg", WORDS);
    expect(photosOf(writer.loopId).map(({ file_name }) => file_name)).toEqual(["wood.jpg", "beach.jpg"]);
    expect(writer.browser.page.field("content").value).toBe(WORDS.content);
    expect(countOf("photos", "loop_id = ? AND state <> 'ready'", writer.loopId)).toBe(0);
  });
});

describe("a caption", () => {
  it("is saved with its photo by any button", async () => {
    const writer = await withPhotos(beach);
    const [photo] = photosOf(writer.loopId);
    await writer.browser.submit("Turn left beach.jpg", { [`caption:${photo?.id}`]: "  The far   end. " });
    expect(photosOf(writer.loopId)).toMatchObject([{ caption: "The far end." }]);
    await writer.browser.submit("Keep as a draft", { [`caption:${photo?.id}`]: "" });
    expect(photosOf(writer.loopId)).toMatchObject([{ caption: "" }]);
  });

  it("that is too long comes back as it was typed, and the text beside it is saved", async () => {
    const writer = await withPhotos(beach);
    const [photo] = photosOf(writer.loopId);
    const page = await writer.browser.submit("Save week 1", {
      ...WORDS,
      [`caption:${photo?.id}`]: "c".repeat(141),
    });
    expect([page.status, page.errorSummary()]).toEqual([422, ["The caption must be 140 characters or less"]]);
    expect(page.field(`caption:${photo?.id}`).value).toBe("c".repeat(141));
    expect(countOf("drafts", "loop_id = ?", writer.loopId)).toBe(1);
    expect(photosOf(writer.loopId)).toMatchObject([{ caption: "" }]);
  });

  it("for a photo of somebody else’s goes nowhere", async () => {
    const [owner, stranger] = [await withPhotos(beach), await withPhotos(beach)];
    const [photo] = photosOf(owner.loopId);
    await stranger.browser.submit("Keep as a draft", {}, { extra: [[`caption:${photo?.id}`, "Mine"]] });
    expect(photosOf(owner.loopId)).toMatchObject([{ caption: "" }]);
  });
});

describe("taking the last photo out of a finished week", () => {
  it("opens it again and offers the photo back, and the proof asks about the week", async () => {
    const { browser, loopId } = await loopWriter(app);
    await browser.submit("Save week 1", { ...WORDS, photos: beach });
    await browser.visit(`/dashboard?loop=${loopId}&week=1`);
    await browser.submit("Remove beach.jpg");
    const { page } = browser;
    expect(page.text("main")).toContain("Photo removed. Week 1 is unfinished until it has a photo.");
    expect(countOf("drafts", "loop_id = ?", loopId)).toBe(0);
    const proof = await browser.visit(`/proof/${loopId}`);
    expect(proof.text("main")).toMatch(/Week 1.*The words are there; the photo isn’t\./s);
    await browser.visit(`/dashboard?loop=${loopId}&week=1`);
    await browser.submit("Put it back beach.jpg");
    expect(browser.page.text("main")).toContain("The photo is back.");
    expect(photosOf(loopId)).toHaveLength(1);
  });

  it("lets the weekly email ask about it again", async () => {
    const { browser, loopId } = await loopWriter(app);
    const nextEmail = async () =>
      /next one on [^.]+/.exec((await browser.visit(`/loop-settings/${loopId}`)).text("main"))?.[0];
    const before = await nextEmail();
    expect(before).toBeDefined();
    await browser.visit(`/dashboard?loop=${loopId}&week=1`);
    await browser.submit("Save week 1", { ...WORDS, photos: beach });
    expect(await nextEmail()).not.toBe(before);
    await browser.visit(`/dashboard?loop=${loopId}&week=1`);
    await browser.submit("Remove beach.jpg");
    expect(await nextEmail()).toBe(before);
  });

  it("is undone from the message itself, with what was typed since", async () => {
    const { browser, loopId } = await loopWriter(app);
    await browser.submit("Save week 1", { ...WORDS, photos: beach });
    await browser.visit(`/dashboard?loop=${loopId}&week=1`);
    await browser.submit("Remove beach.jpg");
    const button = browser.page.find(".banner button");
    expect([button.textContent, button.getAttribute("form")]).toEqual(["Put it back", "week-form"]);
    expect(browser.page.find("#week-form").getAttribute("action")).toContain("week=1");
    await browser.submit("Put it back", { highlight: "Two seals!" });
    expect(browser.page.text("main")).toContain("The photo is back. Your words are saved as a draft.");
    expect([photosOf(loopId).length, browser.page.field("highlight").value]).toEqual([1, "Two seals!"]);
  });
});
