import { and, count, desc, eq, gt, gte, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { emails, serviceChecks } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { SECOND_MS } from "~/domain/kernel/time/durations";
import { LANES, type Lane } from "../kinds/email-kinds";
import { isBulk } from "./rates";

/**
 * The circuit breakers of the outbox. When the relay refuses several emails of a lane in a row and not for their recipients, the
 * fault is the relay's or ours, and the lane stops: its emails wait, with their text, and after each pause one is tried. The
 * first that is accepted sends all the others. Each lane has one, so that codes go on where a relay refuses weekly emails;
 * where it refuses one recipient after another (`refused-recipients.server.ts`), all lanes stop together.
 */

/** This many different emails in a row stop a lane. An email that is tried again says nothing new and isn't counted. */
export const REFUSALS_TO_STOP = 3;
/** What can be stopped. */
type Breaker = Lane | "all";

/** The pauses after each further refusal, in seconds; the last one lasts. */
const PAUSES = [60, 120, 300] as const;
/** Somebody waits for a code or a receipt: in the first minute one is tried every few seconds. */
const PAUSES_WHERE_AWAITED = [...Array<number>(8).fill(8), ...PAUSES];

function pauseAfter(breaker: Breaker, failures: number): number {
  const pauses = breaker === "all" || isBulk(breaker) ? PAUSES : PAUSES_WHERE_AWAITED;
  return (pauses[failures - REFUSALS_TO_STOP] ?? pauses.at(-1) ?? 0) * SECOND_MS;
}
const serviceOf = (breaker: Breaker) => `mail-sending-${breaker}`;

interface Stop {
  until: Date;
  reply: string;
}

function stopOf(breaker: Breaker): Stop | null {
  const found = findService(serviceOf(breaker));
  if (!found?.failedAt || found.failures < REFUSALS_TO_STOP) return null;
  const until = new Date(found.failedAt.getTime() + pauseAfter(breaker, found.failures));
  return { until, reply: found.failure ?? "" };
}

const findService = prepareGet((name: string) => db.select().from(serviceChecks).where(eq(serviceChecks.name, name)));
const failuresOf = (breaker: Breaker) => findService(serviceOf(breaker))?.failures ?? 0;

/** What stops a lane, if anything does. */
const breakerOf = (lane: Lane): Breaker => (stopOf("all") ? "all" : lane);

/** Until when a lane is stopped, and the relay's last response; null while its emails are sent. */
export const laneStopped = (lane: Lane): Stop | null => stopOf(breakerOf(lane));

/** The lanes that are stopped, and the pause and the response of the most urgent; null while all are sent. */
export function sendingStopped(): (Stop & { lanes: readonly Lane[] }) | null {
  const stops = LANES.map((lane) => ({ lane, stop: laneStopped(lane) })).filter(({ stop }) => stop !== null);
  const first = stops[0]?.stop;
  return first ? { ...first, lanes: stops.map(({ lane }) => lane) } : null;
}

/** Whether the relay refused the lane's last email, so that the next are asked one at a time. */
export const isInDoubt = (lane: Lane) => failuresOf("all") + failuresOf(lane) > 0;

/** Stops all lanes, because the relay refuses one recipient after another. */
export function stopSending(tx: Transaction, reply: string, now: Date): void {
  const stop = { failedAt: now, failure: withoutAddresses(reply), failures: REFUSALS_TO_STOP };
  tx.insert(serviceChecks)
    .values({ name: serviceOf("all"), ...stop })
    .onConflictDoUpdate({ target: serviceChecks.name, set: stop })
    .run();
}

/** When an email that was refused while its lane is stopped is tried again. */
export function pauseFrom(lane: Lane, now: Date): Date {
  const until = laneStopped(lane)?.until;
  return until && until > now ? until : new Date(now.getTime() + pauseAfter(lane, REFUSALS_TO_STOP));
}

/** Begins the pause again, where emails were tried at its end and none showed anything. */
export function pauseAgain(lane: Lane, now: Date): void {
  const stopped = laneStopped(lane);
  if (stopped && stopped.until <= now)
    db.update(serviceChecks)
      .set({ failedAt: now })
      .where(eq(serviceChecks.name, serviceOf(breakerOf(lane))))
      .run();
}

/**
 * Notes that the relay accepted an email: it takes those of its lane, and of the more urgent ones. Of what it had refused
 * before, all is due again.
 */
export function noteAccepted(lane: Lane, now: Date): void {
  const upTo = LANES.slice(0, LANES.indexOf(lane) + 1);
  for (const breaker of ["all", ...upTo] as const) {
    if (failuresOf(breaker) === 0) continue;
    const isStopped = stopOf(breaker) !== null;
    write((tx) => {
      tx.update(serviceChecks)
        .set({ okAt: now, failures: 0, failure: null })
        .where(eq(serviceChecks.name, serviceOf(breaker)))
        .run();
      if (isStopped) sendNow(tx, breaker === "all" ? LANES : [breaker], now);
    });
  }
}

/** A relay repeats addresses, and alarms name no recipient; our own address stays, which may be what it refuses. */
export const withoutAddresses = (reply: string) =>
  reply
    .replace(/[^\s<>]+@[^\s<>:]+/g, (address) => (address === settings.mailFrom.address ? address : "…"))
    .slice(0, 300);

/**
 * Notes that the relay refused an email, not for its recipient. Only one that was tried while its lane was stopped makes the
 * pause longer: those that were on their way before it say nothing new.
 */
export function noteRefused({ lane, tries }: RefusedEmail, reply: string, isProbe: boolean, now: Date): void {
  const isStopped = laneStopped(lane) !== null;
  if (isStopped ? !isProbe : tries > 1) return;
  const failure = withoutAddresses(reply);
  db.insert(serviceChecks)
    .values({ name: serviceOf(breakerOf(lane)), failedAt: now, failure, failures: 1 })
    .onConflictDoUpdate({
      target: serviceChecks.name,
      set: { failedAt: now, failure, failures: sql`${serviceChecks.failures} + 1` },
    })
    .run();
}

interface RefusedEmail {
  readonly lane: Lane;
  /** How often it was tried. */
  readonly tries: number;
}

export const isRefused = and(sql`${emails.state} = 'waiting'`, isNotNull(emails.failure), isNull(emails.takenUntil));

/** The emails that were refused and will be tried again, with the relay's response about one of them. */
export function refusedEmails(): { found: number; reply: string } {
  const found = countRefused()?.found ?? 0;
  return { found, reply: sendingStopped()?.reply ?? withoutAddresses(findLastRefused()?.failure ?? "") };
}

const countRefused = prepareGet(() => db.select({ found: count() }).from(emails).where(isRefused));

const findLastRefused = prepareGet(() =>
  db.select({ failure: emails.failure }).from(emails).where(isRefused).orderBy(desc(emails.nextTryAt)).limit(1),
);

/** Makes all emails that were refused due now, after the cause was put right. Returns whether there are any. */
export function sendRefusedNow(tx: Transaction, now: Date): boolean {
  tx.update(serviceChecks)
    .set({ failedAt: new Date(now.getTime() - PAUSES[0] * SECOND_MS), failures: REFUSALS_TO_STOP })
    .where(
      and(
        inArray(serviceChecks.name, ["all" as const, ...LANES].map(serviceOf)),
        gte(serviceChecks.failures, REFUSALS_TO_STOP),
      ),
    )
    .run();
  sendNow(tx, LANES, now);
  return refusedEmails().found > 0;
}

function sendNow(tx: Transaction, lanes: readonly Lane[], now: Date): void {
  tx.update(emails)
    .set({ nextTryAt: now })
    .where(and(isRefused, inArray(emails.lane, [...lanes]), gt(emails.nextTryAt, now)))
    .run();
}
