import { LONGEST_DRAFT } from "~/domain/diary/rules/entry-limits";
import { formatNumber } from "~/domain/kernel/text/numbers";
import type { BookInput } from "../layout/layout";

/**
 * Refuses a book with a week longer than any that can be saved today: one written before there was a limit. The detail is
 * for its owner.
 */
export function findTooLong({ entries }: BookInput): { ok: false; reason: "too_long"; detail: string } | null {
  for (const { week, title, highlight, gratitude, answer, learned } of entries) {
    const length = [title, highlight, gratitude, answer, learned].join("").length;
    if (length <= LONGEST_DRAFT) continue;
    const detail = `Week ${week} has ${formatNumber(length)} characters, and a week can have up to ${formatNumber(LONGEST_DRAFT)} in the book. Please shorten it, then try again.`;
    return { ok: false, reason: "too_long", detail };
  }
  return null;
}

const FOR_THE_OWNER = ["too_long", "too_large"];

/** What the owner of a book that could not be made should know and can change; null when they can only try again. */
export function whyNotMade(failure: string | null): string | null {
  const reason = FOR_THE_OWNER.find((one) => failure?.startsWith(`${one}: `));
  return failure !== null && reason !== undefined ? failure.slice(`${reason}: `.length) : null;
}
