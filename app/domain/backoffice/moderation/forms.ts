import { z } from "zod";
import { formatNumber } from "~/domain/kernel/text/numbers";
import { clean } from "~/domain/kernel/text/typed-text";
import { readingForm } from "~/domain/people/staff/forms";
import { MODERATION_DECISIONS, type ModerationDecision, SHORTEST_NOTE } from "./rules";
import { countCharacters } from "./words";

/** The moderator's forms, with their error messages. */

/** Why an entry is opened; its owner reads this reason. */
export const OPENING_REASONS = [
  "Review before printing",
  "Flagged by the automatic check",
  "Somebody reported it",
  "The owner asked for help",
] as const;

/** True of every entry that waits, so that it is asked once and reused from one entry to the next. */
const REUSABLE_REASON: (typeof OPENING_REASONS)[number] = "Review before printing";

/** The reason for which the next entry is opened too; null where the reason was about one entry. */
export function reusableReason(reason: string): string | null {
  return reason === REUSABLE_REASON || reason.startsWith(`${REUSABLE_REASON}: `) ? REUSABLE_REASON : null;
}

const LONGEST_DETAILS = 300;
const DETAILS_MESSAGE = `The details can have up to ${LONGEST_DETAILS} characters`;
const REASON_MESSAGE = "Please say why you’re opening it. The owner can read this";

export const openingForm = z.object({
  reason: z.enum(OPENING_REASONS, { error: REASON_MESSAGE }),
  more: z
    .string({ error: DETAILS_MESSAGE })
    .default("")
    .transform((value) => clean(value, "line"))
    .pipe(z.string().max(LONGEST_DETAILS, DETAILS_MESSAGE)),
});
export type Opening = z.infer<typeof openingForm>;

/** The reason as it is stored and shown: the choice, and what was added to it. */
export function reasonInWords({ reason, more }: Opening): string {
  return more === "" ? reason : `${reason}: ${more}`;
}

const LONGEST_NOTE = 1000;
const NOTE_MESSAGE = "Please tell the owner why. They’ll read this note";
const WANTS_NOTE: Readonly<Partial<Record<ModerationDecision, string>>> = {
  reject: NOTE_MESSAGE,
  hide: NOTE_MESSAGE,
  flag: "Please say what a colleague should check",
};

export const decisionForm = z
  .object({
    judgement: z.enum(MODERATION_DECISIONS, { error: "Please choose what to do" }),
    notes: z
      .string({ error: NOTE_MESSAGE })
      .default("")
      .transform((value) => clean(value, "line"))
      .pipe(z.string().max(LONGEST_NOTE, `The notes can have up to ${formatNumber(LONGEST_NOTE)} characters`)),
    seen: z.string({ error: "Please open the entry again" }).max(100).default(""),
  })
  .superRefine(({ judgement, notes }, context) => {
    const message = WANTS_NOTE[judgement];
    if (message && notes.length < SHORTEST_NOTE) context.addIssue({ code: "custom", path: ["notes"], message });
  });
export type GivenDecision = z.infer<typeof decisionForm>;

/** Shorter words are in so many entries that a search would only look into private years. */
const FEWEST_CHARACTERS = 4;
export const LONGEST_WORDS = 100;
const WORDS_MESSAGE = `Please type whole words with at least ${FEWEST_CHARACTERS} letters or figures`;

/** A search in what people wrote; the owner of each entry it finds reads the reason. */
export const wordSearchForm = z.object({
  words: z
    .string({ error: WORDS_MESSAGE })
    .transform((value) => clean(value, "line"))
    .pipe(
      z
        .string()
        .max(LONGEST_WORDS, `The words can have up to ${LONGEST_WORDS} characters`)
        .refine((words) => countCharacters(words) >= FEWEST_CHARACTERS, WORDS_MESSAGE),
    ),
  ...readingForm.shape,
});
export type WordSearch = z.infer<typeof wordSearchForm>;
