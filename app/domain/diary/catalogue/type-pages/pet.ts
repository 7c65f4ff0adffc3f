import { TWO_LINES, type TypePage } from "./type-page";

export const petPages: Readonly<Record<string, TypePage>> = {
  "puppys-first-year": {
    promise: {
      line: "From the first night on the kitchen floor",
      turn: "to the first walk where nobody was towed.",
    },
    lead: "What was learned and what was chewed, a photo and a few lines a week. A year later, it’s a hardback book.",
    whose: "Biscuit’s year",
    book: { title: "Biscuit’s First Year" },
    startDay: "2025-02-01",
    weeks: [
      {
        week: 1,
        made: "Ten minutes, on the landing, in a dressing gown.",
        photos: [{ picture: "pup-3-page", alt: "A golden puppy sits in the evening sun." }],
        words: "example",
      },
      {
        week: 3,
        made: "Written up for the insurance, then copied here.",
        photos: [{ picture: "autumn-5-page", alt: "Two people with an umbrella on a walk between trees." }],
        words: {
          highlight: "He slept through. We lay awake listening to it.",
          gratitude: "The cobbler, who has started a card for us.",
          answer:
            "One slipper, Jan’s: “He wouldn’t.” The other slipper, Jan’s: “Well, it’s no use to me now.” The corner of the rug; the corner of the other rug, to match. A library book about puppies, from the chapter on biting onwards.\n\nA bar of soap. He was very clean and very sorry, in that order, all over the landing.",
        },
      },
      {
        week: 20,
        made: TWO_LINES,
        photos: [{ picture: "pup-3-landscape", alt: "The same puppy, sitting very straight." }],
        caption: "Proof.",
        words: {
          highlight: "He sat. On purpose. In public.",
          gratitude: "The stranger who clapped.",
          answer: null,
        },
      },
    ],
    asked: {
      question: "Our puppy’s already six months old. Is it too late?",
      answer: "No. Your year starts when you do, so it can open with the sofa as it is now.",
    },
  },
  "my-cat-and-me": {
    promise: { line: "A year in the service", turn: "of a cat." },
    lead: "What was sat on, what was looked at, and which of you was in the wrong place. A year later, it’s a hardback book.",
    whose: "Mrs Patterson’s year",
    book: { title: "By Appointment to Mrs Patterson" },
    startDay: "2025-11-01",
    weeks: [
      {
        week: 1,
        made: "Ten minutes, with one arm, the other being in use.",
        photos: [{ picture: "table-6-page", alt: "A letter on a kitchen table, beside a mug and a plate." }],
        words: "example",
      },
      {
        week: 11,
        made: "Written at the window, in the cheaper seat.",
        photos: [{ picture: "snow-4-page", alt: "A snowy street at night, with lit windows." }],
        words: {
          highlight: "Four hours at the window. I was shown the last ten minutes.",
          gratitude: "The pigeons, who are professionals.",
          answer:
            "Monday to Wednesday: pigeons, with an interval. Thursday: a man and a ladder, which she thought well acted but long. Friday: snow. She has seen it before and considers it a repeat.\n\nThe cat from number 12 was on at six, on the wall opposite, in the part of a cat who isn’t cold. They looked at each other until one of us was called in. It was me; the supper was burning.",
        },
      },
      {
        week: 36,
        made: TWO_LINES,
        photos: [
          { picture: "garden-4-landscape", alt: "Two people at a garden party under bunting, and no cat." },
        ],
        caption: "Next door’s party. She’s just out of the picture, on their cake.",
        words: {
          highlight: "I finally got a photograph of where she had been.",
          gratitude: "Mrs Patterson, for letting me think I was close.",
          answer: null,
        },
      },
    ],
    asked: {
      question: "My cat isn’t a kitten. Does that matter?",
      answer: "Not to the cat. Kittens, elderly gentlemen and everything in between are welcome.",
    },
  },
  "adventures-with-my-pet": {
    promise: { line: "For any animal", turn: "who comes too." },
    lead: "The dog on the ferry, the pony in the lane, the rabbit who has seen the whole of the sitting room. A year later, it’s a hardback book.",
    whose: "Stanley’s year",
    book: { title: "Forty Beaches and a Wet Towel" },
    startDay: "2025-03-29",
    weeks: [
      {
        week: 1,
        made: "Fifteen minutes, by the stove, once we were both dry.",
        photos: [
          {
            picture: "autumn-3-page",
            alt: "A green umbrella on a path between autumn trees, seen from behind.",
          },
        ],
        words: "example",
      },
      {
        week: 27,
        made: "Written in the van, with the heater on.",
        photos: [{ picture: "lake-6-page", alt: "Somebody at the end of a jetty on a still lake." }],
        words: {
          highlight: "He walked to the end of the jetty to check that it was still wet.",
          gratitude: "The rowing club, for the towel. It was a good towel.",
          answer:
            "Grasmere, at ten past eight, flat as a plate. He drank some of it. He barked at some of it. He put in one foot, the left, took it out and showed me.\n\nThen a duck said something, and he was in up to the moustache. It took twenty minutes, half a sandwich and a boy in waders.",
        },
      },
      {
        week: 41,
        made: TWO_LINES,
        photos: [{ picture: "beach-4-landscape", alt: "A grown-up and a child on a beach at sunset." }],
        caption: "Beach nineteen. He’s behind the windbreak, with a hole.",
        words: {
          highlight: "A little girl asked whether he was a puppy. He’s thirteen.",
          gratitude: "That little girl. He trotted all the way back to the van.",
          answer: null,
        },
      },
    ],
    asked: {
      question: "Does it have to be a dog?",
      answer: "No. Dogs, ponies, ferrets, parrots. Short walks count; so does staying by the stove.",
    },
  },
};
