import type { OUTCOMES } from "~/domain/backoffice/moderation/rules";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";

export const DECIDED = {
  approve: "Entry approved.",
  flag: "Entry flagged for a colleague.",
  reject: "Entry rejected. We’re emailing your note to the owner.",
  hide: "Entry hidden from the book. We’re emailing your note to the owner.",
} as const satisfies Record<keyof typeof OUTCOMES, string>;

/** What a loop is called where staff name it: its type, never its own title, which is its owner's text. */
export function loopName({ theme, type }: { theme: string; type: string }): string {
  return findLoopType(theme, type)?.displayName ?? "Loop";
}

/** Whose entry it is. */
export function ownerName(line: { firstName: string; lastName: string; email: string }): string {
  return `${line.firstName} ${line.lastName}`.trim() || line.email;
}
