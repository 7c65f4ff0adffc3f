import { write } from "#db/client.server";
import { londonDay } from "~/domain/kernel/time/days";
import { findLoopType, isOffered } from "../catalogue/catalogue";
import { changeContent, loopOwnedBy } from "./loops.server";
import { canChangeType, type TypeChangeProblem } from "./type-change";

export type TypeChangeResult =
  | { ok: true; name: string }
  | { ok: false; reason: TypeChangeProblem | "not_found" | "read_only" };

/** Makes a year one of another theme and type; its weeks, and answers that were written, stay. */
export function changeType(
  accountId: string,
  loopId: string,
  wanted: { theme: string; type: string },
  now: Date,
): TypeChangeResult {
  return write((): TypeChangeResult => {
    const loop = loopOwnedBy(accountId, loopId);
    if (!loop) return { ok: false, reason: "not_found" };
    if (loop.status !== "ACTIVE") return { ok: false, reason: "read_only" };
    if (!canChangeType(loop, londonDay(now))) return { ok: false, reason: "too_late" };
    const found = findLoopType(wanted.theme, wanted.type);
    if (!found || !isOffered(found, "purchase")) return { ok: false, reason: "unknown_type" };
    if (loop.theme === wanted.theme && loop.type === wanted.type) return { ok: false, reason: "same_type" };
    const isChanged = changeContent(accountId, loopId, wanted, now);
    return isChanged ? { ok: true, name: found.displayName } : { ok: false, reason: "read_only" };
  });
}
