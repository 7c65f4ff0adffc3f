import { WEEKS } from "~/domain/diary/rules/calendar";
import {
  button,
  greeting,
  headline,
  link,
  message,
  note,
  paragraph,
  pattern,
  title,
  titleWithPicture,
  voucherCode,
} from "~/domain/mail/layout/email-blocks";
import type { Email } from "~/domain/mail/layout/email-layout";
import { asPlainWords, shorten } from "~/domain/mail/layout/email-words";
import { ALWAYS_SENT } from "~/domain/mail/outbox/always-sent";
import { GIVER_SEES_NOTHING, LIKE_CASH, SWAP, whyGift } from "./gift-words";

/**
 * Emails about a loop given as a gift. The code reaches these functions encrypted for the outbox; the giver's message
 * appears as plain text, never as a link, encrypted too.
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

const WHAT_YOU_GET =
  "We’ll send you one small question a week. Answer with a photo and a few lines, together or in turn. After a year we print your answers as a luxury hardback and deliver it in the UK. It’s all paid for.";

const LONGEST_NAME = 40;

/** The lines of a giver's message; an empty one is a blank line. */
function linesOf(text: string | null): string[] {
  const typed = (text ?? "").trim();
  return typed === "" ? [] : typed.split("\n").map(asPlainWords);
}

const byHand = ({ redeemAt, code }: VoucherData) => [
  note(`Or go to ${redeemAt} and type this code:`),
  voucherCode(code),
];

/** To the buyer of a gift: the voucher itself, without any price, ready to forward. */
export function giftVoucher(
  data: VoucherData & { firstName: string; recipientName: string | null; giftsUrl: string },
): Email {
  const whose = asPlainWords(data.recipientName ?? "");
  const voucher = whose === "" ? "Your voucher" : `${whose}’s voucher`;
  const ready = "Print it, forward this email or tuck the code into a card.";
  return {
    kind: "gift_voucher",
    subject: "Your Loop gift voucher",
    preview: `${voucher} is ready. ${ready}`,
    blocks: [
      pattern(data.theme, WEEKS),
      title(voucher, "is ready."),
      greeting(data.firstName),
      paragraph(ready),
      button("Print it or send it", data.giftsUrl),
      note(`They go to ${data.redeemAt} and type this code by ${data.lastDay}:`),
      voucherCode(data.code),
      note(
        "We’ll send them one small question a week. They answer with a photo and a few lines. After a year we print their answers as a luxury hardback and deliver it in the UK. It’s all paid for.",
      ),
      note(
        data.loopName === null
          ? "They choose the kind of year themselves."
          : `You chose the ${data.loopName} loop. ${SWAP.giver}`,
      ),
      note(LIKE_CASH),
    ],
  };
}

/** To the recipient of a gift, on the day its giver chose: the giver's message first, then what it is. */
export function giftForYou(
  data: VoucherData & {
    recipientName: string | null;
    giverName: string;
    message: string | null;
    /** Encrypts a line of the message for the outbox. */
    keepMessage: (line: string) => string;
  },
): Email {
  const to = asPlainWords(data.recipientName ?? "");
  const giver = asPlainWords(data.giverName);
  const from = giver === "" ? "Somebody" : giver;
  const lines = linesOf(data.message).map((line) => line && data.keepMessage(line));
  const choice =
    data.loopName === null
      ? `${giver === "" ? "They" : giver} left the choice of loop to you.`
      : `${from} chose the ${data.loopName} loop. ${SWAP.recipient}`;
  return {
    kind: "gift",
    subject: `${shorten(from, LONGEST_NAME)} has given you a year in a book`,
    preview: lines[0] === undefined ? WHAT_YOU_GET : `“${lines[0]}” Open it whenever you like.`,
    why: whyGift(from),
    stop: "No reminders, please",
    blocks: [
      pattern(data.theme, WEEKS),
      ...(lines.length > 0 ? [message([...(to === "" ? [] : [`Dear ${to},`, ""]), ...lines], giver, data.theme)] : []),
      title(`${from} has given you`, "a year in a book"),
      paragraph(WHAT_YOU_GET),
      button("Open your present", data.redeemUrl),
      note(`You can redeem it until ${data.lastDay}.`),
      ...byHand(data),
      note(choice),
    ],
  };
}

/** `run_out`: it is no longer on hold, but its last day has passed. */
export type GiftChange = "on_hold" | "works" | "run_out" | "closed";

/**
 * To the recipient of a gift: its voucher has stopped working, or works again. Why is between its giver, a bank and us,
 * so that the text leaves it out.
 */
