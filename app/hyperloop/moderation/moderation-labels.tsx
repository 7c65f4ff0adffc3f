import { findLoopType } from "~/domain/catalogue/catalogue";
import type { OUTCOMES } from "~/domain/moderation/rules";

export const DECIDED = {
  approve: "The entry is approved.",
  flag: "The entry stays flagged for a colleague.",
  reject: "The entry is rejected. Its owner gets an email with your note.",
  hide: "The entry is hidden from the book. Its owner gets an email with your note.",
} as const satisfies Record<keyof typeof OUTCOMES, string>;

/** What a loop is called where staff name it: its type, never its own title, which is its owner's words. */
export function loopName({ theme, type }: { theme: string; type: string }): string {
  return findLoopType(theme, type)?.displayName ?? "Loop";
}
