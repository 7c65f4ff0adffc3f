import { promptForWeek } from "./prompts";

/** Four weeks from a fictional year, for visitors to read. */
export interface SampleEntry {
  readonly week: number;
  readonly days: string;
  readonly photo: { readonly src: string; readonly alt: string };
  readonly prompt: string;
  readonly highlight: string;
  readonly gratitude: string;
  readonly content: string;
}

export const SAMPLE_TITLE = "Nell’s First Year";

const ask = (week: number) => promptForWeek("family", "babys-first-year", week);
const photoOf = (week: number, alt: string) => ({ src: `/artwork/sample-week-${week}.webp`, alt });

export const SAMPLE_ENTRIES: readonly SampleEntry[] = [
  {
    week: 1,
    days: "18 to 25 June",
    photo: photoOf(1, "Two small bare feet at the end of a blue blanket."),
    prompt: ask(1),
    highlight: "She yawned, and her whole head disappeared.",
    gratitude: "Grandad, who brought a pie, held her for an hour and left without waking either of us.",
    content:
      "Miss Nell took the small back room on Thursday and has yet to sleep in it. Keeps late hours; then early ones; we have not found the join. Dines every two hours, in company, and drops off over the pudding with her mouth open. Has one style of outfit, which she changes five times a day, and strong views on hats. Brought no luggage, yet there isn’t a chair in the house we can sit down on.\n\nAt ten past four this morning she opened one eye, looked me over from the hair downwards, as if she’d been told about me, and decided to stay. The room is hers for as long as she likes.",
  },
  {
    week: 9,
    days: "14 to 20 August",
    photo: photoOf(9, "A black and white puppy sits in the evening sun."),
    prompt: ask(9),
    highlight: "The dog has learnt the noises. The dog goes and gets us.",
    gratitude: "Biscuit, who was here first and has been very decent about it.",
    content:
      "Hungry goes up at the end, like a question to which there is one answer. Cross is the same note as the kettle, so we have moved the kettle. Wet is a cough. Bored is a sort of creak, with pauses, as of somebody in the next room trying on shoes.\n\nAnd then, around six, there is a long low hum that means nothing whatever. She does it at the curtain. We have asked the health visitor, the internet and my mother, and only my mother would commit herself. “That one,” she said, “is just being alive.”",
  },
  {
    week: 10,
    days: "21 to 27 August",
    photo: photoOf(10, "A cup of tea on a kitchen table, seen from above."),
    prompt: ask(10),
    highlight: "Saw the milk come. It really does come.",
    gratitude: "Whoever lives at number 30 and also has a lamp on.",
    content:
      "Orange, and wider than by day. The bins stand about like people waiting for a result. At ten to, the fox goes down the middle of the road with somewhere to be; at four, on the dot, the boiler next door says “hup”. Nothing is parked where it was when we bought the house.\n\nI’ve stood at that window eleven nights now with a small hot head under my chin and a cup of tea going cold on the sill. I used to think nothing happened out there. It turns out that it’s all arranged then, before anybody is up, and that you only have to be handed somebody to see it.",
  },
  {
    week: 11,
    days: "28 August to 3 September",
    photo: photoOf(11, "A bunch of white, pink and red flowers in a paper cone."),
    prompt: ask(11),
    highlight: "Flowers came, addressed to Her Nibs. They were for her.",
    gratitude: "The florist, who wrote it on the card without a murmur.",
    content:
      "Nellie, Nelly-bean, Bean. Madam, at night. Her Nibs. The Management. Squeak; Squeaker; the Right Honourable Squeaker. My brother calls her Kid, like a man in a film about boxing. Grandad calls her by the name of the dog, and then the dog’s name, and then mine, and arrives in the end.\n\nOn the telephone to the surgery on Monday I was asked for the patient’s name and for a moment I had nothing. I said, “The little one.” The woman said, “Aren’t they all,” and found her at once.",
  },
];

/** @throws RangeError for a week that is not among them. */
export function sampleEntry(week: number): SampleEntry {
  const entry = SAMPLE_ENTRIES.find((one) => one.week === week);
  if (!entry) throw new RangeError(`There is no sample of week ${week}.`);
  return entry;
}
