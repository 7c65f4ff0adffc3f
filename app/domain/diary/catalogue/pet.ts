import { capitalise, numberInWords } from "~/domain/kernel/text/numbers";
import { VOUCHER_MONTHS } from "~/domain/kernel/time/voucher-validity";
import { WEEKS_IN_WORDS } from "../rules/calendar";
import { PHOTOS_A_WEEK } from "../rules/photo-rules";
import { everyJourney, type LoopTypeEntry, type Theme } from "./loop-type";

export const petTheme: Theme = {
  id: "pet",
  name: "Pet",
  plural: "Pets",
  description: "Puppy’s first year, my cat and me, adventures together",
  lead: {
    purchase:
      "Three loops for years with fur on. Choose the one that’s nearest; you can give it your own title later.",
    gift: "Three loops for people who show you photos of their pet. Choose the one that’s nearest; they can choose another when they start.",
  },
  hero: {
    line: "Every walk was",
    turn: "the best walk ever.",
    text: `${capitalise(WEEKS_IN_WORDS)} weeks of muddy paws and stolen socks, in a book that will outlast every tennis ball.`,
  },
  image: "/artwork/scene-pet.svg",
  sortOrder: 4,
  hidden: false,
};

export const petLoopTypes: readonly LoopTypeEntry[] = [
  {
    key: "puppys-first-year",
    displayName: "Puppy’s First Year",
    active: true,
    image: "/artwork/m-puppys-first-year.svg",
    sortOrder: 1,
    journeys: everyJourney,
    titleExample: "Biscuit’s First Year",
    purchase: {
      description:
        "From the first night on the kitchen floor to the first walk where nobody was towed. A record of everything learned and everything chewed.",
      bullets: [
        "A question a week, many of them about shoes",
        "Room for both sides of the argument",
        "See how fast the paws grow",
      ],
    },
    gift: {
      description:
        "For people who’ve stopped sleeping and started carrying biscuits. A question a week about the new arrival, and a luxury hardback it can’t reach.",
      bullets: [
        "A voucher to print, or emailed the day the dog comes home",
        `They can start any time in ${VOUCHER_MONTHS} months and fill in the weeks they missed`,
        "UK delivery and one book are paid for",
        "The email can’t be buried in the garden",
      ],
    },
    example: {
      highlight: "He took one of Jan’s slippers to bed and slept inside it, up to the waist.",
      gratitude: "The woman next door, who said she hadn’t heard a thing, twice, without being asked.",
      prompt: "How did the first night go, as told by you and as told by the puppy?",
      reflection:
        "As told by me: he went into his crate at ten with a ticking clock, cried till midnight, and was moved, as an exception, to the landing. Cried till one. Was moved, as an exception, to our room. At two I stood on the lawn in the rain in a dressing gown and said “Hurry up” to a hedge. He came in and did it on the mat. As told by Biscuit: arrived. Big people, nice smell. Put in prison with a clock. Sang. Sang louder. Rescued. Rescued again. Midnight garden! Rain! Left them a present by the door, where they’d be sure to find it. Ate some slipper. Best night of my life. Doing it again tomorrow.",
      photo: null,
    },
  },
  {
    key: "my-cat-and-me",
    displayName: "My Cat & Me",
    active: true,
    image: "/artwork/m-my-cat-and-me.svg",
    sortOrder: 2,
    journeys: everyJourney,
    titleExample: "By Appointment to Mrs Patterson",
    purchase: {
      description:
        "A year in the service of a cat. What was sat on, what was looked at, and which of you was in the wrong place.",
      bullets: [
        "For kittens, elderly gentlemen and everything in between",
        "Questions about you too, since the cat won’t ask",
        "Blurred photos welcome; they’re usually the true ones",
      ],
    },
    gift: {
      description:
        "For anyone who has cancelled plans because the cat was comfortable. A question each week, and a luxury hardback the cat can lie on.",
      bullets: [
        "Print the voucher tonight, fold it and let the cat sit on it",
        "Or choose a day, and we’ll email it with your message",
        `Valid for ${VOUCHER_MONTHS} months; the book arrives about a year after they start`,
        "Nothing to feed, brush or renew",
      ],
    },
    example: {
      highlight: "She sat on the form from the council until I agreed not to fill it in.",
      gratitude: "The fishmonger, who asks after her by name and takes me for her driver.",
      prompt: "Who is the cat, and what’s your job in the cat’s house?",
      reflection:
        "The cat is Mrs Patterson, eleven, grey, a widow as far as anyone knows. She came with the flat. The agent didn’t mention her, and the inventory says only “blinds”. I am tenant, since I pay the rent; doorman, since I do the door; and on cold nights a sort of shelf. My duties begin at ten to six. I’m allowed the left-hand side of the sofa, the radio on low, and Sundays, provided nobody needs anything. I was taken on for a trial period, four years ago in March. Nothing has been said. But last night she put one paw on my sleeve to stop me getting up, and left it there for the whole of the shipping forecast, so I think I may have been made permanent.",
      photo: null,
    },
  },
  {
    key: "adventures-with-my-pet",
    displayName: "Adventures with My Pet",
    active: true,
    image: "/artwork/m-adventures-with-my-pet.svg",
    sortOrder: 3,
    journeys: everyJourney,
    titleExample: "Forty Beaches and a Wet Towel",
    purchase: {
      description:
        "For any pet who comes too: the dog on the ferry, the pony in the lane, the rabbit who has seen the whole of the sitting room.",
      bullets: [
        "Dogs, ponies, ferrets, parrots; there is no test",
        `Up to ${numberInWords(PHOTOS_A_WEEK)} photos a week, one of them in focus`,
        "Short walks count, and so does staying in",
      ],
    },
    gift: {
      description: `For a person and a pet who go everywhere together. ${capitalise(WEEKS_IN_WORDS)} questions, one a week, and a luxury hardback of where they went.`,
      bullets: [
        "Works for old dogs and new ones, and for several at once",
        "Print the voucher or choose a day to have it emailed",
        `They can start any time within ${VOUCHER_MONTHS} months`,
        "If a cat turns out to be involved, they can switch to another kind for free",
      ],
    },
    example: {
      highlight: "Forty-one sheep looked at us, and only one of us looked away.",
      gratitude: "The man at the ford who had a dry towel in his van and didn’t ask.",
      prompt: "Introduce your companion: species, temper, and how they’re carried, led or followed.",
      reflection:
        "Stanley. Border terrier, or that’s what we were told. Thirteen, deaf when it suits him, the colour of a doormat and about as easy to shift. Temper: that of a retired sergeant who’s been asked to share a table. He is led as far as the first gate, which he likes to do smartly; followed from there to the top of the field, while he reads the post; and carried home in a rucksack, looking out over my shoulder and breathing in my ear. He doesn’t regard this as being carried. He regards it as being driven. On Sunday we reached the trig point, a record for the winter. He stood with his ears inside out and looked at Derbyshire as though somebody had finally put it straight.",
      photo: null,
    },
  },
];
