import { describe, expect, it } from "vitest";
import type { LineStage } from "~/domain/shop/orders/admin-refunds.server";
import { formatConsequences } from "~/hyperloop/orders/refund-consequences";

const copies = (left: number, stage: LineStage) => ({
  ...{
    id: "line-1",
    name: "Biscuit’s Year, luxury hardback with a leather cover",
    quantity: 4,
    left,
    eachPence: 7559,
    stage,
  },
});
const GWEN = { kind: "book_copies" as const, buyer: "Gwen", openVoucher: null };
const TWO = { taken: [{ lineId: "line-1", quantity: 2 }], goodwillPence: 0, voucher: null, isWhole: false };
const EMAIL = "Gwen gets an email about it.";

describe("what a refund does is said in sentences", () => {
  it.each([
    ["to_print", "2 of 4 × Biscuit’s Year, luxury hardback with a leather cover leave the print queue."],
    [
      "printing",
      "2 of 4 × Biscuit’s Year, luxury hardback with a leather cover are at the printer and will still be printed.",
    ],
    [
      "sent",
      "2 of 4 × Biscuit’s Year, luxury hardback with a leather cover were printed and sent. Nothing comes back.",
    ],
    [
      "begun",
      "2 of 4 × Biscuit’s Year, luxury hardback with a leather cover: its date is chosen, or it’s redeemed. The year carries on.",
    ],
  ] as const)("of two of four copies that are %s", (stage, sentence) => {
    expect(formatConsequences({ ...GWEN, lines: [copies(4, stage)] }, TWO)).toEqual([sentence, EMAIL]);
  });

  it("of a whole refund for everything that is left, with goodwill and without a name", () => {
    const whole = { ...TWO, taken: [], goodwillPence: 1000, isWhole: true };
    expect(formatConsequences({ ...GWEN, buyer: "", lines: [copies(1, "to_print")] }, whole)).toEqual([
      "Biscuit’s Year, luxury hardback with a leather cover leaves the print queue.",
      "£10.00 of it is goodwill.",
      "The buyer gets an email about it.",
    ]);
  });

  it.each([
    ["in part, the voucher cancelled", "cancel", false, "stops working. Nobody has redeemed it."],
    ["in part, the voucher kept", "keep", false, "still works."],
    ["in full, whatever was chosen", "keep", true, "stops working. Nobody has redeemed it."],
  ] as const)("of a gift %s", (_, voucher, isWhole, fate) => {
    const gift = { kind: "gift" as const, buyer: "Gwen", openVoucher: "V2JF" };
    const line = { ...copies(1, "unused"), name: "Gift", quantity: 1 };
    const terms = { taken: [], goodwillPence: 0, voucher, isWhole };
    expect(formatConsequences({ ...gift, lines: [line] }, terms)).toEqual([
      `The voucher ending in V2JF ${fate}`,
      EMAIL,
    ]);
  });
});
