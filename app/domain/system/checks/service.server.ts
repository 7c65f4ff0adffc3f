import { DAY_MS } from "~/domain/kernel/time/durations";
import { formatLondonDay } from "~/domain/kernel/time/format-days";
import { ageInWords } from "../health/age";
import { CERTIFICATE_DAYS } from "../health/health-limits";
import { type ServiceName, serviceCheck } from "../health/service-checks.server";
import { type Assessment, failing, well } from "./check";

/** What the worker's rows say of a service outside; an alarm needs a failure and this much silence. */
export function assessService<const Kind extends string>(
  name: ServiceName,
  { kind, silentMs, now }: { kind: Kind; silentMs: number; now: Date },
): Assessment<Kind> {
  const found = serviceCheck(name);
  if (!found) return failing("Not asked yet.");
  const { okAt, failure } = found;
  const because = failure ? ` ${failure}` : "";
  const raising = (message: string) => (failure ? [{ kind, message }] : []);
  if (!okAt) return { ...failing(`It has never answered.${because}`), raises: raising(`${failure}`) };
  const ageMs = now.getTime() - okAt.getTime();
  if (Math.abs(ageMs) <= silentMs) return well(`Answered ${ageInWords(ageMs)} ago.`);
  const said =
    ageMs < 0 ? "It answered while this machine’s clock was ahead." : `Last answered ${ageInWords(ageMs)} ago.`;
  return {
    ...failing(`${said}${because}`),
    raises: raising(`Silent for ${ageInWords(Math.abs(ageMs))}. ${failure}`),
  };
}

/** That the certificate of this service ends within two weeks. */
export function certificateEnd(name: ServiceName, now: Date): string | null {
  const found = serviceCheck(name);
  if (!found?.validUntil) return null;
  const days = (found.validUntil.getTime() - now.getTime()) / DAY_MS;
  return days > CERTIFICATE_DAYS ? null : `It ends on ${formatLondonDay(found.validUntil)}.`;
}
