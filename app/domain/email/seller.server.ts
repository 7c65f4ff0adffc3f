import { eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { settings as shopSettings } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import type { Seller } from "./email-layout";

/** The seller, as every email, document and page names it: the staff's settings override those of the environment. */

export type Company = Omit<Seller, "origin">;

export function readCompany(): Company {
  const row = db.select().from(shopSettings).where(eq(shopSettings.key, "company")).get();
  return row ? { ...settings.company, ...(JSON.parse(row.value) as Partial<Company>) } : settings.company;
}

/** Reads the settings on each access, so that a change takes effect at once. */
export const seller: Seller = {
  get name() {
    return readCompany().name;
  },
  get email() {
    return readCompany().email;
  },
  get address() {
    return readCompany().address;
  },
  get number() {
    return readCompany().number;
  },
  origin: settings.publicOrigin,
};
