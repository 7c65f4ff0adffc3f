import { AsyncLocalStorage } from "node:async_hooks";
import { type StorageFailure, storageFailure } from "#db/errors";
import { waitUntilWritable } from "#db/write-lock.server";
import { settings } from "~/adapters/settings.server";
import { waitAfterCalls } from "~/adapters/waiting/outside-calls.server";
import { mayBeDone } from "./connection.server";
import { logError } from "./error-log.server";

/**
 * Errors of the storage during a request. A change waits, without blocking other requests, until it can begin. What
 * could not be written throws one error with the cause, which the request guard turns into a response.
 */
export class StorageError extends Error {
  readonly failure: StorageFailure;
  /** True when nothing of the request was done; otherwise some of it may have been. */
  readonly isUntouched: boolean;

  constructor(failure: StorageFailure, isUntouched: boolean, cause?: unknown) {
    super(`Storage failed: ${failure}`, { cause });
    this.failure = failure;
    this.isUntouched = isUntouched;
    this.name = "StorageError";
  }

  /** When to try again: another writer is done in seconds, a broken disk needs people. */
  get retryAfterSeconds(): number {
    return this.failure === "busy" ? 5 : 60;
  }
}

const changes = new AsyncLocalStorage<true>();

/**
 * A change that asked another system waits again until it can write, because the lock may have been taken meanwhile and
 * a write that waits for it holds up every page.
 */
export function waitToWriteAfterCalls(): void {
  waitAfterCalls(async () => changes.getStore() && (await waitUntilWritable()));
}

/** Runs a change, once the database accepts a write. @throws StorageError */
export async function runChange<Result>(request: Request, run: () => Result | Promise<Result>): Promise<Result> {
  // The writer is silent, and what else a change does, such as a payment, must not be done without it.
  if (settings.reading) throw new StorageError("failing", !mayBeDone());
  if (!(await waitUntilWritable())) throw noted(request, new StorageError("busy", true));
  try {
    return await changes.run(true, async () => await run());
  } catch (error) {
    throw asStorageError(request, error);
  }
}

/**
 * Runs a read. Some reads also write and may meet another writer; a read is safe to repeat, so it runs once more when
 * that writer is done. @throws StorageError
 */
export async function runReading<Result>(request: Request, run: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (storageFailure(error) !== "busy" || !(await waitUntilWritable())) throw asStorageError(request, error);
  }
  try {
    return await run();
  } catch (error) {
    throw asStorageError(request, error);
  }
}

/**
 * Runs what a page does beside what it shows, once the database accepts a write. Where it does not, `otherwise` says what
 * the page can say without.
 */
export async function runBeside<Result>(
  request: Request,
  run: () => Promise<Result>,
  otherwise: () => Result,
): Promise<Result> {
  if (!(await waitUntilWritable())) return otherwise();
  try {
    return await run();
  } catch (error) {
    if (storageFailure(error) === null) throw error;
    logError(error, request);
    return otherwise();
  }
}

/** The error for a form whose files our disk refused. Nothing of the form has been done. */
export function filesNotStored(request: Request, error: Error): StorageError {
  return noted(request, new StorageError(storageFailure(error) ?? "failing", true, error));
}

function asStorageError(request: Request, error: unknown): unknown {
  const failure = storageFailure(error);
  return failure === null ? error : noted(request, new StorageError(failure, false, error));
}

function noted(request: Request, error: StorageError): StorageError {
  logError(error.cause ?? error, request);
  return error;
}
