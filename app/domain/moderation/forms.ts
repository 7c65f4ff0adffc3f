import { z } from "zod";
import { formatNumber } from "../text/numbers";
import { asLine } from "../text/typed-text";
import { JUDGEMENTS, type Judgement } from "./rules";

/** What a moderator fills in, with the sentences they read when it does not fit. */

/** Why an entry is opened; its owner reads these words. */
export const OPENING_REASONS = [
  "Review before printing",
  "Flagged by the automatic check",
  "Somebody reported it",
  "The owner asked for help",
] as const;

const LONGEST_DETAILS = 300;
const DETAILS_SENTENCE = `The details can have ${LONGEST_DETAILS} characters`;
const REASON_SENTENCE = "Please say why you’re opening it. The owner can read this";

export const openingForm = z.object({
  reason: z.enum(OPENING_REASONS, { error: REASON_SENTENCE }),
  more: z
    .string({ error: DETAILS_SENTENCE })
    .default("")
    .transform(asLine)
    .pipe(z.string().max(LONGEST_DETAILS, DETAILS_SENTENCE)),
});
export type Opening = z.infer<typeof openingForm>;

/** The reason as it is kept and shown: the choice, and what was added to it. */
export function reasonInWords({ reason, more }: Opening): string {
  return more === "" ? reason : `${reason}: ${more}`;
}

const LONGEST_NOTE = 1000;
const NOTE_SENTENCE = "Please tell the owner why. They’ll read this note";
const WANTS_NOTE: readonly Judgement[] = ["reject", "hide"];

export const judgementForm = z
  .object({
    judgement: z.enum(JUDGEMENTS, { error: "Please choose what to do" }),
    notes: z
      .string({ error: NOTE_SENTENCE })
      .default("")
      .transform(asLine)
      .pipe(z.string().max(LONGEST_NOTE, `The notes can have ${formatNumber(LONGEST_NOTE)} characters`)),
    seen: z.string({ error: "Please open the entry again" }).max(100).default(""),
  })
  .superRefine(({ judgement, notes }, context) => {
    if (WANTS_NOTE.includes(judgement) && notes.length < 3) {
      context.addIssue({ code: "custom", path: ["notes"], message: NOTE_SENTENCE });
    }
  });
export type JudgementGiven = z.infer<typeof judgementForm>;
