import { setTimeout as pause } from "node:timers/promises";
import { LOCK_WAIT_MS, rawConnection } from "./client.server";
import { isBusy, storageFailure } from "./errors";
import { databaseVersion } from "./write-cache.server";

/**
 * The single write lock, and how the web process waits for it. better-sqlite3 waits inside the only thread: a write
 * that waits for seconds blocks every page. So requests wait here between attempts, without blocking the thread; the
 * write itself then waits for another's transaction at most.
 */

/**
 * A commit takes some milliseconds, on a busy machine a second where its process waits for a core, and another may begin
 * after the request was let in, as while a password is compared. A form that is refused then costs more than a page that comes a little later.
 */
const BRIEF_WAIT_MS = 2_000;
const FIRST_PAUSE_MS = 10;
/** While nothing is committed. Where others commit one after another, each pause is the first: the lock is free for moments. */
const LONGEST_PAUSE_MS = 100;
/**
 * After this the request fails; the lock is then held for longer than any of our writes takes. Health answers in four
 * seconds, this wait included.
 */
const LONGEST_WAIT_MS = 3_000;

/**
 * Without a commit for this long, the lock is held by one transaction that goes on: until it is free, no write waits for it
 * in the thread. While others commit one after another for this long, a write waits in the thread for as long again at most.
 */
const LONG_HELD_MS = 500;

let waitMs: number = LOCK_WAIT_MS;
/** In place of `waitMs`, while the lock has been taken for long. */
let waitWhileHeldMs: number | null = null;

/** Makes this process's writes wait only briefly for the lock. For the web process. */
export function waitBriefly(): void {
  waitMs = BRIEF_WAIT_MS;
  setWait(waitMs);
}

/** Waits until a write can begin. Returns false when another process has been writing all the time. */
export async function waitUntilWritable(): Promise<boolean> {
  const began = performance.now();
  let seen: string | undefined;
  let heldSince = began;
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    if (isFree()) {
      noteHeld(null);
      return true;
    }
    const [version, now] = [versionNow() ?? seen, performance.now()];
    if (version !== seen) {
      if (seen !== undefined && now - began > LONG_HELD_MS) noteHeld(LONG_HELD_MS);
      [seen, heldSince, wait] = [version, now, FIRST_PAUSE_MS];
    } else if (now - heldSince > LONG_HELD_MS) noteHeld(0);
    if (now - began + wait > LONGEST_WAIT_MS) return false;
    await pause(wait);
  }
}

/**
 * Makes an optional write, such as a last visit or a count. It is done if the lock is free right now and the disk
 * accepts it, otherwise skipped. Returns whether it was done.
 */
export function writeIfFree(write: () => void): boolean {
  try {
    withoutWaiting(write);
    return true;
  } catch (error) {
    if (storageFailure(error) === null) throw error;
    return false;
  }
}

/** Runs with a connection that does not wait for the lock: a conflict is an error at once. */
export function withoutWaiting<Result>(run: () => Result): Result {
  setWait(0);
  try {
    return run();
  } finally {
    setWait(waitWhileHeldMs ?? waitMs);
  }
}

/** The worker, whose thread nobody waits for, waits all the same. */
function noteHeld(milliseconds: number | null): void {
  if (waitMs !== BRIEF_WAIT_MS || waitWhileHeldMs === milliseconds) return;
  waitWhileHeldMs = milliseconds;
  setWait(milliseconds ?? waitMs);
}

/** Takes and releases the lock. Any failure other than a conflict is left for the write itself to report. */
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

/** Null where not even that can be read just now, as while another process puts a log in order. */
function versionNow(): string | null {
  try {
    return withoutWaiting(databaseVersion);
  } catch (error) {
    if (storageFailure(error) === null) throw error;
    return null;
  }
}

function setWait(milliseconds: number): void {
  rawConnection().pragma(`busy_timeout = ${milliseconds}`);
}
