import { describe, expect, it } from "vitest";
import { expectNothingBreaks } from "../../screens/support/app-log";
import { type LoopOwner, loopWriter } from "../../screens/support/loops";
import { takePhoto } from "../../screens/support/photographs";
import { change, countOf, rowOf } from "../../screens/support/records";
import { openApp } from "../../support/app";
import { encodeForm, encodeMultipart } from "../../support/visitor";

const app = await openApp();
expectNothingBreaks();

const writing = () => loopWriter(app);

/** As the page's own script sends it. */
async function autosave({ browser, loopId }: LoopOwner, words: Record<string, string>, revision = "0.0") {
  const csrf = browser.page.field("csrf").value ?? "";
  const fields = { csrf, loop: loopId, week: "1", revision, ...words };
  const { body, contentType } = encodeForm(Object.entries(fields));
  return await browser.send("/dashboard/draft", {
    method: "POST",
    body,
    headers: { "Content-Type": contentType, "Sec-Fetch-Site": "same-origin" },
  });
}

/** As a device sends what it kept. */
const KEPT = { save: "one-page-of-the-week.1" };

async function sendPhoto(
  { browser, loopId }: LoopOwner,
  file: File,
  week = "1",
  more: { account?: string; key?: string } = {},
) {
  const csrf = browser.page.field("csrf").value ?? "";
  const { body, contentType } = await encodeMultipart([
    ...Object.entries({ csrf, loop: loopId, week, ...more }),
    ["photos", file],
  ]);
  return await browser.send("/dashboard/photo", {
    method: "POST",
    body,
    headers: { "Content-Type": contentType, "Sec-Fetch-Site": "same-origin" },
  });
}

const TOO_LATE = {
  code: "read_only",
  error: "This loop has gone to print, so it can’t change any more. Your words are still on this page",
};

const draftOf = (loopId: string) => rowOf("SELECT highlight FROM drafts WHERE loop_id = ?", loopId);

describe("a draft that is saved automatically", () => {
  it("returns where the page is now, and the next one goes on from there", async () => {
    const writer = await writing();
    const first = await autosave(writer, { highlight: "A" });
    expect([first.status, first.body, first.headers.get("x-week-revision")]).toEqual([204, "", "0.1"]);
    const second = await autosave(writer, { highlight: "A seal" }, "0.1");
    expect([second.status, second.headers.get("x-week-revision")]).toEqual([204, "0.2"]);
    expect(draftOf(writer.loopId).highlight).toBe("A seal");
  });

  it("never goes over words that came from another window", async () => {
    const writer = await writing();
    await autosave(writer, { highlight: "From my phone" });
    expect((await autosave(writer, { highlight: "From the desk" })).status).toBe(409);
    expect(draftOf(writer.loopId).highlight).toBe("From my phone");
  });

  it("is refused when it is longer than a draft may be, with an error message, and what was saved before stays", async () => {
    const writer = await writing();
    await autosave(writer, { highlight: "A seal" });
    const refused = await autosave(writer, { highlight: "A seal", content: "A.".repeat(120_000) }, "0.1");
    expect(refused.status).toBe(422);
    expect(JSON.parse(refused.body).error).toMatch(
      /^That’s 240,006 characters, and a week can have up to 30,000\. Please copy the rest/,
    );
    expect(draftOf(writer.loopId).highlight).toBe("A seal");
    expect((await autosave(writer, { highlight: "Two seals" }, "0.1")).status).toBe(204);
  });

  it("is refused where nobody is signed in, where the loop is another’s, and after print", async () => {
    const [writer, stranger] = [await writing(), await writing()];
    expect((await autosave({ ...stranger, loopId: writer.loopId }, { highlight: "Mine" })).status).toBe(404);
    change("UPDATE loops SET status = 'PRINTING' WHERE id = ?", writer.loopId);
    const late = await autosave(writer, { highlight: "Late" });
    expect([late.status, late.json()]).toMatchObject([409, TOO_LATE]);
    expect((await sendPhoto(writer, await takePhoto())).json()).toMatchObject(TOO_LATE);
    stranger.browser.cookies.forget("loop_session");
    expect((await autosave(stranger, { highlight: "Who?" })).status).toBe(401);
    expect(countOf("drafts", "loop_id IN (?, ?)", writer.loopId, stranger.loopId)).toBe(0);
  });
});

