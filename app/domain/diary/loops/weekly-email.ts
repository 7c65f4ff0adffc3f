import { formatCountOf } from "~/domain/kernel/text/numbers";
import type { Email } from "~/domain/mail/layout/email-layout";
import * as part from "~/domain/mail/layout/email-parts";
import { asPlainWords, shorten } from "~/domain/mail/layout/email-parts";
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
  const hello = greet(data.firstName, data.hour);
  const question = asPlainWords(data.prompt);
  const prompt = data.keepPrompt(question);
  const small = "Five minutes is plenty: one photo and a couple of lines.";
  const later = "Not this question? You can swap it for another, or write your own. Not this week? It’ll wait.";
  const answer = `Answer week ${data.week}`;
  const title = asPlainWords(data.loopTitle);
  const why = `You’re getting this because you’re keeping ${title === "" ? "a loop" : title}.`;
  const change = "Change the day or time, or pause your year";
  const open = openStitchesSentence(data.openStitches, "No rush at all.");
  const unfinished = unfinishedSentences(data.unfinished);
  const memory = data.memory && {
    from: `From week ${data.memory.week}`,
    words: `“${data.memory.words}”`,
  };
  return {
    kind: "weekly",
    subject: data.keepPrompt(shorten(question, LONGEST_SUBJECT)),
    preview: `Week ${data.week}${title === "" ? "" : ` of ${title}`}. ${small}`,
    text: [
      `Week ${data.week} of ${WEEKS}. ${data.picture.alt}`,
      hello,
      prompt,
      small,
      `${answer}:\n${data.weekUrl}`,
      later,
      ...(memory === null ? [] : [`${memory.from}:\n${memory.words}`]),
      ...unfinished.text,
      ...open.text,
      `${why}\n${change}: ${data.settingsUrl}`,
    ].join("\n\n"),
    html: [
      part.pictureBand(data.picture, { large: `Week ${data.week}`, small: `of ${WEEKS}` }, data.theme),
      part.stretch(
        part.greeting(hello),
        part.headline(prompt),
        part.paragraph(small),
        part.button(answer, data.weekUrl, data.theme),
        part.smallPrint(later),
        ...(memory === null ? [] : [part.quotation(memory.from, memory.words)]),
        ...unfinished.html,
        ...open.html,
        part.smallPrint(why),
        part.link(change, data.settingsUrl),
      ),
    ].join("\n"),
  };
}

/** The last email of a loop: the year is over and its book is ready to look at. */
export function lastEmail(data: LastData): Email {
  const hello = greet(data.firstName, data.hour);
  const title = asPlainWords(data.loopTitle);
  const headline = "That’s your year. Shall we make the book?";
  const count = countSentence(data.written);
  const next = "Look through the proof, change anything you like, and send it to print when you’re happy.";
  const waits = `${PRINTED_ON_REQUEST} Take as long as you like.`;
  const why = `This is the last weekly email about ${title === "" ? "your loop" : title}.`;
  const open = openStitchesSentence(data.openStitches, "You can still fill them in, or leave them out.");
  const unfinished = unfinishedSentences(data.unfinished);
  return {
    kind: "weekly",
    subject: headline,
    preview: `${count} Your proof is ready to check.`,
    text: [
      data.picture.alt,
      hello,
      headline,
      `${count} ${next} ${waits}`,
      `Check the proof:\n${data.proofUrl}`,
      ...unfinished.text,
      ...open.text,
      why,
    ].join("\n\n"),
    html: [
      part.pictureBand(data.picture, { large: `Week ${WEEKS}`, small: `of ${WEEKS}` }, data.theme),
      part.stretch(
        part.greeting(hello),
        part.headline(headline),
        part.paragraph(`${count} ${next}`),
        part.button("Check the proof", data.proofUrl, data.theme),
        part.smallPrint(waits),
        ...unfinished.html,
        ...open.html,
        part.smallPrint(why),
      ),
    ].join("\n"),
  };
}

function countSentence(written: number): string {
  if (written >= WEEKS) return `All ${WEEKS} weeks are written.`;
  if (written === 0) return `None of your ${WEEKS} weeks is finished yet.`;
  return `You’ve written ${written} of ${WEEKS} weeks.`;
}

/** The weeks that would be missing from the book without their owner noticing, all of them, each with its link. */
function unfinishedSentences({ begun, changed, printsDrafts }: UnfinishedWeeks) {
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
  return {
    text: said.map(({ words, weeks }) =>
      [`${words}:`, ...weeks.map(({ week, url }) => `week ${week}: ${url}`)].join("\n"),
    ),
    html: said.map(({ words, weeks }) =>
      part.wordsWithLinks(
        `${words}: `,
        weeks.map(({ week, url }) => ({ words: `week ${week}`, url })),
        ".",
      ),
    ),
  };
}

/** Links to the first open weeks, with a sentence about them; empty when no week is open. */
function openStitchesSentence(stitches: LoopData["openStitches"], comfort: string): { text: string[]; html: string[] } {
  const count = stitches.length;
  if (count === 0) return { text: [], html: [] };
  const lead = `You’ve missed ${formatCountOf(count, "week", "weeks")}`;
  const links = stitches.slice(0, SHOWN_OPEN_STITCHES).map(({ week, url }) => ({ words: `week ${week}`, url }));
  const more = count - links.length;
  const rest = more > 0 ? `, and ${more} more. ${comfort}` : `. ${comfort}`;
  return {
    text: [
      [
        `${lead}. ${comfort}`,
        ...links.map((one) => `${one.words}: ${one.url}`),
        ...(more > 0 ? [`and ${more} more`] : []),
      ].join("\n"),
    ],
    html: [part.wordsWithLinks(`${lead}: `, links, rest)],
  };
}

function greet(firstName: string, hour: number): string {
  const time = hour < 12 ? "Good morning" : hour < 18 ? "Good afternoon" : "Good evening";
  const name = asPlainWords(firstName);
  return name === "" ? `${time}.` : `${time}, ${name}.`;
}
