import type { Owner } from "./owner";

/** What a table says of each function that takes an owner. */

/** `who` asks, with their own account, for what is `of` somebody. */
type Call = (who: Owner, of: Owner) => unknown;

export type Row =
  | { kind: "reads"; call: Call }
  /** `given`: what must have happened to the owner for the function to change something. */
  | { kind: "changes"; call: Call; given: (of: Owner) => unknown }
  /** Why it is asked by no row. */
  | string;

/** By the path of the module below app/domain, and the function's name. */
export type Table = Readonly<Record<string, Readonly<Record<string, Row>>>>;

export const reads = (call: Call): Row => ({ kind: "reads", call });
export const changes = (call: Call, given: (of: Owner) => unknown = () => undefined): Row => ({
  kind: "changes",
  call,
  given,
});
