import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { sendPhoto } from "~/api/photo-response.server";
import { photoOwnedBy } from "~/domain/diary/photos/photos.server";
import { type LoopOwner, loopWriter } from "../screens/support/loops";
import { preparePhotos, takePhoto } from "../screens/support/photographs";
import { rowOf } from "../screens/support/records";
import { openApp } from "../support/app";
import { heicPhoto } from "../support/heic";

const app = await openApp();
const CHROME = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8";
const SAFARI = "image/webp,image/avif,image/jxl,image/heic,image/heic-sequence,video/*;q=0.8,image/*;q=0.8,*/*;q=0.5";

async function withPhoto(photo: File): Promise<LoopOwner & { photoId: string }> {
  const writer = await loopWriter(app);
  await writer.browser.submit("Keep as a draft", { photos: photo });
  return { ...writer, photoId: String(rowOf("SELECT id FROM photos WHERE loop_id = ?", writer.loopId).id) };
}

const heic = () => new File([new Uint8Array(heicPhoto("telephone"))], "seal.heic", { type: "image/heic" });

async function shown({ browser, photoId }: { browser: LoopOwner["browser"]; photoId: string }, accepts = CHROME) {
  const { status, headers, bytes } = await browser.send(`/photos/${photoId}/screen`, { headers: { Accept: accepts } });
  return { status, type: headers.get("content-type"), waits: headers.get("retry-after"), bytes: Buffer.from(bytes) };
}

describe("a photo that waits for its sizes", () => {
  it("is shown to its owner as it came, without the place where it was taken", async () => {
    const owner = await withPhoto(await takePhoto());
    const waiting = await shown(owner);
    expect(waiting).toMatchObject({ status: 200, type: "image/jpeg", waits: "2" });
    expect([(await sharp(waiting.bytes).metadata()).width, waiting.bytes.includes("GPS")]).toEqual([640, false]);
    expect((await app.visitor().send(`/photos/${owner.photoId}/screen`)).status).toBe(404);
    await preparePhotos(owner.loopId);
    const ready = await shown(owner);
    expect(ready).toMatchObject({ status: 200, type: "image/jpeg", waits: null });
    expect(ready.bytes.equals(waiting.bytes)).toBe(false);
  });

  it("is a sheet of its shape where a browser shows no HEIC, and the photo itself where it does", async () => {
    const owner = await withPhoto(heic());
    const { width, height } = rowOf("SELECT width, height FROM photos WHERE id = ?", owner.photoId);
    const sheet = await shown(owner);
    expect(sheet).toMatchObject({ status: 200, type: "image/svg+xml", waits: "2" });
    expect(sheet.bytes.toString()).toContain(`width="${width}" height="${height}"`);
    expect(await shown(owner, "*/*")).toMatchObject({ status: 503, waits: "2" });
    expect(await shown(owner, SAFARI)).toMatchObject({ status: 200, type: "image/heic", waits: "2" });
    await preparePhotos(owner.loopId);
    const ready = await shown(owner);
    expect(ready).toMatchObject({ type: "image/jpeg", waits: null });
    const real = await sharp(ready.bytes).metadata();
    expect([real.width / real.height, Number(width) / Number(height)]).toEqual(
      [1.5, 1.5].map(() => expect.closeTo(real.width / real.height, 2)),
    );
  });

  it("is a sheet of its shape for everybody but its owner", async () => {
    const { accountId, photoId } = await withPhoto(await takePhoto());
    const photo = photoOwnedBy(accountId, photoId);
    const response = photo && (await sendPhoto(photo, "screen", null));
    expect([response?.status, response?.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
  });

  it("says by its headers alone that it waits, for the page that asks for nothing else", async () => {
    const owner = await withPhoto(await takePhoto());
    const ask = async () => (await owner.browser.send(`/photos/${owner.photoId}/screen`, { method: "HEAD" })).headers;
    expect((await ask()).get("retry-after")).toBe("2");
    await preparePhotos(owner.loopId);
    expect((await ask()).get("retry-after")).toBeNull();
  });
});
