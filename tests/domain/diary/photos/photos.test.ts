import { once } from "node:events";
import { existsSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { db } from "#db/client.server";
import { LOOP_STATUSES, loops, photos } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import { openWeek, writeWeek } from "~/domain/diary/entries/entries.server";
import { NO_WORDS } from "~/domain/diary/loops/entry-text";
import { type Loop, loopOwnedBy, loopsOf, writtenWeeks } from "~/domain/diary/loops/loops.server";
import { undecidedWeeksOf } from "~/domain/diary/loops/printed-weeks.server";
import { addPhoto, addPhotos } from "~/domain/diary/photos/photo-adding.server";
import { readPhotoFile } from "~/domain/diary/photos/photo-files.server";
import { preparePhotosOf } from "~/domain/diary/photos/photo-preparing.server";
import { photoOwnedBy, photosOf, removePhoto } from "~/domain/diary/photos/photos.server";
import { restorePhoto } from "~/domain/diary/photos/removed-photos.server";
import { PHOTO_MESSAGES } from "~/domain/diary/rules/photo-rules";
import { openAlarms } from "~/domain/kernel/alarms/alarms.server";
import { countAttempt } from "~/domain/kernel/limits/limits.server";
import { later, loopOf, NOW, person } from "../../../support/people";
import { fromPhone, plain, sentFile } from "../../../support/pictures";

/** Distinct pictures, so that none is taken for a duplicate. */
let pictures: Buffer[];
beforeAll(async () => {
  const colours = ["#800000", "#008000", "#000080", "#808000", "#800080", "#008080", "#808080"];
  pictures = await Promise.all(colours.map((colour) => plain(60, 40, colour).jpeg().toBuffer()));
});

const sent = (content: Buffer | string, name = "photo.jpg", tooLarge = false) => ({
  path: sentFile(content),
  name,
  tooLarge,
});
const picture = (index: number, name?: string) => sent(pictures[index] ?? "", name);

const ownLoop = () => loopOf(person("Ada").id);
const placeIn = (loop: Loop, week = 1) => ({ accountId: loop.accountId, loopId: loop.id, week });

async function filesOf(loop: Loop): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of storage.list(`photos/${loop.id}/`)) keys.push(key);
  return keys;
}

async function firstPhoto(loop: Loop) {
  await addPhotos(placeIn(loop), [picture(0)], NOW);
  const [photo] = photosOf(loop.id, 1);
  if (!photo) throw new Error("There is no photo.");
  return photo;
}

/** File names as uploaded, and what is shown of them. */
const NAMES: readonly [name: string, label: string][] = [
  ["../../etc/passwd.jpg", "passwd.jpg"],
  ["..\\..\\boot.ini", "boot.ini"],
  ["C:\\Users\\Ada\\gate.jpg", "gate.jpg"],
  ["/etc/shadow", "shadow"],
  ["//server/share/a.jpg", "a.jpg"],
  ["....//....//a.jpg", "a.jpg"],
  ["..%2f..%2fa.jpg", "..%2f..%2fa.jpg"],
  ["a\u0000b\r\nc.jpg", "a b c.jpg"],
  ["a.jpg\u0000.php", "a.jpg .php"],
  ["a.jpg\r\nSet-Cookie: a=b", "a.jpg Set-Cookie: a=b"],
  ["", "photo"],
  ["/", "photo"],
  [".", "."],
  ["..", ".."],
  [" ", "photo"],
  ["\t\n", "photo"],
  [`${"x".repeat(5000)}.jpg`, "x".repeat(120)],
  [`${"x".repeat(119)}👩‍👩‍👧.jpg`, "x".repeat(119)],
  [`${"../".repeat(2000)}a.jpg`, "a.jpg"],
  ["<script>.jpg", "<script>.jpg"],
  ['"><img src=x onerror=alert(1)>.jpg', '"><img src=x onerror=alert(1)>.jpg'],
  ["'; DROP TABLE photos; --.jpg", "'; DROP TABLE photos; --.jpg"],
  ["$(reboot).jpg", "$(reboot).jpg"],
  ["`reboot`.jpg", "`reboot`.jpg"],
  ["a|b;c&d.jpg", "a|b;c&d.jpg"],
  ["con.jpg", "con.jpg"],
  [".htaccess", ".htaccess"],
  ["a.php.jpg", "a.php.jpg"],
  ["{{7*7}}.jpg", "{{7*7}}.jpg"],
  ["%00%0d%0a.jpg", "%00%0d%0a.jpg"],
  ["Übergröße 日本 🐕.jpg", "Übergröße 日本 🐕.jpg"],
  ["a\u202egpj.exe", "agpj.exe"],
  ["__proto__", "__proto__"],
];

