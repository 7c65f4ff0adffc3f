import { beforeEach, expect, it } from "vitest";
import { db } from "#db/client.server";
import { bookFiles, jobs, photos, shipments } from "#db/schema";
import { filesNeeded, isMaking, isNamed, keysNamedBy, loopOnRecord } from "~/domain/system/files/named-files.server";
import { loopOf, NOW, person } from "../../../support/people";
import { givePhoto } from "../../../support/photo-rows";

const times = { createdAt: NOW, updatedAt: NOW };
const [ada, ben] = [person("Ada"), person("Ben")];

/** A loop with a photo, a book and a shipment. */
function wholeLoop(accountId: string) {
  const loopId = loopOf(accountId).id;
  const photo = (week: number, state: "ready" | "removed") => {
    const key = (size: string) => `photos/${loopId}/${week}-${size}.jpg`;
    const keys = { originalKey: key("o"), printKey: key("p"), screenKey: key("s"), thumbKey: key("t") };
    const size = { width: 1, height: 1, printWidth: 1, printHeight: 1, bytes: 1, sha256: "-" };
    const row = { loopId, week, position: 1, fileName: "gate.jpg", state, createdAt: NOW, ...keys, ...size };
    db.insert(photos)
      .values({ ...row, mediumKey: null, removedAt: state === "removed" ? NOW : null })
      .run();
    return Object.values(keys);
  };
  const book = (contentVersion: number, state: "ready" | "failed", storageKey: string | null) =>
    db
      .insert(bookFiles)
      .values({ loopId, kind: "screen", contentVersion, state, storageKey, ...times })
      .returning()
      .get().id;
  const pdf = `books/${loopId}/1-screen.pdf`;
  const bookId = book(1, "ready", pdf);
  book(2, "failed", `books/${loopId}/2-screen.pdf`);
  book(3, "ready", null);
  const ticket = `prints/${loopId}/ticket.json`;
  const keys = { interior: ticket, cover: ticket, ticket };
  const set = { binding: "standard", copies: 1, pages: 24, contentVersion: 1, warnings: [], keys } as const;
  const sent = { loopId, filesState: "ready", prints: [set], ...times } as const;
  const shipmentId = db.insert(shipments).values(sent).returning().get().id;
  const [needed, removed] = [photo(1, "ready"), photo(2, "removed")];
  return { loopId, bookId, shipmentId, pdf, ticket, removed, needed: [...needed, pdf, ticket] };
}

const [one, other] = [wholeLoop(ada.id), wholeLoop(ben.id)];
beforeEach(() => {
  db.delete(jobs).run();
});

it.each([
  [one, other],
  [other, one],
])(
  "a loop’s rows need the files of its photos, books and shipments that are ready, and name those that were",
  (mine, its) => {
    const needed = new Set(filesNeeded(mine.loopId).map(({ key }) => key));
    const named = keysNamedBy(mine.loopId);
    for (const key of mine.needed) expect([key, needed.has(key), named.has(key)]).toEqual([key, true, true]);
    for (const key of mine.removed) expect([key, needed.has(key), named.has(key)]).toEqual([key, false, true]);
    for (const keys of [needed, named]) {
      expect([...keys].filter((key) => key.includes(its.loopId) || key.includes("/2-screen"))).toEqual([]);
    }
  },
);

it("a file is named where any row has it, with a book’s pages, and no other is", () => {
  const pages = one.pdf.replace(".pdf", "-pages.gz");
  for (const key of [...one.needed, ...one.removed, pages]) expect([key, isNamed(key)]).toEqual([key, true]);
  const others = ["photos/gone.jpg", `books/${one.loopId}/9-screen.pdf`, "prints/gone.pdf", "doctor/probe.txt"];
  expect(others.filter(isNamed)).toEqual([]);
});

it("a loop’s files are being made while a job of its own book or shipment waits or runs", () => {
  for (const state of ["waiting", "running", "dead"] as const)
    for (const subjectId of [one.bookId, one.shipmentId]) {
      db.delete(jobs).run();
      db.insert(jobs).values({ kind: "any", subjectId, state, runAfter: NOW, createdAt: NOW }).run();
      const isAlive = state !== "dead";
      expect([state, isMaking(one.loopId), isMaking(other.loopId)]).toEqual([state, isAlive, false]);
    }
});

it("a loop on record is known with its owner", () => {
  expect([one.loopId, other.loopId, "gone"].map(loopOnRecord)).toEqual([
    { accountId: ada.id },
    { accountId: ben.id },
    undefined,
  ]);
});

it("a photo that waits for its sizes needs its original alone", () => {
  const { id: loopId } = loopOf(ada.id);
  const key = `photos/${loopId}/one-original.jpg`;
  givePhoto(key, 4, 3, { loopId, week: 1, isWaiting: true });
  expect(filesNeeded(loopId)).toMatchObject([{ key, bytes: null, owner: { kind: "photo", size: "original" } }]);
  expect([isNamed(key), [...keysNamedBy(loopId)]]).toEqual([true, [key]]);
});
