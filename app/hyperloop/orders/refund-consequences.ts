import { formatPence } from "~/domain/kernel/money/pounds";
import type { LineToRefund } from "~/domain/shop/orders/admin-refunds.server";
import type { Order } from "~/domain/shop/orders/orders.server";
import type { TakenLine, VoucherFate } from "~/domain/shop/orders/refund-lines";

interface RefundedOrder {
  readonly kind: Order["kind"];
  readonly lines: readonly LineToRefund[];
  readonly buyer: string;
  /** The last four of a gift's voucher that nobody has redeemed. */
  readonly openVoucher: string | null;
}

interface RefundTerms {
  readonly goodwillPence: number;
  readonly taken: readonly TakenLine[];
  readonly voucher: VoucherFate | null;
  /** It is all that is left of what was paid, so everything is taken back. */
  readonly isWhole: boolean;
}

/** What a refund does, a line for each effect: the one who gives it and the second person read the same. */
export function formatConsequences(order: RefundedOrder, terms: RefundTerms): string[] {
  const { kind, lines, buyer, openVoucher } = order;
  const { goodwillPence, taken, isWhole } = terms;
  const manyOf = (line: LineToRefund) =>
    isWhole ? line.left : (taken.find(({ lineId }) => lineId === line.id)?.quantity ?? 0);
  return [
    ...lines.flatMap((line) => {
      const many = manyOf(line);
      return many === 0 || (kind === "gift" && line.stage === "unused") ? [] : [formatLine(line, many)];
    }),
    ...(openVoucher === null
      ? []
      : [
          formatVoucher(
            openVoucher,
            terms,
            lines.some((line) => manyOf(line) > 0),
          ),
        ]),
    ...(goodwillPence > 0 ? [`${formatPence(goodwillPence)} of it is goodwill.`] : []),
    `${buyer || "The buyer"} gets an email about it.`,
  ];
}

function formatLine({ name, left, stage }: LineToRefund, many: number): string {
  const what = left === 1 ? name : `${many} of ${left} × ${name}`;
  const verb = (one: string, more: string) => (many === 1 ? one : more);
  switch (stage) {
    case "to_print":
      return `${what} ${verb("leaves", "leave")} the print queue.`;
    case "printing":
      return `${what} ${verb("is", "are")} at the printer and will still be printed.`;
    case "sent":
      return `${what} ${verb("was", "were")} printed and sent. Nothing comes back.`;
    case "begun":
      return `${what}: its date is chosen, or it’s redeemed. The year carries on.`;
    case "unused":
    case "taken_back":
      return `${what} can’t be used any more.`;
  }
}

function formatVoucher(lastFour: string, { voucher, isWhole }: RefundTerms, isTaken: boolean): string {
  if (isWhole || isTaken || voucher === "cancel")
    return `The voucher ending in ${lastFour} stops working. Nobody has redeemed it.`;
  return voucher === "keep"
    ? `The voucher ending in ${lastFour} still works.`
    : `Choose what happens to the voucher ending in ${lastFour}.`;
}
