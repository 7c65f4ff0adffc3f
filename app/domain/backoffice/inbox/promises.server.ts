import { settingOf } from "#db/queries.server";
import { type Promises, USUAL_PROMISES } from "./promises";

/** The current promises. */
export function readPromises(): Promises {
  const value = settingOf("promises");
  return value === undefined ? USUAL_PROMISES : { ...USUAL_PROMISES, ...(JSON.parse(value) as Partial<Promises>) };
}
