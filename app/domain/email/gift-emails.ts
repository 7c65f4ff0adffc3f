import type { Email } from "./email-layout";
import * as part from "./email-parts";
import { asPlainWords } from "./email-parts";

/**
 * Emails about a loop that was given to somebody. The code comes to these functions as it may stand in an email
 * that waits; the message is its giver's, and stands in the email as words and never as a link.
 */

interface VoucherFacts {
  /** As it is shown, in three groups of four, or sealed. */
  code: string;
  /** The last day it can be redeemed, in words: "20 November 2027". */
  lastDay: string;
  /** The loop its giver had in mind; null where they left it open. */
  loopName: string | null;
  /** Where it is redeemed, for people to type: "loop.example/redeem". */
  redeemAt: string;
  /** The same as a link that brings the code along. */
  redeemUrl: string;
  theme: string | null;
}

const FIFTY_TWO =
  "fifty-two weekly questions, a place for your photographs and answers, and a luxury hardback book of the year at the end of it, delivered in the UK";

function covers(loopName: string | null): string {
  const which = loopName === null ? "one loop of any kind" : `one ${loopName} loop, or any other kind`;
  return `It covers ${which}: ${FIFTY_TWO}. There is nothing more to pay.`;
}

function howTo(facts: VoucherFacts): string {
  return `Go to ${facts.redeemAt}, type the code, and choose the day your book should arrive. The code works until ${facts.lastDay}.`;
}

function message(text: string | null): string[] {
  return (text ?? "")
    .split("\n")
    .map(asPlainWords)
    .filter((line) => line !== "");
}

/** To whoever bought a gift: the voucher itself, without a word about money, fit to be sent on. */
export function giftVoucher(
  facts: VoucherFacts & { firstName: string; recipientName: string | null; giftsUrl: string },
): Email {
  const hello = greet(facts.firstName);
  const whose = asPlainWords(facts.recipientName ?? "");
  const ready = `${whose === "" ? "The voucher" : `${whose}’s voucher`} is ready. Print it, send this email on, or hide the code in a cake.`;
  const care = "Whoever has this code can use it, so keep it like a ticket.";
  return {
    kind: "gift_voucher",
    subject: "Your Loop gift voucher",
    preview: "The voucher is ready to give.",
    text: [
      hello,
      ready,
      `The voucher code: ${facts.code}`,
      covers(facts.loopName),
      howTo(facts),
      care,
      `Print it, or choose when it is sent: ${facts.giftsUrl}`,
    ].join("\n\n"),
    html: [
      part.band("The voucher is ready.", facts.theme),
      part.stretch(
        part.greeting(hello),
        part.paragraph(ready),
        part.voucherCode(facts.code),
        part.paragraph(covers(facts.loopName)),
        part.paragraph(howTo(facts)),
        part.smallPrint(care),
        part.button("Print it or send it", facts.giftsUrl, facts.theme),
      ),
    ].join("\n"),
  };
}

/** To whom a gift is for, on the day its giver chose. */
export function giftForYou(
  facts: VoucherFacts & { recipientName: string | null; giverName: string; message: string | null },
): Email {
  const hello = greet(facts.recipientName ?? "");
  const giver = asPlainWords(facts.giverName);
  const from = `${giver === "" ? "Somebody" : giver} has given you a loop: a year of your life in a book that you write yourself, one small week at a time.`;
  const lines = message(facts.message);
  return {
    kind: "gift",
    subject: "A year in a book has been given to you",
    preview: from,
    text: [
      hello,
      from,
      ...(lines.length > 0 ? [lines.join("\n")] : []),
      `Your voucher code: ${facts.code}`,
      covers(facts.loopName),
      howTo(facts),
      `Begin here: ${facts.redeemUrl}`,
    ].join("\n\n"),
    html: [
      part.band("A year to stitch, week by week.", facts.theme),
      part.stretch(
        part.greeting(hello),
        part.paragraph(from),
        ...(lines.length > 0 ? [part.slip(lines)] : []),
        part.heading("Your voucher code"),
        part.voucherCode(facts.code),
        part.paragraph(covers(facts.loopName)),
        part.button("Begin your loop", facts.redeemUrl, facts.theme),
        part.smallPrint(howTo(facts)),
      ),
    ].join("\n"),
  };
}

/** A voucher that nobody has used runs out before long. */
export function voucherReminder(
  facts: VoucherFacts & {
    firstName: string;
    /** Who reads it: the person it is for, or its giver. */
    reader: "recipient" | "giver";
    recipientName: string | null;
    giftsUrl: string;
  },
): Email {
  const hello = greet(facts.firstName);
  const whose = asPlainWords(facts.recipientName ?? "");
  const isGiver = facts.reader === "giver";
  const what = isGiver
    ? `The voucher you bought${whose === "" ? "" : ` for ${whose}`} has not been used yet. It can be until ${facts.lastDay}.`
    : `You were given a loop and have not begun it yet. Your voucher works until ${facts.lastDay}; the year itself begins when you say.`;
  const how = isGiver
    ? "You can print it or send it again from your gifts."
    : `Go to ${facts.redeemAt} and type the code.`;
  const url = isGiver ? facts.giftsUrl : facts.redeemUrl;
  const label = isGiver ? "See your gifts" : "Begin your loop";
  return {
    kind: "voucher_reminder",
    subject: `A Loop voucher runs out on ${facts.lastDay}`,
    preview: what,
    text: [hello, what, `The voucher code: ${facts.code}`, how, `${label}: ${url}`].join("\n\n"),
    html: [
      part.band("Still time to begin.", facts.theme),
      part.stretch(
        part.greeting(hello),
        part.paragraph(what),
        part.voucherCode(facts.code),
        part.paragraph(how),
        part.button(label, url, facts.theme),
      ),
    ].join("\n"),
  };
}

/** To the giver: that it has begun. What is written in it belongs to whoever writes it. */
export function voucherRedeemed(facts: {
  firstName: string;
  recipientName: string | null;
  theme: string | null;
  giftsUrl: string;
}): Email {
  const hello = greet(facts.firstName);
  const whose = asPlainWords(facts.recipientName ?? "");
  const what = `${whose === "" ? "Your gift has been opened" : `${whose} has opened your gift`}, and the first stitch is made. The book arrives about a year from now.`;
  const privacy = "What is written in it stays between its writer and the page, unless they show you.";
  return {
    kind: "voucher_redeemed",
    subject: "Your Loop gift has begun",
    preview: what,
    text: [hello, what, privacy, `Your gifts: ${facts.giftsUrl}`].join("\n\n"),
    html: [
      part.band("The loop has begun.", facts.theme),
      part.stretch(
        part.greeting(hello),
        part.paragraph(what),
        part.paragraph(privacy),
        part.link("Your gifts", facts.giftsUrl),
      ),
    ].join("\n"),
  };
}

function greet(firstName: string): string {
  const name = asPlainWords(firstName);
  return name === "" ? "Hello," : `Hello ${name},`;
}
