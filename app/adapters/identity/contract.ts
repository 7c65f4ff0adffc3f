/**
 * Whoever vouches for our staff: the organisation's own directory (OpenID Connect). It says who somebody is; what
 * they may do here is ours to say.
 */
export interface Identity {
  /**
   * Where the browser goes to sign in, and what must be kept until it is back, out of other browsers' reach.
   * `returnTo` is the whole address it comes back to, as it is registered there.
   */
  begin(returnTo: string): Promise<Begun>;
  /**
   * Checks what the browser brought back: that it answers this very attempt, and, asked of the directory itself with
   * a code that works once, whose it is. `answer` is the whole address it came back on. Never throws for what a
   * browser or the directory sends.
   */
  finish(answer: URL, attempt: Attempt): Promise<Finished>;
}

/** One sign-in under way: each value is new for each. */
export interface Attempt {
  state: string;
  nonce: string;
  /** Proves that whoever redeems the code is whoever asked for it (RFC 7636). */
  verifier: string;
}

/** Somebody of the directory, by what never changes about them. */
export interface Vouched {
  tenantId: string;
  objectId: string;
  /** What the directory itself gave them or has confirmed; null where it says of neither. */
  email: string | null;
}

export type Begun = { ok: true; url: string; attempt: Attempt } | { ok: false; reason: "unreachable" };

/**
 * cancelled: they turned back at the directory's door. wrong_tenant: of another organisation. refused: it answers
 * another attempt, was used before, or is not signed and meant for us. unreachable: the directory does not answer.
 */
export type Finished =
  | { ok: true; person: Vouched }
  | { ok: false; reason: "cancelled" | "wrong_tenant" | "refused" | "unreachable" };
