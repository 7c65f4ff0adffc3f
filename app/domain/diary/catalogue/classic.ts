import { capitalise } from "~/domain/kernel/text/numbers";
import { VOUCHER_MONTHS } from "~/domain/kernel/time/voucher-validity";
import { WEEKS_IN_WORDS } from "../rules/calendar";
import type { LoopTypeEntry, Theme } from "./loop-type";

export const classicTheme: Theme = {
  id: "classic",
  name: "Classic",
  plural: "Classic",
  description: "A year of your own, whatever is in it",
  lead: {
    purchase: "One loop for a year that fits no theme. You can give it a title later, or never.",
    gift: "One loop for a year that fits no theme. They can give it a title later, or never.",
  },
  hero: {
    line: "Nothing much happened.",
    turn: "It was a lovely year.",
    text: "A photo and a few lines each week, about whatever the week had in it. After a year, a luxury hardback.",
  },
  image: "/artwork/m-how3.svg",
  sortOrder: 5,
  hidden: true,
};

export const classicLoopTypes: readonly LoopTypeEntry[] = [
  {
    key: "standard",
    displayName: "Classic",
    active: true,
    image: "/artwork/m-how3.svg",
    sortOrder: 1,
    journeys: { purchase: true, gift: false, redeem: false },
    titleExample: "The Year of the Green Kettle",
    purchase: {
      description:
        "For a year that isn’t about anything in particular, which is most of them. A good question each week, and the freedom to ignore it.",
      bullets: [
        `${capitalise(WEEKS_IN_WORDS)} questions that suit any home and any age`,
        "A photo, a highlight and a few lines: five minutes is plenty",
        "One luxury hardback at the end, delivered in the UK",
      ],
    },
    gift: {
      description:
        "For somebody whose year you’d like to read about. A question a week, and a luxury hardback at the end of it.",
      bullets: [
        "No occasion needed, so there’s no wrong day to give it",
        "A voucher with your message on it, to print or send",
        `They can start any time within ${VOUCHER_MONTHS} months`,
      ],
    },
    // Sold on its own sign-up page, which has no preview button.
    example: null,
  },
];