describe("adding photos", () => {
  it("keeps one file for each, in the order they came, with a row that says what it is and will be", async () => {
    const loop = ownLoop();
    const names = ["first.jpg", "second.jpg", "third.jpg"];
    const files = names.map((name, index) => picture(index, name));
    expect(await addPhotos(placeIn(loop), files, later(3))).toEqual({ added: 3, refused: [] });
    const rows = photosOf(loop.id, 1);
    expect(rows.map(({ position, fileName }) => [position, fileName])).toEqual([
      [1, "first.jpg"],
      [2, "second.jpg"],
      [3, "third.jpg"],
    ]);
    expect(rows[0]).toMatchObject({ week: 1, width: 60, height: 40, state: "ready", createdAt: later(3) });
    expect(rows[0]).toMatchObject({ isWaiting: true, printWidth: 60, printHeight: 40 });
    expect(await filesOf(loop)).toHaveLength(3);
    expect(loopOwnedBy(loop.accountId, loop.id)?.contentVersion).toBe(loop.contentVersion + 3);
  });

  it("reads no file of what was refused before, or of a year that cannot change", async () => {
    const loop = ownLoop();
    const unread = { path: "/there/is/none", name: "gate.jpg", tooLarge: false };
    expect(await addPhoto(placeIn(loop), { ...unread, refused: "no_room" }, NOW)).toBe("no_room");
    expect(await addPhoto(placeIn(loop), { ...unread, tooLarge: true }, NOW)).toBe("too_large");
    expect(await addPhoto({ ...placeIn(loop), accountId: person("Eve").id }, unread, NOW)).toBe("failed");
  });

  it("adds no second photo under an id that is in use", async () => {
    const loop = ownLoop();
    const photo = await firstPhoto(loop);
    expect(await addPhoto(placeIn(loop), picture(1), NOW, photo.id)).toBeNull();
    expect(photosOf(loop.id, 1)).toEqual([photo]);
    expect(await filesOf(loop)).toHaveLength(1);
  });

  it("refuses a fourth, and no file of it stays", async () => {
    const loop = ownLoop();
    await addPhotos(
      placeIn(loop),
      [0, 1, 2].map((index) => picture(index)),
      NOW,
    );
    const fourth = await addPhotos(placeIn(loop), [picture(3, "fourth.jpg")], NOW);
    expect(fourth).toEqual({ added: 0, refused: [{ name: "fourth.jpg", reason: "too_many" }] });
    expect(photosOf(loop.id, 1)).toHaveLength(3);
    expect(await filesOf(loop)).toHaveLength(3);
    expect((await addPhotos(placeIn(loop, 2), [picture(3)], NOW)).added).toBe(1);
  });

  it("refuses all but three also when seven arrive at once", async () => {
    const loop = ownLoop();
    const results = await Promise.all(pictures.map((_, index) => addPhotos(placeIn(loop), [picture(index)], NOW)));
    expect(results.filter((result) => result.added === 1)).toHaveLength(3);
    expect(results.flatMap((result) => result.refused.map(({ reason }) => reason))).toEqual(Array(4).fill("too_many"));
    expect(photosOf(loop.id, 1).map(({ position }) => position)).toEqual([1, 2, 3]);
    expect(await filesOf(loop)).toHaveLength(3);
  });

  it("takes the same photo sent twice for one, also beside two others and at once", async () => {
    const loop = ownLoop();
    const press = () =>
      addPhotos(
        placeIn(loop),
        [0, 1, 2].map((index) => picture(index)),
        NOW,
      );
    const results = await Promise.all([press(), press()]);
    expect(results).toEqual(Array(2).fill({ added: 3, refused: [] }));
    expect(photosOf(loop.id, 1)).toHaveLength(3);
    expect(await filesOf(loop)).toHaveLength(3);
    expect((await addPhotos(placeIn(loop, 2), [picture(0)], NOW)).added).toBe(1);
    expect(photosOf(loop.id, 2)).toHaveLength(1);
  });

  it("takes the good ones and says of each other one what is wrong with it", async () => {
    const loop = ownLoop();
    const files = [
      sent("not a picture", "notes.jpg"),
      picture(0, "good.jpg"),
      sent(pictures[1] ?? "", "huge.jpg", true),
      picture(2, "good-too.jpg"),
    ];
    expect(await addPhotos(placeIn(loop), files, NOW)).toEqual({
      added: 2,
      refused: [
        { name: "notes.jpg", reason: "not_a_photo" },
        { name: "huge.jpg", reason: "too_large" },
      ],
    });
    expect(PHOTO_MESSAGES.not_a_photo).toContain("JPG, PNG, WebP or HEIC");
    expect(PHOTO_MESSAGES.too_large).toContain("10 MB");
  });

  it("keeps the name it came with as a label, and no name finds its way into where it lies", async () => {
    const loop = ownLoop();
    for (const [name, label] of NAMES) {
      await addPhotos(placeIn(loop), [picture(0, name)], NOW);
      const [photo] = photosOf(loop.id, 1);
      expect([name, photo?.fileName]).toEqual([name, label]);
      for (const key of [photo?.originalKey, photo?.printKey, photo?.screenKey, photo?.mediumKey, photo?.thumbKey]) {
        expect(key).toMatch(/^photos\/[0-9a-z]{20}\/[0-9a-z]{20}-(?:original|print|screen|medium|thumb)\.jpg$/);
      }
      await removePhoto(loop.accountId, photo?.id ?? "", NOW);
    }
    expect(NAMES.length).toBeGreaterThanOrEqual(30);
  });

  it("takes 200 MB a day from one person, and more the next day", async () => {
    const loop = ownLoop();
    const day = 24 * 3_600_000;
    expect(countAttempt("photo_megabytes", loop.accountId, NOW, 199)).toBe(true);
    expect((await addPhotos(placeIn(loop), [picture(0)], NOW)).added).toBe(1);
    const refused = await addPhotos(placeIn(loop), [picture(1, "gate.jpg")], NOW);
    expect(refused).toEqual({ added: 0, refused: [{ name: "gate.jpg", reason: "too_much_today" }] });
    expect(await filesOf(loop)).toHaveLength(1);
    expect((await addPhotos(placeIn(loop), [picture(1)], new Date(NOW.getTime() + day))).added).toBe(1);
  });

  it("counts a file that is refused too, and a photo sent twice once", async () => {
    const loop = ownLoop();
    expect(countAttempt("photo_megabytes", loop.accountId, NOW, 197)).toBe(true);
    for (let times = 0; times < 3; times += 1) {
      expect((await addPhotos(placeIn(loop), [picture(0)], NOW)).added).toBe(1);
    }
    const hostile = sent("<!doctype html>", "page.jpg");
    const reasons: string[] = [];
    for (let times = 0; times < 3; times += 1) {
      const { refused } = await addPhotos(placeIn(loop), [hostile], NOW);
      reasons.push(...refused.map(({ reason }) => reason));
    }
    expect(reasons).toEqual(["not_a_photo", "not_a_photo", "too_much_today"]);
  });

  it("stores nothing of where a photo was taken", async () => {
    const loop = ownLoop();
    await addPhotos(placeIn(loop), [sent(await fromPhone(plain(80, 60), 6))], NOW);
    const before = await filesOf(loop);
    await preparePhotosOf(loop.id, NOW);
    expect([before.length, (await filesOf(loop)).length]).toEqual([1, 5]);
    for (const key of await filesOf(loop)) {
      const stored = await storage.read(key);
      const parts: Buffer[] = [];
      for await (const part of stored?.body ?? []) parts.push(part as Buffer);
      const bytes = Buffer.concat(parts);
      const { exif, orientation } = await sharp(bytes).metadata();
      const isOriginal = key.includes("-original.");
      expect([exif !== undefined, orientation]).toEqual(isOriginal ? [true, 6] : [false, undefined]);
      for (const trace of ["Telephone maker", "Model with a name", "GPS"]) {
        expect([key, trace, bytes.includes(trace)]).toEqual([key, trace, false]);
      }
    }
  });

  it("that fails because nothing can be stored keeps the words, is an alarm, and works the next time", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const loop = ownLoop();
    const words = { title: "", highlight: "", gratitude: "", learned: "", content: "Kept all the same." };
    const request = { ...placeIn(loop), words, revision: "0.0" };
    expect(writeWeek({ ...request, complete: false }, NOW).ok).toBe(true);
    if (settings.storage.kind !== "disk") throw new Error("The tests keep photos on disk.");
    const { folder } = settings.storage;
    if (existsSync(folder)) renameSync(folder, `${folder}-aside`);
    writeFileSync(folder, "a file where the folder should be");
    try {
      const failed = await addPhotos(placeIn(loop), [picture(0, "gate.jpg")], NOW);
      expect(failed).toEqual({ added: 0, refused: [{ name: "gate.jpg", reason: "failed" }] });
      expect(PHOTO_MESSAGES.failed).toBe("We couldn’t save the photo just now. Please add it again in a few minutes");
    } finally {
      rmSync(folder);
      if (existsSync(`${folder}-aside`)) renameSync(`${folder}-aside`, folder);
    }
    expect(openAlarms().map(({ kind, objectId }) => `${kind} ${objectId}`)).toContain("storage_failed store");
    expect(log.mock.calls.flat().join()).toContain('"event":"storage-failed"');
    log.mockRestore();
    expect(photosOf(loop.id, 1)).toEqual([]);
    const writing = openWeek(loop.accountId, loop.id, 1, NOW);
    expect(writing.ok && writing.writing.words).toEqual(words);
    expect((await addPhotos(placeIn(loop), [picture(0)], NOW)).added).toBe(1);
  });
});

