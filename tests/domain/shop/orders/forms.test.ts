import { expect, it } from "vitest";
import { refundChoiceForm } from "~/domain/shop/orders/forms";

it("a line of which none is chosen is no line of the refund", () => {
  const lines = [
    { lineId: "first", quantity: "0" },
    { lineId: "second", quantity: "1" },
  ];
  expect(refundChoiceForm.parse({ lines }).lines).toEqual([{ lineId: "second", quantity: 1 }]);
});
