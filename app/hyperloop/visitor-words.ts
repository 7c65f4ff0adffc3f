import { formatNumber } from "~/domain/text/numbers";

/** "of 1,204 visitors"; where more was sold than visits were counted, that. */
export function sayVisitors(visitors: number, sold: number): string {
  if (sold > visitors) return "more orders than counted visits";
  return `of ${formatNumber(visitors)} ${visitors === 1 ? "visitor" : "visitors"}`;
}
