export type JsonMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What a route may ask of the gate, in its `handle`. */
export interface RequestGuardHandle {
  /** Larger bodies than an ordinary form's: the entry form with its photos. */
  form?: "entry";
  /**
   * A call of programs: the methods it answers, every other is a 405. Bodies are JSON objects, read with `bodyOf`;
   * what changes something needs a bearer token, or the form token in a header where a session cookie comes along.
   */
  json?: readonly JsonMethod[];
  /**
   * A screen whose form programs may send too, as JSON: its action tells them by `isCall` and throws the answer, which
   * goes out as it is instead of a page.
   */
  call?: true;
  /** Beside `json`: the address itself carries a signed ticket, and the body reaches the action unread. */
  token?: true;
  /** The body is checked by a signature of its own (webhooks) and reaches the action unread. */
  signed?: true;
  /**
   * Its address is a secret of one reader's, and mailboxes press its button for them without a browser: exactly the
   * body `List-Unsubscribe=One-Click` (RFC 8058) needs neither a token nor to come from us.
   */
  oneClick?: true;
  /** Parts of its address that open something by themselves, as the route table calls them: no log keeps them. */
  secretParams?: readonly string[];
  /** What browsers report of our own pages, by themselves and without a token; it reaches the action unread. */
  report?: true;
  /** Nothing is there: whatever is sent, nothing is read and nothing can change. */
  nothing?: true;
  /** A picture: a page may show fifty, so they are counted by themselves. */
  picture?: true;
  /** A tool of the staff's: nothing is there, for anybody and by any method, unless STAFF_TOOLS asked for it. */
  staffTool?: true;
  /** Answers on any host name, however often: the health page, which a platform asks by address. */
  anyHost?: true;
}
