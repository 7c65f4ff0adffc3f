import { z } from "zod";
import { asLine } from "../text/typed-text";
import { CARRIERS, OTHER_CARRIER, tidyTrackingNumber, trackingProblem } from "./tracking";

/** The forms of shipments, with their error messages. */

const LONGEST_NAME = 60;
const CHOOSE_SENTENCE = "Please choose the carrier";
const NAME_SENTENCE = "Please enter the carrier’s name";
const LONG_NAME_SENTENCE = `The carrier’s name can have ${LONGEST_NAME} characters`;
const LONG_NUMBER_SENTENCE = `The tracking number can have ${LONGEST_NAME} characters`;

const line = z
  .string()
  .optional()
  .transform((typed) => asLine(typed ?? ""));

const chosen = z.enum([...CARRIERS.map(({ name }) => name), OTHER_CARRIER], { error: CHOOSE_SENTENCE });
const carrierFields = {
  carrier: chosen,
  otherCarrier: line.pipe(z.string().max(LONGEST_NAME, LONG_NAME_SENTENCE)),
};

/** The carrier's name in a form that fits. */
export const carrierNameOf = (given: { carrier: string; otherCarrier: string }) =>
  given.carrier === OTHER_CARRIER ? given.otherCarrier : given.carrier;

function checkName(given: { carrier: string; otherCarrier: string }, context: z.RefinementCtx): void {
  if (carrierNameOf(given) === "")
    context.addIssue({ code: "custom", path: ["otherCarrier"], message: NAME_SENTENCE });
}

/** The carrier of a batch of shipments: one of the list, or another one's name. */
export const carrierForm = z.object(carrierFields).superRefine(checkName);

export type CarrierGiven = z.infer<typeof carrierForm>;

/** A tracking number as it was typed, for its carrier; empty without one. */
export function trackingNumberOf(
  typed: string,
  carrier: string,
): { ok: true; number: string } | { ok: false; message: string } {
  const number = asLine(typed);
  if (number.length > LONGEST_NAME) return { ok: false, message: LONG_NUMBER_SENTENCE };
  const problem = trackingProblem(carrier, number);
  if (problem) return { ok: false, message: problem };
  return { ok: true, number: carrier === OTHER_CARRIER ? number : tidyTrackingNumber(number) };
}

/** The right carrier and number of a parcel that has left. */
export const trackingForm = z
  .object({ ...carrierFields, trackingNumber: line })
  .superRefine((given, context) => {
    checkName(given, context);
    const read = trackingNumberOf(given.trackingNumber, given.carrier);
    if (!read.ok) context.addIssue({ code: "custom", path: ["trackingNumber"], message: read.message });
  });

export type TrackingGiven = z.infer<typeof trackingForm>;
