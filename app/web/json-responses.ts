import { wholeResponse } from "./whole-response.server";

/**
 * The responses of the API. A success has `success: true` and the result. A refusal has one error message that can be
 * shown to a person, twice: as `error` and as `message`. No cache stores a response.
 */

/** The default error message of each status. */
const SENTENCES: Readonly<Record<number, string>> = {
  400: "Invalid request. Please check your input and try again.",
  401: "Authentication required. Please log in and try again.",
  403: "Access denied. You do not have permission to perform this action.",
  404: "Resource not found. The requested item may have been moved or deleted.",
  405: "That method isn’t allowed at this address.",
  409: "A conflict occurred. This item may already exist.",
  410: "This call is deprecated and no longer answered.",
  413: "That’s more than this call can take.",
  415: "Please send JSON, with the content type application/json.",
  421: "This isn’t one of our addresses.",
  422: "Validation failed. Please check your input.",
  429: "Too many requests. Please wait a moment and try again.",
  500: "Server error. Please try again later or contact support if the problem persists.",
  503: "Service temporarily unavailable. Please try again in a few minutes.",
};

const NO_STORE = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" } as const;

export interface Failure {
  error?: string;
  /** A code for API clients, when the status alone does not distinguish refusals. */
  code?: string;
  /** The errors by field. */
  fields?: Readonly<Record<string, readonly string[]>>;
  /** Further data beside the error message. */
  more?: object;
  headers?: Readonly<Record<string, string>>;
}

export function fail(status: number, failure: Failure = {}): Response {
  const error = failure.error ?? SENTENCES[status] ?? "An unexpected error occurred. Please try again.";
  const { code, fields, more } = failure;
  return Response.json(
    {
      success: false,
      error,
      message: error,
      ...(code ? { code } : {}),
      ...(fields ? { fields } : {}),
      ...more,
    },
    { status, headers: { ...NO_STORE, ...failure.headers } },
  );
}

/** 422 for one field. */
export function failField(name: string, error: string, code = "invalid", more?: object): Response {
  return fail(422, { error, code, fields: { [name]: [error] }, more });
}

/** 429, with the seconds after which another attempt can succeed. */
export function failTooMany(seconds: number, error?: string): Response {
  return fail(429, { error, code: "too_many", headers: { "Retry-After": String(Math.max(1, seconds)) } });
}

export function succeed(data: object = {}, init: { status?: number; headers?: Headers } = {}): Response {
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(NO_STORE)) headers.set(name, value);
  headers.set("Content-Type", "application/json");
  return wholeResponse(JSON.stringify({ success: true, ...data }), { status: init.status ?? 200, headers });
}
