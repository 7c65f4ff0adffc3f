import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { backups as configured } from "../../app/adapters/adapters.server";
import { settings } from "../../app/adapters/settings.server";
import { readErasedList } from "../../app/domain/privacy/erasure/erased-list.server";
import { type CopySource, withCheckedCopy } from "../../app/domain/system/backups/checked-copy.server";
import { databaseState } from "../../app/domain/system/backups/database-state.server";
import { momentOf, optionOf, refuse, wantedBackups } from "./wanted";

/** Brings one deleted account or loop back from a copy, beside a running shop. */
export async function restoreOneAccount(args: readonly string[], backups: typeof configured): Promise<void> {
  const live = join(settings.dataFolder, "loop.db");
  if (!existsSync(live)) refuse(`${settings.dataFolder} holds no shop to bring an account back into.`);
  if (databaseState(live).pending.length > 0)
    refuse("The shop's database is of an older release: start this release once first.");
  const account = optionOf(args, "--account");
  if (!account) refuse("Add --account with the account’s id or email address.");
  const loopId = optionOf(args, "--loop") ?? null;
  if (loopId === "") refuse("Add --loop with the loop’s id.");
  const apply = args.includes("--apply");
  const source = sourceOf(args, backups);

  const erased = backups ? await readErasedList(backups.nightly) : [];
  const wantedCopy = { name: `restore-account-${process.pid}`, source, erased };
  const { report, from } = await withCheckedCopy(wantedCopy, new Date(), async (copy, from) => {
    const { closeDatabase } = await import("../../db/client.server");
    const { restoreAccount } = await import("../../app/domain/privacy/erasure/restored-accounts.server");
    try {
      return { from, report: await restoreAccount(copy, { account, loopId }, { apply, from }, new Date()) };
    } finally {
      closeDatabase();
    }
  });
  if (!report.ok) refuse(report.sentence);
  const { accountId, rows, links, conflicts, missingFiles } = report;
  for (const { table, id, why } of conflicts) console.error(`✗ ${table} ${id}: ${why}`);
  if (Object.keys(rows).length === 0) return console.log(`Nothing of account ${accountId} comes back from ${from}.`);
  console.log(`Account ${accountId}, from ${from}:`);
  for (const [table, count] of Object.entries(rows)) console.log(`  ${table}: ${count}`);
  for (const [column, count] of Object.entries(links)) console.log(`  ${column}: named again in ${count}`);
  if (missingFiles.length > 0) {
    console.log(`Storage lacks ${missingFiles.length} of their files:`);
    for (const key of missingFiles) console.log(`  ${key}`);
    console.log("A bucket with versions has them for 30 days: remove the delete markers of these keys.");
  }
  console.log(apply ? "That is back." : "Nothing was changed: the same with --apply brings it back.");
}

/** What --from names: a file, or a moment of the replica or of the nightly copies; the newest nightly copy without it. */
function sourceOf(args: readonly string[], backups: typeof configured): CopySource {
  const typed = optionOf(args, "--from");
  if (typed && existsSync(resolve(typed))) return { kind: "file", file: resolve(typed) };
  const at = momentOf(typed);
  const { replica, nightly } = wantedBackups(backups);
  if (at && !args.includes("--nightly")) return { kind: "replica", replica, at };
  return { kind: "nightly", copies: nightly, at };
}
