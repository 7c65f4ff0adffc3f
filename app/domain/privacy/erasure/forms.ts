import { z } from "zod";
import { canonicalAddress } from "~/domain/kernel/text/email-addresses";
import { clean } from "~/domain/kernel/text/typed-text";
import { isDay } from "~/domain/kernel/time/days";
import { londonMoment } from "~/domain/kernel/time/instants";
import { line, optionalLine } from "~/domain/people/accounts/forms";
import { reason } from "~/domain/people/staff/forms";

/** The form by which staff ask for what was deleted by accident. */

const MOMENT_MESSAGE = "Please enter a day and a time, such as 2026-11-22 09:30";
const MOMENT = /^(\d{4}-\d\d-\d\d)[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?::\d\d)?$/;

/** A day and a time in London; null where it is left empty. */
const moment = z
  .string()
  .optional()
  .catch(undefined)
  .transform((typed, context) => {
    const text = clean(typed ?? "", "number");
    const [, day = "", time = ""] = MOMENT.exec(text) ?? [];
    if (text === "") return null;
    if (isDay(day)) return londonMoment(day, time);
    context.addIssue({ code: "custom", message: MOMENT_MESSAGE });
    return z.NEVER;
  });

export const restoreForm = z.object({
  account: line("Please enter an email address or an account’s id", "It", 254).transform(canonicalAddress),
  loopId: optionalLine("The id", 40),
  moment,
  reason,
});
export type RestoreAsked = z.infer<typeof restoreForm>;
export type RestoreTyped = z.input<typeof restoreForm>;
