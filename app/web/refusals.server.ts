import { data } from "@remix-run/node";
import { settings } from "~/adapters/settings.server";
import { LARGEST_PHOTO_MEGABYTES } from "~/domain/diary/rules/photo-rules";
import { contentSecurityPolicy } from "./content-security-policy";
import { fieldsOf, hasSecrets } from "./form-again";
import { FORM_TOKEN_FIELD, formTokenFor } from "./form-token.server";
import { fail } from "./json-responses";
import { isRefusal, type Refusal } from "./refusal";
import { refusalWords } from "./refusal-messages";
import { StorageError } from "./storage.server";
import type { Submission } from "./submission.server";

/**
 * Refusals that precede a screen. On a page they become its error screen; at a path of the API they are JSON with
 * the same error messages.
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
  | "unsaved"
  | "impersonation_read_only"
  | "impersonation_closed";

const WORDS: Record<RefusalReason, { status: number; title: string; text: string }> = {
  too_large: {
    status: 413,
    title: "That’s more than this form can take",
    text: `Please go back, make it shorter or smaller, and send it again. A photo can be up to ${LARGEST_PHOTO_MEGABYTES} MB.`,
  },
  not_a_form: {
    status: 415,
    title: "That wasn’t a form",
    text: "This address only accepts its own form. Please go back and use the form.",
  },
  unreadable: {
    status: 400,
    title: "We couldn’t read that",
    text: "Something in that form wasn’t right. Please go back and try again.",
  },
  method: {
    status: 405,
    title: "You can’t do that here",
    text: "Please go back and use the buttons on the page.",
  },
  host: { status: 421, title: "Wrong address", text: "This isn’t one of our addresses." },
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
  impersonation_read_only: {
    status: 403,
    title: "You can’t change anything here",
    text: "You’re viewing Loop as a customer, so you can’t change anything. End the impersonation first.",
  },
  impersonation_closed: {
    status: 403,
    title: "This is private",
    text: "You’re viewing Loop as a customer. We don’t show you their private words and pictures, documents, codes or payments.",
  },
  stale_form: {
    status: 403,
    title: "Please send that again",
    text: "This page has been open for a while, or you signed out in between (csrf). We’ve kept what you typed.",
  },
  unsaved: {
    status: 503,
    title: "We couldn’t save that just now",
    text: "Please try again in a moment. The button below sends what you entered again.",
  },
};

/** The readers of a path: people see a page, API clients get JSON. */
export type Audience = "people" | "programs";

export function refuse(reason: RefusalReason, audience: Audience = "people", headers: Record<string, string> = {}) {
  return respond(WORDS[reason], audience, null, headers);
}

/** Too many requests: 429, with the seconds to wait. */
export function refuseTooMany(retryAfterSeconds: number, audience: Audience = "people") {
  return respond(WORDS.too_many, audience, null, { "Retry-After": String(Math.max(1, retryAfterSeconds)) });
}

/**
 * A form of our own page with a missing CSRF token or one from before a sign-out: 403, with its text in a form that can
 * be sent again.
 */
export async function refuseStaleForm(request: Request, submission: Submission, audience: Audience) {
  return await respondWithMessage(WORDS.stale_form, request, submission, audience, {});
}

/**
 * A form that could not be stored: 503, with what happened and when to try again; people also get their text in a form
 * that can be sent again. An API client has its own data, so it gets none back.
 */
export async function refuseUnsaved(request: Request, submission: Submission, audience: Audience, error: unknown) {
  const words = error instanceof StorageError ? copyForStorageError(error) : WORDS.unsaved;
  if (audience === "programs") return respond(words, audience, null, retryAfter(error));
  if (error instanceof StorageError) words.text += " We’ve kept what you typed.";
  return await respondWithMessage(words, request, submission, audience, retryAfter(error));
}

/** The same without a form: a page or a file that cannot be read now, or a message. */
export function refuseRequest(error: StorageError, audience: Audience) {
  const isSilent = error.failure === "silent";
  if (audience === "programs")
    return fail(503, { ...(isSilent ? { error: SILENT.text } : {}), headers: retryAfter(error) });
  const refusal: Refusal | null = isSilent ? { kind: "refusal", ...SILENT, resend: null } : null;
  return data(refusal, { status: 503, headers: { "Cache-Control": "no-store", ...retryAfter(error) } });
}

