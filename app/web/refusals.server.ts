import { data } from "@remix-run/node";
import { FORM_TOKEN_FIELD, formTokenFor } from "./form-token.server";
import { fail } from "./json-answers";
import { isRefusal, type Refusal } from "./refusal";
import type { NotKept } from "./storage.server";
import type { Submission } from "./submission.server";

/**
 * Answers to what is refused before a screen can speak. Under a page they become that page's error screen; under
 * an address for programs they are JSON with the same words.
 */

export type RefusalReason =
  | "too_large"
  | "not_a_form"
  | "unreadable"
  | "method"
  | "host"
  | "origin"
  | "too_many"
  | "not_signed_in"
  | "not_allowed"
  | "stale_form"
  | "look_changes_nothing"
  | "look_stays_out";

const WORDS: Record<RefusalReason, { status: number; title: string; text: string }> = {
  too_large: {
    status: 413,
    title: "That is more than this form can carry",
    text: "Please go back, make it shorter or smaller, and send it again. A photo can have up to 10 MB.",
  },
  not_a_form: {
    status: 415,
    title: "That was not a form",
    text: "This address takes what its own form sends. Please go back and use the form.",
  },
  unreadable: {
    status: 400,
    title: "We could not read that",
    text: "Something in what was sent is not as our forms send it. Please go back and try again.",
  },
  method: {
    status: 405,
    title: "That cannot be done here",
    text: "Please go back and use the buttons on the page.",
  },
  host: { status: 421, title: "Wrong address", text: "This is not one of our addresses." },
  origin: {
    status: 403,
    title: "That came from somewhere else",
    text: "For your safety, forms only work from our own pages (csrf). Please open the page here and try again.",
  },
  too_many: {
    status: 429,
    title: "Too many requests",
    text: "Too many requests. Please wait a moment and try again.",
  },
  not_signed_in: {
    status: 401,
    title: "Please sign in",
    text: "Authentication required. Please log in and try again.",
  },
  not_allowed: {
    status: 403,
    title: "Access denied",
    text: "Access denied. You do not have permission to perform this action.",
  },
  look_changes_nothing: {
    status: 403,
    title: "Nothing can be changed here",
    text: "You are looking as a customer. Whatever they could change stays as it is: end the impersonation first.",
  },
  look_stays_out: {
    status: 403,
    title: "This stays theirs",
    text: "You are looking as a customer. Private words and pictures, papers, codes and payments are not shown.",
  },
  stale_form: {
    status: 403,
    title: "Please send that once more",
    text: "This page had been open for a while, or you signed out in between (csrf). Nothing is lost: what you typed is still here.",
  },
};

/** Whether the address is a page for people; otherwise it is for programs. */
export type Audience = "people" | "programs";

export function refuse(
  reason: RefusalReason,
  audience: Audience = "people",
  headers: Record<string, string> = {},
) {
  return answer(WORDS[reason], audience, null, headers);
}

/** Asked too often: 429, and in how many seconds it is worth trying again. */
export function refuseTooMany(retryAfterSeconds: number, audience: Audience = "people") {
  return answer(WORDS.too_many, audience, null, { "Retry-After": String(Math.max(1, retryAfterSeconds)) });
}

/**
 * A form whose token is missing or from before a logout, sent from our own page: 403, with all its words in a
 * form that can be sent again. Passwords and photos are left out; those are asked for anew.
 */
export async function refuseStaleForm(request: Request, form: FormData, audience: Audience) {
  const { resend, headers } = await formToSendAgain(request, form);
  return answer(WORDS.stale_form, audience, resend, headers);
}

/**
 * A form that our storage did not take: 503, what happened, when to try again, and all its words in a form that can be
 * sent again. Passwords and photos are left out here too, and the page says so.
 */
export async function refuseForm(error: NotKept, request: Request, sent: Sent, audience: Audience) {
  const words = wordsOfNotKept(error);
  const headers = { "Retry-After": String(error.retryAfterSeconds) };
  const again = await formToSendAgain(request, sent.form);
  const isLeftOut =
    sent.files.size > 0 || [...sent.form].some(([name, value]) => isSecret(name) && value !== "");
  const kept = isLeftOut
    ? "We’ve kept what you typed, but photos and passwords have to be added again."
    : "We’ve kept what you typed.";
  return answer({ ...words, text: `${words.text} ${kept}` }, audience, again.resend, {
    ...again.headers,
    ...headers,
  });
}

/** The same where no form was sent: a page that cannot be read now, a message, a file. */
export function refuseRequest(error: NotKept, audience: Audience) {
  const headers = { "Retry-After": String(error.retryAfterSeconds) };
  if (audience === "programs") return fail(503, { headers });
  return data(null, { status: 503, headers: { "Cache-Control": "no-store", ...headers } });
}

function wordsOfNotKept({ trouble, isUntouched }: NotKept) {
  const isBusy = trouble === "busy";
  const why = isBusy
    ? "Something else is being saved right now"
    : "Our storage is full or not working right now";
  const what = isUntouched ? "so we haven’t saved this" : "so this may not be saved";
  const text = `${why}, ${what}. Please send it again in a few ${isBusy ? "seconds" : "minutes"}.`;
  return { status: 503, title: isUntouched ? "We haven’t saved that yet" : "We couldn’t save that", text };
}

type Sent = Pick<Submission, "form" | "files">;

const isSecret = (name: string) => /password/i.test(name);

async function formToSendAgain(request: Request, form: FormData) {
  const { token, setCookie } = await formTokenFor(request);
  const url = new URL(request.url);
  const fields = [...form.entries()].flatMap(([name, value]) =>
    typeof value === "string" && name !== FORM_TOKEN_FIELD && !isSecret(name) ? [[name, value] as const] : [],
  );
  const action = url.pathname.replace(/\.data$/, "") + url.search;
  const headers: Record<string, string> = setCookie ? { "Set-Cookie": setCookie } : {};
  return { resend: { action, token, fields }, headers };
}

/**
 * The same refusal where an address gives a file and has no page of its own to show it on: a page of words alone.
 * Null for what is no refusal.
 */
export function asPlainPage(thrown: unknown): Response | null {
  const { data: refusal, init } = (thrown ?? {}) as { data?: unknown; init?: ResponseInit | null };
  if (!isRefusal(refusal)) return null;
  const headers = new Headers(init?.headers);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", "default-src 'none'");
  const { title, text } = refusal;
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>`;
  const body = `<main><h1>${title}</h1><p>${text}</p></main>`;
  return new Response(`<!doctype html><html lang="en-GB"><head>${head}</head><body>${body}</body></html>`, {
    status: init?.status ?? 403,
    headers,
  });
}

function answer(
  { status, title, text }: (typeof WORDS)[RefusalReason],
  audience: Audience,
  resend: Refusal["resend"],
  extraHeaders: Record<string, string>,
) {
  const headers = { "Cache-Control": "no-store", ...extraHeaders };
  if (audience === "programs")
    return Response.json({ success: false, error: text, message: text }, { status, headers });
  const refusal: Refusal = { kind: "refusal", title, text, resend };
  return data(refusal, { status, headers });
}
