import { db } from "#db/client.server";
import { leaseEnd } from "~/domain/kernel/jobs/lease.server";
import { MINUTE_SECONDS } from "~/domain/kernel/time/durations";
import { LANES, type Lane } from "../kinds/email-kinds";
import { ANSWER_LEASE_MINUTES, END_HELD_MS, SLOW_END_HELD_MS } from "./delivery-policy";
import { type EmailRow, emailQueue } from "./email-endings.server";

/**
 * The ends of emails. Once its end is sent an email may arrive, and until the answer is noted a killed process doesn't know
 * whether it did. So that a kill doubles one at most, the ends of all lanes are sent one after another, the most urgent lane
 * first, each once the answer to the one before is noted. A relay that takes long for it holds up nobody else for long.
 */

interface Turn {
  readonly lane: Lane;
  begin(): void;
}

const waiting: Turn[] = [];
let holder: Turn | null = null;
let isStopping = false;

/** What answers have taken of late; the newest counts for a tenth. */
let usualMs = 0;
const noteAnswer = (milliseconds: number) => {
  usualMs += (milliseconds - usualMs) / 10;
};

/** As a new process begins. */
export const forgetAnswers = () => {
  usualMs = 0;
};

/** From now on no end is sent: emails that come to theirs are given back. */
export function sendNoMoreEnds(): void {
  isStopping = true;
}

function beginNext(): void {
  const [next] = LANES.flatMap((lane) => waiting.filter((turn) => turn.lane === lane));
  holder = null;
  if (next) begin(next);
}

function begin(turn: Turn): void {
  remove(turn);
  holder = turn;
  turn.begin();
}

function remove(turn: Turn): void {
  const place = waiting.indexOf(turn);
  if (place >= 0) waiting.splice(place, 1);
}

/** The end of one email: `reach` before it is sent, `leave` when what came of the email is noted. */
export function endOf(email: EmailRow, clock: () => Date) {
  let turn: Turn | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isWithdrawn = false;
  let isOver = false;
  let began = 0;

  function release(): void {
    clearTimeout(timer);
    if (turn) remove(turn);
    if (turn === null || holder !== turn) return;
    if (!isWithdrawn) noteAnswer(performance.now() - began);
    beginNext();
  }

  return {
    /** Waits for its turn, and notes that the email is handed over. Throws where it may not be. */
    async reach(): Promise<void> {
      await new Promise<void>((resolve) => {
        turn = { lane: email.lane, begin: resolve };
        waiting.push(turn);
        if (holder === null) beginNext();
      });
      began = performance.now();
      timer = setTimeout(release, usualMs > SLOW_END_HELD_MS ? SLOW_END_HELD_MS : END_HELD_MS);
      isWithdrawn = true;
      if (isStopping) giveBack(email, clock());
      else isWithdrawn = isOver || !noteHandedOver(email, clock());
      if (isWithdrawn) throw new Error("It is another worker’s, or this one stops.");
    },
    /** It was given back, is another worker's, or could not be noted: nothing is to be noted of it. */
    isWithdrawn: () => isWithdrawn,
    leave(): void {
      isOver = true;
      release();
    },
  };
}

function noteHandedOver(email: EmailRow, now: Date): boolean {
  const until = leaseEnd(now, ANSWER_LEASE_MINUTES * MINUTE_SECONDS);
  return emailQueue.settle(db, email, { handedOverAt: now, nextTryAt: until, takenUntil: until }, false);
}

const giveBack = (email: EmailRow, now: Date) =>
  emailQueue.settle(db, email, { nextTryAt: now, takenUntil: null, tries: email.tries - 1 }, false);
