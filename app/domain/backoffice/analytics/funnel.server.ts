import { createHmac, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { db } from "#db/client.server";
import { keptWrite } from "#db/kept-writes.server";
import { prepareRun } from "#db/queries.server";
import { funnelEvents } from "#db/schema";
import { writeIfFree } from "#db/write-lock.server";
import { settings } from "~/adapters/settings.server";
import { londonDay } from "~/domain/kernel/time/days";
import { isRobot, STAGES, type Stage, type Step, stagesUpTo } from "./stages";

/**
 * The sales funnel: how far visits get, without knowing whose they are. A visit is the network address and the
 * browser's name, which come with every request anyway, hashed with a random key that lives for one day in the memory
 * of this process. Nothing is stored in or read from the browser, nobody can be found in the rows, and the same person
 * is another visit tomorrow. Robots are not counted, nor is a visit once a test account signs in.
 */

export interface Seen {
  /** The network address of the client. */
  address: string;
  userAgent: string;
  /** Whether a test account is signed in. */
  isTest: boolean;
}

interface Today {
  day: string;
  key: Buffer;
  /** The furthest step of each visit, or "test" for one that does not count. */
  furthest: Map<string, Stage | "test">;
}

/** Above this number of visits a day, counting asks the database again. */
const MOST_REMEMBERED = 200_000;

let today: Today | undefined;

/**
 * Counts this step and those before it, once for each visit of a day in London. Robots and tests are never counted.
 * Nobody waits for it: while another process writes, a step is counted with the visit's next one.
 */
export function recordStep(seen: Seen, step: Step, now: Date): void {
  if (isRobot(seen.userAgent)) return;
  const { furthest, key } = dayOf(now);
  const visit = createHmac("sha256", key).update(`${seen.address}\n${seen.userAgent}`).digest("base64url");
  const before = furthest.get(visit);
  if (before === "test") return;
  if (seen.isTest) {
    const isForgotten = settings.reading ? keepStep(seen, step, now) : writeIfFree(() => deleteVisit(visit));
    if (isForgotten) furthest.set(visit, "test");
    return;
  }
  const known = before ? stagesUpTo(before) : [];
  const { journey, theme, type } = step;
  const fresh = stagesUpTo(step.stage).filter((stage) => !known.includes(stage));
  if (fresh.length === 0) return;
  const isCounted = settings.reading
    ? keepStep(seen, step, now)
    : writeIfFree(() =>
        db
          .insert(funnelEvents)
          .values(fresh.map((stage) => ({ visit, stage, journey, theme, type, at: now })))
          .onConflictDoNothing()
          .run(),
      );
  if (isCounted) furthest.set(visit, step.stage);
}

/**
 * A step as a machine that only reads tells the writer of it, which counts it with its own key, on the day on which it hears
 * of it. Until then the address and the browser's name are in that machine's memory, and then in its message.
 */
const Told = z.object({
  seen: z.object({ address: z.string(), userAgent: z.string(), isTest: z.boolean() }),
  step: z.object({
    stage: z.enum(STAGES),
    journey: z.enum(["purchase", "gift"]).optional(),
    theme: z.string().optional(),
    type: z.string().optional(),
  }),
});

const keepTold = keptWrite("step", (what, _at, now) => {
  const told = Told.safeParse(JSON.parse(what));
  // A machine of another release may know other steps.
  if (told.success) recordStep(told.data.seen, told.data.step, now);
});

/** Of a longer name of a browser the rest is not told. */
const LONGEST_USER_AGENT = 300;

function keepStep({ userAgent, ...seen }: Seen, step: Step, now: Date): true {
  const told = { seen: { ...seen, userAgent: userAgent.slice(0, LONGEST_USER_AGENT) }, step };
  return keepTold(JSON.stringify(told), now);
}

const deleteVisit = prepareRun((visit: string) => db.delete(funnelEvents).where(eq(funnelEvents.visit, visit)));

function dayOf(now: Date): Today {
  const day = londonDay(now);
  if (today?.day !== day) today = { day, key: randomBytes(32), furthest: new Map() };
  if (today.furthest.size >= MOST_REMEMBERED) today.furthest.clear();
  return today;
}
