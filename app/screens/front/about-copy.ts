import { NO_AI, OWN_WORDS, TAKEN_AT_ANY_TIME, USED_FOR_THE_BOOK } from "~/domain/diary/loops/whose-words";
import { WEEKS_IN_WORDS } from "~/domain/diary/rules/calendar";
import { PHOTOS_A_WEEK } from "~/domain/diary/rules/photo-rules";
import { type Company, makerOf } from "~/domain/kernel/company/company";
import type { Passage } from "~/domain/kernel/company/written-page";
import { capitalise, numberInWords } from "~/domain/kernel/text/numbers";

export interface CallToAction {
  readonly label: string;
  readonly href: string;
}

export interface NamedThought {
  readonly name: string;
  readonly text: string;
}

/** The copy of /about. The contact address is in `aboutContact`. */
export const aboutCopy = {
  title: "About us",
  lead: "We make books out of ordinary weeks.",

  story: {
    heading: "Our story",
    paragraphs: [
      "We all take more photos than we’ll ever look at, and most of the year is in none of them. Nobody photographs the row about the tent, the joke about the moon, or what was for tea.",
      `A diary would have caught those. But a diary wants something every evening, and by the third week it’s propping up a window. So we ask for less. Once a week: a photo, or up to ${numberInWords(PHOTOS_A_WEEK)}; the bit you’d tell a friend about; one thing you were grateful for; and your answer to a question you weren’t expecting. Five minutes is plenty.`,
      `Families in this country used to stitch samplers for births and weddings: small, patient, signed and dated. A loop is that, with photographs. Each week is a stitch. ${capitalise(WEEKS_IN_WORDS)} of them close the ring, finish the picture and fill a luxury hardback with a year you’d otherwise have forgotten.`,
    ],
  } satisfies Passage,

  mission: {
    heading: "What it’s for",
    parts: [
      {
        name: "Preserve",
        text: "Photos with the story attached: what somebody said, who burnt the sausages, and why everybody’s looking to the left.",
      },
      {
        name: "Reflect",
        text: "One question a week and a few minutes to answer it. Quite often you find out what sort of week it was by writing it down.",
      },
      {
        name: "Legacy",
        text: "A book needs no charger and no password. You can lend it, argue over it, read it in the bath, and leave it to somebody.",
      },
    ] satisfies readonly NamedThought[],
  },

  values: {
    heading: "What we promise",
    parts: [
      {
        name: "Your words are yours",
        text: `${OWN_WORDS} ${NO_AI} ${USED_FOR_THE_BOOK}`,
      },
      {
        name: "One price",
        text: "You pay once. That covers the year, the book and UK delivery. There’s no subscription, and nothing renews.",
      },
      {
        name: "No guilt",
        text: "Missed a week? Write it whenever you can.",
      },
      {
        name: "Leave whenever you like",
        text: `${TAKEN_AT_ANY_TIME} We’d be sorry to see you go, and we won’t make it hard.`,
      },
      {
        name: "For everyone",
        text: "Our pages work with a keyboard, with a screen reader, and without JavaScript.",
      },
    ] satisfies readonly NamedThought[],
  },

  /** Labelled like the screens they lead to. */
  callsToAction: {
    beginLoop: { label: "Begin your loop", href: "/loop-theme" },
    giftPurchase: { label: "Gift a loop", href: "/gift" },
    loopThemeSelection: { label: "Choose a theme", href: "/loop-theme" },
  } satisfies Readonly<Record<string, CallToAction>>,
} as const;

export function aboutContact(company: Company): Passage {
  const maker = makerOf(company);
  return {
    id: "contact",
    heading: "Contact us",
    paragraphs: [
      `A question, a second thought, a year you can’t find a loop for? Email ${company.email}, or use the form on our home page.`,
      ...(maker === null ? [] : [`Loop is made by ${maker}.`]),
      ...(company.address === null ? [] : [`Our postal address is ${company.address}.`]),
    ],
  };
}