const SILENT = {
  title: "We can’t open that just now",
  text: "We can’t reach your photos and books right now. Please try again in a few minutes.",
};

export function retryAfter(error: unknown): { "Retry-After": string } {
  const seconds = error instanceof StorageError ? error.retryAfterSeconds : 5;
  return { "Retry-After": String(seconds) };
}

const WHY_UNSAVED: Readonly<Record<StorageError["failure"], string>> = {
  busy: "Something else is being saved right now",
  full: "Our storage is full or not working right now",
  failing: "Our storage is full or not working right now",
  damaged: "Our storage is full or not working right now",
  silent: "We can’t reach our store of photos and books right now",
};

function copyForStorageError({ failure, isUntouched }: StorageError) {
  const isBusy = failure === "busy";
  const why = settings.reading ? "Saving is paused for the moment" : WHY_UNSAVED[failure];
  const what = isUntouched ? "so we haven’t saved this" : "so this may not be saved";
  const when = `Please send it again in a few ${isBusy ? "seconds" : "minutes"}.`;
  return {
    status: 503,
    title: isUntouched ? "We haven’t saved that yet" : "We couldn’t save that",
    text: `${why}, ${what}. ${when}`,
  };
}

/** Leaves passwords and photos out, and says that they must be given again. */
async function respondWithMessage(
  words: (typeof WORDS)[RefusalReason],
  request: Request,
  { form, files, hasDropped }: Submission,
  audience: Audience,
  headers: Record<string, string>,
) {
  const { token, setCookie } = await formTokenFor(request);
  const url = new URL(request.url);
  const fields = fieldsOf(form).filter(([name]) => name !== FORM_TOKEN_FIELD);
  const action = url.pathname.replace(/\.data$/, "") + url.search;
  const leftOut = hasSecrets(form) ? "passwords" : files.size > 0 || hasDropped ? "photos" : null;
  const text = leftOut ? `${words.text} We’ll ask you for ${leftOut} again.` : words.text;
  const cookie: Record<string, string> = setCookie ? { "Set-Cookie": setCookie } : {};
  return respond({ ...words, text }, audience, { action, token, fields }, { ...headers, ...cookie });
}

/**
 * The same refusal as a plain page, for an address that serves a file and has no error screen. Null for anything but a
 * refusal.
 */
export function asPlainPage(thrown: unknown): Response | null {
  const { data: refusal, init } = (thrown ?? {}) as { data?: unknown; init?: ResponseInit | null };
  if (!isRefusal(refusal)) return null;
  return plainPage(refusal, init?.status ?? 403, init?.headers);
}

/** A 404 as a page, for a person who opens an API path or a file in a browser; null for an API client. */
export function notFoundPage(request: Request): Response | null {
  const isOpened = /^(?:GET|HEAD)$/.test(request.method) && !request.headers.has("authorization");
  if (!isOpened || !(request.headers.get("accept") ?? "").includes("text/html")) return null;
  return plainPage(refusalWords({ status: 404, data: null }), 404, { "Cache-Control": "no-store" });
}

/** For pages that can't be read from copies of another release, while the machine that writes doesn't respond. */
export function updatingPage(accept: string): Response {
  const headers = { "Cache-Control": "no-store", "Retry-After": "60" };
  if (!accept.includes("text/html")) return fail(503, { error: UPDATING.text, headers });
  return plainPage(UPDATING, 503, headers);
}

const UPDATING = {
  title: "Back in a few minutes",
  text: "We’re in the middle of an update and can’t show your pages right now. Please try again in a few minutes.",
};

const PLAIN_POLICY = contentSecurityPolicy({
  origin: settings.publicOrigin,
  nonce: null,
  payment: null,
  uploadOrigin: null,
  writesWeeks: false,
  isDevelopment: false,
});

function plainPage({ title, text }: Pick<Refusal, "title" | "text">, status: number, given?: HeadersInit) {
  const headers = new Headers(given);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", PLAIN_POLICY);
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="stylesheet" href="/plain.css">`;
  const body = `<main><h1>${title}</h1><p>${text}</p><p><a href="/">Go to the home page</a></p></main>`;
  return new Response(`<!doctype html><html lang="en-GB"><head>${head}</head><body>${body}</body></html>`, {
    status,
    headers,
  });
}

function respond(
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
