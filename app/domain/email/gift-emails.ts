import { WEEKS_IN_WORDS } from "../loops/calendar";
import type { Email } from "./email-layout";
import * as part from "./email-parts";
import { asPlainWords, greet } from "./email-parts";

/**
 * Emails about a loop given as a gift. The code reaches these functions encrypted for the outbox; the giver's message
 * appears as plain words, never as a link.
 */

interface VoucherData {
  /** In three groups of four, or encrypted. */
  code: string;
  /** The last day to redeem it, in words: "20 November 2027". */
  lastDay: string;
  /** The loop its giver chose; null when they left it open. */
  loopName: string | null;
  /** The redeem page, for people to type: "loop.example/redeem". */
  redeemAt: string;
  /** The redeem page as a link that includes the code. */
  redeemUrl: string;
  theme: string | null;
}

const WHAT_A_LOOP_BRINGS = `${WEEKS_IN_WORDS} weekly questions, a place for your photographs and answers, and a luxury hardback book of the year at the end of it, delivered in the UK`;

function covers(loopName: string | null): string {
  const which = loopName === null ? "one loop of any kind" : `one ${loopName} loop, or any other kind`;
  return `It covers ${which}: ${WHAT_A_LOOP_BRINGS}. There is nothing more to pay.`;
}

function howTo(data: VoucherData): string {
  return `Go to ${data.redeemAt}, type the code, and choose the day your book should arrive. The code works until ${data.lastDay}.`;
}

function message(text: string | null): string[] {
  return (text ?? "")
    .split("\n")
    .map(asPlainWords)
    .filter((line) => line !== "");
}

/** To the buyer of a gift: the voucher itself, without any price, ready to forward. */
export function giftVoucher(
  data: VoucherData & { firstName: string; recipientName: string | null; giftsUrl: string },
): Email {
  const hello = greet(data.firstName);
  const whose = asPlainWords(data.recipientName ?? "");
  const ready = `${whose === "" ? "The voucher" : `${whose}’s voucher`} is ready. Print it, send this email on, or hide the code in a cake.`;
  const care = "Anyone with this code can use it, so keep it safe.";
  return {
    kind: "gift_voucher",
    subject: "Your Loop gift voucher",
    preview: "The voucher is ready to give.",
    text: [
      hello,
      ready,
      `The voucher code: ${data.code}`,
      covers(data.loopName),
      howTo(data),
      care,
      `Print it, or choose when it is sent: ${data.giftsUrl}`,
    ].join("\n\n"),
    html: [
      part.band("The voucher is ready.", data.theme),
      part.stretch(
        part.greeting(hello),
        part.paragraph(ready),
        part.voucherCode(data.code),
        part.paragraph(covers(data.loopName)),
        part.paragraph(howTo(data)),
        part.smallPrint(care),
        part.button("Print it or send it", data.giftsUrl, data.theme),
      ),
    ].join("\n"),
  };
}

/** To the recipient of a gift, on the day its giver chose. */
export function giftForYou(
  data: VoucherData & { recipientName: string | null; giverName: string; message: string | null },
): Email {
  const hello = greet(data.recipientName ?? "");
  const giver = asPlainWords(data.giverName);
  const from = `${giver === "" ? "Somebody" : giver} has given you a loop: a year of your life in a book that you write yourself, one small week at a time.`;
  const lines = message(data.message);
  return {
    kind: "gift",
    subject: "A year in a book has been given to you",
    preview: from,
    text: [
      hello,
      from,
      ...(lines.length > 0 ? [lines.join("\n")] : []),
      `Your voucher code: ${data.code}`,
      covers(data.loopName),
      howTo(data),
      `Begin here: ${data.redeemUrl}`,
    ].join("\n\n"),
    html: [
      part.band("A year to stitch, week by week.", data.theme),
      part.stretch(
        part.greeting(hello),
        part.paragraph(from),
        ...(lines.length > 0 ? [part.slip(lines)] : []),
        part.heading("Your voucher code"),
        part.voucherCode(data.code),
        part.paragraph(covers(data.loopName)),
        part.button("Begin your loop", data.redeemUrl, data.theme),
        part.smallPrint(howTo(data)),
      ),
    ].join("\n"),
  };
}

/** A reminder that an unused voucher expires soon. */
export function voucherReminder(
  data: VoucherData & {
    firstName: string;
    /** Whether the email goes to the recipient or to the giver. */
    reader: "recipient" | "giver";
    recipientName: string | null;
    giftsUrl: string;
  },
): Email {
  const hello = greet(data.firstName);
  const whose = asPlainWords(data.recipientName ?? "");
  const isGiver = data.reader === "giver";
  const what = isGiver
    ? `The voucher you bought${whose === "" ? "" : ` for ${whose}`} has not been used yet. It can be until ${data.lastDay}.`
    : `You were given a loop and have not begun it yet. Your voucher works until ${data.lastDay}; the year itself begins when you say.`;
  const how = isGiver
    ? "You can print it or send it again from your gifts."
    : `Go to ${data.redeemAt} and type the code.`;
  const url = isGiver ? data.giftsUrl : data.redeemUrl;
  const label = isGiver ? "See your gifts" : "Begin your loop";
  return {
    kind: "voucher_reminder",
    subject: `A Loop voucher runs out on ${data.lastDay}`,
    preview: what,
    text: [hello, what, `The voucher code: ${data.code}`, how, `${label}: ${url}`].join("\n\n"),
    html: [
      part.band("Still time to begin.", data.theme),
      part.stretch(
        part.greeting(hello),
        part.paragraph(what),
        part.voucherCode(data.code),
        part.paragraph(how),
        part.button(label, url, data.theme),
      ),
    ].join("\n"),
  };
}

/** To the giver: their gift was redeemed. The content of the loop belongs to its writer. */
export function voucherRedeemed(data: {
  firstName: string;
  recipientName: string | null;
  theme: string | null;
  giftsUrl: string;
}): Email {
  const hello = greet(data.firstName);
  const whose = asPlainWords(data.recipientName ?? "");
  const what = `${whose === "" ? "Your gift has been opened" : `${whose} has opened your gift`}, and the first stitch is made. The book arrives about a year from now.`;
  const privacy = "What is written in it stays between its writer and the page, unless they show you.";
  return {
    kind: "voucher_redeemed",
    subject: "Your Loop gift has begun",
    preview: what,
    text: [hello, what, privacy, `Your gifts: ${data.giftsUrl}`].join("\n\n"),
    html: [
      part.band("The loop has begun.", data.theme),
      part.stretch(
        part.greeting(hello),
        part.paragraph(what),
        part.paragraph(privacy),
        part.link("Your gifts", data.giftsUrl),
      ),
    ].join("\n"),
  };
}
