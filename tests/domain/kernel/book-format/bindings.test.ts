import { describe, expect, it } from "vitest";
import {
  BINDING_OF_A_LOOP,
  BINDING_WORDS,
  BINDINGS,
  bindingInFull,
  bindingOf,
  countBindings,
  nameOfCopy,
} from "~/domain/kernel/book-format/bindings";

describe("the names of the bindings", () => {
  it("call every book a luxury hardback, and none of them standard or the luxury one", () => {
    for (const binding of BINDINGS) {
      const names = [BINDING_WORDS[binding].name, BINDING_WORDS[binding].file];
      expect(names.join(" ")).not.toMatch(/standard|luxury/i);
      expect(bindingInFull(binding)).toMatch(/^Luxury hardback, /);
      expect(nameOfCopy(binding)).toMatch(/^luxury hardback with a /);
    }
    expect(bindingInFull(BINDING_OF_A_LOOP)).toBe("Luxury hardback, printed cover");
  });

  it("count the books of a shipment", () => {
    const [printed, leather] = [
      { binding: "standard", copies: 1 },
      { binding: "luxury", copies: 2 },
    ] as const;
    expect(countBindings([printed, leather])).toBe("1 with a printed cover, 2 with a leather cover");
    expect(countBindings([{ ...leather, copies: 1 }])).toBe("1 with a leather cover");
    expect(countBindings([])).toBe("");
  });

  it("take an order’s word, and for none the binding of a year’s own book", () => {
    expect(["luxury", "standard", null].map(bindingOf)).toEqual(["luxury", "standard", "standard"]);
  });

  it("promise no words pressed to order, which nobody asks for", () => {
    expect(BINDINGS.map((binding) => BINDING_WORDS[binding].about).join(" ")).not.toMatch(/emboss|personal/i);
  });
});