describe("whose a photo is", () => {
  it("nobody adds to, looks at or removes from somebody else’s loop", async () => {
    const loop = ownLoop();
    const { id: stranger } = person("Eve");
    const photo = await firstPhoto(loop);
    const added = await addPhotos({ ...placeIn(loop), accountId: stranger }, [picture(1), picture(0)], NOW);
    expect(added).toMatchObject({ added: 0, refused: [{ reason: "failed" }, { reason: "failed" }] });
    expect(photoOwnedBy(stranger, photo.id)).toBeUndefined();
    expect(removePhoto(stranger, photo.id, NOW)).toBe(false);
    expect(photoOwnedBy(loop.accountId, photo.id)).toEqual(photo);
    expect(photosOf(loop.id, 1)).toEqual([photo]);
    expect(await filesOf(loop)).toHaveLength(1);
    expect(photoOwnedBy(loop.accountId, "00000000000000000000")).toBeUndefined();
  });

  it("its owner can read it in every size", async () => {
    const photo = await firstPhoto(ownLoop());
    for (const size of ["screen", "medium", "thumb", "print"] as const) {
      const file = await readPhotoFile(photo, size);
      expect(file?.contentType).toBe("image/jpeg");
      file?.body.resume();
      await once(file?.body ?? process, "close");
    }
    expect((await readPhotoFile(photo, "print"))?.bytes).toBe(photo.bytes);
  });
});

