import { expect, it } from "vitest";
import { nextTryAfter } from "~/domain/mail/outbox/delivery-policy";
import { later, NOW } from "../../../support/people";

const DAYS = 86_400;

it("an email is tried again ever later, daily in the end, and given up once it is three days old", () => {
  expect([1, 2, 5, 6, 9].map((tries) => nextTryAfter("weekly", tries, NOW, NOW))).toEqual(
    [60, 300, 14_400, DAYS, DAYS].map((seconds) => later(seconds)),
  );
  expect(nextTryAfter("weekly", 9, NOW, later(3 * DAYS - 1))).toEqual(later(4 * DAYS - 1));
  expect(nextTryAfter("weekly", 9, NOW, later(3 * DAYS))).toBeNull();
});

it.each(["codes", "orders"] as const)(
  "of %s, which somebody waits for, one is tried again after ten seconds, then twenty, then as all are",
  (lane) => {
    expect([1, 2, 3, 4].map((tries) => nextTryAfter(lane, tries, NOW, NOW))).toEqual(
      [10, 20, 60, 300].map((seconds) => later(seconds)),
    );
  },
);
