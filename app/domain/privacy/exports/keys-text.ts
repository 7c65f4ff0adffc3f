import { LISTS } from "./lists";

/** The meanings of the names in the JSON files, for a text file in the archive. */

export type Meanings = Readonly<Record<string, string>>;

const MADE_AT = { madeAt: "when this copy was made" };

/** Inside loop.json, and inside a week. */
const INSIDE_A_LOOP = {
  loop: "the loop itself",
  weeks: "the weeks with anything in them; from and to are their first and last day",
  chosenPrompt: "the question you chose or wrote in place of the week’s own",
  entry: "what you submitted; moderation is the result of our check before printing",
  draft: "words you haven’t submitted yet",
  olderVersions: "earlier versions of the entry, oldest first",
  photos: "the photos of the week; file is the name in the folder photos",
  photosTakenOut: "photos you removed from the week",
  books: "books that were made of the loop",
};

export const OF_A_LOOP: Meanings = { ...MADE_AT, ...INSIDE_A_LOOP };

/** At the top of everything.json, around these lists, and in each loop. */
export function ofEverything(lists: readonly string[]): Meanings {
  const given = Object.entries(LISTS).filter(([name]) => lists.includes(name));
  return {
    ...MADE_AT,
    account: "your name, your contact details and your settings",
    ...Object.fromEntries(given.map(([name, [, meaning]]) => [name, meaning])),
    loops: "your loops, each with the folder that holds it",
    ...INSIDE_A_LOOP,
  };
}

const CONVENTIONS = [
  "A name that ends in At is a moment in universal time (UTC), such as 2026-11-20T10:00:00.000Z.",
  "A name that ends in Day, and from and to, is a calendar day in London, such as 2026-11-20.",
  "A name that ends in Pence is an amount in whole pence.",
  "A name that ends in Id, and id itself, links records; it has no meaning elsewhere.",
  "null means there’s nothing.",
];

/** The text that explains the files of an archive. */
export function keysText(meanings: Meanings): string {
  return [
    "WHAT THE NAMES IN THE JSON FILES MEAN",
    CONVENTIONS.join("\n"),
    Object.entries(meanings)
      .map(([name, meaning]) => `${name}: ${meaning}`)
      .join("\n"),
    "Photos are the files you sent us, without the place where you took them. Beside each photo in HEIC is the same one as a JPG, shownAs, because few programs show HEIC.",
    "",
  ].join("\n\n");
}
