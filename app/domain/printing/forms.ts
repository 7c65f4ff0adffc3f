import { z } from "zod";
import { asLine } from "../text/typed-text";

/** The forms of shipments, with their error messages. */

const LONGEST_NAME = 60;
const CARRIER_SENTENCE = "Please enter the carrier";
const TRACKING_SENTENCE = `The tracking number can have ${LONGEST_NAME} characters`;

const line = (missing: string) => z.string({ error: missing }).transform(asLine);

/** The carrier of a batch of shipments. */
export const carrierForm = z.object({
  carrier: line(CARRIER_SENTENCE).pipe(
    z.string().min(1, CARRIER_SENTENCE).max(LONGEST_NAME, `The carrier can have ${LONGEST_NAME} characters`),
  ),
});

export type CarrierGiven = z.infer<typeof carrierForm>;

/** The carrier's tracking number; optional. */
export const trackingNumber = line(TRACKING_SENTENCE).pipe(z.string().max(LONGEST_NAME, TRACKING_SENTENCE));
