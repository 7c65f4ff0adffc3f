import { countWords } from "~/domain/kernel/text/word-count";
import type { EntryWords } from "./entry-text";
import { isBeforeAPlace, isPlace, type Kinds } from "./place-names";

/** The year in numbers, for owners who want that page: only counted figures, no estimates. */

export interface CountedEntry extends EntryWords {
  week: number;
  /** Its words, where they were counted when they were saved. */
  allWords?: number | null;
  photoCount: number;
  /** The first day of its week, "YYYY-MM-DD". */
  day: string;
}

export interface YearInNumbers {
  weeksWritten: number;
  words: number;
  photos: number;
  /** The week with the most words, the earliest if several are equal; null when nothing is written. */
  longestWeek: { week: number; words: number } | null;
  /** Up to twelve words, names excluded, most used first; each was used at least three times. */
  mostUsedWords: { word: string; count: number }[];
  /** Names, recognised by a capital letter within a sentence; most mentioned first. */
  people: Named[];
  places: Named[];
  /** Every month with a written week, in order, as "YYYY-MM". */
  months: { month: string; weeks: number; words: number }[];
}

interface Named {
  name: string;
  count: number;
}

const WORD = /\p{L}[\p{L}\p{M}]*(?:['-]\p{L}[\p{L}\p{M}]*)*/gu;
const MOST_WORDS_SHOWN = 12;
const LEAST_USES = 3;
const SHORTEST_WORD = 3;
const MOST_NAMES_SHOWN = 12;
const LEAST_MENTIONS = 2;

/** Frequent words that say nothing about a particular year. */
const STOP_WORDS = new Set(
  `a about after again all also always am an and any anything are aren't around as ask asked at away back be because been before
  being both but by came can can't come could couldn't day days did didn't do does doesn't doing don't down each even ever
  every everyone everything first for from get getting go goes going gone got had hadn't has hasn't have haven't having
  he he'd he'll he's her here hers herself him himself his how i i'd i'll i'm i've if in into is isn't it it'd it'll
  it's its itself just last let let's like little made make me more most much my myself never new next no nor not
  nothing now of off on once one only or other our ours ourselves out over own put really said same saw say saying she she'd
  she'll she's should shouldn't so some somebody something still such than that that's the their theirs them themselves then
  there there's these they they'd they'll they're they've thing things this those though three through time to today
  together too took two under until up us very was wasn't way we we'd we'll we're we've week weeks well went were
  weren't what what's when where which while who whole whom why will with without won't would wouldn't year yes yet you
  you'd you'll you're you've your yours yourself
  four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand
  know knew knows look looked looking says tell tells think thought told turned
  able above across actually almost alone along already although among another anyone bad became become behind believe beside below best better
  between big bit bring brought came can't carried carry cannot certain close couple dear different during early either else end enough far feel feels felt
  few find finally fine full gave give given gives giving good great half hard hear heard help high hour hours however idea instead keep
  kept kind knowing large last late later least leave left less long longer looks lot lots love loved lovely making man many
  maybe mean meant men might minute minutes moment month months morning must near nearly need needed needs nice night none often
  old ones onto ours page past pay people perhaps person place places please pretty quite rather ready really right round
  second seem seemed seems seen several shall short side since small soon sort sorry start started stay stop sure
  tomorrow towards tried tries try trying used usual want wanted wants whether within wish woman women word words work worked
  world worse written wrong yesterday zero`.split(/\s+/),
);

/** Counts a year. Words are compared without case, and an apostrophe is part of a word. */
export function yearInNumbers(entries: readonly CountedEntry[]): YearInNumbers {
  const weeks = entries
    .map((entry) => ({ ...entry, words: entry.allWords ?? sum(partsOf(entry).map(countWords)) }))
    .sort((one, other) => one.week - other.week);
  const longest = weeks.reduce<(typeof weeks)[number] | null>(
    (best, entry) => (entry.words > (best?.words ?? 0) ? entry : best),
    null,
  );
  const texts = weeks.flatMap(partsOf);
  const names = namesIn(texts);
  const shown = (list: readonly CountedName[]) =>
    list.slice(0, MOST_NAMES_SHOWN).map(({ name, count }) => ({ name, count }));
  return {
    weeksWritten: weeks.length,
    words: sum(weeks.map(({ words }) => words)),
    photos: sum(weeks.map(({ photoCount }) => photoCount)),
    longestWeek: longest && { week: longest.week, words: longest.words },
    mostUsedWords: mostUsed(texts, new Set(names.flatMap(({ name }) => name.toLocaleLowerCase("en-GB").split(" ")))),
    people: shown(names.filter((one) => !one.isPlace)),
    places: shown(names.filter((one) => one.isPlace)),
    months: [...new Set(weeks.map(({ day }) => day.slice(0, 7)))].sort().map((month) => {
      const ofMonth = weeks.filter(({ day }) => day.startsWith(month));
      return { month, weeks: ofMonth.length, words: sum(ofMonth.map(({ words }) => words)) };
    }),
  };
}

function partsOf({ title, highlight, gratitude, learned, content }: CountedEntry): string[] {
  return [title, highlight, gratitude, learned, content];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function mostUsed(texts: readonly string[], names: ReadonlySet<string>): { word: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const spoken = text.toLocaleLowerCase("en-GB").replaceAll("’", "'");
    for (const word of spoken.match(WORD) ?? []) {
      const bare = word.replace(/'s$/, "");
      if (isShort(bare) || STOP_WORDS.has(word) || STOP_WORDS.has(bare)) continue;
      if (names.has(bare)) continue;
      raise(counts, bare, 1);
    }
  }
  return [...counts]
    .filter(([, count]) => count >= LEAST_USES)
    .sort(([one, oneCount], [other, otherCount]) => otherCount - oneCount || (one < other ? -1 : 1))
    .slice(0, MOST_WORDS_SHOWN)
    .map(([word, count]) => ({ word, count }));
}

function isShort(word: string): boolean {
  return word.length < SHORTEST_WORD || (word.length < 2 * SHORTEST_WORD && [...word].length < SHORTEST_WORD);
}

const NOT_NAMES = new Set(
  `I I'm I've I'd I'll Christmas Easter Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June
  July August September October November December`.split(/\s+/),
);
/** These belong to the name after them, also where they begin a sentence. */
const TITLES = new Set(
  "Mr Mrs Ms Miss Dr Aunt Auntie Uncle Nana Nan Gran Grandma Grandad Grandpa Great-aunt".split(" "),
);
/** One or more capitalised words: "Whitby", "Aunt Jo", but not a capital alone. */
const CAPITALISED =
  /\p{Lu}(?<![\p{L}\p{M}'’-]\p{Lu})(?=[\p{L}\p{M}'’-]| \p{Lu})[\p{L}\p{M}'’-]*(?: \p{Lu}[\p{L}\p{M}'’-]*)*/gu;
const PLAIN = /\p{Ll}(?<![\p{L}\p{M}]\p{Ll})[\p{L}\p{M}'’-]*/gu;
/** Not at the start of a line either, where a poem has capitals. */
const WITHIN_A_SENTENCE = /[\p{Ll}\p{N},;]['’]?$/u;
/** A letter of two code units and a quotation mark. */
const LONGEST_END = 3;

/**
 * A word is a name once it has a capital letter within a sentence; then it counts at the start of one too, unless the
 * year also has it as a plain word.
 */
function namesIn(texts: readonly string[]): CountedName[] {
  const within = new Map<string, number>();
  const atTheStart = new Map<string, number>();
  const plain = new Set<string>();
  const kinds = new Map<string, Kinds>();
  for (const text of texts) {
    for (const { name, isWithin, kind } of mentionsIn(text)) {
      raise(isWithin ? within : atTheStart, name, 1);
      const told = kinds.get(name) ?? { place: 0, person: 0, all: 0 };
      kinds.set(name, { ...told, all: told.all + 1, ...(kind && { [kind]: told[kind] + 1 }) });
    }
    for (const word of text.match(PLAIN) ?? []) plain.add(word);
  }
  const counts = new Map<string, number>();
  // "The Bashirs" are mentions of Bashir.
  const one = (name: string) => (name.endsWith("s") && within.has(name.slice(0, -1)) ? name.slice(0, -1) : name);
  for (const [name, times] of within) raise(counts, one(name), times);
  for (const [name, times] of atTheStart) {
    if (within.has(name) && !plain.has(name.toLocaleLowerCase("en-GB"))) raise(counts, one(name), times);
  }
  return [...counts]
    .filter(([, times]) => times >= LEAST_MENTIONS)
    .sort(([one, oneCount], [other, otherCount]) => otherCount - oneCount || (one < other ? -1 : 1))
    .map(([name, count]) => {
      return {
        name,
        count,
        isPlace: isPlace(name, kinds.get(name) ?? { place: 0, person: 0, all: count }),
      };
    });
}

interface CountedName extends Named {
  isPlace: boolean;
}

interface Mention {
  name: string;
  /** What the words around it say that it is. */
  kind: "place" | "person" | null;
  /** Its capital letter is not only that of a sentence. */
  isWithin: boolean;
}

function* mentionsIn(text: string): Generator<Mention> {
  for (const { 0: typed, index } of text.matchAll(CAPITALISED)) {
    const whole = typed.replaceAll("’", "'").replace(/'s$/, "");
    const first = firstWord(whole);
    const others = whole.slice(first.length + 1);
    const isWithin = (TITLES.has(first) && others !== "") || isWithinSentence(text, index);
    // At the start of a sentence only the first word owes its capital to the sentence: "When Tom".
    const isApart = !isWithin && others !== "";
    const name = isApart ? others : whole;
    if (name.length < 2 || NOT_NAMES.has(firstWord(name)) || isStopWord(name)) continue;
    const at = index + typed.length - (isApart ? typed.length - first.length - 1 : typed.length);
    const isPerson = TITLES.has(firstWord(name)) || /['’]s$/.test(typed);
    const kind = isPerson ? "person" : isBeforeAPlace(text, at) ? "place" : null;
    yield { name, isWithin: isWithin || isApart, kind };
  }
}

/** "The" and "Week" with a capital are no names; "Will" may be one. */
const isStopWord = (name: string) => name !== "Will" && STOP_WORDS.has(name.toLocaleLowerCase("en-GB"));

function firstWord(name: string): string {
  const end = name.indexOf(" ");
  return end === -1 ? name : name.slice(0, end);
}

function raise(counts: Map<string, number>, name: string, by: number): void {
  counts.set(name, (counts.get(name) ?? 0) + by);
}

function isWithinSentence(text: string, at: number): boolean {
  let end = at;
  while (text.charAt(end - 1) === " ") end -= 1;
  return end < at && WITHIN_A_SENTENCE.test(text.slice(Math.max(0, end - LONGEST_END), end));
}
