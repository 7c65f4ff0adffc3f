import type { ActionFunctionArgs } from "@remix-run/node";
import { isRefusal, type Refusal } from "./refusal";
import { formOf } from "./submission.server";

/**
 * Responses to the card element's script (`app/browser/card.ts`), which sends the form of its page with intent
 * "element". What the element needs is JSON, a redirect is JSON with its location, since fetch would follow it and read
 * the next page's flash message unseen, and a refusal is JSON with its error message. A form with problems gets
 * its page, as without scripts.
 */

type Action<Result> = (args: ActionFunctionArgs) => Promise<Result>;

/** An action that serves the card element's script too. @throws its JSON, which is sent instead of a page. */
export function handlingCard<Result>(action: Action<Result>): Action<Result> {
  return async (args) => {
    if (formOf(args.request).get("intent") !== "element") return await action(args);
    const response = await action(args).catch(orRedirect);
    if (isRedirect(response)) {
      const headers = new Headers();
      for (const cookie of response.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
      throw Response.json({ intent: "element", location: response.headers.get("Location") }, { headers });
    }
    const { body, init } = partsOf(response);
    if (isForElement(body)) throw Response.json(body, init);
    return response;
  };
}

function orRedirect(thrown: unknown): Response {
  if (isRedirect(thrown)) return thrown;
  throw thrown;
}

function isRedirect(response: unknown): response is Response {
  return response instanceof Response && response.headers.has("Location");
}

/** Remix's `data()` carries its body beside its headers. */
function partsOf(response: unknown): { body: unknown; init?: ResponseInit } {
  const parts = response as { type?: unknown; data?: unknown; init?: ResponseInit | null } | null;
  return parts?.type === "DataWithResponseInit"
    ? { body: parts.data, init: parts.init ?? undefined }
    : { body: response };
}

function isForElement(body: unknown): body is object {
  return typeof body === "object" && body !== null && "intent" in body && body.intent === "element";
}

/** The JSON for the card element's script, from what an action or the request guard threw; null for a page. */
export function cardResponseOf(
  request: Request,
  { status, data }: { readonly status: number; readonly data: unknown },
  headers: Headers,
): Response | null {
  const isScript = request.headers.get("Accept") === "application/json";
  const body = isForElement(data) ? data : isScript && isRefusal(data) ? refusalFor(data) : null;
  if (!body) return null;
  headers.set("Cache-Control", "no-store");
  return Response.json(body, { status, headers });
}

/** Where this form would be refused every time, its script asks for the page that sends it again. */
function refusalFor({ text, resend }: Refusal) {
  return resend ? { failure: text, resend: true } : { failure: text };
}
