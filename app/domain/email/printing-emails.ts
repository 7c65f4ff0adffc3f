import type { Email, EmailKind } from "./email-layout";
import * as part from "./email-parts";
import { asPlainWords } from "./email-parts";

/** Emails about a book's progress: it is being printed, it is shipped, it is delivered. */

export interface BookData {
  firstName: string;
  /** The title on the cover. */
  title: string;
  /** The loop's page, or the orders page for copies. */
  loopUrl: string;
  theme: string | null;
  /** The number of copies in the shipment, for books ordered besides the year's own. */
  copies?: number;
  /** Whether it is printed a second time, because the first had a fault. */
  isReprint?: boolean;
}

export function bookPrinting(data: BookData): Email {
  return write("printing", data, {
    subject: "Your Loop book is being printed",
    headline: "The presses are running.",
    words: [
      `${titled(data)} ${has(data)} gone to the printer${data.isReprint ? " once more" : ""}. ${data.isReprint ? "There is nothing to pay." : `${isOrAre(data)} being printed and bound now.`}`,
      "We’ll write again when it is on its way.",
    ],
  });
}

export function bookShipped(data: BookData & { carrier: string; trackingNumber: string | null }): Email {
  const carrier = asPlainWords(data.carrier);
  const number = asPlainWords(data.trackingNumber ?? "");
  return write("shipped", data, {
    subject: "Your Loop book is on its way",
    headline: "It is on its way.",
    words: [
      `${titled(data)} ${has(data)} left the bindery${carrier === "" ? "" : ` with ${carrier}`}.`,
      ...(number === "" ? [] : [`Tracking number: ${number}`]),
      "Make some room on the shelf.",
    ],
  });
}

export function bookDelivered(data: BookData): Email {
  return write("delivered", data, {
    subject: "Your Loop book has arrived",
    headline: "It should be with you now.",
    words: [
      `${titled(data)} ${(data.copies ?? 1) > 1 ? "were" : "was"} delivered. A whole year, and you wrote every word of it.`,
      "If it isn’t there, or anything is wrong with it, answer this email and we’ll put it right.",
    ],
  });
}

function write(
  kind: Extract<EmailKind, "printing" | "shipped" | "delivered">,
  { firstName, loopUrl, theme, copies }: BookData,
  { subject, headline, words }: { subject: string; headline: string; words: readonly string[] },
): Email {
  const name = asPlainWords(firstName);
  const hello = name === "" ? "Hello," : `Hello ${name},`;
  const label = copies === undefined ? "Look at the year" : "Look at your orders";
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

function titled({ title, copies }: BookData): string {
  const name = `“${asPlainWords(title)}”`;
  if (copies === undefined) return name;
  return copies === 1 ? `Your copy of ${name}` : `Your ${copies} copies of ${name}`;
}

const isOrAre = ({ copies }: BookData) => ((copies ?? 1) > 1 ? "They’re" : "It’s");

const has = ({ copies }: BookData) => ((copies ?? 1) > 1 ? "have" : "has");
