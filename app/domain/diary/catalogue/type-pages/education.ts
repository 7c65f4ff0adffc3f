import { numberInWords } from "~/domain/kernel/text/numbers";
import { MOST_PAUSED_WEEKS } from "../../rules/calendar";
import { TWO_LINES, type TypePage } from "./type-page";

export const educationPages: Readonly<Record<string, TypePage>> = {
  "my-school-year": {
    promise: { line: "What happened at school,", turn: "from somebody who was there." },
    lead: "A grown-up keeps the account; the pupil supplies the facts. A year later, it’s a hardback book.",
    whose: "a year in Year Four",
    book: { title: "Year Four, by One Who Was There" },
    startDay: "2025-09-06",
    weeks: [
      {
        week: 1,
        made: "Ten minutes, dictated from under the table.",
        photos: [
          { picture: "table-4-page", alt: "A letter from school on a kitchen table, beside a plate." },
        ],
        words: "example",
      },
      {
        week: 18,
        made: "Her own spelling, until Mum looked.",
        photos: [{ picture: "kite-1-page", alt: "Two children flying a kite on a hill." }],
        words: {
          highlight: "I’m in charge of the kite now, because nobody else can be bothered to untangle it.",
          gratitude: "Jean, who does dinners, and blew the whistle late on purpose.",
          answer:
            "Year Six have the wall. Football has the middle, and everybody else goes round it. Aaliyah and me have the drain, which is better than it sounds, because you can hear the sea. It’s not the sea.\n\nThe puddle by the bins is Kofi’s and you have to ask.",
        },
      },
      {
        week: 21,
        made: TWO_LINES,
        photos: [{ picture: "snow-5-landscape", alt: "A family in a snowy street at night." }],
        caption: "Us, not at school.",
        words: {
          highlight: "Snow day. I did no maths and I can still do maths.",
          gratitude: "The boiler at school, for breaking.",
          answer: null,
        },
      },
    ],
    asked: {
      question: "Does it have to start in September?",
      answer: "No. It runs from the week you start, so it can start at half term or after Easter.",
    },
  },
  "university-year": {
    promise: { line: "The kitchen, the lectures", turn: "and the friend from the fire drill." },
    lead: "A question a week, answered in less time than it takes to find a clean fork. A year later, it’s a hardback book.",
    whose: "a year on the top floor",
    book: { title: "Second Year, Top Floor, No Lift" },
    startDay: "2025-09-27",
    weeks: [
      {
        week: 1,
        made: "Fifteen minutes, sitting on the second iron.",
        photos: [
          { picture: "table-5-page", alt: "A shared kitchen table with one plate, one mug and a note." },
        ],
        words: "example",
      },
      {
        week: 20,
        made: "Written on the bus, instead of the essay.",
        photos: [{ picture: "autumn-2-page", alt: "Somebody with a blue umbrella between autumn trees." }],
        words: {
          highlight: "Handed it in with four minutes to spare and my umbrella inside out.",
          gratitude: "Gareth, who read it through and found the page I’d put in twice.",
          answer:
            "Library at eight, two thousand words by noon, lunch with a vegetable in it, home. Then on Thursday the fire alarm went at seven, so all nine of us were already out, and somebody said breakfast.\n\nWe had the big breakfast. Then we had the other big breakfast. I wrote four hundred words on the bus, and they’re the only ones my tutor ticked.",
        },
      },
      {
        week: 33,
        made: TWO_LINES,
        photos: [{ picture: "lake-6-landscape", alt: "Somebody at the end of a jetty on a quiet lake." }],
        caption: "Home for reading week. Reading.",
        words: {
          highlight: "Got off the train and could hear nothing at all.",
          gratitude: "Mum, who didn’t mention the washing until Sunday.",
          answer: null,
        },
      },
    ],
    asked: {
      question: "Does it have to be my first year?",
      answer: "No. First year, final year or the one you’re repeating: it starts when you do.",
    },
  },
  "learn-a-new-skill": {
    promise: { line: "The wrong notes, the flat loaves", turn: "and the day it finally worked." },
    lead: "A few lines a week, for the year you take up the fiddle, the sourdough or the backstroke. A year later, it’s a hardback book.",
    whose: "a beginner’s year",
    book: { title: "Both Feet Off the Bottom" },
    startDay: "2025-01-11",
    weeks: [
      {
        week: 1,
        made: "Ten minutes, in the café by the pool, hair still wet.",
        photos: [{ picture: "lake-5-page", alt: "Somebody at the end of a jetty, looking at the water." }],
        words: "example",
      },
      {
        week: 10,
        made: "Counted on the way home and written down before it got better.",
        photos: [{ picture: "table-1-page", alt: "A plate of pancakes and a mug on a café table." }],
        words: {
          highlight: "Eleven strokes without touching the bottom. I counted the tiles.",
          gratitude: "The man who must be ninety, who said “after you” at the shallow end.",
          answer:
            "Lengths: none. Widths: nineteen, of which four on purpose. Plasters seen: three. Times I said sorry to somebody under water: five, and it doesn’t carry.\n\nPancakes afterwards: one a visit. The woman at the café has stopped asking and just lights the ring.",
        },
      },
      {
        week: 33,
        made: TWO_LINES,
        photos: [{ picture: "beach-5-landscape", alt: "A grown-up and a child on a beach at sunset." }],
        caption: "Before. There isn’t one of during.",
        words: {
          highlight: "I swam in the sea. It was a Tuesday, and nobody was told.",
          gratitude: "My granddaughter, who held the towel and kept the secret.",
          answer: null,
        },
      },
    ],
    asked: {
      question: "What if I give up?",
      answer: `Write that week down too: it’s part of learning anything. If you need a break, you can pause your year for up to ${numberInWords(MOST_PAUSED_WEEKS)} weeks.`,
    },
  },
  "first-year-at-school": {
    promise: { line: "A coat that starts too big", turn: "and ends up too small." },
    lead: "The peg, the letter sounds, the news that comes out sideways at bath time. A year later, it’s a hardback book.",
    whose: "a first year",
    book: { title: "The Coat with Room to Grow" },
    startDay: "2025-08-30",
    weeks: [
      {
        week: 1,
        made: "Twelve minutes, at ten past nine, with nobody asking for anything.",
        photos: [
          { picture: "autumn-6-page", alt: "A grown-up and a child under a yellow umbrella between trees." },
        ],
        words: "example",
      },
      {
        week: 7,
        made: "Taken down through the bathroom door.",
        photos: [{ picture: "kite-2-page", alt: "Two children flying a kite on a hill." }],
        words: {
          highlight: "She has a friend. We don’t know the name. “Just my friend.”",
          gratitude: "Whoever sewed the loop back on the coat. It wasn’t me.",
          answer:
            "“Nothing.” Then, at tea: “There was a man with a snake.” Then, in the bath: “It was a real man.” Then, lights out, from under the covers: “Is snake an S or a hiss?”\n\nThere had been a man with a snake. It was in the newsletter on Friday. It’s an S.",
        },
      },
      {
        week: 43,
        made: TWO_LINES,
        photos: [{ picture: "garden-5-landscape", alt: "Two people at a garden party under bunting." }],
        caption: "The summer fair. The coat stayed at home.",
        words: {
          highlight: "She ran the tombola for nine minutes and gave everybody a prize.",
          gratitude: "Mrs Bell, who quietly bought most of it back.",
          answer: null,
        },
      },
    ],
    asked: {
      question: "Who writes it, me or my child?",
      answer: "You do, and they supply the news. There’s room for first writing, backwards letters and all.",
    },
  },
};
