import { formatBareSpine } from "~/domain/book/layout/cover";
import { formatBookDay } from "~/domain/diary/loops/book-days";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { BINDING_OF_A_LOOP, bindingInFull, SOLD_AS } from "~/domain/kernel/book-format/bindings";
import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import { capitalise } from "~/domain/kernel/text/numbers";
import { formatDay } from "~/domain/kernel/time/format-days";
import type { Email, EmailKind } from "~/domain/mail/layout/email-layout";
import * as part from "~/domain/mail/layout/email-parts";
import { asPlainWords, greet } from "~/domain/mail/layout/email-parts";
import * as section from "~/domain/mail/layout/email-sections";
import { ALWAYS_SENT } from "~/domain/mail/outbox/always-sent";
import { howToChangeAddress } from "~/domain/shop/order-rules/order-address";
import { trackingPage } from "./tracking";

/** Emails about a book's progress: its owner has sent it to print, it is being printed, it is shipped, it is delivered. */

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

export interface ShippedData extends BookData {
  carrier: string;
  trackingNumber: string | null;
  /** Name and address as on the shipment, one line each. */
  goingTo?: readonly string[];
}

interface Content {
  subject: string;
  /** The headline in two halves, the second in italics. */
  headline: readonly [string, string];
  words: readonly string[];
  button?: { label: string; url: string };
  panel?: readonly (readonly [label: string, lines: readonly string[]])[];
  after?: readonly string[];
}

const SIZE = `${BOOK_FORMAT.trimWidth / 10} × ${BOOK_FORMAT.trimHeight / 10} cm`;

const BOUND = bindingInFull(BINDING_OF_A_LOOP);

function noteOf(pages: number | null): string[] {
  const note = pages === null ? null : formatBareSpine(pages);
  return note ? [note] : [];
}

export interface SentToPrintData extends BookData {
  /** The pages of the proof, and the address in lines, where they are known. */
  pages: number | null;
  goingTo: readonly string[];
  /** Its owner bought it, and changes its address under that order. */
  isOrdered: boolean;
  /** "YYYY-MM-DD" */
  expectedDay: string;
}

/** What a writer has sent to print, where it goes and when, and what can no longer be changed. */
export function bookSentToPrint(data: SentToPrintData): Email {
  const goingTo = data.goingTo.map(asPlainWords).filter((line) => line !== "");
  return write("sent_to_print", data, {
    subject: "Your year has gone to print",
    headline: ["It’s gone", "to print."],
    words: [
      `You’ve sent ${titled(data)} to print. You can still read every week, but you can’t change the words, the photos or the title any more.`,
      "We’ll email you when it’s being printed, when it’s posted and when it’s delivered.",
    ],
    panel: [
      ["Book", [data.pages === null ? BOUND : `${BOUND}, ${data.pages} pages`, ...noteOf(data.pages)]],
      ...(goingTo.length === 0 ? [] : [["Going to", goingTo] as const]),
      ["Arrives", [capitalise(formatBookDay(data.expectedDay))]],
    ],
    // Without an address in it, the email asks about none.
    after:
      goingTo.length === 0
        ? []
        : [
            data.isOrdered
              ? howToChangeAddress("account")
              : "Is the address wrong? Reply to this email: we can change it until your book is at the printer.",
          ],
  });
}

export function bookPrinting(data: BookData): Email {
  return write("printing", data, {
    subject: isSeveral(data) ? "Your Loop books are being printed" : "Your Loop book is being printed",
    headline: ["It’s with", "the printer."],
    words: [
      `${titled(data)} ${has(data)} gone to the printer${data.isReprint ? " again" : ""}. ${data.isReprint ? "There’s nothing to pay." : `${isSeveral(data) ? "They’re" : "It’s"} being printed and bound now.`}`,
      `We’ll email you when ${isSeveral(data) ? "they’re" : "it’s"} on the way.`,
    ],
  });
}

export function bookShipped(data: ShippedData): Email {
  const carrier = asPlainWords(data.carrier);
  const number = asPlainWords(data.trackingNumber ?? "");
  const page = trackingPage(data.carrier, data.trackingNumber ?? "");
  const goingTo = (data.goingTo ?? []).map(asPlainWords).filter((line) => line !== "");
  const copies = data.copies ?? 1;
  const books = isSeveral(data) ? "books are" : "book’s";
  const contents = [`${copies} ${copies === 1 ? SOLD_AS : `${SOLD_AS}s`}, ${SIZE}`];
  return write("shipped", data, {
    subject: `Your Loop ${books} on ${isSeveral(data) ? "their" : "its"} way`,
    headline: [`Your ${books}`, `on ${isSeveral(data) ? "their" : "its"} way.`],
    words: [
      `${titled(data)} ${has(data)} left the printer${carrier === "" ? "" : ` with ${carrier}`}. ${isSeveral(data) ? "They" : "It"} may not fit through your letterbox.`,
      ...(number === "" ? ["There’s no tracking number for this one."] : [`Tracking number: ${number}`]),
    ],
    ...(page === null ? {} : { button: { label: "Track your parcel", url: page } }),
    ...(goingTo.length === 0
      ? {}
      : {
          panel: [
            ["Going to", goingTo],
            ["In the parcel", contents],
          ],
        }),
    after: ["If anything’s wrong when it arrives, reply to this email with a photo and we’ll put it right."],
  });
}

