import { PRINTED_ON_REQUEST } from "~/domain/diary/loops/completion";
import { MISSED_WEEKS, NO_GAP } from "~/domain/diary/loops/printed-weeks";
import { PAUSING } from "~/domain/diary/loops/rescheduling";
import { NO_AI, OWN_WORDS, TAKEN_AT_ANY_TIME, USED_FOR_THE_BOOK } from "~/domain/diary/loops/whose-words";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { LONGEST_REFLECTION_WORDS } from "~/domain/diary/rules/entry-limits";
import { PHOTOS_A_WEEK } from "~/domain/diary/rules/photo-rules";
import type { KeptPromise } from "./kept-promise";

const WORDS = "app/domain/diary/loops/whose-words.ts";
const TERMS = "app/domain/shop/terms/terms-copy.ts";
/** The terms and every other page of `app/content` can name it in braces. */
const IN_BRACES = "app/content/texts.ts";
const QUESTIONS = "app/screens/front/questions-copy.ts";

/** About writing a year, and what becomes of the text. */
export const WRITING_PROMISES: readonly KeptPromise[] = [
  {
    says: `A year has ${WEEKS} weekly questions.`,
    where: [TERMS, "app/screens/gift/gift.tsx"],
    rule: "app/domain/diary/rules/calendar.ts#WEEKS",
    triedBy: "tests/domain/diary/entries/entries.test.ts#has no week %d",
  },
  {
    says: `A week takes up to ${PHOTOS_A_WEEK} photos.`,
    where: [IN_BRACES, "app/screens/loop/week-photos.tsx"],
    rule: "app/domain/diary/rules/photo-rules.ts#PHOTOS_A_WEEK",
    triedBy: "tests/domain/diary/photos/photos.test.ts#refuses all but three also when seven arrive at once",
  },
  {
    says: `An answer has up to ${LONGEST_REFLECTION_WORDS} words.`,
    where: ["app/screens/front/year-book.tsx", "app/screens/loop/entry-form.tsx"],
    rule: "app/domain/diary/rules/entry-limits.ts#LONGEST_REFLECTION_WORDS",
    triedBy: "tests/screens/loop/entry-form.test.ts#with five hundred words, and everything else as long as can be, is",
  },
  {
    says: MISSED_WEEKS,
    where: [QUESTIONS],
    rule: "app/domain/diary/loops/printed-weeks.ts#MISSED_WEEKS",
    triedBy: "tests/screens/loop/entry-form.test.ts#that is being caught up on stays the week it is",
  },
  {
    says: NO_GAP,
    where: [QUESTIONS, TERMS],
    rule: "app/domain/diary/loops/printed-weeks.ts#NO_GAP",
    triedBy: "tests/domain/book/layout/layout.test.ts#are left out without comment, and so is a season without any",
  },
  {
    says: PAUSING,
    where: [QUESTIONS, "app/screens/loop/loop-settings-parts.tsx"],
    rule: "app/domain/diary/loops/rescheduling.ts#planPause",
    triedBy:
      "tests/domain/diary/loops/rescheduling.test.ts#two pauses are eight weeks together and no more, one after the other or one made longer",
  },
  {
    says: PRINTED_ON_REQUEST,
    where: [
      QUESTIONS,
      TERMS,
      "app/domain/diary/loops/weekly-email.ts",
      "app/domain/diary/loops/year-dates-email.ts",
      "app/screens/loop/dashboard-year.tsx",
      "app/screens/loop/finished-year.tsx",
      "app/screens/loop/proof.tsx",
    ],
    rule: "app/domain/diary/loops/completion.ts#PRINTED_ON_REQUEST",
    triedBy: "tests/domain/operations/printing/completion.test.ts#is done by its owner, once",
  },
  {
    says: "Whoever sends a year to print is shown every unfinished week, and decides.",
    where: ["app/screens/loop/sign-off-weeks.tsx"],
    rule: "app/domain/diary/loops/printed-weeks.ts#needsDecision",
    triedBy:
      "tests/domain/diary/loops/printed-weeks.test.ts#is refused without a decision, or with one about other weeks",
  },
  {
    says: "Words that do not print are kept.",
    where: ["app/screens/loop/sign-off-weeks.tsx"],
    rule: "app/domain/diary/loops/printed-weeks.ts#printedWords",
    triedBy: "tests/domain/diary/loops/printed-weeks.test.ts#leaves them out and keeps every word of them",
  },
  {
    says: "Whatever is typed is kept, even where it is too long or cannot be saved as a week.",
    where: ["app/domain/diary/loops/forms.ts"],
    rule: "app/domain/diary/loops/forms.ts#entryProblems",
    triedBy: "tests/screens/loop/entry-form.test.ts#without a photo keeps its words on the page and as a draft",
  },
  {
    says: "Two windows never overwrite each other’s words.",
    where: ["app/screens/loop/entry-form.tsx"],
    rule: "app/domain/diary/entries/entries.server.ts#writeWeek",
    triedBy: "tests/screens/loop/entry-form.test.ts#asks which one, shows both and overwrites nothing",
  },
  {
    says: "An earlier version of a week can be read and used again until the book goes to print.",
    where: ["app/screens/loop/versions.tsx"],
    rule: "app/domain/diary/entries/versions.server.ts#restoreVersion",
    triedBy: "tests/screens/loop/versions.test.ts#comes back, and the week's text until then is saved in its turn",
  },
  {
    says: "A question can be swapped for another, or for one’s own.",
    where: ["app/screens/loop/entry-form.tsx"],
    rule: "app/domain/diary/loops/questions.server.ts#changeQuestion",
    triedBy:
      "tests/screens/loop/entry-form/own-question.test.ts#can be one’s own, and is answered and saved with the entry",
  },
  {
    says: OWN_WORDS,
    where: [QUESTIONS, "app/screens/front/about-copy.ts", "app/screens/front/home-sections.tsx"],
    rule: `${WORDS}#OWN_WORDS`,
    triedBy: "tests/domain/diary/entries/entries.test.ts#are read as they were typed, with one kind of line end",
  },
  {
    says: NO_AI,
    where: ["app/screens/front/about-copy.ts", "app/screens/front/home-sections.tsx"],
    rule: `${WORDS}#NO_AI`,
    triedBy:
      "tests/domain/book/layout/layout.test.ts#are those of its writer, slips and all, and what was left empty stays empty",
  },
  {
    says: USED_FOR_THE_BOOK,
    where: [
      QUESTIONS,
      "app/screens/front/about-copy.ts",
      "app/screens/front/home-sections.tsx",
      "app/domain/shop/terms/privacy-copy.ts",
    ],
    rule: `${WORDS}#USED_FOR_THE_BOOK`,
    triedBy: "tests/domain/privacy/exports/exports.test.ts#holds nothing of anybody else's",
  },
  {
    says: TAKEN_AT_ANY_TIME,
    where: [
      QUESTIONS,
      "app/screens/front/about-copy.ts",
      "app/screens/front/home-sections.tsx",
      "app/domain/shop/terms/privacy-copy.ts",
    ],
    rule: `${WORDS}#TAKEN_AT_ANY_TIME`,
    triedBy:
      "tests/domain/privacy/exports/exports.test.ts#has every word to read, the same as data, and the photos byte for byte",
  },
];
