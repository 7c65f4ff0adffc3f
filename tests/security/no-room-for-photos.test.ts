import files, { type statfs } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { afterEach, describe, expect, it } from "vitest";
import { expectNothingBreaks } from "../screens/support/app-log";
import { loopWriter } from "../screens/support/loops";
import { takePhoto } from "../screens/support/photographs";
import { countOf, rowOf } from "../screens/support/records";
import { openApp } from "../support/app";
import { encodeMultipart } from "../support/visitor";

/** A disk that has only so much left, as the system says of it. */
const MIB = 1024 * 1024;
const asItIs = files.statfs;
function leaveFree(bytes: number) {
  const blocks = { blocks: 100 * 1024, bfree: bytes / MIB, bavail: bytes / MIB, bsize: MIB };
  files.statfs = (async () => blocks) as unknown as typeof statfs;
  syncBuiltinESMExports();
}
afterEach(() => {
  files.statfs = asItIs;
  syncBuiltinESMExports();
});

const app = await openApp();
expectNothingBreaks();

const WORDS = { content: "It came back.", highlight: "Seeing it", gratitude: "The tide" };
const SENTENCE = "We have no room for more photos just now. Please add this one again in an hour";

describe("a photo for which the disk has no room beside the database", () => {
  it("is not stored, the page says so, and the text of its week is saved", async () => {
    const { browser, loopId } = await loopWriter(app);
    leaveFree(512 * MIB);
    const page = await browser.submit("Save week 1", { ...WORDS, photos: await takePhoto() });
    expect(page.text()).toContain(SENTENCE);
    expect(rowOf("SELECT content FROM drafts WHERE loop_id = ?", loopId).content).toBe(WORDS.content);
    expect(countOf("photos", "loop_id = ?", loopId)).toBe(0);
  });

  it("is refused to the page’s script with the time to wait, and taken when there is room", async () => {
    const { browser, loopId } = await loopWriter(app);
    const csrf = browser.page.field("csrf").value ?? "";
    const send = async () => {
      const fields = Object.entries({ csrf, loop: loopId, week: "1", photos: await takePhoto() });
      const { body, contentType } = await encodeMultipart(fields);
      const headers = { "Content-Type": contentType, "Sec-Fetch-Site": "same-origin" };
      return await browser.send("/dashboard/photo", { method: "POST", body, headers });
    };
    leaveFree(512 * MIB);
    const refused = await send();
    expect([refused.status, refused.headers.get("retry-after"), refused.json()]).toMatchObject([
      507,
      "3600",
      { error: SENTENCE, code: "no_room" },
    ]);
    leaveFree(514 * MIB);
    expect((await send()).status).toBe(204);
  });
});
