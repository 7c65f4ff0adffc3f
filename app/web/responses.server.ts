import type { SubmissionResult } from "@conform-to/react";
import { data, redirect } from "@remix-run/node";
import type { PasswordAdvice } from "~/domain/people/accounts/password-rules";
import type { Flash } from "./flash";
import { leaveFlash } from "./flash.server";

/** Redirects after an accepted form: 303, with cookies and a message for the next page. */
export async function seeOther(
  to: string,
  options: { cookies?: readonly (string | null | undefined)[]; flash?: Flash; headers?: Headers } = {},
) {
  const headers = new Headers(options.headers);
  for (const cookie of options.cookies ?? []) if (cookie) headers.append("Set-Cookie", cookie);
  if (options.flash) headers.append("Set-Cookie", await leaveFlash(options.flash));
  return redirect(to, { status: 303, headers });
}

/** A form that failed validation, as its page shows it. */
export interface FormResult {
  /** The button that sent it. */
  intent: string;
  reply: SubmissionResult;
  /** The requirements of a new password, and which of them are met. */
  advice?: PasswordAdvice;
}

/**
 * Responds to a form that failed validation: 422, with the typed values and the errors, tagged with the button that
 * sent it.
 */
export function unprocessable<Extra extends object>(intent: string, reply: SubmissionResult, extra?: Extra) {
  return data({ intent, reply, ...(extra as Extra) }, { status: 422 });
}

/** A form that is right and can't be done yet: it comes back as typed, with when to try again. */
export function notYet<Body>(body: Body, wait: { status: 429 | 503; seconds: number }, cookies: string[] = []) {
  const headers = cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]);
  return data(body, { status: wait.status, headers: [["Retry-After", String(wait.seconds)], ...headers] });
}

/** @throws always a 404: the path names nothing, or nothing that the session user may see. */
export function notFound(): never {
  throw new Response(null, { status: 404 });
}

/** For a page that belongs to one person: no cache may store it. */
export const PRIVATE = { "Cache-Control": "no-store" } as const;

/** A response to a script of our own pages, with cookies. */
export function withCookies<Body>(body: Body, cookies: readonly string[], status = 200) {
  return data(body, { status, headers: cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]) });
}
