import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  describeLoopType,
  findLoopType,
  findTheme,
  isOffered,
  type LoopType,
  listLoopTypes,
  listThemes,
} from "~/domain/diary/catalogue/catalogue";
import { promptForWeek } from "~/domain/diary/catalogue/prompts";
import { sampleSpreads } from "~/domain/diary/catalogue/type-pages";

const publicTypes = listThemes().flatMap((theme) =>
  listLoopTypes({ themeId: theme.id, journey: "purchase" }),
);
const classic = findLoopType("classic", "standard");
const everyType = classic ? [...publicTypes, classic] : publicTypes;

function wordsOf(type: LoopType): string[] {
  const { displayName, titleExample, purchase, gift, example } = type;
  return [
    displayName,
    titleExample,
    purchase.description,
    ...purchase.bullets,
    gift.description,
    ...gift.bullets,
    ...(example ? [example.highlight, example.gratitude, example.prompt, example.reflection] : []),
  ];
}

describe("the shelf", () => {
  test("four themes can be chosen, in their fixed order", () => {
    expect(listThemes().map((theme) => theme.name)).toEqual(["Celebration", "Family", "Education", "Pet"]);
    expect(findTheme("pet")?.plural).toBe("Pets");
  });

  test("each theme offers its own types, in the order of the specification", () => {
    const names = (themeId: "celebration" | "family" | "education" | "pet") =>
      listLoopTypes({ themeId, journey: "purchase" }).map((type) => type.displayName);
    expect(names("celebration")).toEqual(["Wedding", "Big Birthday", "Anniversary", "Engagement"]);
    expect(names("family")).toEqual([
      "Parent & Child",
      "Family Adventures",
      "Adoption Journey",
      "Baby’s First Year",
    ]);
    expect(names("education")).toEqual([
      "My School Year",
      "University Year",
      "Learn a New Skill",
      "First Year at School",
    ]);
    expect(names("pet")).toEqual(["Puppy’s First Year", "My Cat & Me", "Adventures with My Pet"]);
    expect(publicTypes).toHaveLength(15);
  });

  test.each(["purchase", "gift", "redeem"] as const)(
    "all fifteen can be chosen on the %s journey",
    (journey) => {
      const offered = listThemes().flatMap((theme) => listLoopTypes({ themeId: theme.id, journey }));
      expect(offered.map((type) => type.productId)).toEqual(publicTypes.map((type) => type.productId));
    },
  );

  test("Classic is in no list, is found by its name and is sold only for oneself", () => {
    expect(listThemes().map((theme) => theme.id)).not.toContain("classic");
    expect(listLoopTypes({ themeId: "classic", journey: "purchase" })).toEqual([]);
    expect(findTheme("classic")?.hidden).toBe(true);
    expect(classic?.hidden).toBe(true);
    expect(classic && isOffered(classic, "purchase")).toBe(true);
    expect(classic && isOffered(classic, "gift")).toBe(false);
    expect(classic && isOffered(classic, "redeem")).toBe(false);
  });

  test("a type that has been retired is offered to nobody", () => {
    const wedding = findLoopType("celebration", "wedding");
    expect(wedding && isOffered(wedding, "gift")).toBe(true);
    expect(wedding && isOffered({ ...wedding, active: false }, "gift")).toBe(false);
  });

  test("no two products share an identity, and no two of a theme share a place", () => {
    expect(new Set(everyType.map((type) => type.productId)).size).toBe(16);
    expect(new Set(everyType.map((type) => `${type.themeId} ${type.sortOrder}`)).size).toBe(16);
  });
});

describe("looking up what came in an address", () => {
  test.each([
    ["celebration", "divorce"],
    ["family", "wedding"],
    ["", ""],
    ["celebration", "Wedding"],
    ["constructor", "toString"],
    ["__proto__", "wedding"],
  ])("there is no type %s / %s", (themeId, key) => {
    expect(findLoopType(themeId, key)).toBeUndefined();
  });

  test.each(["", "pets", "Celebration", "__proto__", "constructor"])("there is no theme %j", (id) => {
    expect(findTheme(id)).toBeUndefined();
  });
});

describe("the words on the cards", () => {
  test.each(everyType.map((type) => [type.productId, type] as const))(
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
    for (const type of everyType) {
      const said = [type.gift.description, ...type.gift.bullets].join(" ");
      expect(said, type.productId).toMatch(/voucher|email/i);
      expect(said, type.productId).toMatch(/12 months/);
      expect(said, type.productId).toContain("luxury hardback");
    }
  });

  test("a giver reads the gift words; a buyer and a redeemer read the others, which speak of no payment", () => {
    for (const type of everyType) {
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
        ? [
            theme.description,
            theme.lead.purchase,
            theme.lead.gift,
            theme.hero.line,
            theme.hero.turn,
            theme.hero.text,
          ]
        : [],
    );
    for (const words of [...themeWords, ...everyType.flatMap(wordsOf)]) {
      expect(words).toBe(words.trim());
      expect(words).not.toMatch(/['"]| {2}|\.\.\.|—/);
    }
  });

  test("nothing is promised of the book that the printer has not confirmed", () => {
    for (const { productId, purchase, gift } of everyType) {
      const said = [purchase, gift].flatMap((words) => [words.description, ...words.bullets]).join(" ");
      expect(said, productId).not.toMatch(/\bA\.?I\b|leather|linen|sewn|gsm|archival|acid-free/);
    }
  });

  test("every motif and scene named here is a file the site serves", () => {
    const images = [...listThemes(), ...everyType].map((entry) => entry.image);
    expect(images.filter((image) => !existsSync(`public${image}`))).toEqual([]);
  });
});

describe("the example week", () => {
  const examples = publicTypes.flatMap((type) => (type.example ? [{ type, example: type.example }] : []));

  test("at least twelve of the fifteen have one, and each type knows whether it has", () => {
    expect(examples.length).toBeGreaterThanOrEqual(12);
    for (const type of everyType) expect(type.hasExample, type.productId).toBe(type.example !== null);
  });

  test("it answers the question its buyer will be asked in week 1", () => {
    for (const { type, example } of examples) {
      expect(example.prompt).toBe(promptForWeek(type.themeId, type.key, 1));
    }
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