/** The carrier and number of a shipment on its way, after the ones we sent were wrong. */
export function trackingCorrected(data: ShippedData): Email {
  const carrier = asPlainWords(data.carrier);
  const number = asPlainWords(data.trackingNumber ?? "");
  const page = trackingPage(data.carrier, data.trackingNumber ?? "");
  return write("shipped", data, {
    subject: `A new tracking number for your Loop ${isSeveral(data) ? "books" : "book"}`,
    headline: ["The right", "tracking number."],
    words: [
      "The tracking number in our last email was wrong. Please use this one. We’re sorry for the confusion.",
      `${titled(data)} ${isSeveral(data) ? "are" : "is"} on ${isSeveral(data) ? "their" : "its"} way with ${carrier}.`,
      ...(number === "" ? ["There’s no tracking number for this one."] : [`Tracking number: ${number}`]),
    ],
    ...(page === null ? {} : { button: { label: "Track your parcel", url: page } }),
  });
}

export interface LateData extends BookData {
  /** "YYYY-MM-DD" */
  promisedDay: string;
  /** Null where it has not been posted. */
  posted: { day: string; carrier: string; trackingNumber: string | null } | null;
}

/** A shipment that was not delivered by the day we gave. Nobody knows the new one, so it names none. */
export function bookLate(data: LateData): Email {
  const it = isSeveral(data) ? "they" : "it";
  const late = isSeveral(data) ? "books are" : "book is";
  const due = `${titled(data)} ${isSeveral(data) ? "were" : "was"} due ${formatBookDay(data.promisedDay)}`;
  const carrier = asPlainWords(data.posted?.carrier ?? "");
  const number = asPlainWords(data.posted?.trackingNumber ?? "");
  const page = data.posted && trackingPage(data.posted.carrier, data.posted.trackingNumber ?? "");
  return write("shipment_late", data, {
    subject: `Your Loop ${late} late`,
    headline: [`Your ${late}`, "late."],
    words: data.posted
      ? [
          `${due}, and we haven’t heard that ${it} ${isSeveral(data) ? "have" : "has"} arrived. We’re sorry. Already there? Then you don’t need to do anything.`,
          `Posted on ${formatDay(data.posted.day)}${carrier === "" ? "" : ` with ${carrier}`}.`,
          ...(number === "" ? [] : [`Tracking number: ${number}`]),
        ]
      : [
          `${due}, and ${isSeveral(data) ? "haven’t" : "hasn’t"} been posted yet. We’re sorry.`,
          `We don’t have a new day yet. We’ll email you when ${isSeveral(data) ? "they’re" : "it’s"} posted.`,
        ],
    ...(page ? { button: { label: "Track your parcel", url: page } } : {}),
    after: [
      `If the day mattered${data.posted ? `, or ${it} still ${isSeveral(data) ? "aren’t" : "isn’t"} there in a few days` : ""}, reply to this email and we’ll put it right. You keep every right the law gives you, including to cancel and be refunded.`,
    ],
  });
}

export function bookDelivered(data: BookData): Email {
  return write("delivered", data, {
    subject: isSeveral(data) ? "Your Loop books have arrived" : "Your Loop book has arrived",
    headline: ["It should be", "with you now."],
    words: [
      `${titled(data)} ${isSeveral(data) ? "were" : "was"} delivered. A whole year, and you wrote every word of it.`,
      "If it isn’t there, or anything’s wrong with it, reply to this email and we’ll put it right.",
    ],
  });
}

function write(
  kind: Extract<EmailKind, "sent_to_print" | "printing" | "shipped" | "shipment_late" | "delivered">,
  { firstName, loopUrl, theme, copies, title }: BookData,
  { subject, headline, words, button, panel = [], after = [] }: Content,
): Email {
  const hello = greet(firstName);
  const own = { label: copies === undefined ? "Open your loop" : "See your orders", url: loopUrl };
  const main = button ?? own;
  const columns = panel.map(([label, lines]) => [label, lines.join(", ")] as const);
  return {
    kind,
    subject,
    preview: words[0] ?? "",
    why: ALWAYS_SENT,
    text: [
      hello,
      ...words,
      ...columns.map(([label, line]) => `${label}: ${line}`),
      ...(button === undefined ? [] : [`${button.label}: ${button.url}`]),
      ...after,
      `${own.label}: ${own.url}`,
    ].join("\n\n"),
    html: [
      section.cover(asPlainWords(title), theme, WEEKS),
      part.stretch(
        part.greeting(hello),
        section.title(...headline),
        ...words.map(part.paragraph),
        part.button(main.label, main.url),
      ),
      ...(panel.length === 0 ? [] : [section.panel(section.steps(columns))]),
      ...(after.length === 0 && button === undefined
        ? []
        : [
            part.stretch(
              ...after.map(part.paragraph),
              ...(button === undefined ? [] : [part.link(own.label, own.url)]),
            ),
          ]),
    ].join("\n"),
  };
}

function titled({ title, copies }: BookData): string {
  const name = `“${asPlainWords(title)}”`;
  if (copies === undefined) return name;
  return copies === 1 ? `Your copy of ${name}` : `Your ${copies} copies of ${name}`;
}

const isSeveral = ({ copies }: BookData) => (copies ?? 1) > 1;

const has = (data: BookData) => (isSeveral(data) ? "have" : "has");
