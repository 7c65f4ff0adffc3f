import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { entries, LOOP_STATUSES, loops, photos } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { loopOwnedBy } from "~/domain/diary/loops/loops.server";
import { addPhotos } from "~/domain/diary/photos/photo-adding.server";
import {
  captionPhotos,
  keepGuess,
  movePhotoForward,
  movePoint,
  turnPhoto,
} from "~/domain/diary/photos/photo-changes.server";
import { preparePhotosOf } from "~/domain/diary/photos/photo-preparing.server";
import { photosOf } from "~/domain/diary/photos/photos.server";
import { openAlarms } from "~/domain/kernel/alarms/alarms.server";
import { loopOf, NOW, person } from "../../../support/people";
import { givePhoto, storedKeys } from "../../../support/photo-rows";
import { plain, sentFile } from "../../../support/pictures";

let years = 0;

/** A year with three photos in week 1 and one in week 2, by their ids. */
function yearWithPhotos() {
  years += 1;
  const { id: loopId, accountId } = loopOf(person("Ada").id, { startDay: "2026-10-01" });
  const idOf = (name: string) => `${name}${years}`;
  for (const [week, position, name] of [
    [1, 1, "first"],
    [1, 2, "second"],
    [1, 3, "third"],
    [2, 1, "other"],
  ] as const)
    givePhoto(`photos/${loopId}/${name}.jpg`, 80, 60, { id: idOf(name), loopId, week, position });
  const bookOf = () => loopOwnedBy(accountId, loopId)?.contentVersion;
  return { accountId, loopId, idOf, bookOf };
}

const all = () => db.select().from(photos).all();
const namesIn = (loopId: string, week: number) => photosOf(loopId, week).map(({ id }) => id.replace(/\d+$/, ""));

/** The rows of photos that an act changes. */
function changedBy(act: () => unknown) {
  const before = new Map(all().map((row) => [row.id, JSON.stringify(row)]));
  act();
  return all().filter((row) => before.get(row.id) !== JSON.stringify(row));
}

describe("moving a photo forward", () => {
  it("swaps it with the one before it, and no other", () => {
    const { accountId, loopId, idOf, bookOf } = yearWithPhotos();
    const changed = changedBy(() => expect(movePhotoForward(accountId, idOf("third"), NOW)).toEqual({ ok: true }));
    expect(changed.map(({ id }) => id).sort()).toEqual([idOf("second"), idOf("third")]);
    expect([namesIn(loopId, 1), bookOf()]).toEqual([["first", "third", "second"], 2]);
  });

  it("leaves the first where it is, and the book as it is", () => {
    const { accountId, idOf, bookOf } = yearWithPhotos();
    const changed = changedBy(() => expect(movePhotoForward(accountId, idOf("first"), NOW)).toEqual({ ok: true }));
    expect([changed, bookOf()]).toEqual([[], 1]);
  });
});

describe("the point that must be seen", () => {
  const point = { x: 0.25, y: 0.75 };

  it("is set of one photo, and the same again changes nothing", () => {
    const { accountId, idOf, bookOf } = yearWithPhotos();
    const set = () => expect(movePoint(accountId, idOf("second"), point, NOW)).toEqual({ ok: true });
    expect(changedBy(set)).toMatchObject([{ id: idOf("second"), pointX: 250, pointY: 750, pointIsOwners: true }]);
    expect([changedBy(set), bookOf()]).toEqual([[], 2]);
  });

  it("that was guessed becomes its owner’s where they set the same", () => {
    const { accountId, idOf } = yearWithPhotos();
    const [id, thumbKey] = [idOf("first"), all().find((row) => row.id === idOf("first"))?.thumbKey ?? ""];
    keepGuess({ id, thumbKey }, point);
    expect(changedBy(() => movePoint(accountId, id, point, NOW))).toMatchObject([{ id, pointIsOwners: true }]);
  });

  it("is guessed of the photo that was looked at, where none is known", () => {
    const { loopId, idOf } = yearWithPhotos();
    const id = idOf("first");
    const thumbKey = `photos/${loopId}/first.jpg`;
    // Another photo with the same file is not the one that was looked at.
    db.update(photos)
      .set({ thumbKey })
      .where(eq(photos.id, idOf("second")))
      .run();
    expect(changedBy(() => keepGuess({ id, thumbKey: "photos/of/before.jpg" }, point))).toEqual([]);
    expect(changedBy(() => keepGuess({ id, thumbKey }, point))).toMatchObject([{ id, pointIsOwners: false }]);
    expect(changedBy(() => keepGuess({ id, thumbKey }, { x: 0.5, y: 0.5 }))).toEqual([]);
  });
});

