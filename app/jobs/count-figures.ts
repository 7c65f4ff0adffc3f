import { countInSlices } from "~/domain/backoffice/analytics/counting.server";
import { FINISHING } from "~/domain/backoffice/analytics/finishing.server";
import { PEOPLE } from "~/domain/backoffice/analytics/people.server";
import { countDays } from "~/domain/backoffice/analytics/sales.server";
import { SHOP } from "~/domain/backoffice/staff/day-figures.server";

/** Counts what the staff's pages show of the whole shop: the days that are over, and the figures that are due. */
export async function countFigures(now: Date): Promise<void> {
  await countInSlices(countDays(now));
  for (const figures of [SHOP, PEOPLE, FINISHING]) await figures.recount(now);
}
