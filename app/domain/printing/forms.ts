import { z } from "zod";
import { asLine } from "../text/typed-text";

/** What staff type of shipments on their way, with the sentences they read when it does not fit. */

const LONGEST_NAME = 60;
const CARRIER_SENTENCE = "Please enter the carrier";
const TRACKING_SENTENCE = `The tracking number can have ${LONGEST_NAME} characters`;

const line = (missing: string) => z.string({ error: missing }).transform(asLine);

/** Who carries a batch of shipments. */
export const carrierForm = z.object({
  carrier: line(CARRIER_SENTENCE).pipe(
    z.string().min(1, CARRIER_SENTENCE).max(LONGEST_NAME, `The carrier can have ${LONGEST_NAME} characters`),
  ),
});

export type CarrierGiven = z.infer<typeof carrierForm>;

/** The number that a carrier traces one shipment by; it may stay empty. */
export const trackingNumber = line(TRACKING_SENTENCE).pipe(z.string().max(LONGEST_NAME, TRACKING_SENTENCE));
