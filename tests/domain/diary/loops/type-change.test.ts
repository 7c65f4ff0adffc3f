import { expect, it } from "vitest";
import { loopOwnedBy } from "~/domain/diary/loops/loops.server";
import { changeType } from "~/domain/diary/loops/type-change.server";
import { loopOf, person } from "../../../support/people";

const START = "2026-11-20";
const at = (day: string) => new Date(`${day}T12:00:00Z`);
const CAT = { theme: "pet", type: "my-cat-and-me" };

it.each([
  ["before it starts", "2026-11-01", CAT, true],
  ["on the last day of its second week", "2026-12-04", CAT, true],
  ["on the first day of its third week", "2026-12-05", CAT, "too_late"],
  ["to what it is", START, { theme: "pet", type: "puppys-first-year" }, "same_type"],
  ["to what there is not", START, { theme: "pet", type: "none" }, "unknown_type"],
])("the type of a year changes %s", (_, day, wanted, outcome) => {
  const { id, accountId } = loopOf(person("Ada").id, { startDay: START });
  const changed = changeType(accountId, id, wanted, at(day));
  expect(changed.ok || changed.reason).toBe(outcome);
  expect(loopOwnedBy(accountId, id)?.type).toBe(outcome === true ? CAT.type : "puppys-first-year");
});

it("the type of somebody else’s year is not found, and that of a printed one stays", () => {
  const { id } = loopOf(person("Ada").id);
  const printed = loopOf(person("Ben").id, { status: "PRINTING" });
  expect(changeType(person("Eve").id, id, CAT, at(START))).toEqual({ ok: false, reason: "not_found" });
  for (const wanted of [CAT, { theme: "pet", type: "none" }]) {
    const changed = changeType(printed.accountId, printed.id, wanted, at("2027-06-01"));
    expect(changed).toEqual({ ok: false, reason: "read_only" });
  }
});
