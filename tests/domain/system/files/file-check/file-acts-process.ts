import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { and, asc, eq } from "drizzle-orm";
import sharp from "sharp";
import { db } from "#db/client.server";
import { accounts, entries, loops, photos } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { requestBook } from "~/domain/book/books/books.server";
import { makePrintOrder } from "~/domain/book/books/print-order.server";
import { finishUpload, openUploadSlot, receiveUpload } from "~/domain/diary/entries/uploads.server";
import { addPhotos } from "~/domain/diary/photos/photo-adding.server";
import { turnPhoto } from "~/domain/diary/photos/photo-changes.server";
import { preparePhotosOf } from "~/domain/diary/photos/photo-preparing.server";
import { removePhoto } from "~/domain/diary/photos/photos.server";
import { remakePrintFiles } from "~/domain/diary/photos/print-remaking.server";
import { eraseDueAccounts } from "~/domain/privacy/erasure/erasure.server";
import { openLoopArchive } from "~/domain/privacy/exports/exports.server";
import { checkStoredFiles } from "~/jobs/check-files";
import { prepareWaitingPhotos, runWaitingJob } from "~/jobs/run-jobs";
import { tidyUp } from "~/jobs/tidy-up";
import { giveLoop } from "../../../../../scripts/bench/harness/loops";
import { makePeople } from "../../../../../scripts/bench/harness/people";
import { type Random, seededRandom } from "../../../../../scripts/testing/random";

/**
 * Does one random act on stored files for each message, on the data folder of its settings. A message is the act's number
 * and seed; the reply is its name. The clock moves on by twenty minutes with each act, so that what a kill left is retried.
 */

export interface ActMessage {
  act: number;
  seed: number;
}

const ACT_MS = 20 * 60_000;
const FEWEST_LOOPS = 3;
const NOISE = { type: "gaussian", mean: 128, sigma: 60 } as const;
const began = Date.now();

interface Act {
  random: Random;
  act: number;
  now: Date;
}

