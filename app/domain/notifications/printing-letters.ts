import type { Letter, LetterKind } from "./letter-frame";
import * as part from "./letter-parts";
import { asPlainWords } from "./letter-parts";

/** Letters about a book on its way: it is being printed, it has been sent, it is there. */

export interface BookFacts {
  firstName: string;
  /** What stands on the cover. */
  title: string;
  loopUrl: string;
  theme: string | null;
}

export function bookPrinting(facts: BookFacts): Letter {
  return write("printing", facts, {
    subject: "Your Loop book is being printed",
    headline: "The presses are running.",
    words: [
      `${titled(facts)} has gone to the printer. It is printed, sewn and bound by people who do little else.`,
      "We’ll write again when it is on its way.",
    ],
  });
}

export function bookShipped(facts: BookFacts & { carrier: string; trackingNumber: string | null }): Letter {
  const carrier = asPlainWords(facts.carrier);
  const number = asPlainWords(facts.trackingNumber ?? "");
  return write("shipped", facts, {
    subject: "Your Loop book is on its way",
    headline: "It is on its way.",
    words: [
      `${titled(facts)} has left the bindery${carrier === "" ? "" : ` with ${carrier}`}.`,
      ...(number === "" ? [] : [`Tracking number: ${number}`]),
      "Make some room on the shelf.",
    ],
  });
}

export function bookDelivered(facts: BookFacts): Letter {
  return write("delivered", facts, {
    subject: "Your Loop book has arrived",
    headline: "It should be with you now.",
    words: [
      `${titled(facts)} was delivered. A whole year, and you wrote every word of it.`,
      "If it isn’t there, or anything is wrong with it, answer this letter and we’ll put it right.",
    ],
  });
}

function write(
  kind: Extract<LetterKind, "printing" | "shipped" | "delivered">,
  { firstName, loopUrl, theme }: BookFacts,
  { subject, headline, words }: { subject: string; headline: string; words: readonly string[] },
): Letter {
  const name = asPlainWords(firstName);
  const hello = name === "" ? "Hello," : `Hello ${name},`;
  const label = "Look at the year";
  return {
    kind,
    subject,
    preview: words[0] ?? "",
    text: [hello, ...words, `${label}: ${loopUrl}`].join("\n\n"),
    html: [
      part.band(headline, theme),
      part.stretch(part.greeting(hello), ...words.map(part.paragraph), part.button(label, loopUrl, theme)),
    ].join("\n"),
  };
}

function titled({ title }: BookFacts): string {
  return `“${asPlainWords(title)}”`;
}
