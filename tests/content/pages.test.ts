import { describe, expect, test } from "vitest";
import { namesIn } from "~/content/files";
import { OPENING_PRICES } from "~/domain/diary/catalogue/prices";
import type { Company } from "~/domain/kernel/company/company";
import { privacyCopy } from "~/domain/shop/terms/privacy-copy";
import { termsCopy } from "~/domain/shop/terms/terms-copy";
import { aboutCopy } from "~/screens/front/about-copy";
import { accessibilityCopy } from "~/screens/front/accessibility-copy";
import { cookiesCopy, ourCookies } from "~/screens/front/cookies-copy";
import { HOME } from "~/screens/front/home-copy";
import { QUESTIONS } from "~/screens/front/questions-copy";
import { YEAR } from "~/screens/front/year-copy";
import { textsIn, UNTIDY } from "./texts-in";

const company: Company = {
  ...{ name: "Loop Journals Ltd", email: "hello@loop.example", address: "1 Selvedge Row, Leeds LS1 4AB" },
  ...{ number: "12345678", registeredIn: "England and Wales", phone: "0113 496 0000" },
  ...{ vatNumber: "GB 123", printerCountry: "Lithuania" },
};
const unknown: Company = {
  ...{ name: "Loop", email: "hello@loop.example", address: null, number: null, registeredIn: null },
  ...{ phone: null, vatNumber: null, printerCountry: null },
};

const pagesOf = (of: Company) => ({
  about: aboutCopy(of),
  accessibility: accessibilityCopy(of),
  cookies: cookiesCopy(of),
  "cookies-table": ourCookies(true),
  home: HOME,
  privacy: privacyCopy(of),
  questions: QUESTIONS,
  terms: termsCopy(of, OPENING_PRICES),
  year: YEAR,
});

describe("the pages that an editor changes", () => {
  test("are read by a page each", () => {
    expect(namesIn("pages").sort()).toEqual(Object.keys(pagesOf(company)).sort());
  });

  test.each([
    ["says all about itself", company],
    ["has set nothing", unknown],
  ])("are whole and tidy where the company %s", (_, of) => {
    const texts = textsIn(pagesOf(of), "pages").filter(({ text }) => !/^\* |__Host-/.test(text));
    expect(texts.length).toBeGreaterThan(250);
    expect(texts.filter(({ text }) => UNTIDY.test(text) || /\b(?:null|undefined|NaN)\b/.test(text))).toEqual([]);
  });

  test("fit into the results of a search", () => {
    const heads = [aboutCopy, accessibilityCopy, cookiesCopy, privacyCopy, termsCopy].map(({ head }) => head);
    expect(heads.filter(({ title, description }) => title.length > 40 || description.length > 160)).toEqual([]);
  });

  test("name each of their passages once, so that a link leads to one", () => {
    for (const { passages } of [termsCopy(company, OPENING_PRICES), privacyCopy(company), aboutCopy(company)]) {
      const ids = passages.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  test("say nothing of a company that has set nothing", () => {
    const contact = ({ passages }: ReturnType<typeof aboutCopy>) => passages.find(({ id }) => id === "contact");
    expect(contact(aboutCopy(company))?.paragraphs).toHaveLength(3);
    expect(contact(aboutCopy(unknown))?.paragraphs).toHaveLength(1);
  });
});
