import type { Totals } from "../order-rules/pricing";

/**
 * What the lines of an order are worth when they are taken back: their share of what was paid for all lines, with tax
 * and discount. The last line includes the delivery, and so all that is left.
 */

export interface TakenLine {
  lineId: string;
  quantity: number;
}

/** What becomes of an unredeemed voucher. */
export type VoucherFate = "cancel" | "keep";

export interface RefundableLine {
  id: string;
  unitPence: number;
  quantity: number;
  /** How many of them earlier refunds have taken back. */
  returned: number;
}

type Sums = Pick<Totals, "subtotalPence" | "deliveryPence" | "totalPence">;

/** Whether each of these is a line of the order, named once, with that many left. */
export function areLeft(lines: readonly RefundableLine[], taken: readonly TakenLine[]): boolean {
  const named = new Set(taken.map(({ lineId }) => lineId));
  return (
    named.size === taken.length &&
    taken.every(({ lineId, quantity }) => {
      const line = lines.find(({ id }) => id === lineId);
      return (
        line !== undefined &&
        Number.isSafeInteger(quantity) &&
        quantity > 0 &&
        line.returned + quantity <= line.quantity
      );
    })
  );
}

/** What these quantities are worth, in pence; never more than is left of what was paid. */
export function worthOfLines(
  order: Sums,
  lines: readonly RefundableLine[],
  taken: readonly TakenLine[],
  leftPence: number,
): number {
  if (taken.length === 0) return 0;
  const many = new Map(taken.map(({ lineId, quantity }) => [lineId, quantity]));
  const after = lines.map((line) => ({ ...line, returned: line.returned + (many.get(line.id) ?? 0) }));
  if (after.every(({ returned, quantity }) => returned === quantity)) return leftPence;
  const share = shareOf(order, after) - shareOf(order, lines);
  return Math.min(share, leftPence);
}

/** What a single item of a line is worth, in pence. */
export function worthOfOne(order: Sums, line: Pick<RefundableLine, "unitPence">): number {
  return shareOfSum(order, line.unitPence);
}

function shareOf(order: Sums, lines: readonly RefundableLine[]): number {
  return shareOfSum(
    order,
    lines.reduce((sum, { unitPence, returned }) => sum + unitPence * returned, 0),
  );
}

/** Half a penny rounds up. Shares are counted from the first item, so that parts add up to the whole. */
function shareOfSum({ subtotalPence, deliveryPence, totalPence }: Sums, sumPence: number): number {
  if (subtotalPence === 0) return 0;
  const paid = totalPence - deliveryPence;
  return Math.floor((2 * paid * sumPence + subtotalPence) / (2 * subtotalPence));
}