describe("removing a photo", () => {
  it("frees its place for another and marks the book as changed", async () => {
    const loop = ownLoop();
    await addPhotos(
      placeIn(loop),
      [0, 1, 2].map((index) => picture(index)),
      NOW,
    );
    const [, second] = photosOf(loop.id, 1);
    const before = loopOwnedBy(loop.accountId, loop.id)?.contentVersion ?? 0;
    expect(removePhoto(loop.accountId, second?.id ?? "", later(5))).toBe(true);
    expect(photosOf(loop.id, 1).map(({ position }) => position)).toEqual([1, 3]);
    expect(loopOwnedBy(loop.accountId, loop.id)?.contentVersion).toBe(before + 1);
    expect(removePhoto(loop.accountId, second?.id ?? "", later(6))).toBe(false);
    expect(photoOwnedBy(loop.accountId, second?.id ?? "")).toBeUndefined();
    await addPhotos(placeIn(loop), [picture(3, "new.jpg")], NOW);
    expect(photosOf(loop.id, 1).map(({ position, fileName }) => [position, fileName])).toEqual([
      [1, "photo.jpg"],
      [2, "photo.jpg"],
      [3, "new.jpg"],
    ]);
    expect(photosOf(loop.id, 1).at(-1)?.sentBytes).toBe(statSync(picture(3).path).size);
  });

  it("opens a finished week again when it was the last one, until it has one", async () => {
    const loop = ownLoop();
    const photo = await firstPhoto(loop);
    const words = { ...NO_WORDS, content: "The kettle sang." };
    writeWeek({ ...placeIn(loop), words, revision: "0.0", complete: true }, NOW);
    const finished = () => [writtenWeeks(loop.id).length, loopsOf(loop.accountId)[0]?.entriesCount];
    const undecided = () => undecidedWeeksOf(loop).map(({ state, words }) => [state, words.content]);
    expect([finished(), undecided()]).toEqual([[1, 1], []]);
    removePhoto(loop.accountId, photo.id, NOW);
    expect([finished(), undecided()]).toEqual([[0, 0], [["unfinished", words.content]]]);
    expect(restorePhoto(loop.accountId, photo.id, NOW).ok).toBe(true);
    expect([finished(), undecided()]).toEqual([[1, 1], []]);
    removePhoto(loop.accountId, photo.id, NOW);
    await addPhotos(placeIn(loop), [picture(1)], NOW);
    expect([finished(), undecided()]).toEqual([[1, 1], []]);
  });

  it("lets the same photo be added again", async () => {
    const loop = ownLoop();
    const photo = await firstPhoto(loop);
    removePhoto(loop.accountId, photo.id, NOW);
    expect((await addPhotos(placeIn(loop), [picture(0)], NOW)).added).toBe(1);
    expect(photosOf(loop.id, 1)).toHaveLength(1);
  });
});

