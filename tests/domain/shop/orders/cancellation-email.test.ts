import { expect, it } from "vitest";
import { seller } from "~/domain/mail/layout/seller.server";
import { HOW_WE_REFUND, REFUND_RULES } from "~/domain/shop/order-rules/cancellation";
import { type CancellationData, cancellationForm, cancellationTerms } from "~/domain/shop/orders/cancellation-email";

const about = (kind: CancellationData["kind"]): CancellationData => ({
  ...{ kind, reader: "account", orderNumber: "LP-1", startRequestedAt: null, seller },
  paidAt: new Date("2026-11-20T10:00:00Z"),
});

it.each([
  ["loop", [REFUND_RULES.loop, REFUND_RULES.started_loop, HOW_WE_REFUND], "LP-1"],
  ["gift", [REFUND_RULES.gift, HOW_WE_REFUND], "LP-1"],
  ["book_copies", [REFUND_RULES.copies], null],
] as const)(
  "the right to cancel a %s is its own, with the form that the law asks for where there is one",
  (kind, rules, number) => {
    const terms = cancellationTerms(about(kind));
    const others = [...Object.values(REFUND_RULES), HOW_WE_REFUND].filter((one) => terms.includes(one));
    expect(others.sort()).toEqual([...rules].sort());
    expect(cancellationForm(about(kind)).join(" ").includes("LP-1")).toBe(number !== null);
    expect(cancellationForm(about(kind)).length > 0).toBe(number !== null);
  },
);
