import { endOfLondonDay, startOfLondonDay } from "../time/instants";

/** The start of its first London day and the end of its last; null for an unset day (""). */
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
