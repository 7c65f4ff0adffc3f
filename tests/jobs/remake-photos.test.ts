import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { photos } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { createMediumSizeMaker, createPrintFileRemaker } from "~/jobs/remake-photos";
import { loopOf, NOW, person } from "../support/people";
import { givePhoto } from "../support/photo-rows";
import { plain } from "../support/pictures";

const PHOTOS = 7;

async function sevenOldPhotos() {
  const { id: loopId } = loopOf(person("Ada").id);
  const originalKey = `photos/${loopId}/original.jpg`;
  await storage.put(originalKey, await plain(3400, 2560).jpeg().toBuffer(), "image/jpeg");
  for (let week = 1; week <= PHOTOS; week += 1) {
    const key = `photos/${loopId}/week-${week}.jpg`;
    db.insert(photos)
      .values({
        loopId,
        week,
        position: 1,
        fileName: "gate.jpg",
        width: 3400,
        height: 2560,
        printWidth: 2551,
        printHeight: 1921,
        bytes: 1,
        sha256: "-",
        originalKey,
        printKey: key,
        screenKey: key,
        thumbKey: key,
        createdAt: NOW,
      })
      .run();
  }
}

const madeAgain = () =>
  db
    .select()
    .from(photos)
    .all()
    .filter(({ printWidth }) => printWidth > 2551).length;

it("print files of an earlier size are made again a few a run, until all are", async () => {
  await sevenOldPhotos();
  const run = createPrintFileRemaker();
  const counts: number[] = [];
  for (let time = 0; time < 4; time += 1) {
    await run(NOW);
    counts.push(madeAgain());
  }
  expect(counts).toEqual([5, 7, 7, 7]);
});

it("photos without a medium size get one twenty a run, until all have one", async () => {
  db.delete(photos).run();
  const { id: loopId } = loopOf(person("Bea").id);
  const key = `photos/${loopId}/screen.jpg`;
  await storage.put(key, await plain(1600, 1200).jpeg().toBuffer(), "image/jpeg");
  for (let week = 1; week <= 25; week += 1) givePhoto(key, 1600, 1200, { loopId, week, mediumKey: null });
  const run = createMediumSizeMaker();
  const counts: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    await run(NOW);
    const all = db.select().from(photos).all();
    counts.push(all.filter(({ mediumKey }) => mediumKey).length);
  }
  expect(counts).toEqual([20, 25, 25]);
});
