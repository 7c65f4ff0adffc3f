import { formatNumber } from "~/domain/kernel/text/numbers";

/** "of 1,204 visitors"; where more was sold than visits were counted, or they couldn’t be read, that. */
export function formatVisitors(visitors: number | null, sold: number): string {
  if (visitors === null) return "visits couldn’t be read";
  if (sold > visitors) return "more orders than counted visits";
  return `of ${formatNumber(visitors)} ${visitors === 1 ? "visitor" : "visitors"}`;
}
