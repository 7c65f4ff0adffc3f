import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { countedDays } from "#db/schema";
import { FINISHING } from "~/domain/backoffice/analytics/finishing.server";
import { PEOPLE } from "~/domain/backoffice/analytics/people.server";
import { SHOP } from "~/domain/backoffice/staff/day-figures.server";
import { countFigures } from "~/jobs/count-figures";
import { NOW } from "../support/people";

it("one run counts the days that are over and every figure that staff's pages read", async () => {
  await countFigures(NOW);
  expect([SHOP, PEOPLE, FINISHING].map((figures) => figures.read()?.at)).toEqual([NOW, NOW, NOW]);
  expect(db.select().from(countedDays).all()).toHaveLength(179);
});
