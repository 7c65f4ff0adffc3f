import { expect, it } from "vitest";
import {
  decisionsFor,
  LONGEST_LOOK_MINUTES,
  MODERATION_DECISIONS,
  OUTCOMES,
  PRIORITY_QUEUE,
} from "~/domain/backoffice/moderation/rules";
import { LOCK_MINUTES } from "~/domain/kernel/time/access-lengths";

it.each([
  ["PENDING", "approve flag reject"],
  ["FLAGGED", "approve flag reject"],
  ["APPROVED", "hide"],
  ["REJECTED", "hide"],
  ["HIDDEN", ""],
] as const)("of an entry that is %s may be decided: %s", (state, moderationDecisions) => {
  expect(decisionsFor(state).join(" ")).toBe(moderationDecisions);
});

it("each decision leads to one state", () => {
  expect(OUTCOMES).toEqual({ approve: "APPROVED", flag: "FLAGGED", reject: "REJECTED", hide: "HIDDEN" });
  expect(MODERATION_DECISIONS).toEqual(Object.keys(OUTCOMES));
});

it("a reader has an entry for ten minutes, an hour in all, and six wait above the list", () => {
  expect([LOCK_MINUTES, LONGEST_LOOK_MINUTES, PRIORITY_QUEUE]).toEqual([10, 60, 6]);
});
