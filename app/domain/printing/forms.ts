import { z } from "zod";
import { asLine } from "../text/typed-text";

/** What staff type of shipments on their way, with the sentences they read when it does not fit. */

const CARRIER_SENTENCE = "Please enter the carrier";
const TRACKING_SENTENCE = "The tracking number can have 60 characters";

const line = (missing: string) => z.string({ error: missing }).transform(asLine);

/** Who carries a batch of shipments. */
export const carrierForm = z.object({
  carrier: line(CARRIER_SENTENCE).pipe(
    z.string().min(1, CARRIER_SENTENCE).max(60, "The carrier can have 60 characters"),
  ),
});

export type CarrierGiven = z.infer<typeof carrierForm>;

/** The number that a carrier traces one shipment by; it may stay empty. */
export const trackingNumber = line(TRACKING_SENTENCE).pipe(z.string().max(60, TRACKING_SENTENCE));
