import { describe, expect, test } from "vitest";
import { findLoopType, listLoopTypes, listThemes } from "~/domain/diary/catalogue/catalogue";
import { promptForWeek, promptsFor } from "~/domain/diary/catalogue/prompts";

/** What each list of 52 owes the person who answers it; see app/domain/diary/catalogue/README.md. */

const classic = findLoopType("classic", "standard");
const types = [
  ...listThemes().flatMap((theme) => listLoopTypes({ themeId: theme.id, journey: "purchase" })),
  ...(classic ? [classic] : []),
];

interface Asked {
  week: number;
  text: string;
}

const YEARS: ReadonlyMap<string, readonly Asked[]> = new Map(
  types.map(({ themeId, key }) => [key, promptsFor(themeId, key).map((text, index) => ({ week: index + 1, text }))]),
);

const yearOf = (key: string) => YEARS.get(key) ?? [];
const found = (key: string, pattern: RegExp) => yearOf(key).filter(({ text }) => pattern.test(text));

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s’]/gu, "")
    .split(/\s+/)
    .filter(Boolean);
}

const opening = (text: string, words: number) => wordsOf(text).slice(0, words).join(" ");
const asksOneThing = (text: string) => !/[,:]/.test(text) && (text.match(/[?.]/g) ?? []).length === 1;

/** Runs of neighbouring weeks that share a shape, longer than allowed. */
function findRuns(asked: readonly Asked[], shapeOf: (text: string) => string | null, most: number): string[] {
  const runs: string[] = [];
  let length = 0;
  asked.forEach(({ week, text }, index) => {
    const shape = shapeOf(text);
    const earlier = asked[index - 1];
    length = shape !== null && earlier && shapeOf(earlier.text) === shape ? length + 1 : 1;
    if (shape !== null && length > most) runs.push(`week ${week}: ${text}`);
  });
  return runs;
}

describe.each([...YEARS.keys()])("the year of %s", (key) => {
  const asked = yearOf(key);

  test("never opens two weeks running with the same two words, or three with the same one", () => {
    expect(findRuns(asked, (text) => opening(text, 2), 1)).toEqual([]);
    expect(findRuns(asked, (text) => opening(text, 1), 2)).toEqual([]);
  });

  test("does not put lists of examples side by side, nor four questions with a second half in a row", () => {
    expect(findRuns(asked, (text) => (text.includes(":") ? "list" : null), 1)).toEqual([]);
    expect(findRuns(asked, (text) => (text.includes(", and ") ? "and" : null), 3)).toEqual([]);
  });

  test("begins fewer than half of its questions with “what”", () => {
    expect(asked.filter(({ text }) => opening(text, 1).startsWith("what")).length).toBeLessThan(26);
  });

  test("has questions for a tired evening: at least nine that ask one thing in one breath", () => {
    expect(asked.filter(({ text }) => asksOneThing(text)).length).toBeGreaterThanOrEqual(9);
  });

  test("can start in any month: no question names a month, a season, a feast or a term", () => {
    const bound =
      /\b(?:January|February|March|April|June|July|August|September|October|November|December|May(?! I)|spring|summer|autumn|winter|Christmas|Easter|Eid|Diwali|snow|frost|terms?|half[- ]term|holidays?|New Year)\b/;
    const remembered = key === "big-birthday" ? [24] : key === "anniversary" ? [15] : [];
    expect(found(key, bound).map(({ week }) => week)).toEqual(remembered);
  });
});

/** What a list asks straight out, in a short question: of hope or fear, pride, somebody missing, what others should know. */
const SUBJECTS = [
  /afraid|frightened|scared|worry|hop(?:e|ing)|courage|hard/,
  /proud/,
  /\bmiss\b|wish|would have loved|loved this baby to meet|to have seen you/,
  /know|tell|Tell the baby/,
];

const isStraight = ({ text, week }: Asked) => week > 9 && text.length <= 90 && !text.includes(":");

describe("the straight questions", () => {
  test.each([...YEARS.keys()])(
    "%s has one of hope or fear, pride, somebody missing, and what others should know, and two more, with a week between them, and none in the first nine",
    (key) => {
      const straight = yearOf(key).filter(isStraight);
      const about = SUBJECTS.map((subject) =>
        straight.filter(({ text }) => subject.test(text)).map(({ week }) => week),
      );
      const any = straight.map(({ week }) => week);
      expect(canBeApart([...about, any, any])).toBe(true);
    },
  );
});

/** Whether each list gives a week of its own, with at least a week between any two. */
function canBeApart([weeks, ...others]: readonly number[][], taken: readonly number[] = []): boolean {
  if (!weeks) return true;
  const free = weeks.filter((week) => taken.every((one) => Math.abs(one - week) > 1));
  return free.some((week) => canBeApart(others, [...taken, week]));
}

