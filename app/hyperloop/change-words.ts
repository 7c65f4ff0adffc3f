import { growth } from "~/domain/backoffice/analytics/rates";
import { formatShare } from "~/domain/kernel/text/numbers";

const SAME = "The same";
const upOrDown = (change: number) => (change < 0 ? "Down" : "Up");

/** How a figure has changed since the period before, in words: "Up 18.0%", "Down 0.2 points", "The same". */
export function changeWords(now: number | null, before: number | null, isShare: boolean): string {
  if (now === null || before === null) return "–";
  if (isShare) {
    const points = 100 * (now - before);
    const size = Math.abs(points).toFixed(1);
    return size === "0.0" ? SAME : `${upOrDown(points)} ${size} points`;
  }
  const change = growth(now, before);
  if (change === null) return now === 0 ? SAME : upOrDown(now);
  const size = formatShare(Math.abs(change));
  return size === formatShare(0) ? SAME : `${upOrDown(change)} ${size}`;
}

/** The same with what it was before: "Up 18.0% from £59.99". */
export function formatChange(now: number | null, before: number | null, shown: (value: number) => string): string {
  if (before === null) return "No figure before";
  if (now === null) return `${shown(before)} before`;
  const words = changeWords(now, before, shown === formatShare);
  return words === SAME ? "The same as before" : `${words} from ${shown(before)}`;
}
