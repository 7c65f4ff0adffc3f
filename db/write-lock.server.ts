import { setTimeout as pause } from "node:timers/promises";
import { LOCK_WAIT_MS, rawConnection } from "./client.server";
import { isBusy, storageTrouble } from "./errors";

/**
 * The one lock that every write takes, and how the web process waits for it. better-sqlite3 waits within the only
 * thread there is: a write that waits for seconds stops every page meanwhile. So requests wait here, between two tries
 * and without holding the thread; what is written then waits no longer than nobody notices.
 */

/** A commit of the worker takes some milliseconds; a tenth of a second is what people do not feel. */
const BRIEF_WAIT_MS = 100;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 250;
/** After that the answer is that it did not work; by then somebody holds the lock for longer than our writes take. */
const LONGEST_WAIT_MS = 3_000;

let waitMs: number = LOCK_WAIT_MS;

/** From now on a write of this process waits for the lock briefly. For the process that answers people. */
export function waitBriefly(): void {
  waitMs = BRIEF_WAIT_MS;
  setWait(waitMs);
}

/** Waits until a write can begin. False where another process has been writing all the time. */
export async function untilWritable(): Promise<boolean> {
  const end = performance.now() + LONGEST_WAIT_MS;
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    if (isFree()) return true;
    if (performance.now() + wait > end) return false;
    await pause(wait);
  }
}

/**
 * A write that nobody waits for: when somebody was last here, how many came. Done if the lock is free this moment and
 * the disk takes it, else left. Gives whether it was done.
 */
export function writeIfFree(write: () => void): boolean {
  try {
    withoutWaiting(write);
    return true;
  } catch (error) {
    if (storageTrouble(error) === null) throw error;
    return false;
  }
}

/** Runs with a connection that does not wait for anybody: whoever is in the way is an error at once. */
export function withoutWaiting<Result>(run: () => Result): Result {
  setWait(0);
  try {
    return run();
  } finally {
    setWait(waitMs);
  }
}

/** Takes the lock and gives it back. Where that fails for another reason than a writer, the write itself says so. */
function isFree(): boolean {
  const connection = rawConnection();
  try {
    withoutWaiting(() => connection.exec("BEGIN IMMEDIATE"));
    connection.exec("ROLLBACK");
    return true;
  } catch (error) {
    return !isBusy(error);
  }
}

function setWait(milliseconds: number): void {
  rawConnection().pragma(`busy_timeout = ${milliseconds}`);
}
