import "../own-secret";
import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join, resolve } from "node:path";
import { backups } from "../../app/adapters/adapters.server";
import { makeFolder, writeWhole } from "../../app/adapters/files/whole-file.server";
import { settings } from "../../app/adapters/settings.server";
import { readErasedList } from "../../app/domain/privacy/erasure/erased-list.server";
import { withCheckedCopy } from "../../app/domain/system/backups/checked-copy.server";
import { formatMissed } from "../../app/domain/system/backups/missed-report.server";
import { findMissed } from "../../app/domain/system/backups/missed-rows.server";
import { ownsCopies } from "../../app/domain/system/backups/ownership.server";
import { optionOf, refuse, wantedBackups } from "./wanted";

/**
 * `npm run missed [-- --from FILE]`: on the volume of a machine from which the copies were taken, writes down what its
 * database has that the newest copy has not, and leaves a copy of it beside, for the other machine. With a file, on the
 * machine that has the copies, beside its running shop.
 */

const { replica, nightly, ownerObject } = wantedBackups(backups);
const typed = optionOf(process.argv.slice(2), "--from");
const old = resolve(typed || join(settings.dataFolder, "loop.db"));
const folder = join(settings.dataFolder, "newer");
const file = join(folder, "missed.txt");
try {
  if (typed === "" || !existsSync(old)) refuse(`There’s no database ${old} to compare with the copies.`);
  if (typed === undefined && (await ownsCopies(ownerObject, settings.dataFolder)))
    refuse("This machine has the copies itself. Name the database of the old one: npm run missed -- --from FILE.");
  const erased = await readErasedList(nightly);
  const now = new Date();
  const ofOld = { name: `missed-old-${process.pid}`, source: { kind: "file", file: old } as const, erased };
  const ofReplica = { name: `missed-${process.pid}`, source: { kind: "replica", replica, at: null } as const, erased };
  await makeFolder(folder);
  const missed = await withCheckedCopy(ofOld, now, async (before) => {
    const found = await withCheckedCopy(ofReplica, now, async (current) => findMissed(before, current));
    if (typed === undefined && found.groups.length > 0) await rename(before, join(folder, "old.db"));
    return found;
  });
  if (!missed.sharedUntil) refuse(`${old} has no row in common with the copies: it is of another shop.`);
  await writeWhole(file, formatMissed(missed, { old, file, now }));
  console.log(`Both have what was written until ${missed.sharedUntil.toISOString()}.`);
  for (const { what, rows } of missed.groups) console.log(`  ${what}: ${rows.length}`);
  if (missed.groups.length === 0) console.log("The copies lack nothing of it.");
  else console.log(`Row by row, with what to do: ${file}. Customers’ words are in it: delete it afterwards.`);
} catch (error) {
  refuse(`Nothing was compared: ${error instanceof Error ? error.message : String(error)}`);
}
