import { describe, expect, it } from "vitest";
import { formatVoucherCode, VOUCHER_ALPHABET } from "~/domain/shop/vouchers/code";
import { readVoucherCode } from "~/domain/shop/vouchers/typed-code";

describe("a voucher's code as somebody types it", () => {
  it.each([
    ["as it is shown", "K7QM-4XPD-92HR"],
    ["in small letters without dashes", "k7qm4xpd92hr"],
    ["with spaces before, after and between", "  K7QM 4XPD 92HR\n"],
    ["with the long dashes a phone puts in", "K7QM–4XPD—92HR"],
    ["with dots between the groups", "K7QM.4XPD.92HR"],
    ["with the dashes in other places", "K7-QM4X-PD92-HR"],
    ["as a link in a sentence", "See <https://loop.example/redeem#K7QM-4XPD-92HR>."],
    ["behind words", "Your code: K7QM-4XPD-92HR."],
    ["as a link to it", "[K7QM-4XPD-92HR](https://loop.example/redeem#K7QM-4XPD-92HR)"],
    ["in the wide signs of another keyboard", "Ｋ７ＱＭ４ＸＰＤ９２ＨＲ"],
  ])("is read when typed %s", (_, typed) => {
    expect(readVoucherCode(typed)).toBe("K7QM4XPD92HR");
  });

  it("is read as it was meant when look-alikes were typed", () => {
    expect(readVoucherCode("oOiI-lLuU-0123")).toBe("001111VV0123");
  });

  it.each([
    ["nothing", ""],
    ["eleven signs", "K7QM-4XPD-92H"],
    ["thirteen signs", "K7QM-4XPD-92HR5"],
    ["a sign of no alphabet of ours", "K7QM-4XPD-92H!"],
    ["a letter with an accent", "K7QM-4XPD-92HÉ"],
    ["only dashes", "----------------"],
  ])("%s is not one", (_, typed) => {
    expect(readVoucherCode(typed)).toBeNull();
  });

  it("is read back from its formatted form", () => {
    for (let start = 0; start < VOUCHER_ALPHABET.length; start += 1) {
      const code = (VOUCHER_ALPHABET + VOUCHER_ALPHABET).slice(start, start + 12);
      expect(readVoucherCode(formatVoucherCode(code))).toBe(code);
    }
  });
});
