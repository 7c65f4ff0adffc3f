import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { entries, LOOP_STATUSES, loops } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { writeWeek } from "~/domain/diary/entries/entries.server";
import {
  countUpload,
  dropUpload,
  finishUpload,
  finishWaitingUploads,
  openUpload,
  openUploadSlot,
  receiveUpload,
  type UploadSlot,
  uploadAccount,
} from "~/domain/diary/entries/uploads.server";
import { writingAt } from "~/domain/diary/entries/written-weeks.server";
import { NO_WORDS } from "~/domain/diary/loops/entry-text";
import { photosOf } from "~/domain/diary/photos/photos.server";
import { LARGEST_PHOTO_BYTES } from "~/domain/diary/rules/photo-rules";
import { countAttempt } from "~/domain/kernel/limits/limits.server";
import { later, loopOf, NOW, person } from "../../../support/people";
import { givePhoto } from "../../../support/photo-rows";
import { plain } from "../../../support/pictures";

const HOUR = 3600;
let picture: Buffer;
beforeAll(async () => {
  picture = await plain(60, 40).jpeg().toBuffer();
});

function ownYear(given: Partial<typeof loops.$inferInsert> = {}) {
  const { id: loopId, accountId } = loopOf(person("Ada").id, { startDay: "2026-10-01", ...given });
  return { accountId, loopId, week: 1 };
}
type Place = ReturnType<typeof ownYear>;

async function slotIn(place: Place, bytes = picture.length, now = NOW): Promise<UploadSlot> {
  const opened = await openUploadSlot(place, { contentType: "image/jpeg", bytes }, now);
  if (!opened.ok) throw new Error(opened.reason);
  return opened.place;
}

async function* inParts(...parts: Uint8Array[]) {
  yield* parts;
}

async function uploaded(place: Place, content = picture, now = NOW): Promise<UploadSlot> {
  const slot = await slotIn(place, content.length, now);
  await receiveUpload(slot, inParts(content), now);
  return slot;
}

/** The bytes that are stored under a key; undefined where nothing is. */
async function storedIn(key: string): Promise<Buffer | undefined> {
  const file = await storage.read(key);
  return file && Buffer.concat(await file.body.toArray());
}

const printed = ({ loopId }: Place) => db.update(loops).set({ status: "COMPLETED" }).where(eq(loops.id, loopId)).run();
const stranger = (place: Place) => ({ ...place, accountId: person("Eve").id });
const megabytesLeft = (accountId: string, most: number) => countAttempt("photo_megabytes", accountId, NOW, most);

describe("an upload slot", () => {
  const jpeg = { contentType: "image/jpeg", bytes: 1000 };

  it.each([
    ["of the largest size", { ...jpeg, bytes: LARGEST_PHOTO_BYTES }, true],
    ["of a byte more", { ...jpeg, bytes: LARGEST_PHOTO_BYTES + 1 }, "too_large"],
    ["of a type that is no photo’s", { ...jpeg, contentType: "image/gif" }, "other_kind"],
  ])("for a file %s: %s gives %s", async (_, file, outcome) => {
    const opened = await openUploadSlot(ownYear(), file, NOW);
    expect(opened.ok || opened.reason).toBe(outcome);
  });

  it("is for a week with room for another photo", async () => {
    const place = ownYear();
    for (const position of [1, 2]) givePhoto(`photos/${place.loopId}/${position}.jpg`, 8, 6, { ...place, position });
    expect((await openUploadSlot(place, jpeg, NOW)).ok).toBe(true);
    givePhoto(`photos/${place.loopId}/3.jpg`, 8, 6, { ...place, position: 3 });
    expect(await openUploadSlot(place, jpeg, NOW)).toEqual({ ok: false, reason: "too_many" });
  });

  it("is for a photo of a full week that is sent again too", async () => {
    const place = ownYear();
    for (const position of [1, 2, 3])
      givePhoto(`photos/${place.loopId}/${position}.jpg`, 8, 6, {
        ...place,
        position,
        id: `${place.loopId}${position}`,
      });
    expect((await openUploadSlot(place, jpeg, NOW, `${place.loopId}3`)).ok).toBe(true);
    expect(await openUploadSlot(place, jpeg, NOW, `${place.loopId}4`)).toEqual({ ok: false, reason: "too_many" });
  });

  it("is for one’s own year alone, and for text that is there", async () => {
    const place = ownYear();
    const refused = { ok: false, reason: "not_found" };
    expect(await openUploadSlot(stranger(place), jpeg, NOW)).toEqual(refused);
    expect(await openUpload(place.accountId, "none", jpeg, NOW)).toEqual(refused);
    writeWeek({ ...place, words: { ...NO_WORDS, content: "Begun" }, revision: "0.0", complete: false }, NOW);
    const { id } = writingAt(place.accountId, place.loopId, 1) ?? { id: "" };
    expect((await openUpload(place.accountId, id, jpeg, NOW)).ok).toBe(true);
  });

  it.each(LOOP_STATUSES)("of a year that is %s is given while it is written alone", async (status) => {
    const opened = await openUploadSlot(ownYear({ status }), jpeg, NOW);
    expect(opened.ok || opened.reason).toBe(status === "ACTIVE" || "read_only");
  });

  it("counts against the megabytes of a day, and not where the slots of a day are used up", () => {
    const { id } = person("Ada");
    expect(countAttempt("photo_megabytes", id, NOW, 198)).toBe(true);
    for (let slot = 0; slot < 160; slot += 1) countAttempt("uploads_account", id, NOW);
    expect(countUpload(id, 2 * 1024 * 1024, NOW)).toBe("uploads_account");
    const { id: other } = person("Ben");
    countAttempt("photo_megabytes", other, NOW, 198);
    expect([countUpload(other, 2 * 1024 * 1024, NOW), countUpload(other, 1, NOW)]).toEqual([null, "photo_megabytes"]);
    expect([megabytesLeft(id, 2), megabytesLeft(id, 1)]).toEqual([true, false]);
  });

  it("belongs to who may still write in its year", async () => {
    const [place, other] = [ownYear(), ownYear()];
    const [{ key }, { key: another }] = [await slotIn(place), await slotIn(other)];
    expect([uploadAccount(key), uploadAccount(another)]).toEqual([place.accountId, other.accountId]);
    printed(place);
    expect([uploadAccount(key), uploadAccount("photos/none.jpg")]).toEqual(["", ""]);
  });
});

