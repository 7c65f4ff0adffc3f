import { expect, it } from "vitest";
import { type CountedEntry, yearInNumbers } from "~/domain/diary/loops/year-in-numbers";

const entry = (given: Partial<CountedEntry>): CountedEntry => ({
  week: 1,
  title: "",
  highlight: "",
  gratitude: "",
  learned: "",
  content: "",
  photoCount: 0,
  day: "2026-11-20",
  ...given,
});

it("a year without a word is all noughts", () => {
  expect(yearInNumbers([])).toEqual({
    weeksWritten: 0,
    words: 0,
    photos: 0,
    longestWeek: null,
    mostUsedWords: [],
    people: [],
    places: [],
    months: [],
  });
});

it("counts weeks, words, photos, the longest week and the months", () => {
  const numbers = yearInNumbers([
    entry({ week: 3, content: "one two three four", photoCount: 3, day: "2026-12-05" }),
    entry({ week: 1, title: "Snow", highlight: "It fell", content: "on us", photoCount: 1 }),
    entry({ week: 2, content: "Hello there", photoCount: 2, day: "2026-11-28" }),
  ]);
  expect(numbers).toMatchObject({
    weeksWritten: 3,
    words: 11,
    photos: 6,
    longestWeek: { week: 1, words: 5 },
  });
  expect(numbers.months).toEqual([
    { month: "2026-11", weeks: 2, words: 7 },
    { month: "2026-12", weeks: 1, words: 4 },
  ]);
});

it("the earliest of equally long weeks is the longest", () => {
  const weeks = [entry({ week: 9, content: "a b" }), entry({ week: 4, content: "c d" })];
  expect(yearInNumbers(weeks).longestWeek).toEqual({ week: 4, words: 2 });
});

it("finds the words that this year was about, and not those of every year", () => {
  const content =
    "Nell’s boots and the DOG. nell! Nell and the dog, the dog’s dog; Łódź Łódź łódź it’s it’s it’s ok ok ok";
  expect(yearInNumbers([entry({ content })]).mostUsedWords).toEqual([
    { word: "dog", count: 4 },
    { word: "nell", count: 3 },
    { word: "łódź", count: 3 },
  ]);
});

it("names people and places that were named more than once, and once within a sentence", () => {
  const content =
    "Whitby again, and Aunt Jo came to Whitby. Then we drove to Whitby with Aunt Jo’s dog. On Monday I, and on Monday I. We saw Ely.";
  expect(yearInNumbers([entry({ content })])).toMatchObject({
    people: [{ name: "Aunt Jo", count: 2 }],
    places: [{ name: "Whitby", count: 3 }],
  });
});

it("counts somebody at the start of a sentence, with a title, and in the plural", () => {
  const content =
    "Mrs Bell rang. We like Mrs Bell. Tom laughed, and Tom’s brother. When Tom came, Tom sang. Then to the Bashirs, who are Mr Doyle and a Bashir.";
  const { people, places, mostUsedWords } = yearInNumbers([entry({ content })]);
  expect(places).toEqual([]);
  expect(people).toEqual([
    { name: "Tom", count: 4 },
    { name: "Bashir", count: 2 },
    { name: "Mrs Bell", count: 2 },
  ]);
  expect(mostUsedWords).toEqual([]);
});

it("takes a name that is also a word as a name only within a sentence", () => {
  const content = "River water. The river is deep. We called him River, and River came. A river.";
  expect(yearInNumbers([entry({ content })]).people).toEqual([{ name: "River", count: 2 }]);
});

it("takes the capitals at the beginnings of a poem’s lines for no names", () => {
  const content = "Tyger Tyger, burning bright,\nIn the forests of Whitby;\nIn what distant Whitby,\nAnd I\nAnd I";
  expect(yearInNumbers([entry({ content })]).places).toEqual([{ name: "Whitby", count: 2 }]);
});

it("tells places from people by what is done there, and by whose things are named", () => {
  const content =
    "We drove to Hornsea. In Hornsea it rained, and Hornsea was shut. We like Hornsea. Jo laughed at Ben, and then Ben at Jo. At Ben’s house, Ben slept. A card from Norway, and one more from Norway.";
  const { people, places } = yearInNumbers([entry({ content })]);
  expect(places.map(({ name }) => name)).toEqual(["Hornsea", "Norway"]);
  expect(people.map(({ name }) => name)).toEqual(["Ben", "Jo"]);
});

it("never counts a word of every year as one of this year, or as a name, but does count a name that is such a word", () => {
  const content =
    "It was, The Week said, The Week. So, The and The and the week, week, week. Good people, good people, good people. We saw Will, and Will, and Will.";
  const { people, places, mostUsedWords } = yearInNumbers([entry({ content })]);
  expect(mostUsedWords).toEqual([]);
  expect(places).toEqual([]);
  expect(people.map(({ name }) => name)).toContain("Will");
  for (const { name } of people) expect(["The", "Week", "So"]).not.toContain(name);
});

it("a capital right behind a comma tells no name", () => {
  const named = (content: string) => yearInNumbers([entry({ content })]).people.map(({ name }) => name);
  expect(named("It rained,Tom. It snowed,Tom.")).toEqual([]);
  expect(named("It rained, Tom. It snowed, Tom.")).toEqual(["Tom"]);
});
