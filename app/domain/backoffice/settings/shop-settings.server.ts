import { eq, inArray } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { prepareAll } from "#db/queries.server";
import { settings, staff } from "#db/schema";
import type { PriceList } from "~/domain/diary/catalogue/prices";
import { readPrices } from "~/domain/diary/catalogue/prices.server";
import { type Company, readCompany } from "~/domain/mail/layout/seller.server";
import { readEmailRates } from "~/domain/mail/outbox/lanes.server";
import type { EmailRates } from "~/domain/mail/outbox/rates";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import type { Promises } from "../inbox/promises";
import { readPromises } from "../inbox/promises.server";
import type { Switches } from "./switches";
import { readSwitches } from "./switches.server";

/**
 * Shop settings of staff: prices, the seller, switches, how long work may wait, and how fast emails
 * leave. A change takes effect with the next
 * request; an order keeps a copy of its prices, so existing orders are unaffected. Each change has a reason, and the
 * audit records the old value.
 */

interface ShopSettings {
  prices: PriceList;
  company: Company;
  switches: Switches;
  promises: Promises;
  emailRates: EmailRates;
}

type Key = keyof ShopSettings;

const READERS: { readonly [Name in Key]: () => ShopSettings[Name] } = {
  prices: readPrices,
  company: readCompany,
  switches: readSwitches,
  promises: readPromises,
  emailRates: readEmailRates,
};

export function readShopSettings(): ShopSettings {
  return {
    ...{ prices: readPrices(), company: readCompany(), switches: readSwitches(), promises: readPromises() },
    emailRates: readEmailRates(),
  };
}

/** Replaces one part as a whole. Returns false, and writes nothing, if nothing would change. */
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

const inOrder = (value: object) => JSON.stringify(Object.entries(value).sort(([one], [two]) => (one < two ? -1 : 1)));

/** The values of `one` that differ from `other`. */
function differing(one: object, other: object): Record<string, unknown> {
  const others = new Map(Object.entries(other));
  return Object.fromEntries(Object.entries(one).filter(([name, value]) => others.get(name) !== value));
}

/** Who last changed each part, and when. */
export const lastChanges = prepareAll(() =>
  db
    .select({ key: settings.key, at: settings.updatedAt, by: staff.name })
    .from(settings)
    .leftJoin(staff, eq(staff.id, settings.updatedByStaffId))
    .where(inArray(settings.key, ["prices", "company", "switches", "promises", "emailRates", "exposure"])),
);
