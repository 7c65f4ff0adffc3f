import { describe, expect, it, test } from "vitest";
import { clean, type TypedKind, withPlainLineEnds } from "~/domain/kernel/text/typed-text";

describe("text as it was typed", () => {
  test("one line has no controls, nothing that can’t be seen, and single spaces", () => {
    expect(clean("  Margaret\u0000\t Ellis\r\n\u202eOBE\u2069\u200b ", "line")).toBe("Margaret Ellis OBE");
    expect(clean("\u3164\u2800\u00ad", "line")).toBe("");
    expect(clean("Zoe\u0308", "line")).toBe("Zoë");
  });

  test("an address, a code or a number of more than two thousand characters is left as it is", () => {
    const [longest, longer] = [1_999, 2_000].map((many) => `“${"1".repeat(many)}`);
    expect(clean(longest ?? "", "number")).toBe("1".repeat(1_999));
    expect(clean(longer ?? "", "number")).toBe(longer);
  });

  test("several lines keep their ends and tabs", () => {
    expect(clean("\ufeffDear Tom,\r\n\tcome\u0007 soon\u200f.\r", "lines")).toBe("Dear Tom,\n\tcome soon.");
  });

  test("joiners stay where emoji and letters are joined by them, and go elsewhere", () => {
    for (const joined of ["👩‍👩‍👧 🏴󠁧󠁢󠁷󠁬󠁳󠁿 ❤️‍🔥", "می‌خواهم", "നന്‍", "क्‍ष"]) expect(clean(joined, "line")).toBe(joined);
    expect(clean("An\u200dna \u200dBell\u200c", "line")).toBe("Anna Bell");
  });

  test("a half of a character, which no file can hold, is taken out", () => {
    expect(clean("Tom \ud83d", "line")).toBe("Tom");
    expect(clean("Tom \ud83d.", "prose")).toBe("Tom .");
  });

  it.each(["\u1160", "\ufe0f", "\u17b4 \u180b", "\u{e0100}"])(
    "signs that only shape others are nothing alone: %j",
    (typed) => {
      expect(clean(typed, "line")).toBe("");
      expect(clean(typed, "lines")).toBe("");
    },
  );

  test("what an owner writes keeps its signs, spaces and direction", () => {
    expect(clean(" a\u200fb\r\n\u00a0c\u0007\u00ad", "prose")).toBe(" a\u200fb\n\u00a0c\u00ad");
  });

  test("line ends are one character each", () => {
    expect(withPlainLineEnds("a\r\nb\rc\nd")).toBe("a\nb\nc\nd");
  });

  const pasted: [TypedKind, string, string][] = [
    ["email", "ana\u200e@example.com\n", "ana@example.com"],
    ["email", "mailto:ana%2Bloop@Example.com?subject=Hello", "ana+loop@example.com"],
    ["email", "Ana Bell <ana@example.com>", "ana@example.com"],
    ["email", "“ana@example.com”, ", "ana@example.com"],
    ["email", "ａｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ", "ana@example.com"],
    ["email", "ana\u200b @\u00a0ex\u00adample.com.", "ana@example.com"],
    ["email", "ana@BÜCHER.example", "ana@xn--bcher-kva.example"],
    ["code", "https://loop.example/redeem#K7QM-4XPD-92HR", "K7QM-4XPD-92HR"],
    ["code", "localhost:3000/redeem#k7qm-4xpd-92hr/", "K7QM-4XPD-92HR"],
    ["code", "Redeem it: https://loop.example/redeem#K7QM-4XPD-92HR", "K7QM-4XPD-92HR"],
    ["code", "https://loop.example/redeem?code=new10&utm_source=mail", "NEW10"],
    ["code", "https://loop.example/redeem#K7QM%2D4XPD%2D92HR?utm_source=mail", "K7QM-4XPD-92HR"],
    ["code", " “K7QM\u200b–4XPD\u2060–92HR”. ", "K7QM-4XPD-92HR"],
    ["code", "Ｎｅｗ\ufeff１０", "NEW10"],
    ["code", "NEW10\ufe0f", "NEW10"],
    ["email", "o’brien@example.com", "o'brien@example.com"],
    ["phone", "tel:+44\u202c 7700 900‑123", "+44 7700 900-123"],
    ["phone", "٠٧٧٠٠ ٩٠٠١٢٣", "07700 900123"],
    ["digits", "Code: １２３\u200b 𝟒𝟓𝟔", "123456"],
    ["number", "\u202d£６９.99\u202c", "£69.99"],
    ["postcode", "„hx7\u200b8ab“", "HX7 8AB"],
  ];
  it.each(pasted)("of %s %j is %j", (kind, typed, meant) => {
    expect(clean(typed, kind)).toBe(meant);
    expect(clean(meant, kind)).toBe(meant);
  });

  test("text longer than any address or code is not looked at", () => {
    const long = `${">".repeat(100_000)}a`;
    expect(clean(long, "email")).toBe(long);
  });
});
