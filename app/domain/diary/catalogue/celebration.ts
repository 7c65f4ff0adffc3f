import { capitalise, numberInWords } from "~/domain/kernel/text/numbers";
import { VOUCHER_MONTHS } from "~/domain/kernel/time/voucher-validity";
import { WEEKS_IN_WORDS } from "../rules/calendar";
import { LONGEST_REFLECTION_WORDS } from "../rules/entry-limits";
import { everyJourney, type LoopTypeEntry, type Theme } from "./loop-type";

export const celebrationTheme: Theme = {
  id: "celebration",
  name: "Celebration",
  plural: "Celebration",
  description: "Wedding, big birthday, anniversary, engagement",
  lead: {
    purchase:
      "Four loops for years with something to celebrate. Choose the one that’s nearest; you can give it your own title later.",
    gift: "Four loops for people with something to celebrate. Choose the one that’s nearest; they can choose another when they start.",
  },
  hero: {
    line: "One small stitch a week.",
    turn: "One book for life.",
    text: `Add a photo and a few lines each week. After a year we print all ${WEEKS_IN_WORDS} into a luxury hardback and deliver it to your door.`,
  },
  image: "/artwork/scene-celebration.svg",
  sortOrder: 1,
  hidden: false,
};

export const celebrationLoopTypes: readonly LoopTypeEntry[] = [
  {
    key: "wedding",
    displayName: "Wedding",
    active: true,
    image: "/artwork/m-wedding.svg",
    sortOrder: 1,
    journeys: everyJourney,
    titleExample: "Our Wedding Year",
    purchase: {
      description:
        "The year you get married, or the year just after. Week by week, the small print of a life together.",
      bullets: [
        "Questions for two, to answer together or in turn",
        "Room for the day itself, and for the Tuesdays either side",
        "A good first-anniversary present: it’s paper",
      ],
    },
    gift: {
      description:
        "They have a toaster. This is a question a week for the year around the wedding, and at the end of it a luxury hardback of what they answered.",
      bullets: [
        "A voucher with your message on it, to print and fold, or emailed on a day you choose",
        `They can start any time in the next ${VOUCHER_MONTHS} months, so it will wait for the honeymoon`,
        "One book and UK delivery are paid for, and nothing renews",
        "The pages are theirs, though they may read you bits over dinner",
      ],
    },
    example: {
      highlight: "We ate the leftover cake in bed, with forks, out of the tin.",
      gratitude: "Your mum ironing forty napkins and never once saying so.",
      prompt: "What do you want to remember about how this week felt?",
      reflection:
        "Quiet. After so many people, so quiet. The bouquet is in the washing-up bowl because we don’t own a vase, and every time one of us rinses a cup we have to ask it to budge up. There is confetti in the bath, in the butter dish, in a shoe I didn’t even wear. I keep saying “my husband” to the kettle, to hear how it goes. On Tuesday Tom read all the cards aloud in the order they were propped, doing the voices, and his great-aunt came out exactly right. Then we sat on the stairs and finished the cheese. Nobody rang. It felt like the first day of a holiday in a house we happened to live in.",
      photo: null,
    },
  },
  {
    key: "big-birthday",
    displayName: "Big Birthday",
    active: true,
    image: "/artwork/m-big-birthday.svg",
    sortOrder: 2,
    journeys: everyJourney,
    titleExample: "Sixty, Apparently",
    purchase: {
      description:
        "For the year of a thirtieth, a fiftieth, an eightieth. A year of looking back, looking round, and saying thank you.",
      bullets: [
        "Questions that start good conversations",
        "Space for notes from family and friends",
        "Kind to people who “don’t really write”",
      ],
    },
    gift: {
      description:
        "For somebody who says they don’t want anything. One question a week about the life so far, and a luxury hardback with their stories in it, told the way they tell them.",
      bullets: [
        "Put the voucher in with the card, or have it emailed on the day",
        `One line is an answer, and so are ${numberInWords(LONGEST_REFLECTION_WORDS)} words`,
        `Valid for ${VOUCHER_MONTHS} months, so there’s no hurry`,
        "The finished book is delivered to them, anywhere in the UK, at no extra cost",
      ],
    },
    example: {
      highlight: "Sixty candles. It took two of us to light them and four of us to blow.",
      gratitude: "Derek next door, who came round to complain that he couldn’t hear the music.",
      prompt: "How old do you feel this week, and which part of you disagrees?",
      reflection:
        "About thirty-four, until the stairs. My head is somewhere in 1999, looking for its keys; my left knee is nearer eighty and says so whenever it’s going to rain. On Saturday I danced to the whole of a song I’d told people I was too old for, and on Sunday I made a noise getting out of the chair that caused the dog to look up. My grandson asked what it was like when everything was black and white. I said very like this, only with fewer sockets. Then I caught sight of my hands in the washing-up and they were my mother’s exactly, down to the way she shook off the suds. So that’s three ages in a week. I got on with all of them.",
      photo: null,
    },
  },
  {
    key: "anniversary",
    displayName: "Anniversary",
    active: true,
    image: "/artwork/m-anniversary.svg",
    sortOrder: 3,
    journeys: everyJourney,
    titleExample: "Thirty Years and a Bus Ticket",
    purchase: {
      description:
        "Ten years, twenty-five, fifty. Collect the stories you tell each other and the ones you’ve forgotten to.",
      bullets: [
        "Questions about then and now",
        "Old photos welcome beside the new",
        "Share the writing between you",
      ],
    },
    gift: {
      description:
        "You know some of their stories. This gets the rest written down, one a week, in a luxury hardback, before anyone can dispute the details.",
      bullets: [
        `${capitalise(WEEKS_IN_WORDS)} questions for two people who think they’ve heard each other’s answers`,
        "A voucher to fold into a card tonight, or send on the anniversary itself",
        `They choose when to start, any time in the next ${VOUCHER_MONTHS} months`,
        "If another kind suits them better, the voucher covers any of the 15",
      ],
    },
    example: {
      highlight: "He found the bus ticket. Thirty years in the dictionary, under B.",
      gratitude: "The woman on the top deck who moved up one and started all this.",
      prompt: "What were the first words either of you said to the other, as far as you can agree?",
      reflection:
        "I say it was “Is anyone sitting here?” and that I said it. He says it was “That’s my sandwich,” and that he did. We have told it both ways at both our mothers’ tables. What we agree on: the top deck of the 42, rain down the windows, a paper bag on the seat. I had sat on the bag. It was cheese and pickle. He ate it anyway, flat, looking straight ahead, and when I got off at the library he got off too, although he has since admitted that he lived four stops further on. He had to walk home in the wet. I think about that walk quite a lot.",
      photo: null,
    },
  },
  {
    key: "engagement",
    displayName: "Engagement",
    active: true,
    image: "/artwork/m-engagement.svg",
    sortOrder: 4,
    journeys: everyJourney,
    titleExample: "From Yes Onwards",
    purchase: {
      description:
        "From the yes to the day. The lists, the relatives, the wobble in week nine, all of it worth keeping.",
      bullets: [
        "Follows your planning year, plan or no plan",
        "Keeps a record of who helped",
        "Ends on the wedding day, if that’s a year or more away",
      ],
    },
    gift: {
      description:
        "An engagement present that doesn’t need a cupboard. A question a week while they plan, and a luxury hardback to say how they got there.",
      bullets: [
        "Ready to print as soon as you’ve paid, for a party that’s on Saturday",
        "Or emailed with your message on the day you choose",
        `They have ${VOUCHER_MONTHS} months to start, and they choose the delivery date`,
        "No list, no size, no colour to get wrong",
      ],
    },
    example: {
      highlight: "I said yes with a mouthful of chips.",
      gratitude: "The man in the kiosk, who wouldn’t take our money but did want the details.",
      prompt: "How was the question asked, and what was the answer in full?",
      reflection:
        "On the sea wall at Whitby, in a wind that took the first half of it. I heard “if you’d ever think about” and said I’d already put vinegar on them. So it had to be asked again, louder, by which time a couple with a spaniel had stopped to listen. The answer in full was “Yes. Hold these. Yes.” Then we laughed for longer than the question had taken. The ring had been inside a walking sock since Monday, which explains why I wasn’t allowed to help with the packing. We went back along the front not saying much. Every so often one of us said “Well,” and the other one said “I know.”",
      photo: null,
    },
  },
];
