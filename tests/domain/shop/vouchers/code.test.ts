import { describe, expect, it } from "vitest";
import { codeInLink, formatVoucherCode, lastFourOf, VOUCHER_ALPHABET } from "~/domain/shop/vouchers/code";

describe("a voucher's code", () => {
  it("is made of 32 different characters, without I, L, O and U", () => {
    expect(new Set(VOUCHER_ALPHABET).size).toBe(32);
    expect(VOUCHER_ALPHABET).not.toMatch(/[ILOUa-z]/);
  });

  it("is shown in three groups of four, of which staff see the last", () => {
    expect(formatVoucherCode("K7QM4XPD92HR")).toBe("K7QM-4XPD-92HR");
    expect(lastFourOf("K7QM4XPD92HR")).toBe("92HR");
  });

  it.each([
    ["K7QM-4XPD-92HR", "K7QM-4XPD-92HR"],
    ["k7qm-4xpd-92hr", "K7QM-4XPD-92HR"],
    ["k7qm4xpd92hr", "K7QM4XPD92HR"],
    ["", null],
    ["contact-form", null],
    ["K7QM-4XPD-92H", null],
    ["K7QM-4XPD-92HR5", null],
    ["K7-QM4X-PD92-HR", null],
    ["K7QM-4XPD-92H!", null],
  ])("behind the # of a link is found in %j: %s", (hash, found) => {
    expect(codeInLink(hash)).toBe(found);
  });
});
