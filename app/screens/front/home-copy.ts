import { readHome } from "~/content/pages";
import { SPINE_RULE } from "~/domain/book/layout/cover";
import { listThemes } from "~/domain/diary/catalogue/catalogue";
import { NO_AI, OWN_WORDS, TAKEN_AT_ANY_TIME, USED_FOR_THE_BOOK } from "~/domain/diary/loops/whose-words";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { LONGEST_REFLECTION_WORDS } from "~/domain/diary/rules/entry-limits";
import { capitalise, numberInWords } from "~/domain/kernel/text/numbers";
import { SAMPLE_TITLE } from "~/domain/shop/selling/sample-entries";
import { typesWithPages } from "~/domain/shop/selling/type-pages";

const kinds = numberInWords(typesWithPages().length);

/** The home page without its slides and questions. */
export const HOME = readHome({
  kinds,
  Kinds: capitalise(kinds),
  noAi: NO_AI,
  ownWords: OWN_WORDS,
  reflectionWords: LONGEST_REFLECTION_WORDS,
  sampleTitle: SAMPLE_TITLE,
  spineRule: SPINE_RULE,
  takenAtAnyTime: TAKEN_AT_ANY_TIME,
  themes: numberInWords(listThemes().length),
  usedForTheBook: USED_FOR_THE_BOOK,
  weeksToGo: numberInWords(WEEKS - 1),
});
