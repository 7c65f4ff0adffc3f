import { formatPence } from "~/domain/money/pounds";
import { inCurrency } from "~/domain/vouchers/face-value";
import type { VoucherStatus } from "~/domain/vouchers/rules";
import { StatusBadge, type StatusLabel, statusOptions } from "~/hyperloop/status-badge";
import { Badge } from "~/ui/badge";

const STATUSES = {
  ACTIVE: { word: "Active", tone: "info" },
  REDEEMED: { word: "Redeemed", tone: "good" },
  EXPIRED: { word: "Expired", tone: "off" },
  CANCELLED: { word: "Cancelled", tone: "bad" },
  SUSPENDED: { word: "On hold", tone: "pending" },
} as const satisfies Record<VoucherStatus, StatusLabel>;

export const STATUS_OPTIONS = statusOptions(STATUSES);

export function VoucherBadge({ status }: { readonly status: VoucherStatus }) {
  return <StatusBadge {...STATUSES[status]} />;
}

/** A face value in its own currency. */
export function faceValue(pence: number, currency: Parameters<typeof inCurrency>[1]): string {
  return inCurrency(formatPence(pence), currency);
}

/** Whether the vouchers of a batch can be used. */
export function BatchBadge({
  batch,
}: {
  readonly batch: { count: number; held: number; cancelled: number };
}) {
  if (batch.held > 0) return <Badge tone="pending">Waits for approval</Badge>;
  if (batch.cancelled === batch.count) return <Badge tone="bad">Cancelled</Badge>;
  return <Badge tone="good">In use</Badge>;
}

/** The link back to a voucher's page. */
export function toVoucher(id: string) {
  return { label: "Back to the voucher", href: `/hyperloop/vouchers/${id}` };
}
