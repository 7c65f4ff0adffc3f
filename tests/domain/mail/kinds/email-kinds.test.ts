import { expect, it } from "vitest";
import { CODE_LIFE_MINUTES } from "~/domain/kernel/time/access-lengths";
import { canBeStopped, isStale } from "~/domain/mail/kinds/email-kinds";
import { later, NOW } from "../../../support/people";

it("an email with a code is no use from the moment that the code runs out, and others always are", () => {
  const end = CODE_LIFE_MINUTES * 60;
  const stale = (kind: string, second: number) => isStale(kind, NOW, later(second));
  expect([stale("verification_code", end - 1), stale("verification_code", end)]).toEqual([false, true]);
  expect(stale("shipped", 10 * end)).toBe(false);
});

it("reminders, gifts and kinds that nobody knows any more can be stopped, and what belongs to an order can’t", () => {
  expect(["weekly", "gift", "of_before", "shipped"].map(canBeStopped)).toEqual([true, true, true, false]);
});
