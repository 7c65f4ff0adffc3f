import { expect, it } from "vitest";
import { formatTimeLeft } from "~/domain/book/books/time-left";
import { NOW } from "../../../support/people";

const making = (stepsDone: number, seconds: number, state = "rendering") => {
  const since = new Date(NOW.getTime() - seconds * 1000);
  return formatTimeLeft({ state, stepsDone, stepsTotal: 100, since }, NOW);
};

it("a book that waits, or has hardly begun, is said to take what books usually take", () => {
  expect(making(0, 0, "waiting")).toBe("It takes about half a minute.");
  expect(making(9, 4)).toBe("It takes about half a minute.");
  const since = NOW;
  expect(formatTimeLeft({ state: "rendering", stepsDone: 0, stepsTotal: 0, since }, NOW)).toBe(
    "It takes about half a minute.",
  );
});

it("what is left is reckoned from how far the book has come since it was started", () => {
  expect(making(10, 1)).toBe("About 10 seconds left.");
  expect(making(50, 5)).toBe("A few seconds left.");
  expect(making(50, 60)).toBe("About a minute left.");
  expect(making(25, 6)).toBe("About 20 seconds left.");
  expect(making(50, 11)).toBe("About 15 seconds left.");
  expect(making(90, 20)).toBe("A few seconds left.");
  expect(making(100, 20)).toBe("A few seconds left.");
  expect(making(50, 70)).toBe("About a minute left.");
  expect(making(20, 60)).toBe("About 4 minutes left.");
});
