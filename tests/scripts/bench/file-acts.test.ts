import { expect, it } from "vitest";
import { settings } from "~/adapters/settings.server";
import { BEGINNING, checkFiles, type Position } from "~/domain/system/files/file-check.server";
import { runFileActs } from "../../../scripts/bench/harness/file-acts";

/** `npm run bench -- files` does a thousand, by another seed each time. */
const ACTS = 60;
/** By it each kind of act is done, and photos are printed over two pages. */
const SEED = 3;

it(`after ${ACTS} random acts and kills no stored file has changed, and every row's file is true (seed ${SEED})`, async () => {
  const done = await runFileActs({ acts: ACTS, seed: SEED, dataFolder: settings.dataFolder });
  expect(done).toMatchObject({ acts: ACTS, changed: [], failed: [] });
  expect(done.kills).toBeGreaterThan(0);
  expect(done.names).toMatchObject({ "make a print order": 6, "order copies": 1, "erase an account": 1 });
  expect(done.seen).toBeGreaterThan(ACTS);
  const sums = { damaged: 0, removed: 0 };
  for (const round of [0, 1]) {
    sums.removed = 0;
    for (let position: Position | null = BEGINNING; position; ) {
      const slice: Awaited<ReturnType<typeof checkFiles>> = await checkFiles(
        position,
        new Date(Date.now() + 30 * 86_400_000),
      );
      sums.damaged += slice.damaged;
      sums.removed += slice.removed;
      position = slice.next;
    }
    // What a kill left was removed by the first round.
    if (round === 1) expect(sums).toEqual({ damaged: 0, removed: 0 });
  }
});
