import { rmSync } from "node:fs";
import { exactly, type Figure, none } from "./figures";
import { isRestorable, lose, newMachine, openShop, type Place, pause, type Shop, watchWriters } from "./machine";

/** Two machines with the same shop that are started on one path in the bucket at random moments. */

const SPREAD_MS = 3_000;

interface Race {
  opened: number;
  writers: number;
  isWhole: boolean;
}

/** Starts both, restores the copies of the one that opened, and loses it. */
async function race(bucket: Place["bucket"], path: string): Promise<Race> {
  const machines = [newMachine({ bucket, path }, true), newMachine({ bucket, path }, true)];
  const shops: Shop[] = [];
  const watched = watchWriters(shops);
  try {
    const starts = machines.map(async (machine) => {
      await pause(Math.random() * SPREAD_MS);
      const shop = await openShop(machine);
      shops.push(shop);
      return await shop.opened.then(() => machine).catch(nullWhenRefused);
    });
    const opened = (await Promise.all(starts)).filter((machine) => machine !== null);
    const [winner] = opened;
    const isWhole = winner !== undefined && (await isRestorable(winner));
    return { opened: opened.length, writers: watched.end(), isWhole };
  } finally {
    watched.end();
    await Promise.all(shops.map(lose));
    for (const { dataFolder } of machines) rmSync(dataFolder, { recursive: true, force: true });
  }
}

function nullWhenRefused(error: Error): null {
  if (error.message.includes("Nothing was opened")) return null;
  throw error;
}

/** Gives the figures of so many rounds. */
export async function startTwice(bucket: Place["bucket"], rounds: number): Promise<Figure[]> {
  const races: Race[] = [];
  for (let turn = 0; turn < rounds; turn += 1) races.push(await race(bucket, `race-${turn}`));
  return [
    exactly(
      `two machines started on one path, ${races.length} times: one opened`,
      races.filter(({ opened }) => opened === 1).length,
      races.length,
    ),
    none("two of them copied at one time", races.filter(({ writers }) => writers > 1).length),
    none("copies that were damaged", races.filter(({ isWhole }) => !isWhole).length),
  ];
}
