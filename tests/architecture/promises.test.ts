import { describe, expect, it } from "vitest";
import { BOOK_PROMISES } from "./promises/book";
import { CANCELLING_PROMISES } from "./promises/cancelling";
import { GIFTS_PROMISES } from "./promises/gifts";
import { GUESTS_PROMISES } from "./promises/guests";
import type { KeptPromise } from "./promises/kept-promise";
import { LAW_PROMISES } from "./promises/law";
import { PRICE_PROMISES } from "./promises/price";
import { PRIVACY_PROMISES } from "./promises/privacy";
import { TIME_PROMISES } from "./promises/time";
import { WRITING_PROMISES } from "./promises/writing";
import { importsOf, sources } from "./source";

/** The lists of promises, by area. */
const PROMISES: Readonly<Record<string, readonly KeptPromise[]>> = {
  cancelling: CANCELLING_PROMISES,
  writing: WRITING_PROMISES,
  time: TIME_PROMISES,
  privacy: PRIVACY_PROMISES,
  law: LAW_PROMISES,
  price: PRICE_PROMISES,
  "the book": BOOK_PROMISES,
  gifts: GIFTS_PROMISES,
  guests: GUESTS_PROMISES,
};

const split = (named: string) => named.split("#", 2) as [path: string, name: string | undefined];

const isExported = (text: string, name: string) =>
  new RegExp(`export (?:async )?(?:const|function) ${name}\\b`).test(text);

/** Whether a file imports another, itself or through one that it imports. */
function reaches(from: string, to: string): boolean {
  if (from === to) return true;
  const direct = ownImports(from);
  return direct.includes(to) || direct.some((path) => ownImports(path).includes(to));
}

const ownImports = (path: string) =>
  importsOf(path, sources.get(path) ?? "").flatMap(({ to, isOurs }) => (isOurs ? [to] : []));

/** What is wrong with a line: a rule or test that does not exist, a page that does not take its text from the rule. */
function wrongWith({ says, where, rule, triedBy }: KeptPromise): string[] {
  const [home, name = ""] = split(rule);
  const [test, title = ""] = split(triedBy);
  // An act has no text that a page could show; what it promises without a figure is written where it is needed.
  const isAct = home.includes(".server.");
  const apart = where.filter((path) => !sources.has(path) || (!isAct && !reaches(path, home)));
  return [
    ...(isExported(sources.get(home) ?? "", name) ? [] : [`no rule ${rule}`]),
    ...(title !== "" && sources.get(test)?.includes(title) ? [] : [`no test ${triedBy}`]),
    ...(where.length > 0 ? [] : ["said nowhere"]),
    ...apart.map((path) => `${path} does not read ${home}`),
  ].map((what) => `“${says}”: ${what}`);
}

describe("what the product promises", () => {
  it.each(Object.entries(PROMISES))("about %s is backed by a rule, tested, and worded from the rule", (_, list) => {
    expect(list.flatMap(wrongWith)).toEqual([]);
  });

  it("is listed once", () => {
    const all = Object.values(PROMISES).flatMap((list) => list.map(({ says }) => says));
    expect(all.filter((says, at) => all.indexOf(says) !== at)).toEqual([]);
  });

  it("is missed where its rule, its test or its place is gone", () => {
    const kept = {
      says: "You can cancel.",
      where: ["app/domain/shop/terms/terms-copy.ts"],
      rule: "app/domain/shop/order-rules/cancellation.ts#howToCancel",
      triedBy: "tests/architecture/promises.test.ts#is missed where its rule",
    };
    expect(wrongWith(kept)).toEqual([]);
    expect(wrongWith({ ...kept, rule: "app/domain/shop/order-rules/cancellation.ts#howToStay" })).toHaveLength(1);
    expect(wrongWith({ ...kept, triedBy: "tests/architecture/promises.test.ts#is" + " never said" })).toHaveLength(1);
    expect(wrongWith({ ...kept, where: [] })).toHaveLength(1);
    expect(wrongWith({ ...kept, where: ["app/ui/wordmark.tsx"] })).toHaveLength(1);
  });
});
