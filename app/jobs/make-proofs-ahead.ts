import { logLine } from "~/adapters/log/log.server";
import { queueChangedProofs } from "~/domain/book/books/proofs-ahead.server";

/** Has the proofs of changed years made before somebody opens them. */
export function makeProofsAhead(now: Date): void {
  const queued = queueChangedProofs(now);
  if (queued > 0) logLine("info", "proofs_queued", { proofs: queued });
}
