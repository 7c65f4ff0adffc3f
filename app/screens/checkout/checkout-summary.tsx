import { formatPence } from "~/domain/kernel/money/pounds";
import { PriceSummary } from "~/ui/price-summary";
import type { CheckoutData } from "./checkout-data.server";

export function CheckoutSummary({
  view: { totals },
  copies,
}: {
  readonly view: CheckoutData;
  readonly copies: number;
}) {
  const rows = [
    {
      label: copies === 1 ? "1 book copy" : `${copies} book copies`,
      amount: totals.subtotalPence + totals.taxPence,
    },
    { label: "UK delivery", amount: totals.deliveryPence === 0 ? "Free" : totals.deliveryPence },
  ];
  return (
    <PriceSummary rows={rows} totalPence={totals.totalPence} fold="closed">
      {totals.taxPence > 0 && (
        <p className="small muted">
          Includes {totals.taxPercent}% tax, {formatPence(totals.taxPence)}.
        </p>
      )}
    </PriceSummary>
  );
}
