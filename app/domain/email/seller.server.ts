import { eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { settings as shopSettings } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import type { Seller } from "./email-layout";

/** Who sells, as every email, paper and page names them: what staff have set, over what the machine was started with. */

export type Company = Omit<Seller, "origin">;

export function readCompany(): Company {
  const row = db.select().from(shopSettings).where(eq(shopSettings.key, "company")).get();
  return row ? { ...settings.company, ...(JSON.parse(row.value) as Partial<Company>) } : settings.company;
}

/** Read anew each time it is looked at, so that a change holds at once. */
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
