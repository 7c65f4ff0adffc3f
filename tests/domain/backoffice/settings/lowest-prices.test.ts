import { beforeEach, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { settings } from "#db/schema";
import { pricesTooLow } from "~/domain/backoffice/settings/lowest-prices.server";
import { changeShopSettings } from "~/domain/backoffice/settings/shop-settings.server";
import { OPENING_PRICES, type PriceList } from "~/domain/diary/catalogue/prices";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { NOW } from "../../../support/people";
import { colleague } from "../../people/staff/colleagues";

let joan = "";
let start = NOW;
beforeEach(async () => {
  db.delete(settings).run();
  joan = (await colleague("super_admin")).id;
  // Later than all that the tests before have changed counts.
  start = new Date(start.getTime() + 100 * DAY_MS);
});

const inDays = (days: number) => new Date(start.getTime() + days * DAY_MS);
const priced = (some: Partial<PriceList>): PriceList => ({ ...OPENING_PRICES, ...some });
const change = (some: Partial<PriceList>, days: number) =>
  changeShopSettings("prices", priced(some), { staffId: joan, reason: "A sale" }, inDays(days));
const tooLow = (some: Partial<PriceList>, days = 0) => pricesTooLow(priced(some), inDays(days));

it("the price of a loop, or of a copy, falls by half at most", () => {
  const halves = { loopPence: 3500, bookCopyStandardPence: 3500, bookCopyLuxuryPence: 3500 };
  expect(tooLow(halves)).toEqual([]);
  for (const name of ["loopPence", "bookCopyStandardPence", "bookCopyLuxuryPence"] as const)
    expect(tooLow({ ...halves, [name]: 3499 })).toEqual([{ name, lowestPence: 3500 }]);
  expect(tooLow({ loopDeliveryPence: 0, bookCopyDeliveryPence: 0, bookCopyTaxPercent: 0 })).toEqual([]);
});

it("several falls within thirty days go no further than one", () => {
  change({ loopPence: 5000 }, 0);
  change({ loopPence: 3500 }, 1);
  expect(tooLow({ loopPence: 3499 }, 29)).toEqual([{ name: "loopPence", lowestPence: 3500 }]);
  expect(tooLow({ loopPence: 2500 }, 30)).toEqual([]);
  expect(tooLow({ loopPence: 1750 }, 32)).toEqual([]);
});

it("a price that was raised by a slip can be put back", () => {
  change({ loopPence: 49_999 }, 0);
  expect(tooLow({ loopPence: 6999 }, 1)).toEqual([]);
});

it.each([
  ["of other settings", { type: "settings", id: "limits" }, { loopPence: 1 }],
  ["of another thing of that name", { type: "discount", id: "prices" }, { loopPence: 1 }],
  ["of the prices that left this one as it was", { type: "settings", id: "prices" }, { bookCopyTaxPercent: 1 }],
])("a change %s does not lower it", (_, object, before) => {
  const done = { staffId: joan, action: "settings.change", object, before, now: inDays(0) };
  write((tx) => recordAuditEvent(tx, done));
  change({ loopPence: 5000 }, 1);
  expect(tooLow({ loopPence: 3499 }, 2)).toEqual([{ name: "loopPence", lowestPence: 3500 }]);
});
