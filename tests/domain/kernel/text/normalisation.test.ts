import { describe, expect, it, vi } from "vitest";
import { normalise } from "~/domain/kernel/text/normalisation";

const MARKS = "\u0301\u0323";

describe("normalised text", () => {
  it("is as Unicode has it, in each form", () => {
    const text = "Cafe\u0301 \u1112\u1161\u11ab Ａ ﬁ";
    for (const form of ["NFC", "NFD", "NFKC", "NFKD"] as const) {
      expect(normalise(text, form)).toBe(text.normalize(form));
    }
  });

  it("keeps every accent of a letter that has thousands, and the text around it", () => {
    const text = `Cafe\u0301 a${MARKS.repeat(5_000)} Cafe\u0301`;
    const normal = normalise(text, "NFC");
    expect(normal).toMatch(/^Caf\u00e9 \u1ea1?/u);
    expect(normal).toMatch(/ Caf\u00e9$/u);
    expect(normalise(text, "NFD").match(/\p{M}/gu)).toHaveLength(10_002);
  });

  it("never hands Unicode more than thirty accents at once", () => {
    const spy = vi.spyOn(String.prototype, "normalize");
    normalise(`a${MARKS.repeat(5_000)}`, "NFC");
    const longest = Math.max(...spy.mock.contexts.map((piece) => String(piece).match(/\p{M}/gu)?.length ?? 0));
    spy.mockRestore();
    expect(longest).toBe(30);
  });
});
