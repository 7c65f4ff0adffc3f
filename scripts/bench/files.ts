import { randomInt } from "node:crypto";
import { storage } from "../../app/adapters/adapters.server";
import { settings } from "../../app/adapters/settings.server";
import { BEGINNING, checkFiles, type Position } from "../../app/domain/system/files/file-check.server";
import type { Figure } from "./harness/figures";
import { runFileActs } from "./harness/file-acts";

/**
 * A thousand random acts on stored files (uploads, replaced and turned photos, proofs, print orders, copies, exports,
 * erasures, sweeps) in a process that is killed at one in ten of them: no stored file's content changes under its key,
 * every row's file is there and true, and one sweep a day later leaves nothing that no row names. ACTS and SEED repeat a run.
 */

const ACTS = Number(process.env.ACTS ?? 1_000);
const SEED = Number(process.env.SEED ?? randomInt(1_000_000));
const TWO_DAYS_MS = 2 * 86_400_000;
const ACT_MS = 20 * 60_000;

export async function measure(): Promise<Figure[]> {
  console.log(`SEED=${SEED} ACTS=${ACTS}`);
  const done = await runFileActs({ acts: ACTS, seed: SEED, dataFolder: settings.dataFolder });
  console.log(JSON.stringify(done.names));
  for (const line of [...done.failed, ...done.changed]) console.log(line);
  const sweepAt = new Date(Date.now() + ACTS * ACT_MS + TWO_DAYS_MS);
  const first = await checkAll(sweepAt);
  const second = await checkAll(sweepAt);
  return [
    {
      what: "stored files whose content changed",
      value: String(done.changed.length),
      limit: "0",
      isMet: done.changed.length === 0,
    },
    {
      what: "rows whose file was not true",
      value: String(first.damaged),
      limit: "0",
      isMet: first.damaged === 0,
    },
    {
      what: "leftovers after one sweep",
      value: String(second.removed),
      limit: "0",
      isMet: second.removed === 0,
    },
    {
      what: "acts that threw",
      value: String(done.failed.length),
      limit: "0",
      isMet: done.failed.length === 0,
    },
    { what: "kills", value: String(done.kills), isMet: true },
    { what: "files seen, and removed", value: `${done.seen}, ${done.removed}`, isMet: true },
    { what: "files that no row named, swept at the end", value: String(first.removed), isMet: true },
    { what: "files left", value: String(await countFiles()), isMet: true },
  ];
}

async function checkAll(now: Date): Promise<{ damaged: number; removed: number }> {
  const sum = { damaged: 0, removed: 0 };
  for (let position: Position | null = BEGINNING; position; ) {
    const slice: Awaited<ReturnType<typeof checkFiles>> = await checkFiles(position, now);
    sum.damaged += slice.damaged;
    sum.removed += slice.removed;
    position = slice.next;
  }
  return sum;
}

async function countFiles(): Promise<number> {
  let count = 0;
  for (const word of ["photos", "books", "prints", "quarantine"])
    for await (const _ of storage.list(`${word}/`)) count += 1;
  return count;
}
