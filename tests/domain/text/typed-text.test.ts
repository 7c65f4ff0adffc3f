import { describe, expect, test } from "vitest";
import { asLine, asLines, withoutControls, withPlainLineEnds } from "~/domain/text/typed-text";

describe("text as it was typed", () => {
  test("one line has no controls, no marks that turn direction, and single spaces", () => {
    expect(asLine("  Margaret\u0000\t Ellis\r\n\u202eOBE\u2069 ")).toBe("Margaret Ellis OBE");
  });

  test("several lines keep their ends and tabs", () => {
    expect(asLines("\ufeffDear Tom,\r\n\tcome\u0007 soon\u200f.\r")).toBe("Dear Tom,\n\tcome soon.");
  });

  test("an address keeps nothing that cannot be seen", () => {
    expect(withoutControls("ana\u200e@example.com\n")).toBe("ana@example.com");
  });

  test("line ends are one character each", () => {
    expect(withPlainLineEnds("a\r\nb\rc\nd")).toBe("a\nb\nc\nd");
  });
});
