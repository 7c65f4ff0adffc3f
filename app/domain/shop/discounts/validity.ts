import { londonDay } from "~/domain/kernel/time/days";
import { endOfLondonDay, startOfLondonDay } from "~/domain/kernel/time/instants";

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

/** The last London day of a code, which may end with its last instant or at the midnight after it. */
export const lastDayOf = (expiresAt: Date): string => londonDay(new Date(expiresAt.getTime() - 1));
