import { TWO_LINES, type TypePage } from "./type-page";

export const celebrationPages: Readonly<Record<string, TypePage>> = {
  wedding: {
    promise: { line: "The year you get married,", turn: "or the year just after." },
    lead: "Room for the day itself, and for the Tuesdays either side. A year later, it’s a hardback book.",
    whose: "Rosie and Tom’s year",
    book: { title: "Rosie & Tom", subtitle: "our wedding year" },
    startDay: "2025-06-07",
    weeks: [
      {
        week: 1,
        made: "Ten minutes, in the kitchen, both talking.",
        photos: [{ picture: "garland-1-page", alt: "A bunch of red, pink and white flowers." }],
        words: "example",
      },
      {
        week: 31,
        made: "Three photos, and the two of them arguing about the oar.",
        photos: [
          { picture: "lake-2-landscape", alt: "Two people on a jetty by a lake." },
          { picture: "table-1-square", alt: "Pancakes and a mug of tea, seen from above." },
          { picture: "kite-4-square", alt: "A red and yellow kite against the clouds." },
        ],
        caption: "Derwentwater, before the rain. Pancakes, during it. Catbells, after.",
        words: {
          highlight: "We said we’d go for an hour and came back on Monday.",
          gratitude: "The woman at the boat hire who didn’t charge us for the oar.",
          answer:
            "The first ten on the jetty. Rosie counts boats; I count the gaps between them. We agreed that this is why it works.\n\nAfter that it rained for two days, and we played the same game of Scrabble, adding to it, until it ran off the board and along the table.",
        },
      },
      {
        week: 38,
        made: TWO_LINES,
        photos: [{ picture: "snow-4-landscape", alt: "Two people walking home through snow." }],
        caption: "Home from the pictures. Yes, nearly March.",
        words: {
          highlight: "It snowed on the daffodils and he apologised to them.",
          gratitude: "Tom, for going back for my other glove.",
          answer: null,
        },
      },
    ],
    asked: {
      question: "Do we have to start before the wedding?",
      answer:
        "No. Your year starts when you do, so it can hold the run-up, the day itself or the twelve months after it.",
    },
  },
  "big-birthday": {
    promise: { line: "A year of looking back, looking round", turn: "and saying thank you." },
    lead: "For a thirtieth, a fiftieth or an eightieth: a photo and a few lines a week. A year later, it’s a hardback book.",
    whose: "a sixtieth year",
    book: { title: "Sixty, Apparently" },
    startDay: "2025-03-15",
    weeks: [
      {
        week: 1,
        made: "Twenty minutes, the morning after, with cake.",
        photos: [{ picture: "cake-2-page", alt: "A cake with lit candles in a dark room." }],
        words: "example",
      },
      {
        week: 9,
        made: "Written on the back of an envelope first.",
        photos: [
          { picture: "table-2-page", alt: "A plate of pancakes, a blue mug and a handwritten recipe." },
        ],
        words: {
          highlight: "Four grandchildren asked for pancakes, and one asked how you make them.",
          gratitude: "My mother’s wooden spoon, which has gone flat on one side from leaning on the pan.",
          answer:
            "Eight ounces of plain flour, not weighed. Two eggs, or three if they’re small. Milk until it pours like paint. Leave it while you find the good pan and have a conversation.\n\nThe first one is for the dog. My mother said so every time, and we never had a dog. I always supposed that everybody’s mother said it.",
        },
      },
      {
        week: 24,
        made: TWO_LINES,
        photos: [{ picture: "beach-1-landscape", alt: "Two people on a beach at sunset." }],
        caption: "Filey, about nine in the evening.",
        words: {
          highlight: "Sat on the sea wall with Pat until the chips went cold.",
          gratitude: "Pat, who remembered the name of the band.",
          answer: null,
        },
      },
    ],
    asked: {
      question: "The birthday’s already been. Is it too late?",
      answer: "No. Your year starts when you do, so it can open with the thank-you cards.",
    },
  },
  anniversary: {
    promise: { line: "Everything you’ve told each other", turn: "and never written down." },
    lead: "A photo and a few lines a week, from one of you or both. A year later, it’s a hardback book.",
    whose: "a thirtieth year",
    book: { title: "Thirty Years and a Bus Ticket" },
    startDay: "2025-09-13",
    weeks: [
      {
        week: 1,
        made: "A quarter of an hour, once the ticket had been passed round.",
        photos: [{ picture: "table-3-page", alt: "An old note on a kitchen table, beside a mug of tea." }],
        words: "example",
      },
      {
        week: 16,
        made: "She wrote it. He checked it for libel.",
        photos: [
          { picture: "autumn-4-page", alt: "Two people under one yellow umbrella between autumn trees." },
        ],
        words: {
          highlight: "We shared one umbrella and came home with one wet shoulder each.",
          gratitude: "The lights at the crossing, which gave us time to finish the argument.",
          answer:
            "He puts his keys down as if they might wake. Then the tap, then “Only me”, to a house with one other person in it.\n\nI’m told that I come in talking. I start at the gate, apparently, and by the time I’ve got my coat off he is expected to have followed.",
        },
      },
      {
        week: 42,
        made: TWO_LINES,
        photos: [{ picture: "lake-3-landscape", alt: "Two people on a jetty, looking out over a lake." }],
        caption: "Coniston again.",
        words: {
          highlight: "Same jetty, same sandwiches, new knees.",
          gratitude: "The boy who took the photo and called us “guys”.",
          answer: null,
        },
      },
    ],
    asked: {
      question: "Can we both write?",
      answer: "Yes. Take turns, or answer together: it’s one account and one book.",
    },
  },
  engagement: {
    promise: { line: "From yes", turn: "to whatever comes next." },
    lead: "The ring, the lists, the relatives: a few lines a week, while it’s all still news. A year later, it’s a hardback book.",
    whose: "a year of being engaged",
    book: { title: "From Yes Onwards" },
    startDay: "2025-08-02",
    weeks: [
      {
        week: 1,
        made: "Ten minutes, on the train home, sharing a phone.",
        photos: [{ picture: "beach-1-page", alt: "Two people on a beach at sunset." }],
        words: "example",
      },
      {
        week: 11,
        made: "Written in the car, before they’d talked themselves out of it.",
        photos: [{ picture: "autumn-5-page", alt: "Two people with an umbrella on a path between trees." }],
        words: {
          highlight: "The barn was perfect, if you don’t count the owl.",
          gratitude: "The farmer, who showed us the toilets with real pride.",
          answer:
            "It smelled of apples, creosote and, towards the back, of owl. The man said two hundred seated, or ninety if people would like elbows.\n\nWe stood where the band would go and tried dancing, to see. There was no music, so we used the rain. I think that was when we decided, but neither of us said so until the car.",
        },
      },
      {
        week: 26,
        made: TWO_LINES,
        photos: [{ picture: "snow-1-landscape", alt: "Two people in a snowy street at night." }],
        caption: "Walking home, being engaged.",
        words: {
          highlight: "Told the lollipop man. He stopped both lanes.",
          gratitude: "My sister, who is pretending not to plan a hen night.",
          answer: null,
        },
      },
    ],
    asked: {
      question: "We haven’t set a date yet. Does that matter?",
      answer: "Not at all. Your year starts when you do, and has nothing to do with the date of the wedding.",
    },
  },
};
