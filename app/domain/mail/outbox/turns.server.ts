import { HOUR_MS, SECOND_MS } from "~/domain/kernel/time/durations";
import type { Lane } from "../kinds/email-kinds";
import { REST_MS } from "./rates";

/**
 * When the next email of each pace may leave: of a lane, to a domain, and from a new address. Each that is tried takes its
 * turn, and the next comes as much later as the pace says, so that they leave evenly. Known to this process alone: a worker
 * that starts sends one of each at once.
 */

/** Emails an hour; null without a limit. */
export interface Paces {
  readonly lane: number | null;
  /** From an address that is still new, in both lanes of what comes in thousands. */
  readonly warmUp: number | null;
  readonly domain: number;
}

/** Milliseconds since 1970. */
const turns = new Map<string, number>();
/** What a late timer leaves unused is made up for, within this time. */
const MADE_UP_MS = SECOND_MS / 4;

const WARM_UP_TURN = "new address";
const gapOf = (perHour: number) => HOUR_MS / perHour;

/** None until a turn further ahead than any can be: the clock was set back, or the rate was raised. */
function msUntil(name: string, perHour: number | null, now: Date): number {
  if (perHour === null) return 0;
  const ahead = (turns.get(name) ?? 0) - now.getTime();
  return ahead <= Math.max(gapOf(perHour), REST_MS) ? Math.max(0, ahead) : 0;
}

function take(name: string, perHour: number | null, now: Date): void {
  if (perHour === null) return;
  const unused = Math.max(turns.get(name) ?? now.getTime(), now.getTime() - MADE_UP_MS);
  turns.set(name, Math.min(unused, now.getTime()) + gapOf(perHour));
}

/** Milliseconds until the next email of a lane may leave. */
export const msUntilTurn = (lane: Lane, { lane: own, warmUp }: Paces, now: Date): number =>
  Math.max(msUntil(lane, own, now), msUntil(WARM_UP_TURN, warmUp, now));

const isDomain = (name: string) => name.startsWith("@");
const domainIn = (address: string) => address.slice(address.indexOf("@")).toLowerCase();

/** The domains to which nothing may leave for the moment, and milliseconds until something may to one of them. */
export function fullDomains({ domain }: Paces, now: Date): { domains: string[]; ms: number } {
  const waits = [...turns.keys()].filter(isDomain).map((name) => ({ name, ms: msUntil(name, domain, now) }));
  const full = waits.filter(({ ms }) => ms > 0);
  return { domains: full.map(({ name }) => name.slice(1)), ms: Math.min(...full.map(({ ms }) => ms)) };
}

/** Notes that an email is handed over. */
export function takeTurn({ lane, toEmail }: { lane: Lane; toEmail: string }, paces: Paces, now: Date): void {
  for (const [name, at] of turns) if (isDomain(name) && at < now.getTime() - MADE_UP_MS) turns.delete(name);
  take(lane, paces.lane, now);
  take(WARM_UP_TURN, paces.warmUp, now);
  take(domainIn(toEmail), paces.domain, now);
}

/** Lets a lane send nothing for a moment. */
export function restLane(lane: Lane, now: Date): void {
  turns.set(lane, now.getTime() + REST_MS);
}

/** As a new process begins. */
export const forgetTurns = () => turns.clear();
