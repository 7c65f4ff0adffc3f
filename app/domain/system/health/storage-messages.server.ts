import { type StorageFailure, storageFailure } from "#db/errors";

/** Why the database or the storage can’t be used, as those who run the shop read it. */
export const STORAGE_WORDS: Readonly<Record<StorageFailure, string>> = {
  busy: "Another process is writing.",
  full: "The disk is full.",
  failing: "The disk can’t be written to.",
  damaged: "The database file is damaged. Nothing is written until it’s restored.",
  silent: "Storage doesn’t answer.",
};

/** Why something could not be read. */
export function whyUnread(error: unknown): string {
  const failure = storageFailure(error);
  return failure ? STORAGE_WORDS[failure] : "The error is in the log.";
}