describe("the great facts of a year", () => {
  test.each([
    ["wedding", /How did the two of you meet/, 2],
    ["wedding", /promised each other, or what will you promise/, 30],
    ["wedding", /the wedding day/, 40],
    ["wedding", /know that this was the one/, 45],
    ["engagement", /How was the question asked/, 1],
    ["engagement", /the ring/, 4],
    ["engagement", /How did you meet/, 10],
    ["engagement", /What would you promise/, 40],
    ["anniversary", /first words/, 1],
    ["anniversary", /the day you count from/, 5],
    ["anniversary", /What did you promise/, 35],
    ["big-birthday", /Where were you born/, 5],
    ["big-birthday", /fell in love/, 30],
    ["parent-and-child", /the day they were born, or of the day you first met/, 5],
    ["parent-and-child", /their name/, 12],
    ["family-adventures", /How did this family start/, 30],
    ["adoption-journey", /first say out loud/, 30],
    ["babys-first-year", /How was the baby born/, 3],
    ["babys-first-year", /How was the name chosen/, 6],
    ["babys-first-year", /first smile/, 10],
    ["babys-first-year", /laugh/, 50],
    ["my-school-year", /very first day/, 5],
    ["first-year-at-school", /first day at school/, 3],
    ["learn-a-new-skill", /gave you the idea/, 3],
    ["puppys-first-year", /first night/, 1],
    ["puppys-first-year", /the name come from/, 3],
    ["puppys-first-year", /puppy born/, 5],
    ["my-cat-and-me", /How did you come by each other/, 3],
    ["my-cat-and-me", /Which name/, 5],
    ["adventures-with-my-pet", /find each other, and where does the name come from/, 8],
  ])("%s asks %s by week %d", (key, fact, week) => {
    expect(found(key, fact)[0]?.week).toBeLessThanOrEqual(week);
  });
});

describe("the years beside each other", () => {
  const LOOKS_BACK = /first entry|week 1\b|so far|at the start|since you started|a year ago|early weeks?/;

  test.each([26, 39])("do not share a formula in week %d", (week) => {
    const texts = types.map(({ themeId, key }) => promptForWeek(themeId, key, week));
    expect(texts.filter((text) => LOOKS_BACK.test(text)).length).toBeLessThanOrEqual(3);
    const openings = texts.map((text) => opening(text, 4));
    expect(openings.filter((one) => openings.filter((other) => other === one).length > 2)).toEqual([]);
    for (const subject of [/afraid|frightened|scared|worry/, /proud/, /\bmiss\b|wish/]) {
      expect(texts.filter((text) => subject.test(text)).length).toBeLessThanOrEqual(3);
    }
  });

  test("ask what something smells of in two of them at most", () => {
    const smelling = [...YEARS.keys()].filter((key) => found(key, /\bsmel[lt]|\bscent/i).length > 0);
    expect(smelling.length).toBeLessThanOrEqual(2);
  });
});

describe("those who answer", () => {
  test("a pupil of eight can read every question of the school year", () => {
    const hard = yearOf("my-school-year").filter(({ text }) => {
      const sentences = text.split(/[?.:]/).map(wordsOf);
      return sentences.some((words) => words.length > 16 || words.some((word) => word.length > 10));
    });
    expect(hard).toEqual([]);
  });

  test("a family being made is asked about no child and no stage it may not have reached", () => {
    const presumes =
      /\b(?:your|the) (?:child|children|son|daughter|baby)\b|\bmatch(?:ed|ing)?\b|placement|\bbirth\b|\bcourt\b/i;
    expect(found("adoption-journey", presumes)).toEqual([]);
  });

  test.each(["puppys-first-year", "my-cat-and-me", "adventures-with-my-pet"])(
    "nobody whose pet is old, ill or gone is hurt by a question of %s",
    (key) => {
      const hurts =
        /\b(?:die[ds]?|dead|death|dying|ill|illness|old age|grown old|goodbye|outlive|last time you saw)\b/i;
      expect(found(key, hurts)).toEqual([]);
    },
  );

  test("a couple can marry in any week of the wedding year, or before it", () => {
    const dated = /\b(?:before|after|since|until) the (?:wedding|day)\b|honeymoon|newly|when you get married/i;
    expect(found("wedding", dated)).toEqual([]);
  });

  test("no parent is asked for a milestone the baby may not have reached", () => {
    const milestone = /\b(?:first (?:steps?|words?|tooth)|crawl|walking yet|weigh|heavy|percentile)\b/i;
    expect(found("babys-first-year", milestone)).toEqual([]);
  });
});

describe.each([
  "babys-first-year",
  "parent-and-child",
  "adoption-journey",
  "first-year-at-school",
  "my-school-year",
  "standard",
])("the year of %s, about a child or for one", (key) => {
  test("asks nobody what they fear", () => {
    expect(yearOf(key).length).toBe(52);
    expect(found(key, /\b(?:afraid|fears?|scared|frighten\w*|dread)\b/i)).toEqual([]);
  });
});
