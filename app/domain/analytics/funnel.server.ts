import { createHmac, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { funnelEvents } from "#db/schema";
import { writeIfFree } from "#db/write-lock.server";
import { londonDay } from "../time/days";
import { isRobot, type Stage, stagesUpTo } from "./stages";

/**
 * How many visits get how far, and nothing of who they are. A visit is the network address and the name of the browser,
 * which come with every request anyway, digested with a random key that only lives in the memory of this process and
 * for one day: nothing is stored in the browser or read from it, nobody can be found in the rows, and the same person
 * is somebody else tomorrow. Robots are not counted, nor is a visit once somebody with a test account signs in.
 */

export interface Step {
  stage: Stage;
  journey?: "purchase" | "gift";
  theme?: string;
  type?: string;
}

export interface Seen {
  /** The network address of the client. */
  address: string;
  userAgent: string;
  /** Whether an account made for trying the system out is signed in. */
  isTest: boolean;
}

interface Today {
  day: string;
  key: Buffer;
  /** The furthest step of each visit, or "test" for one that does not count. */
  furthest: Map<string, Stage | "test">;
}

/** More visits than that in one day are still counted, at the price of asking the database again. */
const MOST_REMEMBERED = 200_000;

let today: Today | undefined;

/**
 * Counts this step, and those before it, once for each visit of a day in London. Never counts robots or tests. Nobody
 * waits to be counted: while another process writes, a step is counted with the visit's next one.
 */
export function recordStep(seen: Seen, step: Step, now: Date): void {
  if (isRobot(seen.userAgent)) return;
  const { furthest, key } = dayOf(now);
  const visit = createHmac("sha256", key).update(`${seen.address}\n${seen.userAgent}`).digest("base64url");
  const before = furthest.get(visit);
  if (before === "test") return;
  if (seen.isTest) {
    const isForgotten = writeIfFree(() => db.delete(funnelEvents).where(eq(funnelEvents.visit, visit)).run());
    if (isForgotten) furthest.set(visit, "test");
    return;
  }
  const known = before ? stagesUpTo(before) : [];
  const { journey, theme, type } = step;
  const fresh = stagesUpTo(step.stage).filter((stage) => !known.includes(stage));
  if (fresh.length === 0) return;
  const isCounted = writeIfFree(() =>
    db
      .insert(funnelEvents)
      .values(fresh.map((stage) => ({ visit, stage, journey, theme, type, at: now })))
      .onConflictDoNothing()
      .run(),
  );
  if (isCounted) furthest.set(visit, step.stage);
}

function dayOf(now: Date): Today {
  const day = londonDay(now);
  if (today?.day !== day) today = { day, key: randomBytes(32), furthest: new Map() };
  if (today.furthest.size >= MOST_REMEMBERED) today.furthest.clear();
  return today;
}
