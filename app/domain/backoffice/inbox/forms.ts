import { z } from "zod";
import { day } from "~/domain/people/accounts/forms";

/** The forms of the inbox: the work that was selected, and what is to become of it. */

const MOST_SELECTED = 200;

const item = z.preprocess(
  (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
  z.array(z.string().max(200)).min(1, "Please tick at least one line").max(MOST_SELECTED),
);

export const takeForm = z.object({ item });
export const giveForm = z.object({
  item,
  colleague: z.string({ error: "Please choose who gets it" }).min(1, "Please choose who gets it").max(100),
});
export const putOffForm = z.object({ item, until: day });
