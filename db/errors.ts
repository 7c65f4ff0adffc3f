/**
 * Why a write was not kept, where that is no bug of ours: somebody else writes (`busy`), the disk is full (`full`), or
 * it takes nothing (`failing`). Told from the codes of SQLite and of the operating system.
 */
export type StorageTrouble = "busy" | "full" | "failing";

const CODES: readonly (readonly [StorageTrouble, RegExp])[] = [
  ["busy", /^SQLITE_(?:BUSY|LOCKED)(?:_|$)/],
  ["full", /^(?:SQLITE_FULL|ENOSPC|EDQUOT)$/],
  ["failing", /^(?:SQLITE_(?:READONLY|IOERR|CANTOPEN)(?:_\w+)?|EROFS|EIO)$/],
];

/** What went wrong beneath an error, also where it stands within others; null where it was something else. */
export function storageTrouble(error: unknown): StorageTrouble | null {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1) {
    const { code } = one as { code?: unknown };
    const found = typeof code === "string" ? CODES.find(([, codes]) => codes.test(code)) : undefined;
    if (found) return found[0];
  }
  return null;
}

/** Another process writes at this moment; the same write goes through once it has ended. */
export function isBusy(error: unknown): boolean {
  return storageTrouble(error) === "busy";
}

/** Nothing more fits on the disk; reading goes on. */
export function isStorageFull(error: unknown): boolean {
  return storageTrouble(error) === "full";
}
