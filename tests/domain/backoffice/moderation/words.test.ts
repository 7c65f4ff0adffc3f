import { describe, expect, it } from "vitest";
import { wordSearchForm } from "~/domain/backoffice/moderation/forms";
import { countCharacters, holding } from "~/domain/backoffice/moderation/words";

describe("words that are searched for", () => {
  const text = "We naïvely met at the Café,\nand the dog ate Aunt Jo’s boots!";

  it.each(["cafe", "naively met", "CAFÉ and", "aunt jo's boots", "dog", "the  dog — ate"])("are found: %s", (words) => {
    expect(holding(words)(text)).toBe(true);
  });

  it.each(["caf", "boot", "oots", "dog and", "ate the", "nothing"])("are not: %s", (words) => {
    expect(holding(words)(text)).toBe(false);
  });
});

describe("words in other scripts", () => {
  it.each([
    ["我们在公园散步", "公园散步"],
    ["แมวนอนบนเตียงนุ่ม", "บนเตียง"],
    ["हम दिल्ली गए", "दिल्ली गए"],
    ["우리는 공원에서 만났다", "공원에서"],
    ["The sea\u200bside was cold", "seaside"],
    ["Жёлтый дом", "желтый дом"],
  ])("in “%s” “%s” is found", (text, words) => {
    expect(holding(words)(text)).toBe(true);
  });

  it.each([
    ["हम दिल्ली गए", "दल्ल गए"],
    ["우리는 공원에서 만났다", "공원"],
    ["我们在公园散步", "园散"],
  ])("in “%s” “%s” is not", (text, words) => {
    expect(holding(words)(text)).toBe(false);
  });

  it("are counted as people see them: a syllable of Hangul is one", () => {
    expect(countCharacters("공원")).toBe(2);
  });
});

describe("the form of a search", () => {
  const validated = (words: string) =>
    wordSearchForm.safeParse({ words, why: "Complaint", reason: "A neighbour rang us" });

  it.each(["boots", "AB12", "a b c d", "x".repeat(100)])("takes “%s”", (words) => {
    expect(validated(words).success).toBe(true);
  });

  it.each(["", "   ", "dog", "....!!!!", "🧵🧵🧵🧵", "́́́́"])("does not take “%s”", (words) => {
    expect(validated(words).error?.issues[0]?.message).toBe(
      "Please type whole words with at least 4 letters or figures",
    );
  });

  it("takes no text of any length", () => {
    expect(validated("x".repeat(101)).error?.issues[0]?.message).toBe("The words can have up to 100 characters");
  });
});
