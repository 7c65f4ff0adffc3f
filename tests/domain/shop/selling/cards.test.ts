import { describe, expect, test } from "vitest";
import { findTheme, listThemes, loopTypesNamed } from "~/domain/diary/catalogue/catalogue";
import { describeLoopType, exampleOf, kindOf } from "~/domain/shop/selling/cards";
import { sampleSpreads } from "~/domain/shop/selling/type-pages";

const cards = loopTypesNamed("").map((type) => {
  const { purchase, gift } = kindOf(type.themeId, type.key);
  return { ...type, purchase, gift };
});

function wordsOf(type: (typeof cards)[number]): string[] {
  const { displayName, titleExample, purchase, gift } = type;
  const example = exampleOf(type);
  return [
    displayName,
    titleExample,
    purchase.description,
    ...purchase.bullets,
    gift.description,
    ...gift.bullets,
    ...(example ? [example.highlight, example.gratitude, example.reflection] : []),
  ];
}

describe("the words on the cards", () => {
  test.each(cards.map((type) => [type.productId, type] as const))(
    "%s is described to the person who will fill it in, and to the giver",
    (_, type) => {
      for (const words of [type.purchase, type.gift]) {
        expect(words.description.length).toBeGreaterThan(60);
        expect(words.description.length).toBeLessThan(220);
        expect(words.bullets.length).toBeGreaterThanOrEqual(3);
        expect(words.bullets.length).toBeLessThanOrEqual(4);
        expect(new Set(words.bullets).size).toBe(words.bullets.length);
      }
      expect(type.gift.description).not.toBe(type.purchase.description);
      expect(type.titleExample).not.toBe("");
    },
  );

  test("every gift is a voucher with twelve months to run, and says so", () => {
    for (const type of cards) {
      const said = [type.gift.description, ...type.gift.bullets].join(" ");
      expect(said, type.productId).toMatch(/voucher|email/i);
      expect(said, type.productId).toMatch(/12 months/);
      expect(said, type.productId).toContain("luxury hardback");
    }
  });

  test("a giver reads the gift words; a buyer and a redeemer read the others, which speak of no payment", () => {
    for (const type of cards) {
      expect(describeLoopType(type, "gift")).toBe(type.gift);
      expect(describeLoopType(type, "purchase")).toBe(type.purchase);
      expect(describeLoopType(type, "redeem")).toBe(type.purchase);
      const said = [type.purchase.description, ...type.purchase.bullets].join(" ");
      expect(said, type.productId).not.toMatch(/£|\bpaid\b|\bpay\b|\bprice\b|\bbuy\b/i);
    }
  });

  test("the copy is set with proper quotation marks and single spaces", () => {
    const themeWords = [...listThemes(), findTheme("classic")].flatMap((theme) =>
      theme
        ? [theme.description, theme.lead.purchase, theme.lead.gift, theme.hero.line, theme.hero.turn, theme.hero.text]
        : [],
    );
    for (const words of [...themeWords, ...cards.flatMap(wordsOf)]) {
      expect(words).toBe(words.trim());
      expect(words).not.toMatch(/['"]| {2}|\.\.\.|—/);
    }
  });

  test("nothing is promised of the book that the printer has not confirmed", () => {
    for (const { productId, purchase, gift } of cards) {
      const said = [purchase, gift].flatMap((words) => [words.description, ...words.bullets]).join(" ");
      expect(said, productId).not.toMatch(/\bA\.?I\b|leather|linen|sewn|gsm|archival|acid-free/);
    }
  });
});

test("a type that is not in the catalogue has no words", () => {
  expect(() => kindOf("pet", "dinosaur")).toThrow("There is no pet/dinosaur.");
});

describe("the example week", () => {
  const examples = cards.flatMap((type) => {
    const example = exampleOf(type);
    return example ? [{ type, example }] : [];
  });

  test("at least twelve types have one, and Classic and the adoption journey have none", () => {
    expect(examples.length).toBeGreaterThanOrEqual(12);
    const without = cards.filter((type) => !examples.some((one) => one.type === type));
    expect(without.map(({ key }) => key)).toEqual(["adoption-journey", "standard"]);
  });

  test("it has the words that the type’s own page shows for that week", () => {
    for (const { type, example } of examples) {
      const shown = sampleSpreads(type.themeId, type.key).find(({ week }) => week === 1);
      expect([shown?.highlight, shown?.gratitude, shown?.answer], type.productId).toEqual([
        example.highlight,
        example.gratitude,
        example.reflection,
      ]);
    }
  });

  test("it is long enough to want to read and short enough to want to write", () => {
    for (const { type, example } of examples) {
      const words = example.reflection.split(/\s+/).length;
      expect(words, type.productId).toBeGreaterThanOrEqual(60);
      expect(words, type.productId).toBeLessThanOrEqual(130);
      expect(example.highlight.length, type.productId).toBeLessThanOrEqual(120);
      expect(example.gratitude.length, type.productId).toBeLessThanOrEqual(160);
    }
  });
});
