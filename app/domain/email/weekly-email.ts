import { WEEKS } from "../loops/calendar";
import type { Email } from "./email-layout";
import * as part from "./email-parts";
import { asPlainWords } from "./email-parts";

/**
 * The email of the week: the picture so far, this week's question, a line from earlier, and what is still open. And
 * the one that comes when the last week has gone by.
 */

interface LoopData {
  firstName: string;
  loopTitle: string;
  /** Hour of the day in London at which the email comes, 0 to 23. */
  hour: number;
  /** Links that know whose they are may come sealed, as they may stand in an email that waits. */
  picture: { url: string; alt: string };
  openStitches: readonly { week: number; url: string }[];
  settingsUrl: string;
  theme: string | null;
}

export interface WeeklyData extends LoopData {
  week: number;
  prompt: string;
  /** Seals the question where its owner wrote it; gives it back where it is one of ours. */
  keepPrompt: (words: string) => string;
  weekUrl: string;
  /** Its words come sealed, as they may stand in an email that waits. */
  memory: { week: number; words: string } | null;
}

export interface LastData extends LoopData {
  /** How many of the 52 weeks are written; at least one. */
  written: number;
  proofUrl: string;
}

const LONGEST_SUBJECT = 140;
const SHOWN_OPEN_STITCHES = 5;
const NUMBERS = ["", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

/** The question is the subject, as words only: an owner may have written it, and then it is kept sealed. */
export function weeklyEmail(data: WeeklyData): Email {
  const hello = greet(data.firstName, data.hour);
  const question = asPlainWords(data.prompt);
  const prompt = data.keepPrompt(question);
  const small = "It doesn’t have to be big. One photo and a couple of lines will do it.";
  const later = "Not this week? Leave it open. You can stitch it in whenever you like.";
  const title = asPlainWords(data.loopTitle);
  const why = `You’re getting this because you’re keeping ${title === "" ? "a loop" : title}.`;
  const change = "Change how we nudge you";
  const open = sayOpenStitches(data.openStitches, "No rush at all.");
  const memory = data.memory && {
    from: `From week ${data.memory.week}`,
    words: `“${data.memory.words}”`,
  };
  return {
    kind: "weekly",
    subject: data.keepPrompt(shorten(question, LONGEST_SUBJECT)),
    preview: `Week ${data.week} of ${WEEKS}. ${small}`,
    text: [
      `Week ${data.week} of ${WEEKS}. ${data.picture.alt}`,
      hello,
      prompt,
      small,
      `Add this week’s entry:\n${data.weekUrl}`,
      later,
      ...(memory === null ? [] : [`${memory.from}:\n${memory.words}`]),
      ...open.text,
      `${why}\n${change}: ${data.settingsUrl}`,
    ].join("\n\n"),
    html: [
      part.pictureBand(data.picture, { large: `Week ${data.week}`, small: `of ${WEEKS}` }, data.theme),
      part.stretch(
        part.greeting(hello),
        part.headline(prompt),
        part.paragraph(small),
        part.button("Add this week’s entry", data.weekUrl, data.theme),
        part.smallPrint(later),
        ...(memory === null ? [] : [part.quotation(memory.from, memory.words)]),
        ...open.html,
        part.smallPrint(why),
        part.link(change, data.settingsUrl),
      ),
    ].join("\n"),
  };
}

/** The year is over and its book waits to be looked at; the last email of a loop. */
export function lastEmail(data: LastData): Email {
  const hello = greet(data.firstName, data.hour);
  const title = asPlainWords(data.loopTitle);
  const headline = "That’s your year. Shall we make the book?";
  const count =
    data.written >= WEEKS
      ? `All ${WEEKS} weeks are written.`
      : `You have written ${data.written} of ${WEEKS} weeks.`;
  const next = "Look through the proof, mend what you like, and send it to print when you are happy with it.";
  const waits = "It never goes by itself, and it waits for as long as you like.";
  const why = `This is the last weekly email about ${title === "" ? "your loop" : title}.`;
  const open = sayOpenStitches(data.openStitches, "They can still be filled in, or left out.");
  return {
    kind: "weekly",
    subject: headline,
    preview: `${count} The proof is ready to be looked at.`,
    text: [
      data.picture.alt,
      hello,
      headline,
      `${count} ${next} ${waits}`,
      `Look at the proof:\n${data.proofUrl}`,
      ...open.text,
      why,
    ].join("\n\n"),
    html: [
      part.pictureBand(data.picture, { large: `Week ${WEEKS}`, small: `of ${WEEKS}` }, data.theme),
      part.stretch(
        part.greeting(hello),
        part.headline(headline),
        part.paragraph(`${count} ${next}`),
        part.button("Look at the proof", data.proofUrl, data.theme),
        part.smallPrint(waits),
        ...open.html,
        part.smallPrint(why),
      ),
    ].join("\n"),
  };
}

/** The first of the weeks still open as links, and what is to be said of them; nothing where none is. */
function sayOpenStitches(
  stitches: LoopData["openStitches"],
  comfort: string,
): { text: string[]; html: string[] } {
  const count = stitches.length;
  if (count === 0) return { text: [], html: [] };
  const lead = `${NUMBERS[count] ?? count} open ${count === 1 ? "stitch" : "stitches"}`;
  const links = stitches
    .slice(0, SHOWN_OPEN_STITCHES)
    .map(({ week, url }) => ({ words: `week ${week}`, url }));
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

function shorten(words: string, longest: number): string {
  return words.length <= longest ? words : `${words.slice(0, longest).replace(/\s+\S*$/u, "")}…`;
}
