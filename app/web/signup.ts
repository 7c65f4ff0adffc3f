import { z } from "zod";

/**
 * How far somebody has come in signing up and paying in one go. It travels in a signed cookie of this session:
 * names of rows, choices, and an address that was typed and not sent yet. Never a password, a price or a right.
 */

const SIGNUP_VERSION = 1;
const word = z.string().max(64);

/** A cookie holds 4,096 bytes; half of one is left for an address that is half typed. */
const DRAFT_BYTES = 1500;

const AddressDraft = z.object({
  /** Whose it is: nobody else who signs in here is shown it. */
  accountId: word,
  words: z.record(z.string().max(20), z.string().max(400)),
});

export const Signup = z.object({
  version: z.literal(SIGNUP_VERSION),
  /** Ties an order to this sign-up, so that pressing twice never makes two. */
  basketKey: word,
  /** The registration whose e-mail is waiting for its code. */
  verifying: word.optional(),
  /** The step after the address has been reached. */
  isAddressed: z.boolean().optional(),
  /** The address that this sign-up has added to the account. */
  addressId: word.optional(),
  draft: AddressDraft.optional(),
  discountCode: word.optional(),
});

export type Signup = z.infer<typeof Signup>;

export function newSignup(basketKey: string): Signup {
  return { version: SIGNUP_VERSION, basketKey };
}

/** The sign-up with these words kept for later; without them where they are more than a cookie can carry. */
export function withDraft(signup: Signup, accountId: string, words: Record<string, string>): Signup {
  const draft = AddressDraft.safeParse({ accountId, words });
  const fits = draft.success && new TextEncoder().encode(JSON.stringify(words)).length <= DRAFT_BYTES;
  return { ...signup, draft: fits ? draft.data : undefined };
}
