/**
 * The organisation's own directory, which identifies staff (OpenID Connect). It says who somebody is; their permissions
 * are ours to decide.
 */
export interface Identity {
  /**
   * Returns the URL where the browser goes to sign in, and the values to store until it returns, out of reach of other
   * browsers. `returnTo` is the complete return URL, as registered with the directory.
   */
  begin(returnTo: string): Promise<Begun>;
  /**
   * Verifies the browser's return: that it belongs to this attempt, and whose sign-in it is, which the directory
   * confirms in exchange for a one-time code. `response` is the complete URL it returned on. Never throws for anything
   * a browser or the directory sends.
   */
  finish(response: URL, attempt: Attempt): Promise<Finished>;
}

/** One sign-in in progress; every value is random. */
export interface Attempt {
  state: string;
  nonce: string;
  /** Proves that the same party started the sign-in and redeems the code (RFC 7636). */
  verifier: string;
}

/** A person of the directory, identified by ids that never change. */
export interface DirectoryPerson {
  tenantId: string;
  objectId: string;
  /** An address that the directory assigned or has confirmed; otherwise null. */
  email: string | null;
}

export type Begun = { ok: true; url: string; attempt: Attempt } | { ok: false; reason: "unreachable" };

/**
 * cancelled: the person stopped at the directory's sign-in page. wrong_tenant: from another organisation. refused: the
 * response belongs to another attempt, was used before, or is not signed and meant for us. unreachable: the directory
 * does not respond. misconfigured: it does not accept our own client secret, as after that has expired.
 */
export type Finished =
  | { ok: true; person: DirectoryPerson }
  | { ok: false; reason: "cancelled" | "wrong_tenant" | "refused" | "unreachable" | "misconfigured" };
