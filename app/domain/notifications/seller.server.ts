import { settings } from "~/adapters/settings.server";
import type { Seller } from "./letter-frame";

/** Who sells, as the settings have it. */
export const seller: Seller = { ...settings.company, origin: settings.publicOrigin };
