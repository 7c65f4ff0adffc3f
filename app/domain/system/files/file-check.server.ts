import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { asc, gt } from "drizzle-orm";
import { db } from "#db/client.server";
import { loops } from "#db/schema";
import { writeWholeSync } from "~/adapters/files/whole-file.server";
import { settings } from "~/adapters/settings.server";
import { remakeBook } from "~/domain/book/books/books.server";
import { mendPhoto } from "~/domain/diary/photos/photo-mending.server";
import { askForFiles } from "~/domain/operations/printing/shipment-actions.server";
import { compareFiles, type Damaged } from "./damage.server";
import { reportLostFiles } from "./file-alarms.server";
import { sweepFolders, sweepLoop } from "./leftovers.server";

/**
 * The nightly check of stored files, in both directions: what rows name must be there and be what was stored, and is made
 * again where it can be; what no row names is removed. It goes through the loops in the order of their ids, a slice at a
 * time, and then through the folders of loops that are gone, so that memory holds one loop and a kill loses one slice.
 */

export type Position = { stage: "loops"; after: string } | { stage: "folders" };

export interface FileCheck {
  loops: number;
  files: number;
  bytesHashed: number;
  /** Files that were missing or not what was stored. */
  damaged: number;
  /** Photos, books and sets of printer's files that are made again. */
  remade: number;
  /** What could not be made again, or only smaller. */
  lost: number;
  /** Files that no row named. */
  removed: number;
  /** Where to go on; null after the last slice. */
  next: Position | null;
}

export const BEGINNING: Position = { stage: "loops", after: "" };
const LOOPS_A_SLICE = 20;

/** Checks one slice. @throws when storage does not respond; the same slice is then checked again. */
export async function checkFiles(position: Position, now: Date): Promise<FileCheck> {
  const sum: FileCheck = {
    ...{ loops: 0, files: 0, bytesHashed: 0, damaged: 0, remade: 0, lost: 0, removed: 0 },
    next: null,
  };
  if (position.stage === "folders") {
    sum.removed = await sweepFolders(now);
    return sum;
  }
  const slice = db
    .select({ loopId: loops.id, accountId: loops.accountId })
    .from(loops)
    .where(gt(loops.id, position.after))
    .orderBy(asc(loops.id))
    .limit(LOOPS_A_SLICE)
    .all();
  for (const loop of slice) await checkLoop(loop, sum, now);
  const last = slice.at(-1);
  sum.next = last ? { stage: "loops", after: last.loopId } : { stage: "folders" };
  return sum;
}

async function checkLoop(loop: { loopId: string; accountId: string }, sum: FileCheck, now: Date): Promise<void> {
  const compared = await compareFiles(loop.loopId);
  const findings: string[] = [];
  for (const damaged of groupByOwner(compared.damaged)) {
    const finding = await remake(damaged, now);
    if (finding === null) sum.remade += 1;
    else {
      sum.lost += 1;
      findings.push(finding);
    }
  }
  reportLostFiles(loop, findings, now);
  sum.loops += 1;
  sum.files += compared.files;
  sum.bytesHashed += compared.bytesHashed;
  sum.damaged += compared.damaged.length;
  sum.removed += await sweepLoop(loop.loopId, now);
}

/** What can only be made again together, apart from originals, which can't be. */
function groupByOwner(damaged: readonly Damaged[]): Damaged[][] {
  const groups = new Map<string, Damaged[]>();
  for (const file of damaged) {
    const { owner } = file;
    const name =
      owner.kind === "photo"
        ? `${owner.photo.id} ${owner.size === "original" ? "original" : "sizes"}`
        : owner.kind === "book"
          ? owner.bookFileId
          : owner.shipmentId;
    groups.set(name, [...(groups.get(name) ?? []), file]);
  }
  return [...groups.values()];
}

/** Makes the files of one owner again. Returns null when that was done or begun, else what is lost, as a message. */
async function remake(files: readonly Damaged[], now: Date): Promise<string | null> {
  const [first] = files;
  if (!first) return null;
  const { owner, how } = first;
  if (owner.kind === "book") {
    remakeBook(owner.bookFileId, now);
    return null;
  }
  if (owner.kind === "shipment") {
    if (owner.isWaiting && askForFiles(owner.shipmentId, null, now).ok) return null;
    return `Printer’s files of parcel ${owner.shipmentId}: ${how}.`;
  }
  const { photo } = owner;
  const name = `Week ${photo.week}, photo ${photo.position}`;
  if (owner.size === "original") return `${name} as it was sent: ${how}.`;
  const sizes = files.flatMap(({ owner: { ...one } }) =>
    one.kind === "photo" && one.size !== "original" ? [one.size] : [],
  );
  const mended = await mendPhoto(photo, sizes, now);
  if (mended === "made_smaller") return `${name}: ${how}; it prints from a smaller copy.`;
  if (mended === "not_possible") return `${name}: lost.`;
  return null;
}

const positionFolder = join(settings.dataFolder, "run");
const positionFile = join(positionFolder, "file-check.json");

/** Where the next night goes on. Without the file, or with one that can't be read, at the beginning. */
export function readPosition(): Position {
  try {
    const { stage, after } = JSON.parse(readFileSync(positionFile, "utf8")) as { stage?: unknown; after?: unknown };
    if (stage === "loops" && typeof after === "string") return { stage, after };
    return stage === "folders" ? { stage } : BEGINNING;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return BEGINNING;
    throw error;
  }
}

export function storePosition(position: Position | null): void {
  mkdirSync(positionFolder, { recursive: true });
  writeWholeSync(positionFile, JSON.stringify(position ?? BEGINNING));
}
