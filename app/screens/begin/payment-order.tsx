import type { ReactNode } from "react";
import { PriceSummary } from "~/ui/price-summary";
import type { PaymentData } from "./payment-data.server";

/** The order summary beside the payment pages. */
export function PaymentOrder({
  view,
  first,
  children,
}: {
  view: Pick<PaymentData, "loop" | "quote"> & { readonly gift?: PaymentData["gift"] };
  first?: boolean;
  children?: ReactNode;
}) {
  const { loop, quote, gift } = view;
  const rows = [
    { label: "Loop and hardback book", amount: quote.subtotalPence },
    ...(quote.discountPence > 0
      ? [{ label: "Discount", amount: -quote.discountPence, chip: quote.discount?.code }]
      : []),
    { label: "UK delivery", amount: quote.deliveryPence === 0 ? "Free" : quote.deliveryPence },
  ];
  return (
    <PriceSummary
      item={
        loop
          ? {
              name: loop.name,
              detail: `${loop.themeName} loop, ${gift ? "as a gift" : "for yourself"}`,
              motif: loop.image,
              theme: loop.theme,
            }
          : undefined
      }
      rows={rows}
      totalPence={quote.totalPence}
      first={first}
    >
      {children}
    </PriceSummary>
  );
}