export function giftChanged(
  data: Pick<VoucherData, "lastDay" | "redeemUrl"> & {
    recipientName: string | null;
    lastFour: string;
    change: GiftChange;
  },
): Email {
  const voucher = `Your Loop voucher ending in ${data.lastFour}`;
  const changes = {
    on_hold: [
      "Your Loop voucher is on hold",
      `${voucher} is on hold, so you can’t use it at the moment.`,
      "You don’t need to do anything. If it works again, we’ll email you.",
    ],
    works: [
      "Your Loop voucher works again",
      `${voucher} works again.`,
      `You can redeem it until ${data.lastDay}, with the code we emailed you before.`,
    ],
    run_out: [
      "Your Loop voucher has run out",
      `${voucher} is no longer on hold, but its last day, ${data.lastDay}, has passed.`,
      "Reply to this email and a person will read it.",
    ],
    closed: [
      "Your Loop voucher no longer works",
      `${voucher} no longer works, and we’re sorry.`,
      "If you have a question, reply to this email and a person will read it.",
    ],
  } as const;
  const [subject, what, next] = changes[data.change];
  return {
    kind: "gift_changed",
    subject,
    preview: what,
    why: "We emailed you this voucher, so we tell you when it stops working or works again.",
    blocks: [
      greeting(data.recipientName ?? ""),
      headline(subject),
      paragraph(what),
      paragraph(next),
      ...(data.change === "works" ? [button("Start your year", data.redeemUrl)] : []),
    ],
  };
}

/** To who redeemed a gift whose giver has cancelled it before its year started. Why is the giver's business. */
export function giftYearCancelled(data: {
  firstName: string;
  /** The title of the year, or its kind. */
  name: string;
  lastDay: string;
  downloadUrl: string;
}): Email {
  const what = "The year from your gift";
  return {
    kind: "gift_changed",
    subject: "Your Loop gift is cancelled",
    preview: `${what} is cancelled.`,
    why: ALWAYS_SENT,
    blocks: [
      greeting(data.firstName),
      headline("Your Loop gift is cancelled"),
      paragraph(
        `${what}, “${asPlainWords(data.name)}”, is cancelled, and we’re sorry. You can’t write in it any more, there won’t be a book, and we’ll stop its weekly emails.`,
      ),
      paragraph(`If you’ve written anything already, you can download it until ${data.lastDay}. Then we delete it.`),
      button("Download it", data.downloadUrl),
      note("If you have a question, reply to this email and a person will read it."),
    ],
  };
}

export function voucherReminder(
  data: VoucherData & {
    firstName: string;
    /** Whether the email goes to the recipient or to the giver. */
    reader: "recipient" | "giver";
    recipientName: string | null;
    giftsUrl: string;
  },
): Email {
  const whose = asPlainWords(data.recipientName ?? "");
  const isGiver = data.reader === "giver";
  const what = isGiver
    ? `Nobody has used the voucher you bought${whose === "" ? "" : ` for ${whose}`} yet. It works until ${data.lastDay}.`
    : `You have a Loop voucher you haven’t used yet. It works until ${data.lastDay}, and your year starts when you say.`;
  return {
    kind: "voucher_reminder",
    subject: `${isGiver ? "The" : "Your"} Loop voucher runs out on ${data.lastDay}`,
    preview: what,
    blocks: [
      pattern(data.theme, WEEKS),
      title("There’s still", "time to start."),
      greeting(data.firstName),
      paragraph(what),
      ...(isGiver
        ? [
            button("See the voucher", data.giftsUrl),
            note("You can see it, print it and send it again."),
            voucherCode(data.code),
          ]
        : [button("Start your year", data.redeemUrl), ...byHand(data)]),
    ],
  };
}

/** To the giver: their gift was redeemed. The content of the loop belongs to its writer. */
export function voucherRedeemed(data: {
  firstName: string;
  recipientName: string | null;
  theme: string | null;
  /** The day the year starts, in words; null where it has started. */
  startsOn: string | null;
  giftsUrl: string;
}): Email {
  const whose = asPlainWords(data.recipientName ?? "");
  // A present may be for two people, so that the sentence is about the present.
  const opened = (name: string) => `Your present${name === "" ? "" : ` for ${name}`} has been opened`;
  const when =
    data.startsOn === null
      ? "the year has started. The book arrives about a year from now."
      : `the year starts on ${data.startsOn}. The book arrives about a year after that.`;
  const what = `${opened(whose)}, and ${when}`;
  return {
    kind: "voucher_redeemed",
    subject: opened(shorten(whose, LONGEST_NAME)),
    preview: what,
    blocks: [
      titleWithPicture("Your present", "is open.", data.theme),
      greeting(data.firstName),
      paragraph(what),
      paragraph(GIVER_SEES_NOTHING),
      link("Your gifts", data.giftsUrl),
    ],
  };
}
