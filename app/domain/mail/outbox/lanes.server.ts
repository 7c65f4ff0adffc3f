import { and, count, eq, gt, inArray, min, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { prepareAll, prepareGet, settingOf } from "#db/queries.server";
import { domainOf, emailLanes, emails } from "#db/schema";
import { LANES, type Lane } from "../kinds/email-kinds";
import { withoutAddresses } from "./circuit-breaker.server";
import {
  asksForLess,
  type EmailRates,
  HALVED_AGAIN_MS,
  halvingsNow,
  isBulk,
  MOST_HALVINGS,
  paceOf,
  USUAL_RATES,
} from "./rates";
import { restLane } from "./turns.server";
import { warmUpNow } from "./warm-up.server";

/** The lanes of the outbox: which are paused, how fast each may send, and what waits in them. */

type LaneRow = typeof emailLanes.$inferSelect;

export function readEmailRates(): EmailRates {
  const value = settingOf("emailRates");
  return value === undefined ? USUAL_RATES : { ...USUAL_RATES, ...(JSON.parse(value) as Partial<EmailRates>) };
}

const untouched = (lane: Lane): LaneRow => ({
  ...{ lane, pausedAt: null, pausedByStaffId: null, pauseReason: null, halvings: 0, slowedAt: null, reply: null },
});

/** What slows or stops a lane now. */
export function laneState(lane: Lane, now: Date): LaneRow {
  const found = findLane(lane) ?? untouched(lane);
  return { ...found, halvings: halvingsNow(found, now) };
}

const findLane = prepareGet((lane: Lane) => db.select().from(emailLanes).where(eq(emailLanes.lane, lane)));

export const isLanePaused = (lane: Lane) => (findLane(lane)?.pausedAt ?? null) !== null;

/** Changes what is known of a lane, inside the caller's transaction. */
export function changeLane(tx: Pick<Transaction, "insert">, lane: Lane, change: Partial<LaneRow>): void {
  tx.insert(emailLanes)
    .values({ ...untouched(lane), ...change })
    .onConflictDoUpdate({ target: emailLanes.lane, set: change })
    .run();
}

/**
 * Slows a lane whose relay asks for less: it rests for a moment, and its pace is halved, once a minute at most. False where
 * the relay refuses for another reason, and where the lane is as slow as it can be.
 */
export function slowLane(lane: Lane, reply: string, now: Date): boolean {
  if (!asksForLess(reply)) return false;
  restLane(lane, now);
  const { halvings, slowedAt } = laneState(lane, now);
  if (slowedAt && Math.abs(now.getTime() - slowedAt.getTime()) < HALVED_AGAIN_MS) return true;
  const change = { halvings: Math.min(halvings + 1, MOST_HALVINGS), slowedAt: now, reply: withoutAddresses(reply) };
  changeLane(db, lane, change);
  return halvings < MOST_HALVINGS;
}

/** Emails an hour to a domain and from a new address, where they limit this lane, and in the lane itself; null without a limit. */
export function pacesOf(lane: Lane, now: Date) {
  const rates = readEmailRates();
  return {
    lane: paceOf(lane === "codes" ? null : rates[lane], laneState(lane, now).halvings),
    warmUp: isBulk(lane) && rates.warmsUp ? warmUpNow(now) : null,
    domain: rates.domain,
  };
}

/** By the state alone SQLite would read all emails of it. */
const WAITING = sql`${emails} INDEXED BY emails_waiting`;
const SENT = sql`${emails} INDEXED BY emails_sent`;
const isWaiting = sql`${emails.state} = 'waiting'`;

const findSent = prepareGet((lane: Lane, since: Date) =>
  db
    .select({ found: count() })
    .from(SENT)
    .where(
      and(sql`${emails.state} = 'sent' AND ${emails.isEmptied} = 0`, gt(emails.sentAt, since), eq(emails.lane, lane)),
    ),
);

export const countSent = (lane: Lane, since: Date) => findSent(lane, since)?.found ?? 0;

/** What waits in each lane, due or not, and since when. */
export const listWaiting = prepareAll(() =>
  db
    .select({ lane: sql<Lane>`${emails.lane}`, found: count(), oldest: min(emails.createdAt) })
    .from(WAITING)
    .where(isWaiting)
    .groupBy(emails.lane),
);

/** The domains of so many of the next emails are taken for those of all that wait. */
const DOMAINS_READ = 5_000;

/** How many of these that wait in a lane are for the domain to which most are. */
export function countForOneDomain(lane: Lane, waiting: number): number {
  return Math.round((findForOneDomain(lane)?.found ?? 0) * Math.max(1, waiting / DOMAINS_READ));
}

const findForOneDomain = prepareGet((lane: Lane) => {
  const next = db
    .select({ domain: domainOf(emails.toEmail).as("domain") })
    .from(WAITING)
    .where(and(isWaiting, eq(emails.lane, lane)))
    .limit(DOMAINS_READ)
    .as("next");
  return db
    .select({ found: sql<number>`count(*) AS found` })
    .from(next)
    .groupBy(sql`domain`)
    .orderBy(sql`found DESC`)
    .limit(1);
});

/** The lanes that staff have not paused. */
export const openLanes = () => LANES.filter((lane) => !isLanePaused(lane));
export const isInOpenLane = (lanes: readonly Lane[]) =>
  inArray(
    emails.lane,
    openLanes().filter((lane) => lanes.includes(lane)),
  );
