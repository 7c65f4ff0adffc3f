import { DAY_MS } from "~/domain/kernel/time/durations";
import { formatLondonDay } from "~/domain/kernel/time/format-days";
import { ageInWords } from "../health/age";
import { CERTIFICATE_DAYS } from "../health/health-limits";
import { type ServiceName, serviceCheck } from "../health/service-checks.server";
import { type Assessment, type Check, DOCTOR_COMMAND, failing, type RunbookPage, well } from "./check";

/** What the worker's rows say of a service outside. Silence alone is no alarm: it was asked, and has failed. */
export function assessService(name: ServiceName, silentMs: number, now: Date): Assessment {
  const found = serviceCheck(name);
  if (!found) return { ...failing("Not asked yet."), alarm: null };
  const { okAt, failure } = found;
  const because = failure ? ` ${failure}` : "";
  if (!okAt) return { ...failing(`It has never answered.${because}`), alarm: failure };
  const ageMs = now.getTime() - okAt.getTime();
  const [age, silence] = [ageInWords(ageMs), ageInWords(Math.abs(ageMs))];
  if (Math.abs(ageMs) <= silentMs) return well(`Answered ${age} ago.`);
  const said = ageMs < 0 ? "It answered while this machine’s clock was ahead." : `Last answered ${age} ago.`;
  return { ...failing(`${said}${because}`), alarm: failure && `Silent for ${silence}. ${failure}` };
}

/** The check that a service outside answers, with an alarm once it is silent for longer than that. */
export const checkSilence = (
  [service, silentMs]: readonly [ServiceName, number],
  alarm: Omit<RunbookPage, "command"> & { kind: string },
  readers?: Check["readers"],
): Check => ({
  readers,
  alarm: { ...alarm, command: DOCTOR_COMMAND },
  assess: (now) => assessService(service, silentMs, now),
});

/** That the certificate of this service ends within two weeks. */
export function certificateEnd(name: ServiceName, now: Date): string | null {
  const found = serviceCheck(name);
  if (!found?.validUntil) return null;
  const days = (found.validUntil.getTime() - now.getTime()) / DAY_MS;
  return days > CERTIFICATE_DAYS ? null : `It ends on ${formatLondonDay(found.validUntil)}.`;
}
