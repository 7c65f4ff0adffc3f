import { expect, it } from "vitest";
import { pageAddress, pageOf } from "~/web/list-query";

it("the first page of a list has the plain address, and filters that are empty are left out", () => {
  const filters = { q: "Ada & Ben", state: "", page: 7 };
  expect([1, 2].map((page) => pageAddress("/orders", filters, page))).toEqual([
    "/orders?q=Ada+%26+Ben",
    "/orders?q=Ada+%26+Ben&page=2",
  ]);
  expect(pageAddress("/orders", { q: "" }, 1)).toBe("/orders");
});

it.each([
  ["3", 3],
  ["0", 1],
  ["-1", 1],
  ["3x", 1],
  ["100001", 100_000],
  ["1000000", 1],
])("page %s is %i", (page, read) => expect(pageOf(new URLSearchParams({ page }))).toBe(read));
