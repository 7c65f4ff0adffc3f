import type { Email } from "./email-layout";
import * as part from "./email-parts";
import { asPlainWords } from "./email-parts";

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
  openStitches: readonly { week: number; url: string }[];
  settingsUrl: string;
  theme: string | null;
}

export interface WeeklyData extends LoopData {
  week: number;
  prompt: string;
  /** Encrypts the question if the owner wrote it; otherwise returns it unchanged. */
  keepPrompt: (words: string) => string;
  weekUrl: string;
  /** Its words are encrypted for the outbox. */
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

/** The subject is the question as plain words, encrypted if the owner wrote it. */
export function weeklyEmail(data: WeeklyData): Email {
  const hello = greet(data.firstName, data.hour);
  const question = asPlainWords(data.prompt);
  const prompt = data.keepPrompt(question);
  const small = "It doesn’t have to be big. One photo and a couple of lines will do it.";
  const later = "Not this week? Leave it open. You can stitch it in whenever you like.";
  const title = asPlainWords(data.loopTitle);
  const why = `You’re getting this because you’re keeping ${title === "" ? "a loop" : title}.`;
  const change = "Change how we nudge you";
  const open = openStitchesSentence(data.openStitches, "No rush at all.");
  const memory = data.memory && {
    from: `From week ${data.memory.week}`,
    words: `“${data.memory.words}”`,
  };
  return {
    kind: "weekly",
    subject: data.keepPrompt(shorten(question, LONGEST_SUBJECT)),
    preview: `Week ${data.week} of 52. ${small}`,
    text: [
      `Week ${data.week} of 52. ${data.picture.alt}`,
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
      part.pictureBand(data.picture, { large: `Week ${data.week}`, small: "of 52" }, data.theme),
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

/** The last email of a loop: the year is over and its book is ready to look at. */
export function lastEmail(data: LastData): Email {
  const hello = greet(data.firstName, data.hour);
  const title = asPlainWords(data.loopTitle);
  const headline = "That’s your year. Shall we make the book?";
  const count =
    data.written >= 52 ? "All 52 weeks are written." : `You have written ${data.written} of 52 weeks.`;
  const next = "Look through the proof, mend what you like, and send it to print when you are happy with it.";
  const waits = "It never goes by itself, and it waits for as long as you like.";
  const why = `This is the last weekly email about ${title === "" ? "your loop" : title}.`;
  const open = openStitchesSentence(data.openStitches, "They can still be filled in, or left out.");
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
      part.pictureBand(data.picture, { large: "Week 52", small: "of 52" }, data.theme),
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

/** Links to the first open weeks, with a sentence about them; empty when no week is open. */
function openStitchesSentence(
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
