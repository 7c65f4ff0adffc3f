import { expect, it } from "vitest";
import { emailLeavesAt, signOffProblem, UNDO_MINUTES } from "~/domain/diary/loops/completion";
import { addDays } from "~/domain/kernel/time/days";
import { later, NOW } from "../../../support/people";

const START = "2025-11-20";
const onDay = (count: number) => addDays(START, count);

it("the email of a step in print leaves once the step can no longer be taken back", () => {
  expect(emailLeavesAt(NOW)).toEqual(later(UNDO_MINUTES * 60));
});

it.each([
  ["with nothing written in its last week", "ACTIVE", 0, 358, "nothing_written"],
  ["with a week written in its last week", "ACTIVE", 1, 358, null],
  ["with a week written in the week before", "ACTIVE", 1, 357, "too_early"],
  ["with all weeks written before its last", "ACTIVE", 52, 1, null],
  ["with all weeks but one written before its last", "ACTIVE", 51, 1, "too_early"],
  ["that was signed off", "COMPLETED", 52, 358, "read_only"],
  ["that is being printed", "PRINTING", 52, 358, "read_only"],
] as const)("a year %s: %s, %i weeks, day %i: %s", (_, status, written, day, problem) => {
  expect(signOffProblem({ status, startDay: START, pauses: [] }, written, onDay(day))).toBe(problem);
});
