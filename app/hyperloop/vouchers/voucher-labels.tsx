import { formatPence } from "~/domain/money/pounds";
import type { BatchState } from "~/domain/vouchers/batch-records.server";
import { inCurrency } from "~/domain/vouchers/face-value";
import { Badge, type BadgeTone } from "~/ui/badge";

/** A face value in its own currency. */
export function faceValue(pence: number, currency: Parameters<typeof inCurrency>[1]): string {
  return inCurrency(formatPence(pence), currency);
}

/** The tabs of a partner order's vouchers. */
export const BATCH_TABS = ["all", "ACTIVE", "REDEEMED", "EXPIRED", "CANCELLED"] as const;
export type BatchTab = (typeof BATCH_TABS)[number];

const BATCH_STATES = {
  waiting: ["Awaiting approval", "pending"],
  making: ["Being made", "pending"],
  made: ["In use", "good"],
  declined: ["Declined", "bad"],
  withdrawn: ["Withdrawn", "off"],
  stopped: ["Stopped", "off"],
} as const satisfies Record<BatchState, readonly [string, BadgeTone]>;

/** Whether the vouchers of a batch can be used. */
export function BatchBadge({
  batch,
}: {
  readonly batch: { state: BatchState; made: number; cancelled: number };
}) {
  const { state, made, cancelled } = batch;
  if (state === "made" && cancelled === made) return <Badge tone="bad">Cancelled</Badge>;
  const [words, tone] = BATCH_STATES[state];
  return <Badge tone={tone}>{words}</Badge>;
}

/** The link back to a voucher's page. */
export function toVoucher(id: string) {
  return { label: "Back to the voucher", href: `/hyperloop/vouchers/${id}` };
}
