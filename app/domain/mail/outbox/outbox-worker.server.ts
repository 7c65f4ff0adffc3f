import { setImmediate } from "node:timers/promises";
import type { Mail } from "~/adapters/mail/contract";
import { SECOND_MS } from "~/domain/kernel/time/durations";
import { LANES, type Lane } from "../kinds/email-kinds";
import { isInDoubt, laneStopped, pauseAgain, REFUSALS_TO_STOP } from "./circuit-breaker.server";
import { AT_ONCE, OPEN_A_PLACE, PLACE_SECONDS, RUN_SECONDS, TRIED_WHILE_STOPPED } from "./delivery-policy";
import { claimEmail, nextEmail } from "./email-claims.server";
import { sendNoMoreEnds } from "./email-ends.server";
import { type Claimed, type Run, type SendReport, sendOne } from "./email-sending.server";
import { laneState, pacesOf } from "./lanes.server";
import { isBulk } from "./rates";
import { endOldDoubts, stopWhereRelayKnowsNobody } from "./refused-recipients.server";
import { fullDomains, msUntilTurn, takeTurn } from "./turns.server";

/**
 * The outbox worker. It claims an email with a lease, sends it and marks it. Two workers never hold the same email. After a
 * crash what it held is sent again, with the same identifier (`email-ends.server.ts`). Each lane has its own runs, places and
 * pace, so that none waits for a less urgent one.
 */

function beginRun(lane: Lane, mail: Mail, clock: () => Date): Run {
  endOldDoubts(clock());
  stopWhereRelayKnowsNobody(clock());
  const report = { sent: 0, failed: 0, dead: [] };
  return { lane, report, mail, clock, inARow: 0, triedWhileStopped: 0, isProbed: false };
}

function endRun({ lane, isProbed, clock, report }: Run): SendReport {
  // Each is tried once without a pause, so that many made-up addresses delay no customer by more than one.
  if (isProbed && nextEmail(clock(), { lane, isProbe: true, without: [] })?.tries !== 0) pauseAgain(lane, clock());
  return report;
}

/** Claims the next email of a run; null where none may go, or three in a row were refused: then it is not the emails. */
async function claimNext(run: Run, without: readonly string[] = []): Promise<Claimed | null> {
  const { lane } = run;
  while (run.inARow < REFUSALS_TO_STOP) {
    const now = run.clock();
    const stop = laneStopped(lane);
    if (stop && (now < stop.until || run.triedWhileStopped === TRIED_WHILE_STOPPED)) return null;
    const isProbe = stop !== null;
    const email = claimEmail(now, { lane, isProbe, without });
    if (email) {
      if (isProbe) run.triedWhileStopped += 1;
      return { email, isProbe };
    }
    if (!nextEmail(now, { lane, isProbe, without })) return null;
    // Those that were looked at have to wait, or ended; there are more.
    await setImmediate();
  }
  return null;
}

/** Sends everything that is due, one email after another and at no pace, the most urgent lane first. */
export async function sendDueEmails(now: Date, mail: Mail): Promise<SendReport> {
  const all: SendReport = { sent: 0, failed: 0, dead: [] };
  for (const lane of LANES) {
    const run = beginRun(lane, mail, () => now);
    for (let claimed = await claimNext(run); claimed; claimed = await claimNext(run)) await sendOne(run, claimed);
    const { sent, failed, dead } = endRun(run);
    all.sent += sent;
    all.failed += failed;
    all.dead.push(...dead);
  }
  return all;
}

type Waiting = Readonly<Record<Lane, Set<Promise<void>>>>;
const nothing = (): Waiting => ({ codes: new Set(), orders: new Set(), weekly: new Set(), reminders: new Set() });
/** The emails of each lane that are being handed over, and those of them that take a place. */
const open = nothing();
const placed = nothing();
let isEnding = false;

/** Claims no further email, hands none over that isn't yet, and waits for the answers to the others. */
export async function finishEmails(): Promise<void> {
  isEnding = true;
  sendNoMoreEnds();
  await Promise.all(LANES.flatMap((lane) => [...open[lane]]));
}

/** Sends what is due in one lane for some seconds, at its pace and several at once. */
export async function sendLane(lane: Lane, from: Date, mail: Mail): Promise<SendReport> {
  const began = performance.now();
  const msLeft = () => began + RUN_SECONDS * SECOND_MS - performance.now();
  const run = beginRun(lane, mail, () => new Date(from.getTime() + performance.now() - began));
  const sending: Promise<void>[] = [];
  while (msLeft() > 0 && !isEnding) {
    const now = run.clock();
    if (!hasPlace(lane, now)) {
      await within(Promise.race([...placed[lane], ...open[lane]]), msLeft());
      continue;
    }
    const paces = pacesOf(lane, now);
    const full = isBulk(lane) ? fullDomains(paces, now) : NONE_FULL;
    const turnMs = msUntilTurn(lane, paces, now);
    const claimed = turnMs > 0 ? null : await claimNext(run, full.domains);
    if (claimed) {
      takeTurn(claimed.email, paces, now);
      sending.push(handOver(run, claimed));
      continue;
    }
    const waitMs = turnMs > 0 ? turnMs : full.ms;
    if (waitMs > msLeft() || run.inARow >= REFUSALS_TO_STOP) break;
    await within(FOREVER, waitMs);
  }
  await within(Promise.all(sending), SECOND_MS);
  return endRun(run);
}

const NONE_FULL = { domains: [], ms: Number.POSITIVE_INFINITY };
const FOREVER = new Promise<never>(() => {});

/** One at a time while the relay refuses or asks for less; and not ever more of those that are not answered. */
function hasPlace(lane: Lane, now: Date): boolean {
  const places = isInDoubt(lane) ? 1 : Math.max(1, AT_ONCE[lane] >> laneState(lane, now).halvings);
  return placed[lane].size < places && open[lane].size < AT_ONCE[lane] * OPEN_A_PLACE;
}

/** Hands an email over beside others. One that takes long gives its place away. */
function handOver(run: Run, claimed: Claimed): Promise<void> {
  const sending = sendOne(run, claimed);
  const isIn = (all: Waiting, until: Promise<void>) => {
    const entry = until.finally(() => all[run.lane].delete(entry));
    all[run.lane].add(entry);
  };
  const ended = sending.catch(() => {});
  isIn(open, ended);
  isIn(placed, within(ended, PLACE_SECONDS * SECOND_MS));
  return sending;
}

async function within(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, milliseconds));
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
