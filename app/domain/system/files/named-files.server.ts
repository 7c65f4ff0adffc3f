import { and, eq, inArray, or, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { bookFiles, jobs, loops, photos, shipments } from "#db/schema";
import { pictureKeysOf } from "~/domain/book/typesetting/page-pictures";
import type { PhotoSize } from "~/domain/diary/photos/photo-orders";
import type { Photo } from "~/domain/diary/photos/photos.server";
import { STORED_KINDS } from "~/domain/kernel/files/stored-kinds.server";

/** The files that the rows of a loop name, and what the rows say of them. */

export type Owner =
  | { kind: "photo"; photo: Photo; size: PhotoSize | "original" }
  | { kind: "book"; bookFileId: string }
  | { kind: "shipment"; shipmentId: string; isWaiting: boolean };

export interface NamedFile {
  key: string;
  /** Null where the row does not say. */
  bytes: number | null;
  /** The beginning of its SHA-256 in hexadecimal; null where neither row nor key says it. */
  sha256: string | null;
  owner: Owner;
}

const ready = (loopId: string) => and(eq(photos.loopId, loopId), eq(photos.state, "ready"));

/** The files of a loop that must be there: of photos that were taken out, none. */
export function filesNeeded(loopId: string): NamedFile[] {
  const ofPhotos = db.select().from(photos).where(ready(loopId)).all().flatMap(filesOfPhoto);
  const ofBooks = db
    .select()
    .from(bookFiles)
    .where(and(eq(bookFiles.loopId, loopId), eq(bookFiles.state, "ready")))
    .all()
    .flatMap((row) => filesOfBook(row));
  const ofShipments = db
    .select({ id: shipments.id, state: shipments.state, prints: shipments.prints })
    .from(shipments)
    .where(eq(shipments.loopId, loopId))
    .all()
    .flatMap(({ id, state, prints }) =>
      prints.flatMap(({ keys }) =>
        Object.values(keys).map((key) => ({
          key,
          bytes: null,
          sha256: hashIn(key),
          owner: { kind: "shipment" as const, shipmentId: id, isWaiting: state === "waiting" },
        })),
      ),
    );
  return [...ofPhotos, ...ofBooks, ...ofShipments];
}

function filesOfPhoto(photo: Photo): NamedFile[] {
  const file = (key: string, size: PhotoSize | "original", bytes: number | null = null): NamedFile => ({
    ...{ key, bytes, sha256: null },
    owner: { kind: "photo", photo, size },
  });
  // Its other keys name the original as well.
  if (photo.isWaiting) return [file(photo.originalKey, "original")];
  return [
    file(photo.originalKey, "original"),
    file(photo.printKey, "print", photo.bytes),
    file(photo.screenKey, "screen"),
    ...(photo.mediumKey === null ? [] : [file(photo.mediumKey, "medium")]),
    file(photo.thumbKey, "thumb"),
  ];
}

function filesOfBook({ id, storageKey, bytes, sha256 }: typeof bookFiles.$inferSelect): NamedFile[] {
  if (storageKey === null) return [];
  const owner = { kind: "book", bookFileId: id } as const;
  const pictures = Object.values(pictureKeysOf(storageKey));
  return [
    { key: storageKey, bytes, sha256, owner },
    ...pictures.map((key) => ({ key, bytes: null, sha256: null, owner })),
  ];
}

/** Files for the printer are named by their content. */
function hashIn(key: string): string | null {
  return /\/([0-9a-f]{16})-[^/]+$/.exec(key)?.[1] ?? null;
}

/** Whether any row names a file, of a photo that was taken out too. */
export function isNamed(key: string): boolean {
  const [word] = key.split("/", 1);
  if (word === "photos") {
    const named = or(...STORED_KINDS.photos.columns.map((column) => eq(column, key)));
    return db.select({ id: photos.id }).from(photos).where(named).limit(1).get() !== undefined;
  }
  if (word === "books") {
    const pdf = key.replace(/-pages\.(?:gz|json)$/, ".pdf");
    const named = eq(bookFiles.storageKey, pdf);
    return db.select({ id: bookFiles.id }).from(bookFiles).where(named).limit(1).get() !== undefined;
  }
  if (word !== "prints") return false;
  const named = sql`instr(${shipments.prints}, ${key}) > 0`;
  return db.select({ id: shipments.id }).from(shipments).where(named).limit(1).get() !== undefined;
}

/** Every key that a loop's rows name, of photos that were taken out too. */
export function keysNamedBy(loopId: string): Set<string> {
  const all = db.select().from(photos).where(eq(photos.loopId, loopId)).all();
  return new Set([...filesNeeded(loopId), ...all.flatMap(filesOfPhoto)].map(({ key }) => key));
}

/** Whether a job makes files of this loop, or will, which a row then names. */
export function isMaking(loopId: string): boolean {
  const books = db.select({ id: bookFiles.id }).from(bookFiles).where(eq(bookFiles.loopId, loopId));
  const ownShipments = db.select({ id: shipments.id }).from(shipments).where(eq(shipments.loopId, loopId));
  const isAlive = inArray(jobs.state, ["waiting", "running"]);
  const isOfLoop = or(inArray(jobs.subjectId, books), inArray(jobs.subjectId, ownShipments));
  return db.select({ id: jobs.id }).from(jobs).where(and(isAlive, isOfLoop)).limit(1).get() !== undefined;
}

/** Whether there is such a loop, and whose it is. */
export function loopOnRecord(loopId: string): { accountId: string } | undefined {
  return db.select({ accountId: loops.accountId }).from(loops).where(eq(loops.id, loopId)).get();
}
