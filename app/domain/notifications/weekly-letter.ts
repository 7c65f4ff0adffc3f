import type { Letter } from "./letter-frame";
import * as part from "./letter-parts";
import { asPlainWords } from "./letter-parts";

/** The letter of the week: the picture so far, this week's question, a line from earlier, and what is still open. */

export interface WeeklyFacts {
  firstName: string;
  loopTitle: string;
  week: number;
  prompt: string;
  /** Hour of the day in London at which the letter comes, 0 to 23. */
  hour: number;
  picture: { url: string; alt: string };
  weekUrl: string;
  openStitches: readonly { week: number; url: string }[];
  memory: { week: number; words: string } | null;
  settingsUrl: string;
  theme: string | null;
}

const LONGEST_SUBJECT = 140;
const SHOWN_OPEN_STITCHES = 5;
const NUMBERS = ["", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

/** The question is the subject, as words only: an owner may have written it. */
export function weeklyLetter(facts: WeeklyFacts): Letter {
  const hello = greet(facts.firstName, facts.hour);
  const prompt = asPlainWords(facts.prompt);
  const small = "It doesn’t have to be big. One photo and a couple of lines will do it.";
  const later = "Not this week? Leave it open. You can stitch it in whenever you like.";
  const title = asPlainWords(facts.loopTitle);
  const why = `You’re getting this because you’re keeping ${title === "" ? "a loop" : title}.`;
  const change = "Change how we nudge you";
  const open = facts.openStitches.slice(0, SHOWN_OPEN_STITCHES);
  const count = facts.openStitches.length;
  const lead = `${NUMBERS[count] ?? count} open ${count === 1 ? "stitch" : "stitches"}`;
  const more = count - open.length;
  const links = open.map(({ week, url }) => ({ words: `week ${week}`, url }));
  const rest = more > 0 ? `, and ${more} more. No rush at all.` : ". No rush at all.";
  const memory = facts.memory && {
    from: `From week ${facts.memory.week}`,
    words: `“${asPlainWords(facts.memory.words)}”`,
  };
  return {
    kind: "weekly",
    subject: shorten(prompt, LONGEST_SUBJECT),
    preview: `Week ${facts.week} of 52. ${small}`,
    text: [
      `Week ${facts.week} of 52. ${facts.picture.alt}`,
      hello,
      prompt,
      small,
      `Add this week’s entry:\n${facts.weekUrl}`,
      later,
      ...(memory === null ? [] : [`${memory.from}:\n${memory.words}`]),
      ...(count === 0
        ? []
        : [
            [
              `${lead}. No rush at all.`,
              ...links.map((one) => `${one.words}: ${one.url}`),
              ...(more > 0 ? [`and ${more} more`] : []),
            ].join("\n"),
          ]),
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
        ...(count === 0 ? [] : [part.wordsWithLinks(`${lead}: `, links, rest)]),
        part.smallPrint(why),
        part.link(change, facts.settingsUrl),
      ),
    ].join("\n"),
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
