import { z } from "zod";
import { readPounds } from "~/domain/kernel/money/pounds";
import { formatNumber } from "~/domain/kernel/text/numbers";
import { clean } from "~/domain/kernel/text/typed-text";
import { isDay } from "~/domain/kernel/time/days";
import { addressCorrectionForm } from "~/domain/shop/orders/forms";
import { MOST_LINES, REPRINT_CAUSES, REPRINT_PAYERS, type ReadLines } from "./print-costs";
import { CARRIERS, OTHER_CARRIER, tidyTrackingNumber, trackingProblem } from "./tracking";

/** The forms of shipments, with their error messages. */

const LONGEST_NAME = 60;
const CHOOSE_MESSAGE = "Please choose the carrier";
const NAME_MESSAGE = "Please enter the carrier’s name";
const LONG_NAME_MESSAGE = `The carrier’s name can have up to ${LONGEST_NAME} characters`;
const LONG_NUMBER_MESSAGE = `The tracking number can have up to ${LONGEST_NAME} characters`;

const line = z
  .string()
  .optional()
  .transform((typed) => clean(typed ?? "", "line"));

const chosen = z.enum([...CARRIERS.map(({ name }) => name), OTHER_CARRIER], { error: CHOOSE_MESSAGE });
const carrierFields = {
  carrier: chosen,
  otherCarrier: line.pipe(z.string().max(LONGEST_NAME, LONG_NAME_MESSAGE)),
};

export const carrierNameOf = (given: { carrier: string; otherCarrier: string }) =>
  given.carrier === OTHER_CARRIER ? given.otherCarrier : given.carrier;

function checkName(given: { carrier: string; otherCarrier: string }, context: z.RefinementCtx): void {
  if (carrierNameOf(given) === "") context.addIssue({ code: "custom", path: ["otherCarrier"], message: NAME_MESSAGE });
}

/** The carrier of a batch of shipments: one of the list, or another one's name. */
export const carrierForm = z.object(carrierFields).superRefine(checkName);

export type CarrierGiven = z.infer<typeof carrierForm>;

/** A tracking number as it was typed, for its carrier; empty without one. */
export function trackingNumberOf(
  typed: string,
  carrier: string,
): { ok: true; number: string } | { ok: false; message: string } {
  const number = clean(typed, "line");
  if (number.length > LONGEST_NAME) return { ok: false, message: LONG_NUMBER_MESSAGE };
  const problem = trackingProblem(carrier, number);
  if (problem) return { ok: false, message: problem };
  return { ok: true, number: carrier === OTHER_CARRIER ? number : tidyTrackingNumber(number) };
}

/** What a shipment cost, as on a bill; empty where that is not known. */
export const costForm = z.object({
  cost: line.transform((typed, context) => {
    const pence = typed === "" ? null : readPounds(typed);
    if (typed !== "" && pence === null) context.addIssue({ code: "custom", message: COST_MESSAGE });
    return pence;
  }),
});

const COST_MESSAGE = "Please enter an amount like 18.40";
const dayField = z
  .string()
  .optional()
  .transform((typed) => clean(typed ?? "", "number"))
  .pipe(z.string().refine(isDay, "Please enter a date"));

const LONGEST_LINE = 100;
const TOO_MANY_LINES_MESSAGE = `An invoice can have up to ${formatNumber(MOST_LINES)} lines`;

/** A printer's invoice; its lines are typed, or come from a file. */
export const invoiceForm = z
  .object({
    supplier: line.pipe(z.string().min(1, "Please enter who sent it").max(LONGEST_NAME)),
    number: line.pipe(z.string().min(1, "Please enter its number").max(LONGEST_NAME)),
    fromDay: dayField,
    untilDay: dayField,
    lines: z
      .string()
      .max(MOST_LINES * LONGEST_LINE, TOO_MANY_LINES_MESSAGE)
      .optional()
      .default("")
      .transform((typed) => clean(typed, "lines")),
  })
  .refine(({ fromDay, untilDay }) => fromDay <= untilDay, {
    path: ["untilDay"],
    message: "Please choose a day after the first one",
  });

export type InvoiceGiven = z.input<typeof invoiceForm>;

export function linesProblem(read: Exclude<ReadLines, { ok: true }>): string {
  if (read.reason === "unreadable") return `We can’t read row ${read.row}. It needs our number, a comma and an amount`;
  return read.reason === "empty" ? "Please enter the lines, or choose a file" : TOO_MANY_LINES_MESSAGE;
}

/** Why a shipment is printed again, with where it goes. */
export const reprintForm = addressCorrectionForm.extend({
  cause: z.enum(REPRINT_CAUSES, { error: "Please choose a reason" }),
  payer: z.enum(REPRINT_PAYERS, { error: "Please choose who pays" }),
});

export type ReprintGiven = z.infer<typeof reprintForm>;

/** The right carrier and number of a shipment that has left. */
export const trackingForm = z
  .object({ ...carrierFields, trackingNumber: line.pipe(z.string().max(LONGEST_NAME, LONG_NUMBER_MESSAGE)) })
  .superRefine((given, context) => {
    checkName(given, context);
    const read = trackingNumberOf(given.trackingNumber, given.carrier);
    if (!read.ok) context.addIssue({ code: "custom", path: ["trackingNumber"], message: read.message });
  });

export type TrackingGiven = z.infer<typeof trackingForm>;