describe("captions", () => {
  const place = ({ accountId, loopId }: { accountId: string; loopId: string }) => ({ accountId, loopId, week: 1 });

  it("are saved with the photos of their week, which goes before a moderator again", () => {
    const year = yearWithPhotos();
    const week = { loopId: year.loopId, prompt: "", content: "", createdAt: NOW, updatedAt: NOW };
    db.insert(entries)
      .values([1, 2].map((one) => ({ ...week, week: one, moderation: "APPROVED" as const })))
      .run();
    const captions = new Map(["second", "other"].map((name) => [year.idOf(name), "At the gate"]));
    expect(changedBy(() => captionPhotos(place(year), captions, NOW))).toMatchObject([
      { id: year.idOf("second"), caption: "At the gate" },
    ]);
    const states = db.select().from(entries).where(eq(entries.loopId, year.loopId)).all();
    expect(states.map(({ moderation }) => moderation)).toEqual(["PENDING", "APPROVED"]);
  });

  it("that are the same change nothing", () => {
    const year = yearWithPhotos();
    captionPhotos(place(year), new Map([[year.idOf("first"), ""]]), NOW);
    expect(year.bookOf()).toBe(1);
  });
});

describe("turning a photo", () => {
  async function photoOf() {
    const { id: loopId, accountId } = loopOf(person("Ada").id);
    const picture = await plain(60, 40).jpeg().toBuffer();
    await addPhotos(
      { accountId, loopId, week: 1 },
      [{ path: sentFile(picture), name: "gate.jpg", tooLarge: false }],
      NOW,
    );
    await preparePhotosOf(loopId, NOW);
    const now = () => photosOf(loopId, 1)[0] ?? { id: "", quarterTurns: 0, width: 0, height: 0, originalKey: "" };
    return { accountId, loopId, now };
  }
  const keysIn = (loopId: string) => storedKeys(`photos/${loopId}/`);

  it("turns that one, and of two turns at once one", async () => {
    const { accountId, now } = await photoOf();
    const other = await photoOf();
    const turned = await Promise.all([0, 1].map(() => turnPhoto(accountId, now().id, "right", NOW)));
    expect(turned.filter(({ ok }) => ok)).toHaveLength(1);
    expect([now(), other.now()]).toMatchObject([
      { quarterTurns: 1, width: 40, height: 60 },
      { quarterTurns: 0, width: 60, height: 40 },
    ]);
  });

  it("fails where its original is gone, and nothing new stays", async () => {
    const { accountId, loopId, now } = await photoOf();
    await storage.remove(now().originalKey);
    const keys = await keysIn(loopId);
    expect(await turnPhoto(accountId, now().id, "right", NOW)).toEqual({ ok: false, reason: "failed" });
    expect([await keysIn(loopId), now().quarterTurns, openAlarms()]).toEqual([keys, 0, []]);
  });

  it("that cannot be written down is no fault of the storage", async () => {
    const { accountId, now } = await photoOf();
    db.run(
      sql`CREATE TRIGGER no_turns BEFORE UPDATE OF quarter_turns ON photos BEGIN SELECT RAISE(ABORT, 'full'); END`,
    );
    await expect(turnPhoto(accountId, now().id, "right", NOW)).rejects.toThrow();
    db.run(sql`DROP TRIGGER no_turns`);
    expect([now().quarterTurns, openAlarms()]).toEqual([0, []]);
  });

  it("fails once its year was sent to print", async () => {
    const { accountId, loopId, now } = await photoOf();
    db.update(loops).set({ status: "PRINTING" }).where(eq(loops.id, loopId)).run();
    expect(await turnPhoto(accountId, now().id, "right", NOW)).toEqual({ ok: false, reason: "failed" });
    expect(now().quarterTurns).toBe(0);
  });
});

describe("a photo", () => {
  it.each(LOOP_STATUSES.filter((status) => status !== "ACTIVE"))("of a year that is %s stays as it is", (status) => {
    const { accountId, loopId, idOf } = yearWithPhotos();
    db.update(loops).set({ status }).where(eq(loops.id, loopId)).run();
    const changed = changedBy(() => {
      const failed = { ok: false, reason: "failed" };
      expect(movePhotoForward(accountId, idOf("third"), NOW)).toEqual(failed);
      expect(movePoint(accountId, idOf("third"), { x: 0.5, y: 0.5 }, NOW)).toEqual(failed);
      captionPhotos({ accountId, loopId, week: 1 }, new Map([[idOf("third"), "Late"]]), NOW);
    });
    expect(changed).toEqual([]);
  });

  it("of somebody else is not found", async () => {
    const { accountId, loopId, idOf } = yearWithPhotos();
    const { id: stranger } = person("Eve");
    const before = JSON.stringify(all());
    const tried = [
      movePhotoForward(stranger, idOf("third"), NOW),
      movePoint(stranger, idOf("third"), { x: 0.5, y: 0.5 }, NOW),
      await turnPhoto(stranger, idOf("third"), "left", NOW),
      movePoint(accountId, "none", { x: 0.5, y: 0.5 }, NOW),
    ];
    captionPhotos({ accountId: stranger, loopId, week: 1 }, new Map([[idOf("third"), "Not mine"]]), NOW);
    expect(tried).toEqual(Array(4).fill({ ok: false, reason: "not_found" }));
    expect(JSON.stringify(all())).toBe(before);
  });
});
