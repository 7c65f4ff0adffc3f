import { formatPence } from "~/domain/money/pounds";
import { inCurrency } from "~/domain/vouchers/face-value";
import { Badge } from "~/ui/badge";

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
  if (batch.held > 0) return <Badge tone="pending">Awaiting approval</Badge>;
  if (batch.cancelled === batch.count) return <Badge tone="bad">Cancelled</Badge>;
  return <Badge tone="good">In use</Badge>;
}

/** The link back to a voucher's page. */
export function toVoucher(id: string) {
  return { label: "Back to the voucher", href: `/hyperloop/vouchers/${id}` };
}
