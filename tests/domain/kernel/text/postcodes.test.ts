import { describe, expect, it } from "vitest";
import { formatPostcode, placeOfPostcode, tidyPostcode } from "~/domain/kernel/text/postcodes";

describe("a postcode", () => {
  it.each([
    ["hx78ab", "HX7 8AB"],
    ["H X 7 - 8 A B", "HX7 8AB"],
    ["HXO 1AA", "HX0 1AA"],
    ["S0I4 3AB", "SO14 3AB"],
    ["W1O 4AB", "W10 4AB"],
    ["SW1O 1AA", "SW10 1AA"],
    ["0X1 2AB", "OX1 2AB"],
    ["1P1 1AA", "IP1 1AA"],
    ["BI 1AA", "B1 1AA"],
    ["HX7 OAB", "HX7 0AB"],
    ["HX7 IAB", "HX7 1AB"],
    ["Ml lAA", "M1 1AA"],
    ["Ll 8JQ", "L1 8JQ"],
    ["LL11 1AA", "LL11 1AA"],
    ["E10 5AB", "E10 5AB"],
    ["ec1a1bb", "EC1A 1BB"],
    ["bfpo57", "BFPO 57"],
    ["somewhere", "SOMEWHERE"],
  ])("%s is read as %s", (typed, written) => {
    expect(tidyPostcode(typed)).toBe(written);
  });

  it.each([
    "SW1A 1AA",
    "M1 1AE",
    "B33 8TH",
    "CR2 6XH",
    "DN55 1PT",
    "W1A 0AX",
    "EC1A 1BB",
    "BT1 5GS",
    "ZE1 0AA",
    "IV51 9AB",
  ])("%s is served", (postcode) => expect(placeOfPostcode(postcode)).toBe("served"));

  it.each(["JE2 3AB", "GY1 1AA", "IM1 2AB"])("%s is of an island that isn’t served", (postcode) =>
    expect(placeOfPostcode(postcode)).toBe("islands"),
  );

  it("says Gibraltar’s and the forces’ apart", () => {
    expect(placeOfPostcode("GX11 1AA")).toBe("gibraltar");
    expect(placeOfPostcode("BFPO 57")).toBe("forces");
    expect(placeOfPostcode("BF1 2AT")).toBe("forces");
  });

  it.each([
    "ZZ1 1ZZ",
    "QQ99 9QQ",
    "HX7 8CA",
    "HX7 8AV",
    "L1C 4AB",
    "HX7A 1AA",
    "AB12C 3DE",
    "GIR 0AA",
    "HX01 1AA",
    "HX7",
    "",
  ])("%j is nowhere", (postcode) => expect(placeOfPostcode(postcode)).toBe("nowhere"));

  it("is shown as the Royal Mail writes it, and anything else as it was written", () => {
    expect(formatPostcode("zz11zz")).toBe("ZZ1 1ZZ");
    expect(formatPostcode(" 90210 ")).toBe("90210");
  });
});
