import { settingOf } from "#db/queries.server";
import { settings } from "~/adapters/settings.server";
import type { Company } from "~/domain/kernel/company/company";
import type { Seller } from "./email-layout";

/** The seller, as every email, document and page names it: the staff's settings override those of the environment. */

export type { Company };

export function readCompany(): Company {
  const value = settingOf("company");
  return value === undefined ? settings.company : { ...settings.company, ...(JSON.parse(value) as Partial<Company>) };
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
  get registeredIn() {
    return readCompany().registeredIn;
  },
  get phone() {
    return readCompany().phone;
  },
  get vatNumber() {
    return readCompany().vatNumber;
  },
  get printerCountry() {
    return readCompany().printerCountry;
  },
  origin: settings.publicOrigin,
};