describe("a week that a device kept", () => {
  it("is finished where its writer pressed so, and sent twice is one entry", async () => {
    const writer = await writing();
    await sendPhoto(writer, await takePhoto());
    for (const _ of [1, 2]) {
      const response = await autosave(writer, { ...KEPT, intent: "save", content: "In a tunnel." });
      expect([response.status, response.headers.get("x-week-revision")]).toEqual([204, "1.0"]);
    }
    expect(rowOf("SELECT content, version FROM entries WHERE loop_id = ?", writer.loopId)).toEqual({
      content: "In a tunnel.",
      version: 1,
    });
  });

  it("without a photo stays a draft", async () => {
    const writer = await writing();
    const response = await autosave(writer, { ...KEPT, intent: "save", highlight: "A tunnel" });
    expect([response.status, response.headers.get("x-week-revision")]).toEqual([204, "0.1"]);
    expect(draftOf(writer.loopId).highlight).toBe("A tunnel");
  });

  it("under the number of another text is saved too", async () => {
    const writer = await writing();
    for (const highlight of ["A tunnel", "A bridge"])
      expect((await autosave(writer, { ...KEPT, highlight })).status).toBe(204);
    expect(draftOf(writer.loopId).highlight).toBe("A bridge");
  });

  it("gets another question where its form asks for one after its words were saved", async () => {
    const writer = await writing();
    const { browser, loopId } = writer;
    const form = { ...KEPT, highlight: "A tunnel", shownQuestion: browser.page.field("shownQuestion").value ?? "" };
    await autosave(writer, form);
    const csrf = browser.page.field("csrf").value ?? "";
    const fields = { csrf, loop: loopId, week: "1", revision: "0.1", ...form, intent: "another" };
    const { body, contentType } = await encodeMultipart(Object.entries(fields));
    const headers = { "Content-Type": contentType, "Sec-Fetch-Site": "same-origin" };
    expect((await browser.send("/dashboard", { method: "POST", body, headers })).status).toBe(303);
    expect(rowOf("SELECT prompt FROM drafts WHERE loop_id = ?", loopId)).not.toEqual({ prompt: form.shownQuestion });
  });

  it("for another account than the one that is signed in is refused, with its photo", async () => {
    const writer = await writing();
    const account = writer.browser.page.find("[data-account]").getAttribute("data-account") ?? "";
    expect((await autosave(writer, { ...KEPT, highlight: "Whose?", account: "another-account" })).status).toBe(403);
    expect((await sendPhoto(writer, await takePhoto(), "1", { account: "another-account" })).status).toBe(403);
    expect(countOf("drafts", "loop_id = ?", writer.loopId)).toBe(0);
    expect((await autosave(writer, { ...KEPT, highlight: "Mine", account })).status).toBe(204);
  });
});

describe("a photo that is sent ahead", () => {
  it("is there when the week is saved", async () => {
    const writer = await writing();
    expect((await sendPhoto(writer, await takePhoto())).status).toBe(204);
    await writer.browser.submit("Save week 1", { content: "It looked at us." });
    expect(countOf("entries", "loop_id = ?", writer.loopId)).toBe(1);
  });

  it("and again after its owner removed it stays removed, and chosen again it is back", async () => {
    const writer = await writing();
    const count = () => countOf("photos", "loop_id = ? AND state = 'ready'", writer.loopId);
    await sendPhoto(writer, await takePhoto(), "1", { key: "one page,beach.jpg" });
    change("UPDATE photos SET state = 'removed', removed_at = ? WHERE loop_id = ?", Date.now(), writer.loopId);
    expect((await sendPhoto(writer, await takePhoto(), "1", { key: "one page,beach.jpg" })).status).toBe(204);
    expect(count()).toBe(0);
    await sendPhoto(writer, await takePhoto(), "1", { key: "another page,beach.jpg" });
    expect(count()).toBe(1);
  });

  it("that cannot be read gets an error message", async () => {
    const writer = await writing();
    const response = await sendPhoto(writer, new File(["Not a photo."], "notes.jpg", { type: "image/jpeg" }));
    expect(response.status).toBe(422);
    expect(response.json()).toMatchObject({
      error: "That file isn’t a photo. Please choose a JPG, PNG, WebP or HEIC",
    });
  });

  it("is one of three at the most", async () => {
    const writer = await writing();
    const colours = ["#aa0000", "#00aa00", "#0000aa", "#aaaa00", "#00aaaa"];
    const photos = await Promise.all(colours.map((colour) => takePhoto("photo.jpg", colour)));
    const responses = await Promise.all(photos.map((photo) => sendPhoto(writer, photo)));
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 204, 204, 409, 409]);
    expect(countOf("photos", "loop_id = ? AND state = 'ready'", writer.loopId)).toBe(3);
  });

  it("has no place of its own where photos come through us only", async () => {
    const { browser, loopId } = await writing();
    expect(browser.page.root.querySelector("[data-direct]")).toBeNull();
    const csrf = browser.page.field("csrf").value ?? "";
    const orderInput = { csrf, loop: loopId, week: "1", contentType: "image/jpeg", bytes: "100" };
    const { body, contentType } = encodeForm(Object.entries(orderInput));
    const headers = { "Content-Type": contentType, "Sec-Fetch-Site": "same-origin" };
    const response = await browser.send("/dashboard/photo-place", { method: "POST", body, headers });
    expect(response.status).toBe(404);
  });

  it.each(["0", "2", "53", "x"])("for week %j goes nowhere", async (week) => {
    const writer = await writing();
    expect((await sendPhoto(writer, await takePhoto(), week)).status).toBe(404);
    expect(countOf("photos", "loop_id = ?", writer.loopId)).toBe(0);
  });

  it("for somebody else’s week goes nowhere", async () => {
    const [writer, stranger] = [await writing(), await writing()];
    expect((await sendPhoto({ ...stranger, loopId: writer.loopId }, await takePhoto())).status).toBe(404);
    expect(countOf("photos", "loop_id = ?", writer.loopId)).toBe(0);
  });
});
