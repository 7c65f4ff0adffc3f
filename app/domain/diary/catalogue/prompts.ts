/**
 * Fifty-two prompts for each type of loop, one a week, written for that type's year. Week 1 introduces it, the last
 * weeks look back. They are the heading of the answer field and the subject of the weekly email, so each is one line.
 * An owner can swap one for another or write their own. A week stores the wording of its question as soon as anything
 * is written or chosen, so rewording a list changes untouched weeks alone. What a list owes is in the README.
 */

import { kinds, spareQuestions } from "../../../content/content";
import { WEEKS } from "../rules/calendar";
import type { ThemeId } from "./loop-type";

/**
 * The 52 prompts of one type of loop; week n is at index n − 1.
 * @throws RangeError for a theme and key that are not in the catalogue, which would be a bug, because every loop has a
 * type from it.
 */
export function promptsFor(themeId: ThemeId, key: string): readonly string[] {
  const prompts = kinds.find((kind) => kind.theme === themeId && kind.key === key)?.questions;
  if (!prompts) throw new RangeError(`There are no prompts for ${themeId}/${key}.`);
  return prompts;
}

/** The prompts of the first week, the end of the first quarter and the last weeks refer to their place in the year. */
const TIED_WEEKS: ReadonlySet<number> = new Set([1, 13, 49, 50, 51, 52]);

/** Whether the prompt of a week (1 to 52) makes sense only in that week, so that no other week may use it. */
export function isTiedToItsWeek(week: number, prompt: string): boolean {
  return TIED_WEEKS.has(week) || /\bweek 1\b|\b(?:first|early) (?:entry|week)\b/.test(prompt);
}

/** General prompts that belong to no week of any type. */
export const sparePrompts = spareQuestions;

/** The prompt of one week, 1 to 52. @throws RangeError for any other week, and as `promptsFor` does. */
export function promptForWeek(themeId: ThemeId, key: string, week: number): string {
  const prompt = promptsFor(themeId, key)[week - 1];
  if (prompt === undefined) throw new RangeError(`A loop has weeks 1 to ${WEEKS}, not ${week}.`);
  return prompt;
}
