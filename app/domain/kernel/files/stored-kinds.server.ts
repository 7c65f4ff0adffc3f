import { bookFiles, photos, shipments } from "#db/schema";
import type { KeyWord } from "~/adapters/storage/contract";

/**
 * Which rows name which stored files, by the prefix of a key. A file that no row names is removed a day after it was
 * stored; a row whose file is missing is looked after by `file-check.server.ts`. Exports, receipts, vouchers and the
 * pictures of emails are made while they are sent, so none of them is stored.
 */

export interface StoredKind {
  /** The columns that name such files; none for files that live shorter than a day. */
  columns: readonly (
    | typeof photos.originalKey
    | typeof photos.printKey
    | typeof photos.screenKey
    | typeof photos.mediumKey
    | typeof photos.thumbKey
    | typeof bookFiles.storageKey
    | typeof shipments.prints
  )[];
  /** Whether the second part of a key is the id of a loop, with which the file is erased. */
  isOfLoop: boolean;
  /** Who removes what no row names. */
  sweptBy: "nightly check" | "finish-uploads";
}

export const STORED_KINDS: Readonly<Record<KeyWord, StoredKind>> = {
  photos: {
    columns: [photos.originalKey, photos.printKey, photos.screenKey, photos.mediumKey, photos.thumbKey],
    isOfLoop: true,
    sweptBy: "nightly check",
  },
  // The pictures of its pages lie beside a book under names made from its own (`pictureKeysOf`).
  books: { columns: [bookFiles.storageKey], isOfLoop: true, sweptBy: "nightly check" },
  // Block, cover and ticket of each binding, in JSON.
  prints: { columns: [shipments.prints], isOfLoop: true, sweptBy: "nightly check" },
  // Files sent through the API that are no photos yet; the time in their name says how long they stay.
  quarantine: { columns: [], isOfLoop: true, sweptBy: "finish-uploads" },
  // What a self-test or the doctor stores and removes at once.
  doctor: { columns: [], isOfLoop: false, sweptBy: "nightly check" },
  checks: { columns: [], isOfLoop: false, sweptBy: "nightly check" },
};

const WORDS = Object.keys(STORED_KINDS) as KeyWord[];

/** The folders of a loop's files, such as "photos/k3…/". */
export function foldersOfLoop(loopId: string): string[] {
  return WORDS.filter((word) => STORED_KINDS[word].isOfLoop).map((word) => `${word}/${loopId}/`);
}

/** The prefixes whose files the nightly check sweeps: those stored by loop, or the others. */
export function sweptWords(which: { isOfLoop: boolean }): KeyWord[] {
  return WORDS.filter(
    (word) => STORED_KINDS[word].sweptBy === "nightly check" && STORED_KINDS[word].isOfLoop === which.isOfLoop,
  );
}
