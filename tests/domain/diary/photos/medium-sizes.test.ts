import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeEach, expect, it } from "vitest";
import { db } from "#db/client.server";
import { loops, photos } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { makeMediumSizes } from "~/domain/diary/photos/medium-sizes.server";
import { loopOf, person } from "../../../support/people";
import { givePhoto } from "../../../support/photo-rows";
import { plain } from "../../../support/pictures";

const ada = person("Ada");
let loopId: string;

beforeEach(() => {
  db.delete(photos).run();
  loopId = loopOf(ada.id).id;
});

/** A photo from before there was a medium size. */
async function giveOldPhoto(id: string, week: number, screen: Buffer | null) {
  const key = `photos/${loopId}/${id}-screen.jpg`;
  if (screen) await storage.put(key, screen, "image/jpeg");
  givePhoto(key, 4000, 3000, { id, loopId, week, mediumKey: null });
  return key;
}

const screenSize = () => plain(1600, 1200).withIccProfile("srgb").jpeg().toBuffer();
const mediumKeyOf = (id: string) => db.select().from(photos).where(eq(photos.id, id)).get()?.mediumKey ?? null;

async function keysStored() {
  const keys: string[] = [];
  for await (const key of storage.list(`photos/${loopId}/`)) keys.push(key);
  return keys.sort();
}

it("a photo from before there was one gets its medium size, and its book stays as it is", async () => {
  await giveOldPhoto("old", 1, await screenSize());
  expect(await makeMediumSizes(null, 5)).toEqual({ made: 1, failed: [], next: "old" });
  const file = await storage.read(mediumKeyOf("old") ?? "");
  const made = await sharp(file && (await buffer(file.body))).metadata();
  expect([made.format, made.width, made.height, made.hasProfile]).toEqual(["jpeg", 1100, 825, true]);
  expect(db.select().from(loops).where(eq(loops.id, loopId)).get()?.contentVersion).toBe(1);
  expect(await makeMediumSizes(null, 5)).toEqual({ made: 0, failed: [], next: null });
});

it("a screen size that is gone or damaged is told, and the others are made", async () => {
  await giveOldPhoto("a-gone", 1, null);
  await giveOldPhoto("b-damaged", 2, Buffer.from("no jpeg"));
  await giveOldPhoto("c-whole", 3, await screenSize());
  expect(await makeMediumSizes(null, 2)).toEqual({ made: 0, failed: ["a-gone", "b-damaged"], next: "b-damaged" });
  expect(await makeMediumSizes("b-damaged", 2)).toEqual({ made: 1, failed: [], next: "c-whole" });
  expect([mediumKeyOf("a-gone"), mediumKeyOf("b-damaged")]).toEqual([null, null]);
});

it("two workers at the same time leave one file and no other", async () => {
  const key = await giveOldPhoto("old", 1, await screenSize());
  const both = await Promise.all([makeMediumSizes(null, 5), makeMediumSizes(null, 5)]);
  expect(both[0].made + both[1].made).toBe(1);
  expect(await keysStored()).toEqual([key, mediumKeyOf("old")].sort());
});

it("a photo that is turned meanwhile is left, and no new file stays", async () => {
  const key = await giveOldPhoto("old", 1, await screenSize());
  const running = makeMediumSizes(null, 5);
  db.update(photos).set({ screenKey: "photos/of/turned.jpg" }).where(eq(photos.id, "old")).run();
  expect(await running).toMatchObject({ made: 0, failed: [] });
  expect([mediumKeyOf("old"), await keysStored()]).toEqual([null, [key]]);
});
