import type { ReactNode } from "react";
import { formatPence } from "~/domain/money/pounds";
import { PriceSummary } from "~/ui/price-summary";
import type { CheckoutData } from "./checkout-data.server";

/** What the copies on one line come to: the tax is a row of the summary. */
export function CartLineSum({ line }: { readonly line: CheckoutData["lines"][number] }) {
  return (
    <p className="cart-line-sum figures">
      {formatPence(line.unitPence * line.quantity)}
      {line.eachWithTax && (
        <>
          <br />
          <small className="muted">before tax</small>
        </>
      )}
    </p>
  );
}

/** What the copies cost, on every step. */
export function CheckoutSummary({
  view: { totals },
  copies,
  children,
}: {
  readonly view: CheckoutData;
  readonly copies: number;
  readonly children?: ReactNode;
}) {
  const rows = [
    { label: copies === 1 ? "1 book copy" : `${copies} book copies`, amount: totals.subtotalPence },
    { label: "UK delivery", amount: totals.deliveryPence === 0 ? "Free" : totals.deliveryPence },
    ...(totals.taxPence > 0 ? [{ label: `Tax (${totals.taxPercent}%)`, amount: totals.taxPence }] : []),
  ];
  return (
    <PriceSummary rows={rows} totalPence={totals.totalPence}>
      {children}
    </PriceSummary>
  );
}
