import { and, count, desc, gt, inArray, isNotNull, sql } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { prepareAll } from "#db/queries.server";
import { domainOf, emails, staff } from "#db/schema";
import { DAY_MS, HOUR_MS } from "~/domain/kernel/time/durations";
import { LANES, type Lane } from "~/domain/mail/kinds/email-kinds";
import { laneStopped, withoutAddresses } from "~/domain/mail/outbox/circuit-breaker.server";
import {
  changeLane,
  countForOneDomain,
  countSent,
  laneState,
  listWaiting,
  pacesOf,
} from "~/domain/mail/outbox/lanes.server";
import { forecast, isBulk } from "~/domain/mail/outbox/rates";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";

/** The lanes of the outbox as staff see them: what waits, how fast it leaves, what is refused; and pausing one. */

export function listLanes(now: Date) {
  const waiting = new Map(listWaiting().map((one) => [one.lane, one]));
  const names = new Map(listStaffNames().map(({ id, name }) => [id, name]));
  return LANES.map((lane) => {
    const { found = 0, oldest = null } = waiting.get(lane) ?? {};
    const { pausedAt, pausedByStaffId, pauseReason, halvings, reply } = laneState(lane, now);
    const paces = pacesOf(lane, now);
    const pace = Math.min(paces.lane ?? Number.POSITIVE_INFINITY, paces.warmUp ?? Number.POSITIVE_INFINITY);
    const perHour = Number.isFinite(pace) ? pace : null;
    const stopped = laneStopped(lane);
    // The last to leave is one of the domain to which most wait.
    const ends = [
      forecast(found, perHour, now),
      isBulk(lane) ? forecast(countForOneDomain(lane, found), paces.domain, now) : null,
    ].map((end) => end?.getTime() ?? 0);
    const doneAt = Math.max(...ends);
    return {
      lane,
      waiting: found,
      /** When the first of them was written. */
      oldest,
      sentLastHour: countSent(lane, new Date(now.getTime() - HOUR_MS)),
      pace: perHour,
      doneAt: pausedAt || stopped || doneAt === 0 ? null : new Date(doneAt),
      pause: pausedAt && { at: pausedAt, by: names.get(pausedByStaffId ?? "") ?? null, reason: pauseReason },
      /** What the relay says to each. */
      stoppedBy: stopped?.reply ?? null,
      /** What the relay said, while the lane is slower than its rate because of it. */
      slowedBy: halvings > 0 ? reply : null,
      isWarmingUp: paces.warmUp !== null,
    };
  });
}

const listStaffNames = prepareAll(() => db.select({ id: staff.id, name: staff.name }).from(staff));

const REFUSED_DAYS = 1;
const MOST_SHOWN = 20;

/** So much of what happened is shown where the relay said no code. */
const REASON_LENGTH = 60;

/** What was refused in the last day, and isn’t sent yet, by domain and the relay’s code, or what happened without one. */
export function listRefused(now: Date) {
  const code = sql`substr(${emails.failure}, 1, 4 + instr(substr(${emails.failure}, 5) || ' ', ' ') - 1)`;
  const reason = sql<string>`CASE WHEN ${emails.failure} GLOB '[45][0-9][0-9][ -][45].[0-9]*.[0-9]*' THEN ${code}
    WHEN ${emails.failure} GLOB '[45][0-9][0-9]*' THEN substr(${emails.failure}, 1, 3)
    ELSE substr(${emails.failure}, 1, ${sql.raw(String(REASON_LENGTH))}) END`;
  const domain = domainOf(emails.toEmail);
  return db
    .select({ domain, reason, found: count() })
    .from(emails)
    .where(
      and(
        inArray(emails.state, ["waiting", "dead"]),
        isNotNull(emails.failure),
        gt(emails.createdAt, new Date(now.getTime() - REFUSED_DAYS * DAY_MS)),
      ),
    )
    .groupBy(domain, reason)
    .orderBy(desc(count()))
    .limit(MOST_SHOWN)
    .all()
    .map((row) => ({ ...row, reason: withoutAddresses(row.reason) }));
}

export type LaneResult = { ok: true } | { ok: false; reason: "already" };

export function pauseLane(lane: Lane, reason: string, staffId: string, now: Date): LaneResult {
  return changePause(lane, { pausedAt: now, pausedByStaffId: staffId, pauseReason: reason }, { reason, staffId, now });
}

export function resumeLane(lane: Lane, reason: string, staffId: string, now: Date): LaneResult {
  return changePause(lane, { pausedAt: null, pausedByStaffId: null, pauseReason: null }, { reason, staffId, now });
}

function changePause(
  lane: Lane,
  change: { pausedAt: Date | null; pausedByStaffId: string | null; pauseReason: string | null },
  by: { reason: string; staffId: string; now: Date },
): LaneResult {
  return write((tx) => {
    const wasPaused = laneState(lane, by.now).pausedAt !== null;
    const isPause = change.pausedAt !== null;
    if (wasPaused === isPause) return { ok: false, reason: "already" };
    changeLane(tx, lane, change);
    const action = isPause ? "lanes.pause" : "lanes.resume";
    recordAuditEvent(tx, { ...by, action, object: { type: "email_lane", id: lane } });
    return { ok: true };
  });
}
