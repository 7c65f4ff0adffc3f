import { getHeapStatistics } from "node:v8";

const MIB = 1024 * 1024;
/** Bytes of text of all bodies together that have begun and not ended. */
export const MOST_UNFINISHED_BYTES = Math.min(64 * MIB, getHeapStatistics().heap_size_limit / 4);

/** The oldest first. */
const unfinished = new Set<UnfinishedBody>();
let unfinishedBytes = 0;

/**
 * The body of a form or a call while it is read. Where all of them are too much together, the oldest are given up:
 * thousands that never end fill no memory, and a visitor's, which is there within a second, is not among them.
 */
export class UnfinishedBody {
  private readonly ending = new AbortController();
  /** Ends the reading of a body that is given up. */
  readonly signal = this.ending.signal;
  private bytes = 0;

  constructor() {
    unfinished.add(this);
  }

  /** Says how many bytes of text are held of it by now. */
  hold(bytes: number): void {
    unfinishedBytes += bytes - this.bytes;
    this.bytes = bytes;
    for (const oldest of unfinished) {
      if (unfinishedBytes <= MOST_UNFINISHED_BYTES) return;
      oldest.letGo();
      oldest.ending.abort();
    }
  }

  /** It has been read, or is not awaited any more. */
  letGo(): void {
    if (unfinished.delete(this)) unfinishedBytes -= this.bytes;
  }
}
