import { formatCountOf } from "~/domain/kernel/text/numbers";
import * as block from "~/domain/mail/layout/email-blocks";
import type { Email } from "~/domain/mail/layout/email-layout";
import { asPlainWords, shorten } from "~/domain/mail/layout/email-words";
import { WEEKS } from "../rules/calendar";
import { PRINTED_ON_REQUEST } from "./completion";

/**
 * The weekly email: the picture so far, this week's question, a line from an earlier week, and the open weeks. Also the
 * last email, once the last week is over.
 */

interface LoopData {
  firstName: string;
  loopTitle: string;
  /** Hour of the day in London at which the email is sent, 0 to 23. */
  hour: number;
  /** Its URL may be encrypted for the outbox. */
  picture: { url: string; alt: string };
  openStitches: readonly WeekToOpen[];
  /** Weeks with text or photos that await their owner's decision; only towards the end of a year. */
  unfinished: UnfinishedWeeks;
  settingsUrl: string;
  theme: string | null;
}

interface WeekToOpen {
  week: number;
  url: string;
}

export interface UnfinishedWeeks {
  begun: readonly WeekToOpen[];
  /** Finished weeks with newer text that is not saved. */
  changed: readonly WeekToOpen[];
  printsDrafts: boolean;
}

export interface WeeklyData extends LoopData {
  week: number;
  prompt: string;
  /** Encrypts the question if the owner wrote it; otherwise returns it unchanged. */
  keepPrompt: (words: string) => string;
  weekUrl: string;
  /** Its text is encrypted for the outbox. */
  memory: { week: number; words: string } | null;
}

export interface LastData extends LoopData {
  /** How many of the 52 weeks are finished. */
  written: number;
  proofUrl: string;
}

const LONGEST_SUBJECT = 140;
const SHOWN_OPEN_STITCHES = 5;

/** The subject is the question as plain text, encrypted if the owner wrote it. */
export function weeklyEmail(data: WeeklyData): Email {
  const question = asPlainWords(data.prompt);
  const small = "Five minutes is plenty: one photo and a couple of lines.";
  const title = asPlainWords(data.loopTitle);
  const { memory } = data;
  return {
    kind: "weekly",
    subject: data.keepPrompt(shorten(question, LONGEST_SUBJECT)),
    preview: `Week ${data.week}${title === "" ? "" : ` of ${title}`}. ${small}`,
    blocks: [
      block.week(data.picture, `Week ${data.week}`, `of ${WEEKS}`, data.theme),
      block.opening(greet(data.firstName, data.hour)),
      block.headline(data.keepPrompt(question)),
      block.paragraph(small),
      block.button(`Answer week ${data.week}`, data.weekUrl, data.theme),
      block.note("Not this question? You can swap it for another, or write your own. Not this week? It’ll wait."),
      ...(memory ? [block.quotation(`From week ${memory.week}`, `“${memory.words}”`)] : []),
      ...unfinishedWeeks(data.unfinished),
      ...openStitches(data.openStitches, "No rush at all."),
      block.note(`You’re getting this because you’re keeping ${title === "" ? "a loop" : title}.`),
      block.link("Change the day or time, or pause your year", data.settingsUrl),
    ],
  };
}

/** The last email of a loop: the year is over and its book is ready to look at. */
export function lastEmail(data: LastData): Email {
  const title = asPlainWords(data.loopTitle);
  const headline = "That’s your year. Shall we make the book?";
  const count = countSentence(data.written);
  return {
    kind: "year_over",
    subject: headline,
    preview: `${count} Your proof is ready to check.`,
    blocks: [
      block.week(data.picture, `Week ${WEEKS}`, `of ${WEEKS}`, data.theme),
      block.opening(greet(data.firstName, data.hour)),
      block.headline(headline),
      block.paragraph(
        `${count} Look through the proof, change anything you like, and send it to print when you’re happy.`,
      ),
      block.button("Check the proof", data.proofUrl, data.theme),
      block.note(`${PRINTED_ON_REQUEST} Take as long as you like.`),
      ...unfinishedWeeks(data.unfinished),
      ...openStitches(data.openStitches, "You can still fill them in, or leave them out."),
      block.note(`This is the last weekly email about ${title === "" ? "your loop" : title}.`),
    ],
  };
}

function countSentence(written: number): string {
  if (written >= WEEKS) return `All ${WEEKS} weeks are written.`;
  if (written === 0) return `None of your ${WEEKS} weeks is finished yet.`;
  return `You’ve written ${written} of ${WEEKS} weeks.`;
}

/** The weeks that would be missing from the book without their owner noticing, all of them, each with its link. */
function unfinishedWeeks({ begun, changed, printsDrafts }: UnfinishedWeeks) {
  const counted = (weeks: readonly WeekToOpen[], one: string, many: string) =>
    weeks.length === 1 ? `1 week ${one}` : `${weeks.length} weeks ${many}`;
  const asItIs = begun.length === 1 ? "will print as it is" : "will print as they are";
  const said = [
    {
      weeks: begun,
      words: `${counted(begun, "isn’t", "aren’t")} finished and ${printsDrafts ? asItIs : "won’t print"}`,
    },
    {
      weeks: changed,
      words: `${counted(changed, "has", "have")} changes you haven’t saved, ${printsDrafts ? "and the changes will print" : `and ${changed.length === 1 ? "prints" : "print"} without them`}`,
    },
  ].filter(({ weeks }) => weeks.length > 0);
  return said.map(({ words, weeks }) => block.links(words, weeks.map(asLink)));
}

/** Links to the first open weeks, with a sentence about them; empty when no week is open. */
function openStitches(stitches: LoopData["openStitches"], comfort: string) {
  const count = stitches.length;
  if (count === 0) return [];
  const shown = stitches.slice(0, SHOWN_OPEN_STITCHES).map(asLink);
  return [block.links(`You’ve missed ${formatCountOf(count, "week", "weeks")}`, shown, count - shown.length, comfort)];
}

const asLink = ({ week, url }: WeekToOpen) => ({ words: `week ${week}`, url });

function greet(firstName: string, hour: number): string {
  const time = hour < 12 ? "Good morning" : hour < 18 ? "Good afternoon" : "Good evening";
  const name = asPlainWords(firstName);
  return name === "" ? `${time}.` : `${time}, ${name}.`;
}
