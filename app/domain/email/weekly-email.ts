import type { Email } from "./email-layout";
import * as part from "./email-parts";
import { asPlainWords } from "./email-parts";

/**
 * The email of the week: the picture so far, this week's question, a line from earlier, and what is still open. And
 * the one that comes when the last week has gone by.
 */

interface LoopFacts {
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

export interface WeeklyFacts extends LoopFacts {
  week: number;
  prompt: string;
  /** Seals the question where its owner wrote it; gives it back where it is one of ours. */
  keepPrompt: (words: string) => string;
  weekUrl: string;
  /** Its words come sealed, as they may stand in an email that waits. */
  memory: { week: number; words: string } | null;
}

export interface LastFacts extends LoopFacts {
  /** How many of the 52 weeks are written; at least one. */
  written: number;
  proofUrl: string;
}

const LONGEST_SUBJECT = 140;
const SHOWN_OPEN_STITCHES = 5;
const NUMBERS = ["", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

/** The question is the subject, as words only: an owner may have written it, and then it is kept sealed. */
export function weeklyEmail(facts: WeeklyFacts): Email {
  const hello = greet(facts.firstName, facts.hour);
  const question = asPlainWords(facts.prompt);
  const prompt = facts.keepPrompt(question);
  const small = "It doesn’t have to be big. One photo and a couple of lines will do it.";
  const later = "Not this week? Leave it open. You can stitch it in whenever you like.";
  const title = asPlainWords(facts.loopTitle);
  const why = `You’re getting this because you’re keeping ${title === "" ? "a loop" : title}.`;
  const change = "Change how we nudge you";
  const open = sayOpenStitches(facts.openStitches, "No rush at all.");
  const memory = facts.memory && {
    from: `From week ${facts.memory.week}`,
    words: `“${facts.memory.words}”`,
  };
  return {
    kind: "weekly",
    subject: facts.keepPrompt(shorten(question, LONGEST_SUBJECT)),
    preview: `Week ${facts.week} of 52. ${small}`,
    text: [
      `Week ${facts.week} of 52. ${facts.picture.alt}`,
      hello,
      prompt,
      small,
      `Add this week’s entry:\n${facts.weekUrl}`,
      later,
      ...(memory === null ? [] : [`${memory.from}:\n${memory.words}`]),
      ...open.text,
      `${why}\n${change}: ${facts.settingsUrl}`,
    ].join("\n\n"),
    html: [
      part.pictureBand(facts.picture, { large: `Week ${facts.week}`, small: "of 52" }, facts.theme),
      part.stretch(
        part.greeting(hello),
        part.headline(prompt),
        part.paragraph(small),
        part.button("Add this week’s entry", facts.weekUrl, facts.theme),
        part.smallPrint(later),
        ...(memory === null ? [] : [part.quotation(memory.from, memory.words)]),
        ...open.html,
        part.smallPrint(why),
        part.link(change, facts.settingsUrl),
      ),
    ].join("\n"),
  };
}

/** The year is over and its book waits to be looked at; the last email of a loop. */
export function lastEmail(facts: LastFacts): Email {
  const hello = greet(facts.firstName, facts.hour);
  const title = asPlainWords(facts.loopTitle);
  const headline = "That’s your year. Shall we make the book?";
  const count =
    facts.written >= 52 ? "All 52 weeks are written." : `You have written ${facts.written} of 52 weeks.`;
  const next = "Look through the proof, mend what you like, and send it to print when you are happy with it.";
  const waits = "It never goes by itself, and it waits for as long as you like.";
  const why = `This is the last weekly email about ${title === "" ? "your loop" : title}.`;
  const open = sayOpenStitches(facts.openStitches, "They can still be filled in, or left out.");
  return {
    kind: "weekly",
    subject: headline,
    preview: `${count} The proof is ready to be looked at.`,
    text: [
      facts.picture.alt,
      hello,
      headline,
      `${count} ${next} ${waits}`,
      `Look at the proof:\n${facts.proofUrl}`,
      ...open.text,
      why,
    ].join("\n\n"),
    html: [
      part.pictureBand(facts.picture, { large: "Week 52", small: "of 52" }, facts.theme),
      part.stretch(
        part.greeting(hello),
        part.headline(headline),
        part.paragraph(`${count} ${next}`),
        part.button("Look at the proof", facts.proofUrl, facts.theme),
        part.smallPrint(waits),
        ...open.html,
        part.smallPrint(why),
      ),
    ].join("\n"),
  };
}

/** The first of the weeks still open as links, and what is to be said of them; nothing where none is. */
function sayOpenStitches(
  stitches: LoopFacts["openStitches"],
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