/** A photo of a phone, or one wide enough for two pages; no two are alike. */
async function photoFile({ random, act }: Act) {
  const isWide = random() < 0.4;
  const [width, height] = isWide ? [4200, 2900] : [900, 600 + Math.floor(random() * 200)];
  const folder = join(settings.dataFolder, "incoming");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${randomUUID()}.jpg`);
  const background = { r: act % 256, g: (act >> 8) % 256, b: Math.floor(random() * 256) };
  const plain = sharp({ create: { width, height, channels: 3, background } });
  // Something to see at one side, because a photo with its middle of interest on the fold is not printed over two pages.
  const seen = { create: { width: 500, height: 500, channels: 3, background, noise: NOISE } } as const;
  const input = await sharp(seen).png().toBuffer();
  await plain
    .composite([{ input, left: 60, top: 50 }])
    .jpeg()
    .toFile(path);
  return { path, name: `${act}.jpg`, tooLarge: false };
}

const pick = <Row>(rows: readonly Row[], random: Random): Row | undefined => rows[Math.floor(random() * rows.length)];

const loopsIn = (status: "ACTIVE" | "COMPLETED") =>
  db.select().from(loops).where(eq(loops.status, status)).orderBy(asc(loops.createdAt), asc(loops.id)).all();

async function newLoop({ act, now }: Act): Promise<void> {
  const [accountId = ""] = await makePeople([`act-${act}-${randomUUID()}@known.example`], { isProven: true });
  const loopId = giveLoop(accountId, 0);
  const weeks = Array.from({ length: 52 }, (_, index) => index + 1);
  const doublePages = weeks.map((week) => ({ week, pages: "two" as const }));
  db.update(loops).set({ doublePages }).where(eq(loops.id, loopId)).run();
  for (const week of [1, 2, 3, 4]) {
    const words = { highlight: "A seal!", prompt: "What happened?", content: "It looked at us." };
    db.insert(entries)
      .values({ loopId, week, ...words, createdAt: now, updatedAt: now })
      .run();
  }
}

async function someLoop(act: Act) {
  if (loopsIn("ACTIVE").length < FEWEST_LOOPS) await newLoop(act);
  const loop = pick(loopsIn("ACTIVE"), act.random);
  if (!loop) throw new Error("There is no loop.");
  return { accountId: loop.accountId, loopId: loop.id, week: 1 + Math.floor(act.random() * 5) };
}

async function somePhoto(act: Act) {
  const { accountId, loopId } = await someLoop(act);
  const own = and(eq(photos.loopId, loopId), eq(photos.state, "ready"));
  const rows = db.select().from(photos).where(own).orderBy(asc(photos.week), asc(photos.position)).all();
  return { accountId, photo: pick(rows, act.random) };
}

/** Each second one is prepared at once, the others wait, for a book or another act. */
async function upload(act: Act): Promise<void> {
  await addPhotos(await someLoop(act), [await photoFile(act)], act.now);
  if (act.act % 2 === 0) await prepareWaitingPhotos(act.now);
}

async function signedOffLoop(act: Act) {
  const done = loopsIn("COMPLETED");
  if (done.length > 0 && act.random() < 0.7) return pick(done, act.random);
  const place = await someLoop(act);
  await addPhotos({ ...place, week: 1 }, [await photoFile(act)], act.now);
  await preparePhotosOf(place.loopId, act.now);
  db.update(loops).set({ status: "COMPLETED" }).where(eq(loops.id, place.loopId)).run();
  return db.select().from(loops).where(eq(loops.id, place.loopId)).get();
}

async function order(act: Act, copies: number): Promise<void> {
  const loop = await signedOffLoop(act);
  if (!loop) return;
  const deliverTo = { name: "Ada", lines: ["14 Weavers Row"], city: "York", county: "", postcode: "YO1 8AA" };
  const reference = `LP-${act.act}`;
  await makePrintOrder({ loopId: loop.id, binding: "standard", copies, reference, deliverTo });
}

const ACTS: Readonly<Record<string, { share: number; run: (act: Act) => Promise<unknown> }>> = {
  "upload a photo": { share: 30, run: upload },
  "replace a photo": {
    share: 10,
    async run(act) {
      const { accountId, photo } = await somePhoto(act);
      if (!photo) return await upload(act);
      removePhoto(accountId, photo.id, act.now);
      await addPhotos({ accountId, loopId: photo.loopId, week: photo.week }, [await photoFile(act)], act.now);
    },
  },
  "turn a photo": {
    share: 14,
    async run(act) {
      const { accountId, photo } = await somePhoto(act);
      if (photo) await turnPhoto(accountId, photo.id, "right", act.now);
    },
  },
  "upload by the API": {
    share: 8,
    async run(act) {
      const place = await someLoop(act);
      const file = await sharp((await photoFile(act)).path).toBuffer();
      const asked = { contentType: "image/jpeg" as const, bytes: file.length };
      const opened = await openUploadSlot(place, asked, act.now);
      if (!opened.ok) return;
      const body = (async function* () {
        yield file;
      })();
      await receiveUpload(opened.place, body, act.now);
      await finishUpload(place, opened.place.photoId, act.now);
    },
  },
  "make a proof": {
    share: 5,
    async run(act) {
      const { accountId, loopId } = await someLoop(act);
      requestBook(accountId, loopId, act.random() < 0.3 ? "interior" : "screen", act.now);
      await runWaitingJob(act.now);
    },
  },
  "make a print order": { share: 6, run: (act) => order(act, 1) },
  "order copies": { share: 3, run: (act) => order(act, 2 + Math.floor(act.random() * 3)) },
  "export a loop": {
    share: 10,
    async run(act) {
      const { accountId, loopId } = await someLoop(act);
      const archive = openLoopArchive(accountId, loopId, act.now);
      for await (const _ of archive?.body ?? []);
    },
  },
  "remake print files": {
    share: 4,
    run: (act) => remakePrintFiles(null, { checks: 500, makes: 5 }, act.now),
  },
  "check and sweep at night": { share: 6, run: (act) => checkStoredFiles(act.now) },
  "tidy up": { share: 2, run: (act) => tidyUp(act.now) },
  "begin a loop": { share: 3, run: newLoop },
  "erase an account": {
    share: 2,
    async run(act) {
      const { accountId } = await someLoop(act);
      db.update(accounts).set({ deletionDueAt: act.now }).where(eq(accounts.id, accountId)).run();
      await eraseDueAccounts(act.now);
    },
  },
};

const HAT = Object.entries(ACTS).flatMap(([name, { share }]) => Array<string>(share).fill(name));

process.on("message", ({ act, seed }: ActMessage) => {
  const random = seededRandom(seed * 100_003 + act);
  const name = pick(HAT, random) ?? "upload a photo";
  process.send?.({ begun: name });
  const chosen = ACTS[name];
  Promise.resolve(chosen?.run({ random, act, now: new Date(began + act * ACT_MS) })).then(
    () => process.send?.({ done: name }),
    (error: unknown) => process.send?.({ done: name, failed: String(error) }),
  );
});
process.once("disconnect", () => process.exit(0));
