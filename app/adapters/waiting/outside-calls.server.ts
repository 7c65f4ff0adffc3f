import { AsyncLocalStorage } from "node:async_hooks";
import { Readable } from "node:stream";

/**
 * Time limits of calls to other systems. While somebody waits for the response to a request, its calls to one system
 * wait ten seconds at most for calls that fail, tries included: what one of them took is not left to those after it.
 * Where nobody waits, as in the worker, an adapter's own limits are the only ones.
 */

/** How long a request waits for a system that does not respond. */
export const LONGEST_WAIT_MS = 10_000;
/**
 * After two calls of a kind in a row without a response, no further one is made for this share of the time limit: a
 * system that is back is used again within ten seconds.
 */
const OPEN_LIMITS = 0.7;
const FAILURES_TO_OPEN = 2;
/** With less time than this no call is made: a timer may end a millisecond early. */
const SHORTEST_CALL_MS = 5;
/** A body that comes more slowly than this, in bytes a second, counts as stalled. */
const SLOWEST_BODY = 64 * 1024;

/** A system that did not respond in time. */
export class NoResponseError extends Error {
  override readonly name = "TimeoutError";
}

/** What is left of a request's time, by the caller of each system. */
type Budget = Map<object, number>;

const budgets = new AsyncLocalStorage<Budget | null>();

/** Marks that somebody waits for what this asynchronous context does, which begins with a budget of its own. */
export function beginWaiting(): void {
  budgets.enterWith(new Map());
}

let beforeGoingOn: () => Promise<unknown> = async () => {};

/** What a request waits for after each of its calls, because meanwhile something may have changed. */
export function waitAfterCalls(run: () => Promise<unknown>): void {
  beforeGoingOn = run;
}

/** The same after other work that took long, such as a password's digest in its queue. */
export async function goOnAfterWork(): Promise<void> {
  if (isAwaited()) await beforeGoingOn();
}

/** Runs what nobody waits for, although a request began it. */
export function inBackground<Result>(run: () => Result): Result {
  return budgets.run(null, run);
}

/** Whether somebody waits for what is being done. */
export const isAwaited = () => budgets.getStore() instanceof Map;

/**
 * Circuit breaker for calls of one kind. It opens after calls in a row had no response, each begun after the one before
 * had failed, so that several at a time count as one; it closes with the next response.
 */
class CircuitBreaker {
  private failures = 0;
  private lastFailedAt = 0;
  private openUntil = 0;

  isOpen = () => performance.now() < this.openUntil;

  recordResponse(): void {
    this.failures = 0;
  }

  noteFailure(beganAt: number, openMs: number): void {
    const isAnother = this.failures === 0 || beganAt >= this.lastFailedAt;
    if (isAnother) this.failures += 1;
    this.lastFailedAt = performance.now();
    if (this.failures >= FAILURES_TO_OPEN) this.openUntil = this.lastFailedAt + openMs;
  }
}

export interface ExternalClient {
  /**
   * Makes a call, tries included, within what is left of its time. `kind` says which calls share a circuit breaker.
   * `signal` is aborted when the time is over. @throws NoResponseError
   */
  call<Result>(kind: string, run: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /** How long the next call may take; null for as long as it likes. */
  timeLeft(): number | null;
  /** For what fails after its call has ended, as a body does: takes its time from this request's. */
  spender(): (spentMs: number) => void;
}

/** Makes the calls to one system. `unawaitedMs` limits those that nobody waits for; null is no limit. */
export function createExternalClient(options: { longestMs?: number; unawaitedMs: number | null }): ExternalClient {
  const { longestMs = LONGEST_WAIT_MS, unawaitedMs } = options;
  const breakers = new Map<string, CircuitBreaker>();
  const externalClient = {};
  const timeLeft = () => {
    const budget = budgets.getStore();
    return budget ? (budget.get(externalClient) ?? longestMs) : unawaitedMs;
  };
  const spender = () => {
    const budget = budgets.getStore();
    const before = timeLeft() ?? 0;
    return (spentMs: number) => {
      const left = Math.min(budget?.get(externalClient) ?? longestMs, before - spentMs);
      budget?.set(externalClient, left < SHORTEST_CALL_MS ? 0 : left);
    };
  };
  return {
    timeLeft,
    spender,
    async call(kind, run) {
      const limitMs = timeLeft();
      if (limitMs === null) return await run(new AbortController().signal);
      const breaker = breakers.get(kind) ?? new CircuitBreaker();
      breakers.set(kind, breaker);
      if (limitMs <= 0 || breaker.isOpen()) throw new NoResponseError("It didn’t answer a moment ago.");
      const spend = spender();
      const beganAt = performance.now();
      try {
        const result = await within(limitMs, run);
        breaker.recordResponse();
        return result;
      } catch (error) {
        if (!(error instanceof NoResponseError)) breaker.recordResponse();
        // A call that got only what others left says nothing about the system.
        else if (limitMs >= longestMs) breaker.noteFailure(beganAt, OPEN_LIMITS * limitMs);
        spend(performance.now() - beganAt);
        throw error;
      } finally {
        await goOnAfterWork();
      }
    },
  };
}

/** @throws NoResponseError when the call takes longer; it is aborted then. */
async function within<Result>(limitMs: number, run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new NoResponseError(`No answer within ${Math.round(limitMs)} ms.`));
      abort.abort();
    }, limitMs);
  });
  const response = run(abort.signal);
  response.catch(() => {});
  try {
    return await Promise.race([response, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A body whose source may not stall: each wait for more of it is limited, and all of them together by its size. Only
 * waiting for the source counts, never a slow reader. Resolves when its first bytes are there. `asError` makes
 * the error it fails with, from NoResponseError or the source's own error, and the time waited.
 */
export async function openBody(
  source: Readable,
  longestMs: number,
  asError: (cause: unknown, waitedMs: number) => Error,
): Promise<Readable> {
  const pieces = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let waitedMs = 0;
  let received = 0;
  const next = async () => {
    const allowedMs = longestMs + (received / SLOWEST_BODY) * 1000 - waitedMs;
    const limitMs = Math.min(longestMs, allowedMs);
    const timer = setTimeout(() => source.destroy(new NoResponseError("The answer stopped half-way.")), limitMs);
    const began = performance.now();
    try {
      const piece = await pieces.next();
      if (!piece.done) received += piece.value.length;
      return piece;
    } finally {
      clearTimeout(timer);
      waitedMs += performance.now() - began;
    }
  };
  let first: IteratorResult<Buffer> | null = await next();
  return new Readable({
    read() {
      const piece = first ? Promise.resolve(first) : next();
      first = null;
      piece.then(
        ({ done, value }) => this.push(done ? null : value),
        (error: unknown) => this.destroy(asError(error, waitedMs)),
      );
    },
    destroy(error, done) {
      source.destroy();
      done(error);
    },
  });
}
