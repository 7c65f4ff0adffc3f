import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { loops, photos } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { mendPhoto } from "~/domain/diary/photos/photo-mending.server";
import { loopOf, NOW, person } from "../../../support/people";
import { givePhoto, occupyPhotoProcesses, storedKeys } from "../../../support/photo-rows";
import { plain } from "../../../support/pictures";

const [WIDTH, HEIGHT] = [120, 90];
let whole: Buffer;
let small: Buffer;
beforeAll(async () => {
  whole = await plain(WIDTH, HEIGHT).jpeg().toBuffer();
  small = await sharp(whole)
    .resize(WIDTH / 2)
    .toBuffer();
});

let loopId: string;
let id: string;
const keyOf = (size: string, name = id) => `photos/${loopId}/${name}-${size}.jpg`;
const rowOf = (name = id) => {
  const row = db.select().from(photos).where(eq(photos.id, name)).get();
  if (!row) throw new Error("The photo is gone.");
  return row;
};
const yearOf = (year: string) => db.select().from(loops).where(eq(loops.id, year)).get();
const isStored = async (key: string) => (await storedKeys(key)).length === 1;

let counted = 0;
function givePhotoHere(week: number): string {
  counted += 1;
  const name = `photo${counted}`;
  const keys = Object.fromEntries(
    ["original", "print", "screen", "medium", "thumb"].map((size) => [`${size}Key`, keyOf(size, name)]),
  );
  givePhoto("-", WIDTH, HEIGHT, { id: name, loopId, week, ...keys });
  return name;
}

beforeEach(async () => {
  loopId = loopOf(person("Ada").id, { status: "DELIVERED" }).id;
  id = givePhotoHere(1);
});

describe("the damaged sizes of a photo", () => {
  it("are made again from the original, and with them the book of its year alone", async () => {
    await storage.put(keyOf("original"), whole, "image/jpeg");
    const [other, elsewhere] = [rowOf(givePhotoHere(2)), loopOf(person("Ben").id)];
    const before = rowOf();
    expect(await mendPhoto(before, ["print", "thumb"], NOW)).toBe("made_again");
    const after = rowOf();
    expect(after).toMatchObject({ screenKey: before.screenKey, printWidth: WIDTH, printHeight: HEIGHT });
    expect([after.printKey === before.printKey, after.thumbKey === before.thumbKey]).toEqual([false, false]);
    expect([await isStored(after.printKey), await isStored(after.thumbKey)]).toEqual([true, true]);
    expect([rowOf(other.id), yearOf(elsewhere.id), yearOf(loopId)?.contentVersion]).toEqual([other, elsewhere, 2]);
  });

  it("are made again for that photo alone, and for no other with the same files", async () => {
    await storage.put(keyOf("original"), whole, "image/jpeg");
    const { printKey, screenKey, thumbKey } = rowOf();
    const other = rowOf(givePhotoHere(2));
    db.update(photos).set({ printKey, screenKey, thumbKey }).where(eq(photos.id, other.id)).run();
    expect(await mendPhoto(rowOf(), ["medium"], NOW)).toBe("made_again");
    expect([rowOf(other.id).mediumKey, rowOf().mediumKey === keyOf("medium")]).toEqual([other.mediumKey, false]);
  });

  it("are tried again later while too many photos come in", async () => {
    await storage.put(keyOf("original"), whole, "image/jpeg");
    const others = occupyPhotoProcesses();
    const tried = await mendPhoto(rowOf(), ["print"], NOW).catch(String);
    await others.finish();
    expect(tried).toBe("Error: The photo was not read: busy.");
  });

  it("are made smaller where only the screen size is left, and from nothing not at all", async () => {
    expect(await mendPhoto(rowOf(), ["print"], NOW)).toBe("not_possible");
    await storage.put(keyOf("print"), Buffer.from("damaged"), "image/jpeg");
    await storage.put(keyOf("screen"), small, "image/jpeg");
    expect(await mendPhoto(rowOf(), ["print"], NOW)).toBe("made_smaller");
    expect(rowOf().printWidth).toBe(WIDTH / 2);
  });

  it.each([
    ["taken out", { state: "removed", removedAt: NOW }],
    ["turned", { printKey: "photos/of/turned.jpg" }],
    ["made again on its screen", { screenKey: "photos/of/made.jpg" }],
    ["made again in small", { thumbKey: "photos/of/made.jpg" }],
  ] as const)("of a photo that was %s meanwhile are left, and no new file stays", async (_, change) => {
    await storage.put(keyOf("original"), whole, "image/jpeg");
    const photo = rowOf();
    db.update(photos).set(change).where(eq(photos.id, id)).run();
    const before = rowOf();
    expect(await mendPhoto(photo, ["medium"], NOW)).toBe("changed");
    expect([rowOf(), yearOf(loopId)?.contentVersion]).toEqual([before, 1]);
    expect(await storedKeys(`photos/${loopId}/`)).toEqual([keyOf("original")]);
  });
});
