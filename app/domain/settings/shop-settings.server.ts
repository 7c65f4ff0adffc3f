import { eq, inArray } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { settings, staff } from "#db/schema";
import type { PriceList } from "../catalogue/prices";
import { readPrices } from "../catalogue/prices.server";
import { type Company, readCompany } from "../email/seller.server";
import { recordAuditEvent } from "../staff/audit.server";
import type { Switches } from "./switches";
import { readSwitches } from "./switches.server";

/**
 * What staff set for the whole house: what things cost, who sells, and what is switched on. A change holds from the
 * next request on; an order keeps a copy of the prices it was placed at, so none that exists is touched. Each change
 * says why, and the audit keeps what it was before.
 */

interface ShopSettings {
  prices: PriceList;
  company: Company;
  switches: Switches;
}

type Key = keyof ShopSettings;

const READERS: { readonly [Name in Key]: () => ShopSettings[Name] } = {
  prices: readPrices,
  company: readCompany,
  switches: readSwitches,
};

export function readShopSettings(): ShopSettings {
  return { prices: readPrices(), company: readCompany(), switches: readSwitches() };
}

/** Sets one part of it as a whole. False where nothing would be different, and nothing is written then. */
export function changeShopSettings<Name extends Key>(
  name: Name,
  to: ShopSettings[Name],
  by: { staffId: string; reason: string },
  now: Date,
): boolean {
  return write((tx) => {
    const before = READERS[name]();
    if (inOrder(before) === inOrder(to)) return false;
    const row = { value: JSON.stringify(to), updatedAt: now, updatedByStaffId: by.staffId };
    tx.insert(settings)
      .values({ key: name, ...row })
      .onConflictDoUpdate({ target: settings.key, set: row })
      .run();
    const changed = { before: differing(before, to), after: differing(to, before) };
    recordAuditEvent(tx, {
      staffId: by.staffId,
      action: "settings.change",
      object: { type: "settings", id: name },
      ...changed,
      reason: by.reason,
      now,
    });
    return true;
  });
}

const inOrder = (value: object) =>
  JSON.stringify(Object.entries(value).sort(([one], [two]) => (one < two ? -1 : 1)));

/** The values of `one` that `other` has not. */
function differing(one: object, other: object): Record<string, unknown> {
  const others = new Map(Object.entries(other));
  return Object.fromEntries(Object.entries(one).filter(([name, value]) => others.get(name) !== value));
}

/** Who changed which part last, and when. */
export function lastChanges() {
  return db
    .select({ key: settings.key, at: settings.updatedAt, by: staff.name })
    .from(settings)
    .leftJoin(staff, eq(staff.id, settings.updatedByStaffId))
    .where(inArray(settings.key, ["prices", "company", "switches"]))
    .all();
}
