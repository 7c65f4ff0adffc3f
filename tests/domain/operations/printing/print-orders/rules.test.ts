import { expect, it } from "vitest";
import { asRead, MOST_TRIES, mayFollow, sentAgainAt } from "~/domain/operations/printing/print-orders";
import { NOW } from "../../../../support/people";

it("an order without a response is sent again, until it has been tried as often as it may be", () => {
  expect([1, MOST_TRIES - 1, MOST_TRIES].map((tries) => sentAgainAt(tries, NOW) !== null)).toEqual([true, true, false]);
});

it("an order becomes what the printer says, and without a response stays as it is, with the error", () => {
  const read = (issues: readonly string[]) => asRead({ ok: true, stage: "failed", issues }, "taken");
  expect(read([])).toEqual({ state: "failed", failure: null });
  expect(read(["No cover.", "No pages."])).toEqual({ state: "failed", failure: "No cover. No pages." });
  expect(asRead({ ok: false, message: "Silence." }, "taken")).toEqual({ state: "taken", failure: "Silence." });
});

it.each([
  ["cancelled", "ord_1", true],
  ["failed", null, true],
  ["failed", "ord_1", false],
  ["stuck", null, false],
  ["taken", "ord_1", false],
] as const)("after an order that is %s, with the printer’s number %s, another may follow: %s", (state, id, may) => {
  expect(mayFollow({ state, printerOrderId: id })).toBe(may);
});
