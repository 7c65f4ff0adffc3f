import { endOfLondonDay, startOfLondonDay } from "../time/instants";

/** From the beginning of its first day in London to the end of its last; null where none is set ("" as a day). */
export function discountTimes(days: { startsOn: string; expiresOn: string }): {
  startsAt: Date | null;
  expiresAt: Date | null;
} {
  const { startsOn, expiresOn } = days;
  return {
    startsAt: startsOn === "" ? null : startOfLondonDay(startsOn),
    expiresAt: expiresOn === "" ? null : endOfLondonDay(expiresOn),
  };
}
