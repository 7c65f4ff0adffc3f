import type { DiscountState } from "~/domain/discounts/states";
import { formatPence } from "~/domain/money/pounds";
import { StatusBadge, type StatusLabel } from "~/hyperloop/status-badge";

const STATES = {
  waiting: { word: "Waiting", tone: "pending" },
  active: { word: "Active", tone: "good" },
  inactive: { word: "Inactive", tone: "off" },
  expired: { word: "Expired", tone: "off" },
  used_up: { word: "Used Up", tone: "pending" },
} as const satisfies Record<DiscountState, StatusLabel>;

export function DiscountBadge({ state }: { readonly state: DiscountState }) {
  return <StatusBadge {...STATES[state]} />;
}

/** "10%" or "£5.00". */
export function worthOf(discount: { readonly type: string; readonly value: number }): string {
  return discount.type === "PERCENTAGE" ? `${discount.value}%` : formatPence(discount.value);
}
