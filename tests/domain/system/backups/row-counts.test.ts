import { expect, it } from "vitest";
import { comparedRows } from "~/domain/system/backups/row-counts";

it.each([
  ["nothing changed", { orders: 9, sessions: 9 }, { orders: 9, sessions: 9 }, { orders: 9, sessions: 9 }, []],
  ["an order came between the two counts and is there", { orders: 9 }, { orders: 10 }, { orders: 11 }, []],
  ["an order is missing", { orders: 9 }, { orders: 8 }, { orders: 9 }, ["orders has 8 rows, and the shop 9."]],
  [
    "one too many is there",
    { orders: 9 },
    { orders: 12 },
    { orders: 11 },
    ["orders has 12 rows, and the shop 9 to 11."],
  ],
  ["some sessions ended meanwhile", { sessions: 40 }, { sessions: 9 }, { sessions: 30 }, []],
  [
    "most sessions are missing",
    { sessions: 900 },
    { sessions: 9 },
    { sessions: 900 },
    ["sessions has 9 rows, and the shop 900."],
  ],
  ["a whole table is missing", { orders: 9 }, {}, { orders: 9 }, ["The table orders is missing."]],
])("%s", (_, before, restored, after, problems) => {
  expect(comparedRows({ ...before }, { ...restored }, { ...after })).toEqual(problems);
});
