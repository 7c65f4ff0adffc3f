import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { carryOut } from "~/domain/diary/photos/photo-outcomes.server";
import { inFolder } from "~/domain/diary/photos/work-folder.server";
import { text } from "../../../support/heic";
import { jpegOfScans } from "../../../support/hostile-photos";
import { fromPhone, plain, pngThatClaims, sentFile } from "../../../support/pictures";

/** What a photo process does, in the process of the test. */

const strip = (content: Buffer | string) =>
  inFolder(async (folder) => {
    const to = join(folder, "original");
    const reply = await carryOut({ does: "strip", from: sentFile(content), to });
    return { outcome: reply.ok || reply.reason, isWritten: existsSync(to) };
  });

const render = (content: Buffer, printOnly = false) =>
  inFolder(async (folder) => {
    const from = sentFile(content);
    const reply = await carryOut({ does: "render", from, folder, quarterTurns: 1, size: "page", printOnly });
    const made = ["print", "screen", "medium", "thumb"].filter((size) => existsSync(join(folder, `${size}.jpg`)));
    return { reply, made };
  });

describe("freeing a file of its metadata", () => {
  it("takes a photo, and writes nothing of what is not one", async () => {
    const png = await plain(60, 40).png().toBuffer();
    expect(await strip(png)).toEqual({ outcome: true, isWritten: true });
    for (const [content, outcome] of [
      ["GIF89a", "other_kind"],
      ["no photo", "not_a_photo"],
      [png.subarray(0, png.length - 20), "incomplete"],
    ] as const)
      expect(await strip(content as Buffer)).toEqual({ outcome, isWritten: false });
  });

  it("says of it how large it is seen, by its beginning", async () => {
    const upright = await carryOut({
      does: "strip",
      from: sentFile(await fromPhone(plain(80, 60), 6)),
      to: sentFile("in its place"),
    });
    expect(upright).toMatchObject({ ok: true, stripped: { kind: "jpeg", width: 60, height: 80 } });
    for (const [content, outcome] of [
      [pngThatClaims(10_000, 5_000), true],
      [pngThatClaims(10_000, 5_001), "too_many_pixels"],
    ] as const)
      expect((await strip(content)).outcome).toBe(outcome);
  });

  it("refuses a JPEG that broke off on its way, and takes one that lacks its end alone", async () => {
    const jpeg = await plain(400, 300).jpeg().toBuffer();
    expect((await strip(jpeg.subarray(0, -2))).outcome).toBe(true);
    expect(await strip(jpeg.subarray(0, jpeg.length - 400))).toEqual({ outcome: "incomplete", isWritten: false });
  });

  it("takes a JPEG of thirty scans, and none of more", async () => {
    // One scan is drawn before those that are counted here.
    expect((await strip(jpegOfScans(16, 16, 29))).outcome).toBe(true);
    expect((await strip(jpegOfScans(16, 16, 30))).outcome).toBe("not_a_photo");
  });

  it("says what the operating system refused", async () => {
    const reply = await carryOut({ does: "strip", from: "/there/is/none", to: "/nor/here" });
    expect(reply).toMatchObject({ ok: false, reason: "system", code: "ENOENT" });
  });
});

describe("drawing a photo", () => {
  it("makes its sizes, turned, and a guess of what must be seen", async () => {
    const { reply, made } = await render(await plain(60, 40).jpeg().toBuffer());
    expect(made).toEqual(["print", "screen", "medium", "thumb"]);
    expect(reply).toMatchObject({ ok: true, sizes: { width: 40, height: 60, point: { x: expect.any(Number) } } });
  });

  it("makes the print file alone where only that is wanted", async () => {
    const { reply, made } = await render(await plain(60, 40).jpeg().toBuffer(), true);
    expect([made, reply]).toMatchObject([["print"], { ok: true, sizes: { point: null } }]);
  });

  it.each([
    ["50 megapixels", pngThatClaims(10_000, 5_000), "incomplete"],
    ["a row more", pngThatClaims(10_000, 5_001), "too_many_pixels"],
  ])("refuses %s without a picture in them: %#", async (_, content, reason) => {
    expect((await render(content)).reply).toEqual({ ok: false, reason });
  });

  it.each([
    ["filling behind the last scan", (jpeg: Buffer) => [jpeg.subarray(0, -2), Buffer.alloc(18), jpeg.subarray(-2)]],
    [
      "a marker that names no known colours",
      (jpeg: Buffer) => [jpeg.subarray(0, 2), text("\xff\xee\0\x0eAdobe\0d\0\0\0\0\x07"), jpeg.subarray(2)],
    ],
  ])("reads past %s, as browsers do, and never past a picture that breaks off", async (_, parts) => {
    const odd = Buffer.concat(parts(await plain(400, 300).jpeg({ progressive: true }).toBuffer()));
    expect((await render(odd)).reply.ok).toBe(true);
    expect((await render(odd.subarray(0, odd.length / 2))).reply).toEqual({ ok: false, reason: "incomplete" });
  });
});
