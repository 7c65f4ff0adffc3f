import { formatPence } from "~/domain/money/pounds";
import { inCurrency } from "~/domain/vouchers/face-value";
import type { VoucherStatus } from "~/domain/vouchers/rules";
import { Badge, type BadgeTone } from "~/ui/badge";

const STATUSES: Readonly<Record<VoucherStatus, { word: string; tone: BadgeTone }>> = {
  ACTIVE: { word: "Active", tone: "info" },
  REDEEMED: { word: "Redeemed", tone: "good" },
  EXPIRED: { word: "Expired", tone: "off" },
  CANCELLED: { word: "Cancelled", tone: "bad" },
  SUSPENDED: { word: "On hold", tone: "pending" },
};

export const STATUS_OPTIONS = [
  { value: "all", label: "All" },
  ...Object.entries(STATUSES).map(([value, { word }]) => ({ value, label: word })),
];

/** The state of a voucher in a word. */
export function VoucherBadge({ status }: { readonly status: VoucherStatus }) {
  const { word, tone } = STATUSES[status];
  return <Badge tone={tone}>{word}</Badge>;
}

/** A face value in its own currency. */
export function faceValue(pence: number, currency: Parameters<typeof inCurrency>[1]): string {
  return inCurrency(formatPence(pence), currency);
}

/** Where a batch stands: whether its vouchers can be used. */
export function BatchBadge({
  batch,
}: {
  readonly batch: { count: number; held: number; cancelled: number };
}) {
  if (batch.held > 0) return <Badge tone="pending">Waits for approval</Badge>;
  if (batch.cancelled === batch.count) return <Badge tone="bad">Cancelled</Badge>;
  return <Badge tone="good">In use</Badge>;
}
