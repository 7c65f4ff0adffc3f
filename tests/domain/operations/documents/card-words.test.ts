import { expect, it } from "vitest";
import { cardRemark } from "~/domain/operations/documents/card-words.server";

const remark = (giftMessage: string) => cardRemark({ recipientName: "Maya", giftMessage, giverName: "Jean" });
const signs = (many: number) =>
  Array.from({ length: many }, (_, place) => String.fromCodePoint(0x12000 + place)).join(" ");

it("what a card can’t print is named, the first five of more", () => {
  expect(remark("With love")).toBeNull();
  expect(remark(signs(1))).toContain("leaves it out");
  expect(remark(signs(5))).not.toContain("and more");
  expect(remark(signs(6))).toContain("and more");
});
