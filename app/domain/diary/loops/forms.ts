import { z } from "zod";
import { formatNumber } from "~/domain/kernel/text/numbers";
import { clean } from "~/domain/kernel/text/typed-text";
import { checkbox, line, optionalLine } from "~/domain/people/accounts/forms";
import {
  LONGEST_CAPTION,
  LONGEST_DRAFT,
  LONGEST_FIELDS,
  LONGEST_QUESTION,
  LONGEST_REFLECTION,
  LONGEST_REFLECTION_WORDS,
} from "../rules/entry-limits";
import { type EntryWords, lengthOf } from "./entry-text";
import { WISH_FIELD } from "./starting";

/** The forms of what an owner writes, with their error messages. */

export type { EntryWords } from "./entry-text";

export const INCOMPLETE_ENTRY_MESSAGE = "Please upload a photo and add a reflection";
/** The error beside each of the two, where that message is about both. */
export const MISSING_PARTS: Partial<Record<EntryProblem["field"], string>> = {
  photo: "Add a photo",
  content: "Write your answer",
};

/** Tidying makes a text at most so many times shorter, so that what is longer is refused as it is. */
const MOST_TIDIED = 4 * LONGEST_DRAFT;

/** Reads the text from a submitted form; refuses and shortens nothing. */
export function readEntryWords(form: FormData): EntryWords {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return tidyWords({
    title: text("title"),
    highlight: text("highlight"),
    gratitude: text("gratitude"),
    learned: text("learned"),
    content: text("content"),
  });
}

export function tidyWords(words: EntryWords): EntryWords {
  if (lengthOf(words) > MOST_TIDIED) return words;
  const { title, highlight, gratitude, learned, content } = words;
  return {
    title: clean(title, "prose"),
    highlight: clean(highlight, "prose"),
    gratitude: clean(gratitude, "prose"),
    learned: clean(learned, "prose"),
    content: clean(content, "prose"),
  };
}

export interface EntryProblem {
  field: keyof EntryWords | "photo";
  message: string;
}

/** Of a week longer than any that is kept, at its longest box. */
export function draftProblem(words: EntryWords): EntryProblem {
  const boxes = Object.keys(words) as (keyof EntryWords)[];
  const field = boxes.reduce((one, other) => (words[other].length > words[one].length ? other : one));
  const message = `That’s ${formatNumber(lengthOf(words))} characters, and a week can have up to ${formatNumber(LONGEST_DRAFT)}. Please copy the rest somewhere else and shorten it here, then save again`;
  return { field, message };
}

/** How long an answer is and how long it may be, in words or characters; null where it is short enough. */
export function excessOfAnswer(characters: number, words: number | null): { has: string; most: string } | null {
  if (words !== null && words > LONGEST_REFLECTION_WORDS) {
    return { has: `${formatNumber(words)} words`, most: formatNumber(LONGEST_REFLECTION_WORDS) };
  }
  if (characters <= LONGEST_REFLECTION) return null;
  return { has: `${formatNumber(characters)} characters`, most: formatNumber(LONGEST_REFLECTION) };
}

/**
 * The problems that keep a week from being completed; empty when it is complete.
 * @param answerWords the words of the answer, as counted; null while nobody has.
 */
export function entryProblems(words: EntryWords, photoCount: number, answerWords: number | null): EntryProblem[] {
  const problems: EntryProblem[] = [];
  if (photoCount === 0) problems.push({ field: "photo", message: INCOMPLETE_ENTRY_MESSAGE });
  if (clean(words.content, "line") === "") problems.push({ field: "content", message: INCOMPLETE_ENTRY_MESSAGE });
  const tooLong = excessOfAnswer(words.content.length, answerWords);
  if (tooLong) {
    const message = `Your answer has ${tooLong.has}, and a week can have up to ${tooLong.most}. All of it is saved as a draft; shorten it to finish the week`;
    problems.push({ field: "content", message });
  }
  const labels = {
    title: "The title",
    highlight: "The highlight",
    gratitude: "What you’re grateful for",
    learned: "What you learned",
  };
  for (const [field, most] of Object.entries(LONGEST_FIELDS) as [keyof typeof LONGEST_FIELDS, number][]) {
    if (words[field].length > most) {
      problems.push({
        field,
        message: `${labels[field]} can have up to ${most} characters. We’ve saved all of it as a draft`,
      });
    }
  }
  return problems;
}

export const captionForm = optionalLine("The caption", LONGEST_CAPTION);

export const ownQuestionForm = line("Please write your question", "Your question", LONGEST_QUESTION);

const LONGEST_DEDICATION = 300;
const LONGEST_NAME = 80;

/** The parts of the book besides its weeks. */
export const bookForm = z.object({
  dedication: z
    .string()
    .default("")
    .transform((typed) => clean(typed, "prose").trim())
    .refine((text) => text.length <= LONGEST_DEDICATION, {
      message: `The dedication can have up to ${LONGEST_DEDICATION} characters`,
    }),
});

/** What a book is for, and for whom: asked once with its title. An empty field is an empty string. */
export const aboutForm = z.object({
  recipientName: optionalLine("The name", LONGEST_NAME),
  occasion: optionalLine("The occasion", LONGEST_NAME),
  dedication: bookForm.shape.dedication,
});

export type About = z.infer<typeof aboutForm>;

/** The title, with the first one also what the book is for. */
export const titleForm = z.object({
  title: line("Please give your loop a title", "The title", 80),
  ...aboutForm.shape,
});
export type Title = z.infer<typeof titleForm>;

/** A value of which the rules of rescheduling say whether it fits. What is longer is no such value in its beginning. */
const proposed = z
  .string()
  .default("")
  .transform((typed) => clean(typed.slice(0, 40), "number"));

/** The same, once its sender has seen its effect. */
const agreed = optionalLine("The change", 40);

export const moveForm = z.object({ deliveryDay: proposed, agreed, [WISH_FIELD]: checkbox });
export type Move = z.infer<typeof moveForm>;

export const pauseForm = z.object({
  weeks: proposed.transform((typed) => (/^\d{1,3}$/.test(typed) ? Number(typed) : Number.NaN)),
  agreed,
});
export type Pausing = z.infer<typeof pauseForm>;

export const startForm = z.object({ [WISH_FIELD]: checkbox });
export type Start = z.infer<typeof startForm>;

const numberUpTo = (most: number, message: string) =>
  z
    .string({ error: message })
    .overwrite((typed) => clean(typed, "number"))
    .regex(/^\d{1,2}$/, message)
    .transform(Number)
    .refine((number) => number <= most, message);

export const weeklyEmailForm = z.object({
  wanted: checkbox,
  day: numberUpTo(6, "Please choose a day of the week"),
  hour: numberUpTo(23, "Please choose a time"),
});
export type WeeklyEmailChoice = z.infer<typeof weeklyEmailForm>;

export const sharingForm = z.object({ giverSeesProgress: checkbox });
export type Sharing = z.infer<typeof sharingForm>;
