import { formatNumber } from "~/domain/kernel/text/numbers";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { listLanes } from "~/domain/system/status/email-lanes.server";

/** The lanes of the outbox in words. */
export function describeLanes(now: Date) {
  return listLanes(now).map(({ pause, doneAt, oldest, pace, waiting, sentLastHour, ...lane }) => ({
    ...lane,
    waiting: formatNumber(waiting),
    oldest: oldest && formatMoment(oldest),
    sentLastHour: formatNumber(sentLastHour),
    pace: pace === null ? "No limit" : formatNumber(Math.round(pace)),
    forecast: doneAt && `${formatNumber(waiting)} at this rate: until ${formatMoment(doneAt)}`,
    pause: pause && `By ${pause.by ?? "a former colleague"}, ${formatMoment(pause.at)}: ${pause.reason}`,
  }));
}
