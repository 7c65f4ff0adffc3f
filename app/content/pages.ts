import { z } from "zod";
import { THEMES } from "./content";
import { readTexts, type Text, text, type Values } from "./texts";

/** The pages that are mostly text. The module that reads one says what the names in its file mean. */

const named = (words: Text) => z.strictObject({ name: words, words });

const pageShape = (words: Text) =>
  z.strictObject({
    title: text,
    description: text,
    lead: words,
    changedOn: z.iso.date().nullable().default(null),
    passages: z.array(
      z.strictObject({
        /** What `/terms#cancel` leads to. */
        id: z.string().regex(/^[a-z-]+$/, "an id is small letters and hyphens"),
        heading: words,
        paragraphs: z.array(words).default([]),
        list: z.array(words).optional(),
        parts: z.array(named(words)).optional(),
      }),
    ),
  });

/** A page, and what a browser's tab and search results say of it. */
export function readPage<Facts extends readonly unknown[]>(file: string, values: Values<Facts>) {
  const { written, filled } = readTexts(`pages/${file}`, pageShape, values);
  const page = (...facts: Facts) => {
    const { description: _, ...rest } = filled(...facts);
    return rest;
  };
  return Object.assign(page, { head: { title: written.title, description: written.description } });
}

const cookiesShape = (words: Text) => z.array(z.strictObject({ name: z.string(), purpose: words, lasts: words }));

/** The table on the page about cookies. */
export function readCookies(values: Values<[]>) {
  return readTexts("pages/cookies-table", cookiesShape, values).filled();
}

const questionsShape = (words: Text) =>
  z.strictObject({
    heading: words,
    home: z.array(z.strictObject({ question: words, answer: z.array(words) })),
    year: z.array(z.strictObject({ question: words, answer: words })),
  });

/** The questions that people ask before they buy. */
export function readQuestions(values: Values<[]>) {
  return readTexts("pages/questions", questionsShape, values).filled();
}

/** A headline, whose second half is in italics, and the sentence below it. */
const headed = (words: Text) => ({ line: words, turn: words, lead: words });

const pictured = (words: Text) => named(words).extend({ picture: text });

const homeShape = (words: Text) => {
  const { line, turn, lead } = headed(words);
  return z.strictObject({
    idea: z.strictObject({ line, turn, lead, parts: z.array(named(words)) }),
    steps: z.strictObject({ line, turn, parts: z.array(pictured(words)) }),
    inside: z.strictObject({ line, turn, lead }),
    reasons: z.strictObject({ line, turn, lead, parts: z.array(pictured(words).extend({ theme: z.enum(THEMES) })) }),
    themes: z.strictObject({ line, lead }),
    closing: z.strictObject({ line, turn }),
    contact: z.strictObject({ line, lead }),
  });
};

/** The home page without its slides and questions. */
export function readHome(values: Values<[]>) {
  return readTexts("pages/home", homeShape, values).filled();
}

const yearShape = (words: Text) => {
  const { line, turn, lead } = headed(words);
  return z.strictObject({
    prompts: z.strictObject({ lead }),
    book: z.strictObject({ line, parts: z.array(named(words)) }),
    week: z.strictObject({ line, turn, parts: z.array(pictured(words).extend({ when: words })) }),
    changeOfMind: z.strictObject({ heading: words, paragraphs: z.array(words) }),
    company: z.strictObject({ lead }),
  });
};

/** What the page of every kind of loop says. */
export function readYear(values: Values<[]>) {
  return readTexts("pages/year", yearShape, values).filled();
}
