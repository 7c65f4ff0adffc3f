import { numberInWords } from "~/domain/kernel/text/numbers";
import { VOUCHER_MONTHS } from "~/domain/kernel/time/voucher-validity";
import { PHOTOS_A_WEEK } from "../rules/photo-rules";
import { everyJourney, type LoopTypeEntry, type Theme } from "./loop-type";
import { sampleEntry } from "./sample-entries";

/** The week that the sample year shows everywhere. */
const nell = sampleEntry(1);

export const familyTheme: Theme = {
  id: "family",
  name: "Family",
  plural: "Family",
  description: "Parent and child, adventures, adoption, baby’s first year",
  lead: {
    purchase:
      "Four loops for years that go by in socks and packed lunches. Choose the one that’s nearest; you can give it your own title later.",
    gift: "Four loops for people with their hands full. Choose the one that’s nearest; they can choose another when they start.",
  },
  hero: {
    line: "Small socks don’t",
    turn: "stay small.",
    text: "First teeth, first steps, first joke. Keep this year, week by week, in a book they’ll read to children of their own.",
  },
  image: "/artwork/scene-family.svg",
  sortOrder: 2,
  hidden: false,
};

export const familyLoopTypes: readonly LoopTypeEntry[] = [
  {
    key: "parent-and-child",
    displayName: "Parent & Child",
    active: true,
    image: "/artwork/m-parent-and-child.svg",
    sortOrder: 1,
    journeys: everyJourney,
    titleExample: "You, Me and the Number 9 Bus",
    purchase: {
      description:
        "A year with one child, kept by a grown-up who was there. The walk to school, the bath, the question asked just as the light went out.",
      bullets: [
        "You do the writing; they can dictate",
        "Questions about ordinary hours as well as birthdays",
        "For any age, including the one that only answers in the car",
        "A book to hand over when they’re old enough to argue with it",
      ],
    },
    gift: {
      description:
        "For a parent, a grandparent or anyone with one particular child to keep up with. A question each week, and a luxury hardback about the pair of them.",
      bullets: [
        "Five minutes a week, which is all they’ve got",
        "A voucher to print, or emailed on a day you choose",
        `Valid for ${VOUCHER_MONTHS} months, in case now isn’t the moment`,
        "The grown-up looks after the account and decides who sees what",
      ],
    },
    example: {
      highlight: "He asked whether worms have a favourite end.",
      gratitude: "The driver of the number 9, who waited while we said goodbye to a puddle.",
      prompt: "Who are the two of you? Give ages, heights and current obsessions.",
      reflection:
        "Joe is four and a quarter and comes up to the second drawer. His enthusiasms are diggers, the word “actually”, and a stick called Kevin who has his own place in the hall. I am thirty-nine, five foot five, and keen on sitting down. Each morning we take the number 9 for two stops and walk one of them back, because he likes the bus and I like to hear about it. It takes fifty minutes. I used to do it in twelve. This week he has held my hand at every kerb without being asked, and let go of it, without being asked, at the gate. He says that when he’s big he’ll be a digger. Not the driver. Actually, the digger.",
      photo: null,
    },
  },
  {
    key: "family-adventures",
    displayName: "Family Adventures",
    active: true,
    image: "/artwork/m-family-adventures.svg",
    sortOrder: 2,
    journeys: everyJourney,
    titleExample: "Are We Nearly There",
    purchase: {
      description:
        "For the family with mud in the boot. The big trips, the wet picnics, and the Sunday you got as far as the garden centre.",
      bullets: [
        "A bus ride counts, and so does the back garden",
        `Up to ${numberInWords(PHOTOS_A_WEEK)} photos a week, so nobody’s left out of the tent`,
        "Take turns to say what the best bit was",
        "Fill a week in later if you were up a hill at the time",
      ],
    },
    gift: {
      description:
        "For the ones who are never in. A question a week about where they went and what went wrong there, and a luxury hardback to prove it.",
      bullets: [
        "Nothing to pack and nothing to charge",
        "The voucher folds to fit a card, or arrives by email on the day you choose",
        `They can start any time within ${VOUCHER_MONTHS} months: a holiday, a house move, a Tuesday`,
        "One book comes with it, delivered in the UK; they may want more for the grandparents",
      ],
    },
    example: {
      highlight: "We saw the sea for four minutes, from the car, with the wipers on.",
      gratitude: "The tea van at the top of the cliff, open for us and one gull.",
      prompt:
        "Name the whole expedition: people, animals, vehicles, and the one who insists on bringing the bear.",
      reflection:
        "Dad, who drives, and regards the sat nav as an opinion. Me, in charge of the map and the mints. Aisha, eleven, who didn’t want to come and has the best coat. Sam, six, who did want to come and was sick at Selby. Nani, in the front on account of her hip, with a cool bag nobody may look into before noon. Mabel, a dog, lying across whoever’s wearing black. One estate car, silver under the mud, with a back window that only goes down. And the bear, who is Sam’s, and has been to Wales twice without leaving the bag. This time he had his own seat belt. When we came to unload, he was the only one of us who was dry.",
      photo: null,
    },
  },
  {
    key: "adoption-journey",
    displayName: "Adoption Journey",
    active: true,
    image: "/artwork/m-adoption-journey.svg",
    sortOrder: 3,
    journeys: everyJourney,
    titleExample: "How We Came to Be Four",
    purchase: {
      description:
        "For a family being made, at the family’s own pace. Written by the adults, and as private as the story deserves.",
      bullets: [
        "Start where you are: waiting, meeting, or some way in",
        "Questions that leave room for privacy",
        "Swap any question for another, or write your own",
        "No week has to be filled, and none has to be explained",
      ],
    },
    gift: {
      description:
        "For friends whose family is growing by paperwork, patience and a great deal of tea. A quiet question each week, and a luxury hardback of what they choose to keep.",
      bullets: [
        `Give it when they’re ready; the voucher is good for ${VOUCHER_MONTHS} months`,
        "Nothing on it asks when, or who, or how",
        "You can hold the email back, change the date, or print the voucher and post it",
        "They decide what goes in the book and who reads it",
      ],
    },
    // There is no sample week: these stories all begin differently, and a sample would look like a model.
    example: null,
  },
  {
    key: "babys-first-year",
    displayName: "Baby’s First Year",
    active: true,
    image: "/artwork/m-babys-first-year.svg",
    sortOrder: 4,
    journeys: everyJourney,
    titleExample: "Nell’s First Year",
    purchase: {
      description:
        "From somebody who can’t hold their head up to somebody who won’t hold still. Most of it written with one hand.",
      bullets: [
        "One line is plenty. So is one photo",
        "Weeks you were too tired to write can wait",
        "Questions about you as well as the baby",
        "Start at birth, at six weeks, or when you next sit down",
      ],
    },
    gift: {
      description:
        "They have enough muslins. This is a question a week for a year that goes by in a blur, and a luxury hardback to remember it by.",
      bullets: [
        "Print the voucher for the baby shower, or have it emailed when there’s news",
        `They have ${VOUCHER_MONTHS} months to start, and can catch up on any week they miss`,
        "No batteries, no tumble-drying, no assembly",
        "UK delivery is paid for, and they can order a second copy for a grandparent",
      ],
    },
    example: {
      highlight: nell.highlight,
      gratitude: nell.gratitude,
      prompt: nell.prompt,
      reflection: nell.content,
      photo: null,
    },
  },
];
