import { capitalise } from "~/domain/kernel/text/numbers";
import { formatDay, formatDayRange } from "~/domain/kernel/time/format-days";
import {
  button,
  facts,
  firstQuestion,
  greeting,
  link,
  panel,
  paragraph,
  titleWithPicture,
} from "~/domain/mail/layout/email-blocks";
import type { Email } from "~/domain/mail/layout/email-layout";
import { asPlainWords } from "~/domain/mail/layout/email-words";
import { ALWAYS_SENT } from "~/domain/mail/outbox/always-sent";
import { RECEIPT_LINK_DAYS } from "~/domain/people/accounts/codes";
import { WEEKS } from "../rules/calendar";
import { formatBookDay } from "./book-days";
import { PRINTED_ON_REQUEST } from "./completion";

export interface YearDatesData {
  firstName: string;
  /** "Puppy’s First Year" */
  loopName: string;
  theme: string | null;
  startDay: string;
  /** Whether it starts after today. */
  startsLater: boolean;
  weekOne: { from: string; to: string };
  /** The last day of the last week. */
  lastDay: string;
  deliveryDay: string;
  /** When it starts, and from when week 1 can be written. */
  saysStart: string;
  /** The question of week 1. */
  question: string | null;
  /** The voucher it was begun with, and who gave that, if anybody says. */
  voucher: { giverName: string | null } | null;
  getsWeeklyEmails: boolean;
  loopUrl: string;
  /** Whether that opens a guest's account, without which there are no weekly emails. */
  opensAccount: boolean;
  /** Where the dates can be changed. */
  datesUrl: string;
  /** For an account that has none yet. */
  passwordUrl: string | null;
}

const EACH_WEEK = {
  owner: "We’ll email you a question every week.",
  guest: "Once your account is open, we’ll email you a question every week.",
};

/** Confirms the dates of a year, once its owner has chosen them, and says what comes next. */
export function yearDates(data: YearDatesData): Email {
  const start = formatDay(data.startDay);
  const book = formatBookDay(data.deliveryDay);
  const [line, turn] = data.startsLater ? ["Your year starts on", `${start}.`] : ["Your year", "has started."];
  const giver = asPlainWords(data.voucher?.giverName ?? "");
  const what = data.voucher
    ? `You’ve used your voucher${giver === "" ? "" : ` from ${giver}`} for ${data.loopName}. There’s nothing to pay.`
    : `These are the dates of your ${data.loopName} loop.`;
  const now = [
    `${data.saysStart} Answer with a photo and a few lines.`,
    ...(data.opensAccount
      ? [`This link opens your account, on any phone or computer, for ${RECEIPT_LINK_DAYS} days.`]
      : []),
  ].join(" ");
  const later = [
    ...(data.getsWeeklyEmails ? [EACH_WEEK[data.opensAccount ? "guest" : "owner"]] : []),
    `After week ${WEEKS} you check every page and send the book to print. ${PRINTED_ON_REQUEST}`,
    ...(data.voucher ? ["You choose where it goes when you send it to print."] : []),
  ].join(" ");
  return {
    kind: "year_dates",
    why: ALWAYS_SENT,
    subject: data.startsLater ? `Your year starts on ${start}` : "Your year has started",
    preview: `Your book arrives ${book}.`,
    blocks: [
      titleWithPicture(line, turn, data.theme),
      greeting(data.firstName),
      paragraph(what),
      facts([
        ["Year starts", start],
        ["Week 1", formatDayRange(data.weekOne.from, data.weekOne.to, { withYear: true })],
        [`Week ${WEEKS} ends`, formatDay(data.lastDay)],
        ["Book arrives", capitalise(book)],
      ]),
      panel(...firstQuestion(data.question), paragraph(now), button("Open your loop", data.loopUrl)),
      paragraph(later),
      ...(data.passwordUrl === null
        ? []
        : [
            paragraph("Your account has no password yet. You need one to sign in on another device."),
            link("Choose a password", data.passwordUrl),
          ]),
      link("Change the dates", data.datesUrl),
    ],
  };
}