describe("a loop that has gone to print", () => {
  it.each(LOOP_STATUSES.filter((status) => status !== "ACTIVE"))(
    "and is %s keeps its photos as they are",
    async (status) => {
      const loop = ownLoop();
      const photo = await firstPhoto(loop);
      db.update(loops).set({ status }).where(eq(loops.id, loop.id)).run();
      const before = loopOwnedBy(loop.accountId, loop.id);
      expect(await addPhotos(placeIn(loop), [picture(1, "late.jpg")], NOW)).toEqual({
        added: 0,
        refused: [{ name: "late.jpg", reason: "failed" }],
      });
      expect(removePhoto(loop.accountId, photo.id, NOW)).toBe(false);
      expect(db.select().from(photos).where(eq(photos.loopId, loop.id)).all()).toEqual([photo]);
      expect(loopOwnedBy(loop.accountId, loop.id)).toEqual(before);
      expect(await filesOf(loop)).toHaveLength(1);
      expect(photoOwnedBy(loop.accountId, photo.id)).toEqual(photo);
    },
  );

  it("while a photo is being developed keeps it out", async () => {
    const loop = ownLoop();
    const adding = addPhotos(placeIn(loop), [picture(0, "late.jpg")], NOW);
    db.update(loops).set({ status: "COMPLETED" }).where(eq(loops.id, loop.id)).run();
    expect(await adding).toEqual({ added: 0, refused: [{ name: "late.jpg", reason: "failed" }] });
    expect(photosOf(loop.id, 1)).toEqual([]);
    expect(await filesOf(loop)).toEqual([]);
  });
});
