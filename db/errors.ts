/**
 * Why something could not be written or read, if not because of a bug: another process is writing (`busy`), the disk is
 * full (`full`) or accepts no writes (`failing`), the database is damaged (`damaged`), or the storage of files does not
 * respond (`silent`). Derived from the error codes of SQLite, the operating system and the storage adapter.
 */
export type StorageFailure = "busy" | "full" | "failing" | "damaged" | "silent";

const CODES: readonly (readonly [StorageFailure, RegExp])[] = [
  ["busy", /^SQLITE_(?:BUSY|LOCKED)(?:_|$)/],
  ["full", /^(?:SQLITE_FULL|ENOSPC|EDQUOT)$/],
  ["failing", /^(?:SQLITE_(?:READONLY|IOERR|CANTOPEN)(?:_\w+)?|EROFS|EIO)$/],
  ["damaged", /^SQLITE_(?:CORRUPT|NOTADB)(?:_|$)/],
  ["silent", /^STORAGE_UNAVAILABLE$/],
];

/** The storage failure in an error or its causes; null for any other error. */
export function storageFailure(error: unknown): StorageFailure | null {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1) {
    const { code } = one as { code?: unknown };
    const found = typeof code === "string" ? CODES.find(([, codes]) => codes.test(code)) : undefined;
    if (found) return found[0];
  }
  return null;
}

/** The database failed, and not for the values that it was given. */
export function isOfDatabase(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === "string" && /^SQLITE_(?!CONSTRAINT)/.test(code);
}

/** Another process is writing; the same write succeeds once it has finished. */
export function isBusy(error: unknown): boolean {
  return storageFailure(error) === "busy";
}

/** The disk is full; reads still work. */
export function isStorageFull(error: unknown): boolean {
  return storageFailure(error) === "full";
}
