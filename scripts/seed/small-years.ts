import { titleLoop } from "../../app/domain/diary/loops/loops.server";
import { MINUTE_MS } from "../../app/domain/kernel/time/durations";
import type { Album } from "./album";
import type { LoopStory } from "./cast";
import { begin, buyLoop, type Customer, join, named } from "./customers";
import type { Payments } from "./payments";
import { PLACES } from "./quarter-names";
import type { SmallYear } from "./written-years";
import { writeYear } from "./year";

/** The few weeks of minor people. */

/** They have no outings, so seasons make no difference. */
const INDOORS: LoopStory["outdoors"] = { Winter: [], Spring: [], Summer: [], Autumn: [] };

export interface BegunYear {
  story: SmallYear;
  owner: Customer;
  loopId: string;
  orderId: string;
  /** Settles once every week is written; photos are processed in parallel with other events. */
  written: Promise<void>;
}

/** Somebody joins, buys, begins and names their loop, and then writes each week on its own evening. */
export async function beginSmallYear(
  story: SmallYear,
  number: number,
  at: Date,
  { payments, album }: { payments: Payments; album: Album },
): Promise<BegunYear> {
  const { firstName, lastName, theme, type, title, weeks } = story;
  const place = PLACES[number % PLACES.length] ?? PLACES[0];
  const owner = await join(named(firstName, lastName, number), at);
  const orderId = await buyLoop(owner, { theme, type, place }, at, payments);
  const loopId = begin(owner, at);
  titleLoop(owner.accountId, loopId, title, new Date(at.getTime() + 6 * MINUTE_MS));
  const year = { theme, type, title, address: place, weeks, outdoors: INDOORS };
  const written = writeYear(year, { accountId: owner.accountId, loopId }, album);
  // Avoids an unhandled rejection; a caller that waits for the weeks still gets the error.
  written.catch(() => {});
  return { story, owner, loopId, orderId, written };
}
