import { formatBareSpine } from "~/domain/book/layout/cover";
import { formatBookDay } from "~/domain/diary/loops/book-days";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { BINDING_OF_A_LOOP, bindingInFull, SOLD_AS } from "~/domain/kernel/book-format/bindings";
import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import { capitalise } from "~/domain/kernel/text/numbers";
import { formatDay } from "~/domain/kernel/time/format-days";
import type { EmailKind } from "~/domain/mail/kinds/email-kinds";
import * as block from "~/domain/mail/layout/email-blocks";
import type { Email } from "~/domain/mail/layout/email-layout";
import { addressLines, asPlainWords } from "~/domain/mail/layout/email-words";
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
  /** The carrier's page about the shipment, where there is one. */
  trackingUrl?: string | null;
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
  const goingTo = addressLines(data.goingTo);
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
  const goingTo = addressLines(data.goingTo ?? []);
  const copies = data.copies ?? 1;
  const books = isSeveral(data) ? "books are" : "book’s";
  const contents = [`${copies} ${copies === 1 ? SOLD_AS : `${SOLD_AS}s`}, ${SIZE}`];
  return write("shipped", data, {
    subject: `Your Loop ${books} on ${isSeveral(data) ? "their" : "its"} way`,
    headline: [`Your ${books}`, `on ${isSeveral(data) ? "their" : "its"} way.`],
    words: [
      `${titled(data)} ${has(data)} left the printer${carrier === "" ? "" : ` with ${carrier}`}. ${isSeveral(data) ? "They" : "It"} may not fit through your letterbox.`,
      formatNumber(data) ?? "There’s no tracking number for this one.",
    ],
    trackingUrl: pageOf(data),
    panel:
      goingTo.length === 0
        ? []
        : [
            ["Going to", goingTo],
            ["In the parcel", contents],
          ],
    after: ["If anything’s wrong when it arrives, reply to this email with a photo and we’ll put it right."],
  });
}

/** The carrier and number of a shipment on its way, after the ones we sent were wrong. */
export function trackingCorrected(data: ShippedData): Email {
  return write("shipped", data, {
    subject: `A new tracking number for your Loop ${isSeveral(data) ? "books" : "book"}`,
    headline: ["The right", "tracking number."],
    words: [
      "The tracking number in our last email was wrong. Please use this one. We’re sorry for the confusion.",
      `${titled(data)} ${isSeveral(data) ? "are" : "is"} on ${isSeveral(data) ? "their" : "its"} way with ${asPlainWords(data.carrier)}.`,
      formatNumber(data) ?? "There’s no tracking number for this one.",
    ],
    trackingUrl: pageOf(data),
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
  const number = data.posted && formatNumber(data.posted);
  return write("shipment_late", data, {
    subject: `Your Loop ${late} late`,
    headline: [`Your ${late}`, "late."],
    words: data.posted
      ? [
          `${due}, and we haven’t heard that ${it} ${isSeveral(data) ? "have" : "has"} arrived. We’re sorry. Already there? Then you don’t need to do anything.`,
          `Posted on ${formatDay(data.posted.day)}${carrier === "" ? "" : ` with ${carrier}`}.`,
          ...(number ? [number] : []),
        ]
      : [
          `${due}, and ${isSeveral(data) ? "haven’t" : "hasn’t"} been posted yet. We’re sorry.`,
          `We don’t have a new day yet. We’ll email you when ${isSeveral(data) ? "they’re" : "it’s"} posted.`,
        ],
    trackingUrl: data.posted && pageOf(data.posted),
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
  { subject, headline, words, trackingUrl = null, panel = [], after = [] }: Content,
): Email {
  const own = [copies === undefined ? "Open your loop" : "See your orders", loopUrl] as const;
  const rest = [...after.map(block.paragraph), ...(trackingUrl === null ? [] : [block.link(...own)])];
  return {
    kind,
    subject,
    preview: words[0] ?? "",
    why: ALWAYS_SENT,
    blocks: [
      block.cover(asPlainWords(title), theme, WEEKS),
      block.greeting(firstName),
      block.title(...headline),
      ...words.map(block.paragraph),
      trackingUrl === null ? block.button(...own) : block.button("Track your parcel", trackingUrl),
      ...(panel.length === 0
        ? []
        : [block.panel(block.steps(panel.map(([label, lines]) => [label, lines.join(", ")] as const)))]),
      ...(rest.length === 0 ? [] : [block.stretch(...rest)]),
    ],
  };
}

type Tracking = Pick<ShippedData, "carrier" | "trackingNumber">;

const pageOf = ({ carrier, trackingNumber }: Tracking) => trackingPage(carrier, trackingNumber ?? "");

function formatNumber({ trackingNumber }: Tracking): string | null {
  const number = asPlainWords(trackingNumber ?? "");
  return number === "" ? null : `Tracking number: ${number}`;
}

function titled({ title, copies }: BookData): string {
  const name = `“${asPlainWords(title)}”`;
  if (copies === undefined) return name;
  return copies === 1 ? `Your copy of ${name}` : `Your ${copies} copies of ${name}`;
}

const isSeveral = ({ copies }: BookData) => (copies ?? 1) > 1;

const has = (data: BookData) => (isSeveral(data) ? "have" : "has");
