import { expect, it } from "vitest";
import { messageSize } from "~/domain/shop/vouchers/gift-message";

const lines = (many: number, characters = 1) => Array.from({ length: many }, () => "x".repeat(characters)).join("\n");

it.each([
  ["7 lines of 26 characters", lines(7, 26), "large"],
  ["8 lines", lines(8), "medium"],
  ["a line of 27 characters more than fits", lines(7, 27), "medium"],
  ["9 lines of 32 characters", lines(9, 32), "medium"],
  ["10 lines", lines(10), "small"],
  ["11 lines of 38 characters", lines(11, 38), "small"],
  ["12 lines", lines(12), "smallest"],
])("a message of %s is written as large as all of it fits on the card", (_, message, size) => {
  expect(messageSize(message)).toBe(size);
});
