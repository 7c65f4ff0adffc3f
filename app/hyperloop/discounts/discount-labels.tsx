import type { DiscountState } from "~/domain/discounts/states";
import { formatPence } from "~/domain/money/pounds";
import { Badge, type BadgeTone } from "~/ui/badge";

const STATES: Readonly<Record<DiscountState, { word: string; tone: BadgeTone }>> = {
  waiting: { word: "Waiting", tone: "pending" },
  active: { word: "Active", tone: "good" },
  inactive: { word: "Inactive", tone: "off" },
  expired: { word: "Expired", tone: "off" },
  used_up: { word: "Used Up", tone: "pending" },
};

export function DiscountBadge({ state }: { readonly state: DiscountState }) {
  const { word, tone } = STATES[state];
  return <Badge tone={tone}>{word}</Badge>;
}

/** "10%" or "£5.00". */
export function worthOf(discount: { readonly type: string; readonly value: number }): string {
  return discount.type === "PERCENTAGE" ? `${discount.value}%` : formatPence(discount.value);
}
