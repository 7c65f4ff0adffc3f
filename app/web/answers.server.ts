import type { SubmissionResult } from "@conform-to/react";
import { data, redirect } from "@remix-run/node";
import type { PasswordAdvice } from "~/domain/accounts/password-rules";
import type { Flash } from "./flash";
import { leaveFlash } from "./flash.server";

/** Sends the browser on after a form was accepted: 303, with cookies and a sentence for the next page. */
export async function seeOther(
  to: string,
  options: { cookies?: readonly (string | null | undefined)[]; flash?: Flash; headers?: Headers } = {},
) {
  const headers = new Headers(options.headers);
  for (const cookie of options.cookies ?? []) if (cookie) headers.append("Set-Cookie", cookie);
  if (options.flash) headers.append("Set-Cookie", await leaveFlash(options.flash));
  return redirect(to, { status: 303, headers });
}

/** What a page is given of a form that did not fit. */
export interface FormAnswer {
  /** The button that sent it. */
  intent: string;
  reply: SubmissionResult;
  /** What is met of what a new password needs, where one was typed. */
  advice?: PasswordAdvice;
}

/** A form that did not fit: 422, with what was typed and what to mend, tagged with the button that sent it. */
export function unprocessable<Extra extends object>(intent: string, reply: SubmissionResult, extra?: Extra) {
  return data({ intent, reply, ...(extra as Extra) }, { status: 422 });
}

/** A page for one person: never kept by a cache between them and us. */
export const PRIVATE = { "Cache-Control": "no-store" } as const;

/** An answer to a script of our own page, with cookies. */
export function withCookies<Body>(body: Body, cookies: readonly string[]) {
  return data(body, { headers: cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]) });
}
