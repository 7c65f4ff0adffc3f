import { SAMPLE_TITLE, sampleEntry } from "../sample-entries";
import { type SampleWords, TWO_LINES, type TypePage } from "./type-page";

const nellsWords = (week: number): SampleWords => {
  const { highlight, gratitude, content } = sampleEntry(week);
  return { highlight, gratitude, answer: content };
};

export const familyPages: Readonly<Record<string, TypePage>> = {
  "parent-and-child": {
    promise: { line: "One child, one grown-up,", turn: "one year you’ll both want back." },
    lead: "The walk to school, the bath, the question asked just as the light went out. A year later, it’s a hardback book.",
    whose: "Joe’s year",
    book: { title: "You, Me and the Number 9 Bus" },
    startDay: "2025-10-04",
    weeks: [
      {
        week: 1,
        made: "Fifteen minutes, after lights out, on the stairs.",
        photos: [
          {
            picture: "autumn-1-page",
            alt: "A grown-up and a child under a red umbrella between autumn trees.",
          },
        ],
        words: "example",
      },
      {
        week: 5,
        made: "Typed on the number 9, two stops.",
        photos: [{ picture: "kite-3-page", alt: "A grown-up and a child flying a kite on a hill." }],
        words: {
          highlight: "The kite went up. He let go to clap.",
          gratitude: "The man with the spaniel, who got it out of the tree.",
          answer:
            "“Where does the wind go when it’s finished?” I said home, for its tea. He thought about that all the way down the hill, and at the gate he asked what time.\n\nI’ve since looked it up. It doesn’t finish. I haven’t told him; he has been leaving it a biscuit on the wall.",
        },
      },
      {
        week: 15,
        made: TWO_LINES,
        photos: [{ picture: "snow-6-landscape", alt: "A grown-up and a child in a snowy street at night." }],
        caption: "Off to find out if the bus still knew the way.",
        words: {
          highlight: "He wore his pyjamas under his snowsuit, in case of bedtime.",
          gratitude: "Number 14, for gritting our step as well.",
          answer: null,
        },
      },
    ],
    asked: {
      question: "How old does the child have to be?",
      answer: "Any age. You do the writing, so they can be four or fourteen; they may dictate.",
    },
  },
  "family-adventures": {
    promise: {
      line: "The big trips, the wet picnics",
      turn: "and the Sunday you got as far as the garden centre.",
    },
    lead: "A photo and a few lines a week, for the family with mud in the boot. A year later, it’s a hardback book.",
    whose: "one family’s year",
    book: { title: "Are We Nearly There" },
    startDay: "2025-04-12",
    weeks: [
      {
        week: 1,
        made: "Twenty minutes, in a lay-by, everybody contributing.",
        photos: [{ picture: "beach-2-page", alt: "A family of four on a beach at sunset." }],
        words: "example",
      },
      {
        week: 6,
        made: "Three photos, and one sandwich between six.",
        photos: [
          { picture: "lake-1-landscape", alt: "Two people at the end of a jetty, below misty hills." },
          { picture: "kite-2-square", alt: "Two children flying a kite." },
          { picture: "table-5-square", alt: "Pancakes and a green mug on a café table." },
        ],
        caption: "Up the hill. On the hill. The café at the bottom of the hill.",
        words: {
          highlight: "Sam carried the flask all the way and only mentioned it eleven times.",
          gratitude: "The woman in the café who let the dog in and looked the other way.",
          answer:
            "Cheese and pickle, eight rounds, in the bag under the first-aid kit, under the bear. By the top they had become one sandwich. Nani cut it up with the ice scraper.\n\nWe ate it behind a wall, in order of height, out of the wind.",
        },
      },
      {
        week: 40,
        made: TWO_LINES,
        photos: [{ picture: "snow-2-landscape", alt: "A family in a snowy street at night." }],
        caption: "Ninety yards from our front door.",
        words: {
          highlight: "The sledge broke, so we took turns being the sledge.",
          gratitude: "Dad, who was mostly the sledge.",
          answer: null,
        },
      },
    ],
    asked: {
      question: "We don’t go anywhere much. Will there be enough to write?",
      answer: "Yes. A bus ride counts, and so does the back garden.",
    },
  },
  "adoption-journey": {
    promise: { line: "A family being made,", turn: "at the family’s own pace." },
    lead: "Written by the adults, and kept as carefully as the story deserves. A year later, it’s a hardback book.",
    whose: "a family’s year",
    book: { title: "How We Came to Be Four" },
    startDay: "2025-05-17",
    // Ordinary weeks only: these stories all begin differently, and a sample of a beginning would look like a model.
    weeks: [
      {
        week: 5,
        made: "Ten minutes, once the house was quiet.",
        photos: [{ picture: "table-6-page", alt: "Breakfast on a kitchen table, seen from above." }],
        words: {
          highlight: "Four plates. Nobody counted them out; they were just there.",
          gratitude: "Our neighbour, who leaves tomatoes on the step and never knocks.",
          answer:
            "Toast, three kinds, because there are three opinions. Bins on Tuesday. The bath at six, with the blue cup. A story with a bear in it, then the same story.\n\nOn Thursday it rained, and we all went to the back door to look at it. That was all. It’s the bit I’d keep, if I could only keep one.",
        },
      },
      {
        week: 16,
        made: "Copied off the fridge.",
        photos: [{ picture: "kite-5-page", alt: "A grown-up and a child flying a kite on a hill." }],
        words: {
          highlight: "“Again,” three times, and then “Your go.”",
          gratitude: "The social worker who brought her own biscuits.",
          answer:
            "Shoes: off, unless it’s urgent. Biscuits: two, and a third if you’re a grown-up. Bad days: allowed. You can have one in the big chair with the blanket, and nobody will talk to you until you want them to.\n\nWe put them up on the fridge. By Friday somebody had added a fourth, in crayon. We can’t read it, but we’re keeping to it.",
        },
      },
      {
        week: 36,
        made: TWO_LINES,
        photos: [{ picture: "snow-3-landscape", alt: "A family in a snowy street at night." }],
        caption: "Not our best coats.",
        words: {
          highlight: "Snow. All four of us out before breakfast, in whatever was nearest.",
          gratitude: "The one glove that fits everybody.",
          answer: null,
        },
      },
    ],
    asked: {
      question: "What about the things we have to keep private?",
      answer:
        "You decide what goes in. You can swap any question and skip any week, and nothing you write is ever public.",
    },
  },
  "babys-first-year": {
    promise: {
      line: "From somebody who can’t hold their head up",
      turn: "to somebody who won’t hold still.",
    },
    lead: "A photo and a few lines a week, most of it written with one hand. A year later, it’s a hardback book.",
    whose: "Nell’s year",
    book: { title: SAMPLE_TITLE },
    startDay: "2026-06-18",
    weeks: [
      {
        week: 1,
        made: "Twelve minutes, on a phone, with one hand.",
        photos: [{ picture: "week-1", alt: "Two small bare feet at the end of a blue blanket." }],
        words: nellsWords(1),
      },
      {
        week: 10,
        made: "Written at the window at four in the morning.",
        photos: [{ picture: "week-10", alt: "A cup of tea on a kitchen table, seen from above." }],
        words: nellsWords(10),
      },
      {
        week: 20,
        made: TWO_LINES,
        photos: [
          {
            picture: "autumn-2-landscape",
            alt: "A path between autumn trees, and somebody with an umbrella.",
          },
        ],
        caption: "The long way round to the shop.",
        words: {
          highlight: "Her first leaf. She tried to eat it, then gave it to the dog.",
          gratitude: "The man in the park who pretended not to see me singing.",
          answer: null,
        },
      },
    ],
    asked: {
      question: "The baby’s already three months old. Is it too late?",
      answer: "No. Your year starts when you do, so it can run from three months to fifteen.",
    },
  },
};
