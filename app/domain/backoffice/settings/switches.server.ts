import { settingOf } from "#db/queries.server";
import { ALL_ON, type Switches } from "./switches";

/** The current switches. */
export function readSwitches(): Switches {
  const value = settingOf("switches");
  return value === undefined ? ALL_ON : { ...ALL_ON, ...(JSON.parse(value) as Partial<Switches>) };
}