describe("receiving a file", () => {
  it("takes what the slot was opened for, whole and once", async () => {
    const slot = await slotIn(ownYear());
    const parts = [picture.subarray(0, 100), picture.subarray(100)];
    expect(await receiveUpload(slot, inParts(...parts), NOW)).toEqual({ ok: true });
    expect(await storedIn(slot.key)).toEqual(picture);
    expect(await receiveUpload(slot, inParts(picture), NOW)).toEqual({ ok: false, reason: "there_already" });
  });

  it("takes no shorter one, and reads no more than is too long", async () => {
    const slot = await slotIn(ownYear(), 100);
    const wrong = { ok: false, reason: "wrong_length" };
    expect(await receiveUpload(slot, inParts(Buffer.alloc(99)), NOW)).toEqual(wrong);
    let read = 0;
    async function* endless() {
      for (; read < 50; read += 1) yield Buffer.alloc(60);
    }
    expect(await receiveUpload(slot, endless(), NOW)).toEqual(wrong);
    expect([read, await storedIn(slot.key)]).toEqual([1, undefined]);
  });

  it("can be tried again where the line broke, and fails where our disk is full", async () => {
    const slot = await slotIn(ownYear());
    async function* failing(error: Error) {
      yield picture.subarray(0, 10);
      throw error;
    }
    const broken = await receiveUpload(slot, failing(new Error("aborted")), NOW);
    expect(broken).toEqual({ ok: false, reason: "broken_off" });
    const full = Object.assign(new Error("No space"), { code: "ENOSPC" });
    await expect(receiveUpload(slot, failing(full), NOW)).rejects.toThrow("No space");
    expect(await receiveUpload(slot, inParts(picture), NOW)).toEqual({ ok: true });
  });

  it("stores nothing outside quarantine", async () => {
    const slot = { ...(await slotIn(ownYear())), key: "photos/none/1/photo-1.jpg" };
    expect(await receiveUpload(slot, inParts(picture), NOW)).toEqual({ ok: false, reason: "failed" });
    expect(await storedIn(slot.key)).toBeUndefined();
  });
});

