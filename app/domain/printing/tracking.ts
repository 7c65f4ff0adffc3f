/** Where the carriers show a parcel's journey, by the beginning of the carrier's name as staff type it. */
const TRACKING_PAGES: readonly [carrier: RegExp, page: string][] = [
  [/^royal ?mail\b/i, "https://www.royalmail.com/track-your-item#/tracking-results/"],
  [/^parcelforce\b/i, "https://www.parcelforce.com/track-trace?trackNumber="],
  [/^evri\b/i, "https://www.evri.com/track/parcel/"],
];

/** The page on which a carrier tracks a parcel; null for another carrier, or for a number with other characters. */
export function trackingPage(carrier: string, trackingNumber: string): string | null {
  const number = trackingNumber.replace(/\s+/g, "");
  if (!/^[A-Za-z0-9]{6,40}$/.test(number)) return null;
  const page = TRACKING_PAGES.find(([name]) => name.test(carrier.trim()))?.[1];
  return page === undefined ? null : `${page}${number}`;
}
