export type JsonMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What a route declares to the request guard, in its `handle`. */
export interface RequestGuardHandle {
  /** Allows larger bodies than an ordinary form's: the entry form with its photos, and a list of rows as a file. */
  form?: "entry" | "sheet";
  /** Only for people who are signed in: anybody else gets a response before the body is read. */
  signedInOnly?: true;
  /**
   * An API call: the methods it accepts; every other is a 405. Bodies are JSON objects, read with `bodyOf`. A change
   * needs a bearer token, or the CSRF token in a header beside a session cookie.
   */
  json?: readonly JsonMethod[];
  /**
   * A screen whose form API clients may also send as JSON: its action detects them with `isCall` and throws the
   * response, which is sent unchanged instead of a page.
   */
  call?: true;
  /** Beside `json`: the address carries a signed token, and the body reaches the action unread. */
  token?: true;
  /** The body carries its own signature (webhooks) and reaches the action unread. */
  signed?: true;
  /**
   * The address is secret to one reader, and mail clients post to it without a browser: exactly the body
   * `List-Unsubscribe=One-Click` (RFC 8058) needs neither a CSRF token nor our origin.
   */
  oneClick?: true;
  /**
   * Parameters of the address, by their names in the route table, that give access by themselves: no log records them.
   */
  secretParams?: readonly string[];
  /** Forms of pages that are the same for everybody: without a token, they must say that they come from our pages. */
  cachedForm?: true;
  /** Browsers' reports about our pages, sent without a token; the body reaches the action unread. */
  report?: true;
  /** Nothing is served here: the body is not read and nothing can change. */
  nothing?: true;
  /** An image. One page may show fifty, so images have their own rate limit. */
  picture?: true;
  /** A tool for staff: not found, for anybody and any method, unless STAFF_TOOLS enables it. */
  staffTool?: true;
  /** Served on any host name without a rate limit: the health page, which a platform requests by IP address. */
  anyHost?: true;
}
