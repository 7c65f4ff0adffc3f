/** The carriers our shipments go with: how their tracking numbers look, and where they show a shipment's journey. */

export interface Carrier {
  readonly name: string;
  /** What a tracking number has, as in "Royal Mail has 13: two letters, nine digits, GB." */
  readonly shape: string;
  readonly pattern: RegExp;
  readonly page: string;
}

/** Numbers like this are those of the Universal Postal Union's standard S10, of shipments posted in the UK. */
const POSTAL = /^[A-Z]{2}\d{9}GB$/;

export const CARRIERS: readonly Carrier[] = [
  {
    name: "Royal Mail",
    shape: "13: two letters, nine digits, GB",
    pattern: POSTAL,
    page: "https://www.royalmail.com/track-your-item#/tracking-results/",
  },
  {
    name: "Parcelforce",
    shape: "9 or 13: two letters, then seven digits, or nine and GB",
    pattern: /^[A-Z]{2}(?:\d{7}|\d{9}GB)$/,
    page: "https://www.parcelforce.com/track-trace?trackNumber=",
  },
  {
    name: "Evri",
    shape: "16 letters and digits",
    pattern: /^[A-Z0-9]{16}$/,
    page: "https://www.evri.com/track/parcel/",
  },
];

/** Of the form's list: a carrier whose name is typed, and whose numbers we do not know. */
export const OTHER_CARRIER = "other";

export const findCarrier = (name: string) =>
  CARRIERS.find((carrier) => carrier.name.toLowerCase() === name.trim().toLowerCase());

/** A tracking number as carriers write it: capitals, no spaces or dashes. */
export function tidyTrackingNumber(number: string): string {
  return number.replace(/[\s-]+/g, "").toUpperCase();
}

/** The error message about this number for this carrier; null where it fits, is empty, or nobody can know. */
export function trackingProblem(carrierName: string, trackingNumber: string): string | null {
  const carrier = findCarrier(carrierName);
  const number = tidyTrackingNumber(trackingNumber);
  if (!carrier || number === "" || carrier.pattern.test(number)) return null;
  return `That’s ${number.length} ${number.length === 1 ? "character" : "characters"}. ${carrier.name} has ${carrier.shape}`;
}

/** The page on which a carrier tracks a shipment; null for another carrier, or for a number with other characters. */
export function trackingPage(carrierName: string, trackingNumber: string): string | null {
  const number = trackingNumber.replace(/\s+/g, "");
  if (!/^[A-Za-z0-9]{6,40}$/.test(number)) return null;
  // Carriers typed before there was a list.
  const [first = ""] = /^(?:royal ?mail|parcelforce|evri)\b/i.exec(carrierName.trim()) ?? [];
  const carrier = findCarrier(first.replace(/^royalmail$/i, "Royal Mail"));
  return carrier ? `${carrier.page}${number}` : null;
}
