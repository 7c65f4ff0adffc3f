import { type StorageTrouble, storageTrouble } from "#db/errors";
import { untilWritable } from "#db/write-lock.server";
import { noteError } from "./error-log.server";

/**
 * Requests and the database they write to. A change waits, without holding up anybody else, until it can begin. What
 * could not be written is thrown as one error that says why, and the gate answers it.
 */
export class NotKept extends Error {
  constructor(
    readonly trouble: StorageTrouble,
    /** Nothing of the request was done; otherwise some of it may have been. */
    readonly isUntouched: boolean,
    cause?: unknown,
  ) {
    super(`The database took no write: ${trouble}`, { cause });
    this.name = "NotKept";
  }

  /** When it is worth trying again: a writer is soon done, a disk is looked after by people. */
  get retryAfterSeconds(): number {
    return this.trouble === "busy" ? 5 : 60;
  }
}

/** Runs what changes something, once the database takes a write. @throws NotKept */
export async function runChange<Result>(
  request: Request,
  run: () => Result | Promise<Result>,
): Promise<Result> {
  if (!(await untilWritable())) throw noted(request, new NotKept("busy", true));
  try {
    return await run();
  } catch (error) {
    throw asNotKept(request, error);
  }
}

/**
 * Runs what reads. Some of it writes something down too, and meets another writer: reading again asks for nothing
 * that was not asked for before, so it is done once more when that one has ended. @throws NotKept
 */
export async function runReading<Result>(
  request: Request,
  run: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (storageTrouble(error) !== "busy" || !(await untilWritable())) throw asNotKept(request, error);
  }
  try {
    return await run();
  } catch (error) {
    throw asNotKept(request, error);
  }
}

/** A form whose files our disk did not take. Nothing of it has been done. */
export function filesNotKept(request: Request, error: Error): NotKept {
  return noted(request, new NotKept(storageTrouble(error) ?? "failing", true, error));
}

function asNotKept(request: Request, error: unknown): unknown {
  const trouble = storageTrouble(error);
  return trouble === null ? error : noted(request, new NotKept(trouble, false, error));
}

function noted(request: Request, error: NotKept): NotKept {
  noteError(error.cause ?? error, request);
  return error;
}
