import { z } from "zod";

/**
 * The progress of the streamlined sign-up. It travels in a signed session cookie: names of rows, choices, and an
 * address typed but not sent yet. Never a password, a price or a permission.
 */

const SIGNUP_VERSION = 1;
const word = z.string().max(64);

/** A cookie holds 4,096 bytes; less than half of it is for a half-typed address. */
const DRAFT_BYTES = 1500;

const AddressDraft = z.object({
  /** The owner: no other account that signs in here sees it. */
  accountId: word,
  words: z.record(z.string().max(20), z.string().max(400)),
});

export const Signup = z.object({
  version: z.literal(SIGNUP_VERSION),
  /** Ties an order to this sign-up, so that a double click never makes two. */
  basketKey: word,
  /** The registration whose email is waiting for its code. */
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

/** The sign-up with this address draft; without it when a cookie cannot hold it. */
export function withDraft(signup: Signup, accountId: string, words: Record<string, string>): Signup {
  const draft = AddressDraft.safeParse({ accountId, words });
  const fits = draft.success && new TextEncoder().encode(JSON.stringify(words)).length <= DRAFT_BYTES;
  return { ...signup, draft: fits ? draft.data : undefined };
}
