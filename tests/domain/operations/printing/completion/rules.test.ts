import { describe, expect, it } from "vitest";
import { canMove, type LoopStatus, signOffProblem } from "~/domain/diary/loops/completion";

const ORDER: readonly LoopStatus[] = ["ACTIVE", "COMPLETED", "PRINTING", "SHIPPED", "DELIVERED"];

it("a loop is completed, printed, sent and brought, in that order and never back", () => {
  const moves = ORDER.flatMap((from) => ORDER.filter((to) => canMove(from, to)).map((to) => [from, to]));
  expect(moves).toEqual(ORDER.slice(1).map((to, place) => [ORDER[place], to]));
});

describe("sending a loop to print", () => {
  const DAY_357 = "2027-11-12";
  const DAY_358 = "2027-11-13";
  it.each([
    ["in week 51, not all written", "ACTIVE", 51, DAY_357, "too_early"],
    ["in week 52", "ACTIVE", 1, DAY_358, null],
    ["in week 51, all written", "ACTIVE", 52, DAY_357, null],
    ["in week 52, nothing written", "ACTIVE", 0, DAY_358, "nothing_written"],
    ["once it was sent", "COMPLETED", 0, DAY_358, "read_only"],
    ["once it was brought", "DELIVERED", 52, DAY_358, "read_only"],
  ] as const)("%s", (_, status, weeksWritten, today, problem) => {
    expect(signOffProblem({ status, startDay: "2026-11-20", pauses: [] }, weeksWritten, today)).toBe(problem);
  });

  it("waits as long as the year was paused", () => {
    const loop = {
      status: "ACTIVE",
      startDay: "2026-11-20",
      pauses: [{ fromDay: "2027-01-01", weeks: 1 }],
    } as const;
    expect(signOffProblem(loop, 1, DAY_358)).toBe("too_early");
    expect(signOffProblem(loop, 1, "2027-11-20")).toBeNull();
  });
});
