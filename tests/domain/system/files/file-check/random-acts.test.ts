import { randomInt } from "node:crypto";
import { expect, it } from "vitest";
import { settings } from "~/adapters/settings.server";
import { BEGINNING, checkFiles, type Position } from "~/domain/system/files/file-check.server";
import { rounds } from "../../../../support/rounds";
import { runFileActs } from "./file-acts";

const FEW = 24;
const ACTS = rounds(1_000, FEW);
/**
 * With this seed the few acts are of every kind, two of them are killed while a photo arrives, and the first order prints a
 * photo over two pages. A run of a thousand has another seed each time.
 */
const SEED = rounds(randomInt(1_000_000), 103_772);
const KINDS = 13;
const HOUR_MS = 3_600_000;
/** The clock of the acts moves on by twenty minutes with each. */
const TWENTY_MINUTES_MS = 20 * 60_000;

it(
  `after ${ACTS} random acts and kills no stored file has changed, and every row's file is true (seed ${SEED})`,
  async () => {
    const done = await runFileActs({ acts: ACTS, seed: SEED, dataFolder: settings.dataFolder });
    expect(done).toMatchObject({ acts: ACTS, changed: [], failed: [] });
    expect(done.kills).toBeGreaterThan(0);
    expect(Object.keys(done.names)).toHaveLength(KINDS);
    expect(done.seen).toBeGreaterThan(ACTS);
    const sums = { damaged: 0, removed: 0 };
    for (const round of [0, 1]) {
      sums.removed = 0;
      for (let position: Position | null = BEGINNING; position; ) {
        const slice: Awaited<ReturnType<typeof checkFiles>> = await checkFiles(
          position,
          new Date(Date.now() + ACTS * TWENTY_MINUTES_MS + 30 * 24 * HOUR_MS),
        );
        sums.damaged += slice.damaged;
        sums.removed += slice.removed;
        position = slice.next;
      }
      // What a kill left was removed by the first round.
      if (round === 1) expect(sums).toEqual({ damaged: 0, removed: 0 });
    }
  },
  HOUR_MS,
);
