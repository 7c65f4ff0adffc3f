import files, { type statfs } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { settings } from "~/adapters/settings.server";
import { findDamage, NoSpace, requireSpace } from "~/domain/system/backups/databases.server";

const asItIs = files.statfs;
afterEach(() => {
  files.statfs = asItIs;
  syncBuiltinESMExports();
});

it("a copy is made where exactly as much is free as it needs, and with a byte less it says how much is missing", async () => {
  files.statfs = (async () => ({ bavail: 10, bsize: 100 })) as unknown as typeof statfs;
  syncBuiltinESMExports();
  await requireSpace(settings.dataFolder, 1_000);
  const refused = requireSpace(settings.dataFolder, 1_001);
  await expect(refused).rejects.toThrow(NoSpace);
  await expect(refused).rejects.toThrow("too little");
});

it("why a task with a database failed is said in the words of its process", async () => {
  const missing = join(settings.dataFolder, "none.db");
  await expect(findDamage(missing, "quick_check")).rejects.toThrow(`There is no ${missing}.`);
});
