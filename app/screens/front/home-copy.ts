import { readHome } from "~/content/pages";
import { SPINE_RULE } from "~/domain/book/layout/cover";
import { NO_AI, OWN_WORDS, TAKEN_AT_ANY_TIME, USED_FOR_THE_BOOK } from "~/domain/diary/loops/whose-words";
import { LONGEST_REFLECTION_WORDS } from "~/domain/diary/rules/entry-limits";
import { numberInWords } from "~/domain/kernel/text/numbers";
import { typesWithPages } from "~/domain/shop/selling/type-pages";

/** The kinds of loop that a visitor can choose from. */
export const KINDS_IN_WORDS = numberInWords(typesWithPages().length);

/** The lists of the home page. */
export const HOME = readHome({
  kinds: KINDS_IN_WORDS,
  noAi: NO_AI,
  ownWords: OWN_WORDS,
  reflectionWords: LONGEST_REFLECTION_WORDS,
  spineRule: SPINE_RULE,
  takenAtAnyTime: TAKEN_AT_ANY_TIME,
  usedForTheBook: USED_FOR_THE_BOOK,
});