describe("finishing an upload", () => {
  it("makes the file a photo of its week, once, and leaves an empty file in its slot", async () => {
    const place = ownYear();
    const { photoId, key } = await uploaded(place);
    const finish = (now = NOW) => finishUpload(place, photoId, now, "gate.jpg");
    expect([await finish(), await finish()]).toEqual([{ ok: true }, { ok: true }]);
    expect(photosOf(place.loopId, 1)).toMatchObject([{ id: photoId, fileName: "gate.jpg", sentBytes: picture.length }]);
    expect(await storedIn(key)).toHaveLength(0);
    expect(await finishUpload({ ...place, week: 2 }, photoId, NOW)).toEqual({ ok: false, reason: "not_uploaded" });
  });

  it("removes the file where its slot has ended", async () => {
    const place = ownYear();
    const { photoId, key } = await uploaded(place);
    expect(await finishUpload(place, photoId, later(181))).toEqual({ ok: true });
    expect(await storedIn(key)).toBeUndefined();
  });

  it("finds no file that was not sent, was dropped, or is somebody else’s", async () => {
    const place = ownYear();
    const [sent, unsent, dropped] = [await uploaded(place), await slotIn(place), await uploaded(place)];
    await dropUpload(place, dropped.photoId, NOW);
    const tried = [
      finishUpload(stranger(place), sent.photoId, NOW),
      finishUpload(place, unsent.photoId, NOW),
      finishUpload(place, dropped.photoId, NOW),
    ];
    expect(await Promise.all(tried)).toEqual(Array(3).fill({ ok: false, reason: "not_uploaded" }));
    expect(photosOf(place.loopId, 1)).toEqual([]);
  });

  it.each([
    [LARGEST_PHOTO_BYTES, "not_a_photo"],
    [LARGEST_PHOTO_BYTES + 1, "too_large"],
  ])("of %i bytes that are no photo: %s, and the file goes", async (bytes, reason) => {
    const place = ownYear();
    const { photoId, key } = await slotIn(place);
    await storage.put(key, Buffer.alloc(bytes), "image/jpeg");
    expect(await finishUpload(place, photoId, NOW)).toEqual({ ok: false, reason });
    expect(await storedIn(key)).toHaveLength(0);
  });

  it("that fails for now keeps the file", async () => {
    const place = ownYear();
    const { photoId, key } = await uploaded(place);
    printed(place);
    expect(await finishUpload(place, photoId, NOW)).toEqual({ ok: false, reason: "failed" });
    expect(await storedIn(key)).toEqual(picture);
  });
});

describe("dropping an upload", () => {
  it("gives its megabytes back to who sent it, and is nobody else’s to do", async () => {
    const place = ownYear();
    const { photoId, key } = await uploaded(place);
    expect(megabytesLeft(place.accountId, 200)).toBe(true);
    await dropUpload(stranger(place), photoId, NOW);
    expect([await storedIn(key), megabytesLeft(place.accountId, 1)]).toEqual([picture, false]);
    await dropUpload(place, photoId, NOW);
    expect([(await storedIn(key))?.length, megabytesLeft(place.accountId, 1)]).toEqual([0, true]);
  });
});

describe("the run over files that wait", () => {
  const empty = { finished: 0, refused: 0, dropped: 0 };
  /** What earlier tests left. */
  async function clear() {
    for await (const key of storage.list("quarantine/")) await storage.remove(key);
  }

  it("makes photos of them, and completes a week that lacked one", async () => {
    await clear();
    const place = ownYear();
    writeWeek({ ...place, words: { ...NO_WORDS, content: "Mud." }, revision: "0.0", complete: false }, NOW);
    await uploaded(place);
    await uploaded({ ...place, week: 2 }, Buffer.from("no photo"));
    expect(await finishWaitingUploads(NOW)).toEqual({ ...empty, finished: 1, refused: 1 });
    expect(photosOf(place.loopId, 1)).toHaveLength(1);
    expect(db.select().from(entries).where(eq(entries.loopId, place.loopId)).all()).toHaveLength(1);
  });

  it("keeps a file for a day, to the millisecond, and waits for a clock that is right", async () => {
    await clear();
    const { key } = await uploaded(ownYear(), Buffer.from("no photo"));
    const old = new Date(later(24 * HOUR).getTime() + 1);
    expect(await finishWaitingUploads(old, async () => false)).toEqual(empty);
    expect(await storedIn(key)).toHaveLength(8);
    expect(await finishWaitingUploads(old)).toEqual({ ...empty, dropped: 1 });
    await uploaded(ownYear(), Buffer.from("no photo"));
    expect(await finishWaitingUploads(later(24 * HOUR))).toEqual({ ...empty, refused: 1 });
  });

  it("drops what belongs to no year that is written, or has no name of ours", async () => {
    await clear();
    const place = ownYear();
    await uploaded(place);
    printed(place);
    await storage.put("quarantine/left/over.jpg", picture, "image/jpeg");
    await storage.put("quarantine/left/empty.jpg", Buffer.alloc(0), "image/jpeg");
    expect(await finishWaitingUploads(NOW)).toEqual({ ...empty, dropped: 3 });
  });

  it("keeps the empty file of a slot until that has ended", async () => {
    await clear();
    const { key } = await uploaded(ownYear(), Buffer.from("no photo"));
    await finishWaitingUploads(NOW);
    const lengthAt = async (now: Date) => {
      expect(await finishWaitingUploads(now)).toEqual(empty);
      return (await storedIn(key))?.length;
    };
    expect([await lengthAt(later(180)), await lengthAt(later(180.001))]).toEqual([0, undefined]);
  });

  it("takes ten at once, and the others the next time", async () => {
    await clear();
    for (let file = 0; file < 11; file += 1)
      await storage.put(`quarantine/left/over${file}.jpg`, picture, "image/jpeg");
    expect(await finishWaitingUploads(NOW)).toEqual({ ...empty, dropped: 10 });
    expect(await finishWaitingUploads(NOW)).toEqual({ ...empty, dropped: 1 });
  });
});
