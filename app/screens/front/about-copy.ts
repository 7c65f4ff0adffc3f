import type { Company } from "./company";
import type { Passage } from "./passage";

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
      "There are more photographs about than anyone will ever look at, and most of the year is in none of them. Nobody photographs the row about the tent, the remark about the moon, or what was for tea on the night it was all decided.",
      "A diary would have caught those. But a diary wants something every evening, and by the third week it’s propping up a window. So we ask for less. Once a week: a photo, or up to three; the bit you’d tell a friend about; one thing you were grateful for; and your answer to a question you weren’t expecting. Five quiet minutes is plenty.",
      "Families in this country used to stitch samplers for births and weddings: small, patient, signed and dated. A loop is that, with photographs. Each week is a stitch. Fifty-two of them close the ring, finish the picture and fill a luxury hardback with a year you’d otherwise have remembered as a Tuesday.",
    ],
  } satisfies Passage,

  mission: {
    heading: "What it’s for",
    parts: [
      {
        name: "Preserve",
        text: "Photographs with their reasons attached: what was being said, who burnt the sausages, and why everybody in the picture is looking to the left.",
      },
      {
        name: "Reflect",
        text: "One question a week and a few minutes to answer it. Quite often you find out what sort of week it was by writing it down.",
      },
      {
        name: "Legacy",
        text: "A book needs no charger and no password. It can be lent, argued over, read in the bath, and left to somebody.",
      },
    ] satisfies readonly NamedThought[],
  },

  values: {
    heading: "What we hold to",
    parts: [
      {
        name: "Your words are yours",
        text: "They’re printed as you wrote them. No AI writes your book, and your photos and stories are used to make it and for nothing else: never resold, never used for training.",
      },
      {
        name: "One price, said first",
        text: "You pay once. That covers the year, the book and delivery in the UK. There is no subscription, and nothing renews.",
      },
      {
        name: "No telling-off",
        text: "A missed week is an open stitch. It waits, and you fill it in when you can.",
      },
      {
        name: "The door is open",
        text: "Take a copy of everything whenever you like, or have us delete it. We’d be sorry to see you go, and we won’t hide the handle.",
      },
      {
        name: "Everybody in",
        text: "Our pages are made to work from a keyboard, with a screen reader, and without JavaScript.",
      },
    ] satisfies readonly NamedThought[],
  },

  /** Labelled like the screens they lead to. */
  callsToAction: {
    beginLoop: { label: "Begin your loop", href: "/begin" },
    giftPurchase: { label: "Gift a loop", href: "/gift" },
    loopThemeSelection: { label: "Choose a theme", href: "/loop-theme" },
  } satisfies Readonly<Record<string, CallToAction>>,
} as const;

export function aboutContact(company: Company): Passage {
  return {
    id: "contact",
    heading: "Write to us",
    paragraphs: [
      `A question, a second thought, a year you can’t find a loop for: write to ${company.email}, or use the form on our home page.`,
      ...(company.address === null ? [] : [`Emails with stamps on find us at ${company.address}.`]),
      ...(company.number === null ? [] : [`${company.name} is company number ${company.number}.`]),
    ],
  };
}
