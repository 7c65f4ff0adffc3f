import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { afterEach, expect } from "vitest";
import { findBrokenInvariants } from "#db/invariants.server";

/** After each test of a file the money in its database satisfies every invariant. */
export function expectMoneyAddsUp(): void {
  afterEach(() => {
    const file = new SqliteFile(join(process.env.DATA_DIR ?? "", "loop.db"), { readonly: true });
    try {
      expect(findBrokenInvariants(file, new Date())).toEqual([]);
    } finally {
      file.close();
    }
  });
}
