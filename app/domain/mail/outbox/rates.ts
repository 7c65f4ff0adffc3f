import { HOUR_MS, MINUTE_MS, SECOND_MS } from "~/domain/kernel/time/durations";
import type { Lane } from "../kinds/email-kinds";

/** How many emails an hour are sent: by lane and by the recipients' domain, from a new address, and after a relay’s complaint. */

/** What a super admin can change. Codes have no rate: nobody waits for one longer than the relay takes. */
export const USUAL_RATES = {
  orders: 18_000,
  weekly: 15_000,
  reminders: 3_000,
  /** Weekly emails and reminders to one domain, such as gmail.com; what is more urgent counts and does not wait. */
  domain: 10_000,
  /** Whether a new sending address begins slowly. */
  warmsUp: true,
};
export type EmailRates = Readonly<typeof USUAL_RATES>;
export const RATE_LIMITS = { fewest: 60, most: 1_000_000 } as const;

/** What comes in thousands. */
export const BULK_LANES = ["weekly", "reminders"] as const satisfies readonly Lane[];
export const isBulk = (lane: Lane) => BULK_LANES.some((bulk) => bulk === lane);

/**
 * Emails an hour in both of these lanes together, on each of the first days on which a sending address sends any: mailbox
 * providers defer what comes in thousands from an address they don’t know. Afterwards the lanes’ own rates.
 */
export const WARM_UP = [50, 100, 200, 400, 800, 1_600, 3_200, 6_400] as const;

/** What an address may send an hour after so many days; null once it is known. */
export const warmUpRate = (days: number): number | null => WARM_UP[days] ?? null;

/** A relay that asks for less halves a lane's pace, once a minute at most; after so many halvings it counts as refusing. */
export const MOST_HALVINGS = 6;
export const HALVED_AGAIN_MS = MINUTE_MS;
/** A lane then sends nothing for this long. Short, because somebody may be waiting for a code. */
export const REST_MS = 10 * SECOND_MS;
/** Time heals: each of these takes one halving back. */
const HEALING_MS = 5 * MINUTE_MS;
/** From here a lane without a rate is slowed. */
const SLOWED_FROM = 7_200;

/**
 * A relay that asks for less: it is busy or has too many connections (421, 432, 4.3.2, 4.4.5), or its policy limits us
 * (4.7.x), in codes or in words. A greylisted recipient, or one who gets too much (4.2.x), says nothing of us.
 */
export function asksForLess(reply: string): boolean {
  if (/gr[ea]y.?list|^4\d\d[ -]4\.2\.\d/i.test(reply)) return false;
  return /^4(?:21|32)\b|^4\d\d[ -]4\.(?:3\.2|4\.5|7\.\d{1,3})\b|^4.*(?:throttl|too many|\brate\b)/is.test(reply);
}

export interface Slowness {
  readonly halvings: number;
  readonly slowedAt: Date | null;
}

/** A clock that was set back heals nothing, and adds nothing. */
export function halvingsNow({ halvings, slowedAt }: Slowness, now: Date): number {
  const healed = slowedAt ? Math.floor((now.getTime() - slowedAt.getTime()) / HEALING_MS) : halvings;
  return Math.min(Math.max(0, halvings - Math.max(0, healed)), MOST_HALVINGS);
}

/** Emails an hour; null without a limit. */
export function paceOf(rate: number | null, halvings: number): number | null {
  return halvings === 0 ? rate : (rate ?? SLOWED_FROM) / 2 ** halvings;
}

/** When so many emails will have left; null where none waits, or there is no limit. */
export function forecast(waiting: number, perHour: number | null, now: Date): Date | null {
  return waiting === 0 || perHour === null ? null : new Date(now.getTime() + (waiting / perHour) * HOUR_MS);
}
