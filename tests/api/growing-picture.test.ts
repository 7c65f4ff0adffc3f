import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { pictureLink } from "~/domain/diary/loops/weekly-email-links.server";
import { expectNothingBreaks } from "../screens/support/app-log";
import { becomeCustomer, type Customer } from "../screens/support/customers";
import { MANY_SCRIPTS } from "../screens/support/hostile-forms";
import { giveLoop } from "../screens/support/loops";
import { preparePhotos, takePhoto } from "../screens/support/photographs";
import { change, rowOf } from "../screens/support/records";
import { openApp } from "../support/app";

const app = await openApp();
expectNothingBreaks();

const SENTENCE = "Resource not found. The requested item may have been moved or deleted.";
const NOT_THERE = { success: false, error: SENTENCE, message: SENTENCE };

describe("a growing picture", () => {
  it.each(["celebration", "family", "education", "pet", "classic"])("of %s can be cached for a year", async (theme) => {
    const page = await app.visitor().send(`/art/${theme}/00000000001ff.svg`);
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
    expect(page.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(page.headers.get("content-security-policy")).toContain("sandbox");
    expect(page.body).toMatch(/^<svg[\s\S]*<\/svg>\s*$/);
    expect(page.body).not.toMatch(/<script|href="http/);
  });

  it("shows more with every week that is done, and where the next stitch goes", async () => {
    const browser = app.visitor();
    const bodies = await Promise.all(
      [
        "/art/family/0000000000000.svg",
        "/art/family/0000000000001.svg",
        "/art/family/0000000000001.svg?due=2",
        "/art/family/fffffffffffff.svg",
        "/art/family/0000000000000.svg?start=sewn",
        "/art/family/0000000000000.svg?start=thread",
        "/art/family/0000000000000.svg?start=drawing",
      ].map(async (place) => (await browser.send(place)).body),
    );
    expect(new Set(bodies).size).toBe(7);
  });

  it("is drawn as PNG for our own emails, at twice its size, and for nobody else", async () => {
    const link = pictureLink("family", new Set([1, 2]), 3);
    const page = await app.visitor().send(link);
    expect(page.headers.get("content-type")).toBe("image/png");
    expect(page.headers.get("cache-control")).toContain("immutable");
    expect(page.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    const { width, height } = await sharp(page.bytes).metadata();
    expect([width, height]).toEqual([840, 840]);
    for (const other of [
      link.replace("due=3", "due=4"),
      link.replace("family", "pet"),
      link.replace("start=sewn", "start=thread"),
      link.slice(0, -1),
    ])
      expect((await app.visitor().send(other)).status).toBe(404);
  });

  it.each([
    ["a theme that does not exist", "garden/0000000000000.svg"],
    ["too few weeks", "family/000000000000.svg"],
    ["too many", "family/00000000000000.svg"],
    ["large letters", "family/FFFFFFFFFFFFF.svg"],
    ["another kind of picture", "family/0000000000000.png"],
    ["no weeks", "family/weeks.svg"],
    ["another file", "family/..%2f..%2fpackage.json"],
    ["many scripts", `family/${encodeURIComponent(MANY_SCRIPTS)}.svg`],
    ["a week that is none", "family/0000000000000.svg?due=0"],
    ["week fifty-three", "family/0000000000000.svg?due=53"],
    ["a half week", "family/0000000000000.svg?due=1.5"],
    ["a word for a week", "family/0000000000000.svg?due=soon"],
    ["no week", "family/0000000000000.svg?due="],
    ["a starting stitch that does not exist", "family/0000000000000.svg?start=twice"],
  ])("%s is not there", async (_, place) => {
    const page = await app.visitor().send(`/art/${place}`);
    expect([page.status, page.json()]).toEqual([404, NOT_THERE]);
  });
});

interface Owner extends Customer {
  photoId: string;
}

async function ownerOfPhoto(): Promise<Owner> {
  const customer = await becomeCustomer(app);
  const loopId = giveLoop(customer);
  await customer.browser.visit("/dashboard");
  await customer.browser.submit("Save week 1", { photos: await takePhoto() });
  await preparePhotos(loopId);
  const { id } = rowOf("SELECT id FROM photos WHERE loop_id = ?", loopId);
  return { ...customer, photoId: String(id) };
}

describe("a photo", () => {
  it.each(["screen", "medium", "thumb", "print"])(
    "is shown to its owner (%s), without the place where it was taken",
    async (size) => {
      const { browser, photoId } = await ownerOfPhoto();
      const file = await browser.send(`/photos/${photoId}/${size}`);
      expect(file.status).toBe(200);
      expect(Object.fromEntries(file.headers)).toMatchObject({
        "content-type": "image/jpeg",
        "content-disposition": "inline",
        "cache-control": "no-store",
        "content-security-policy": "default-src 'none'; sandbox",
        "content-length": String(file.bytes.length),
      });
      const data = await sharp(Buffer.from(file.bytes)).metadata();
      expect([data.format, data.exif]).toEqual(["jpeg", undefined]);
    },
  );

  it("is not there for anybody else", async () => {
    const { photoId } = await ownerOfPhoto();
    const { browser: stranger } = await becomeCustomer(app);
    for (const visitor of [stranger, app.visitor()]) {
      for (const size of ["screen", "medium", "thumb", "print"]) {
        const file = await visitor.send(`/photos/${photoId}/${size}`);
        expect([file.status, file.json(), file.headers.get("cache-control")]).toEqual([
          ...[404, NOT_THERE, "no-store"],
        ]);
      }
    }
  });

  it.each(["original", "SCREEN", "constructor", "large", "..%2fthumb", "%00"])(
    "has no size called %s",
    async (size) => {
      const { browser, photoId } = await ownerOfPhoto();
      expect((await browser.send(`/photos/${photoId}/${size}`)).status).toBe(404);
    },
  );

  it("whose medium size is not made yet is shown in its screen size instead", async () => {
    const { browser, photoId } = await ownerOfPhoto();
    change("UPDATE photos SET medium_key = NULL WHERE id = ?", photoId);
    const [medium, screen] = [
      await browser.send(`/photos/${photoId}/medium`),
      await browser.send(`/photos/${photoId}/screen`),
    ];
    expect([medium.status, medium.bytes]).toEqual([200, screen.bytes]);
  });

  it("that was taken out, or whose file is gone, is not there", async () => {
    const [one, other] = [await ownerOfPhoto(), await ownerOfPhoto()];
    await one.browser.visit("/dashboard");
    await one.browser.submit("Remove beach.jpg");
    expect((await one.browser.send(`/photos/${one.photoId}/screen`)).status).toBe(404);
    change("UPDATE photos SET screen_key = 'photos/gone.jpg' WHERE id = ?", other.photoId);
    expect((await other.browser.send(`/photos/${other.photoId}/screen`)).status).toBe(404);
  });

  it.each(["nobodysphoto", "..%2f..", "%00", encodeURIComponent(MANY_SCRIPTS)])(
    "called %s is not there",
    async (name) => {
      const { browser } = await ownerOfPhoto();
      expect((await browser.send(`/photos/${name}/screen`)).status).toBe(404);
    },
  );
});
