import { readPage } from "~/content/pages";
import { NO_AI, OWN_WORDS, TAKEN_AT_ANY_TIME, USED_FOR_THE_BOOK } from "~/domain/diary/loops/whose-words";
import { type Company, makerOf } from "~/domain/kernel/company/company";

export const aboutCopy = readPage<[company: Company]>("about", {
  address: ({ address }) => address,
  email: ({ email }) => email,
  maker: makerOf,
  noAi: NO_AI,
  ownWords: OWN_WORDS,
  takenAtAnyTime: TAKEN_AT_ANY_TIME,
  usedForTheBook: USED_FOR_THE_BOOK,
});
