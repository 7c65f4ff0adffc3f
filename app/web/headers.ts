import type { HeadersFunction } from "@remix-run/node";

/** A page's `headers`: those of its loader's response. Without it Remix sends none of them with a page. */
export const loaderHeaders: HeadersFunction = ({ loaderHeaders: headers }) => headers;

/** Those of its action's response. */
export const actionHeaders: HeadersFunction = ({ actionHeaders: headers }) => headers;
