import { describe, expect, it } from "vitest";
import { seal, unseal } from "#db/sealing.server";

describe("a sealed value", () => {
  it("opens again for the purpose it was sealed for", () => {
    expect(unseal("voucher-code", seal("voucher-code", "K7QM4XPD92HR"))).toBe("K7QM4XPD92HR");
    expect(unseal("email-words", seal("email-words", "Grüße, ☂"))).toBe("Grüße, ☂");
  });

  it("looks different each time and shows nothing of what it holds", () => {
    const sealed = seal("voucher-code", "K7QM4XPD92HR");
    expect(seal("voucher-code", "K7QM4XPD92HR")).not.toBe(sealed);
    expect(sealed).not.toContain("K7QM");
  });

  it("does not open for another purpose", () => {
    expect(() => unseal("staff-totp", seal("voucher-code", "K7QM4XPD92HR"))).toThrow("cannot be opened");
  });

  it.each([
    ["one sign was changed", (sealed: string) => sealed.replace(/\.(.)/, (_, sign) => `.${sign === "A" ? "B" : "A"}`)],
    ["its end is missing", (sealed: string) => sealed.slice(0, -4)],
    ["it is empty", () => ""],
    ["it is something else", () => "hello"],
    ["it is of another version", (sealed: string) => sealed.replace("1.", "2.")],
  ])("does not open when %s", (_, change) => {
    expect(() => unseal("voucher-code", change(seal("voucher-code", "K7QM4XPD92HR")))).toThrow("cannot be opened");
  });
});
