import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findLoopType, findTheme, isOffered, listLoopTypes, listThemes } from "~/domain/diary/catalogue/catalogue";

const publicTypes = listThemes().flatMap((theme) => listLoopTypes({ themeId: theme.id, journey: "purchase" }));
const classic = findLoopType("classic", "standard");
const everyType = classic ? [...publicTypes, classic] : publicTypes;

describe("the shelf", () => {
  test("four themes can be chosen, in their fixed order", () => {
    expect(listThemes().map((theme) => theme.name)).toEqual(["Celebration", "Family", "Education", "Pet"]);
    expect(findTheme("pet")?.plural).toBe("Pets");
  });

  test("each theme offers its own types, in the order of the specification", () => {
    const specified = {
      celebration: ["Wedding", "Big Birthday", "Anniversary", "Engagement"],
      family: ["Parent & Child", "Family Adventures", "Adoption Journey", "Baby’s First Year"],
      education: ["My School Year", "University Year", "Learn a New Skill", "First Year at School"],
      pet: ["Puppy’s First Year", "My Cat & Me", "Adventures with My Pet"],
    };
    for (const [themeId, names] of Object.entries(specified)) {
      const offered = publicTypes.flatMap((type) => (type.themeId === themeId ? [type.displayName] : []));
      expect(offered.filter((name) => names.includes(name))).toEqual(names);
    }
  });

  test.each(["purchase", "gift", "redeem"] as const)("each can be chosen on the %s journey", (journey) => {
    const offered = listThemes().flatMap((theme) => listLoopTypes({ themeId: theme.id, journey }));
    expect(offered.map((type) => type.productId)).toEqual(publicTypes.map((type) => type.productId));
  });

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
    expect(new Set(everyType.map((type) => type.productId)).size).toBe(everyType.length);
    expect(new Set(everyType.map((type) => `${type.themeId} ${type.sortOrder}`)).size).toBe(everyType.length);
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

test("every motif and scene named here is a file the site serves", () => {
  const images = [...listThemes(), ...everyType].map((entry) => entry.image);
  expect(images.filter((image) => !existsSync(`public${image}`))).toEqual([]);
});
