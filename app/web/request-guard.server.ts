import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { waitBriefly } from "#db/write-lock.server";
import { settings } from "~/adapters/settings.server";
import { allowMethods, hasOddMethod, markGuarded, nameRoute } from "./connection.server";
import { fileStorerFor, hasSession } from "./file-storing.server";
import type { FormAgain } from "./form-again";
import { keepingWords, orWordsSent } from "./form-again.server";
import { FORM_TOKEN_FIELD, FORM_TOKEN_HEADER, isTokenOf } from "./form-token.server";
import { checkImpersonation } from "./impersonation.server";
import { handleCall, isCall } from "./json-calls.server";
import { fail } from "./json-responses";
import { ENTRY_LIMITS, FORM_LIMITS, type FormLimits, SHEET_LIMITS } from "./limits";
import { hideSecretsOf } from "./logged-address.server";
import { publicHost } from "./public-address.server";
import { dropUnread } from "./raw-body.server";
import {
  type Audience,
  asPlainPage,
  notFoundPage,
  refuse,
  refuseRequest,
  refuseStaleForm,
  refuseTooMany,
} from "./refusals.server";
import type { RequestGuardHandle } from "./request-guard-rules";
import { countRequest } from "./request-limit.server";
import { NO_HOST } from "./request-line";
import { isFromCachedPage, isSameOrigin } from "./request-origin.server";
import { notFound } from "./responses.server";
import { filesNotStored, runChange, runReading, StorageError, waitToWriteAfterCalls } from "./storage.server";
import { attachSubmission, readSubmission } from "./submission.server";

/**
 * The request guard: what every request passes before any loader or action of any route, requested as a document, as
 * data or as a resource. Remix checks the origin of a POST only for some of these, so the guard checks all of them:
 * rate limit, host, method, origin, body size and CSRF token.
 */

type Handler<Args> = ((args: Args) => unknown) & { hydrate?: boolean };

/** The routes of a server build, with the request guard around each loader and action. */
export function guardRoutes(routes: ServerBuild["routes"]): ServerBuild["routes"] {
  hideSecretsOf(routes);
  waitBriefly();
  waitToWriteAfterCalls();
  return Object.fromEntries(
    Object.entries(routes).map(([id, route]) => {
      if (!route) return [id, route];
      const handle = route.module.handle as { guard?: RequestGuardHandle; formAgain?: FormAgain } | undefined;
      const rules = handle?.guard ?? {};
      const { loader, action } = route.module;
      const isRoot = id === "root";
      const audience: Audience = route.module.default ? "people" : "programs";
      if (rules.staffTool && !settings.staffTools) {
        const absent = servesNothing(rules, audience);
        return [id, { ...route, module: { ...route.module, loader: absent, action: absent } }];
      }
      const guarded = rules.json
        ? { loader: guardCall(loader, rules), action: drainBody(guardCall(action, rules)) }
        : {
            // A page without data is guarded by the root's loader; a file's address has no other.
            ...(loader || audience === "programs"
              ? { loader: guardLoader(loader as Handler<LoaderFunctionArgs>, rules, audience, isRoot) }
              : {}),
            action: drainBody(
              guardAction(
                action as Handler<ActionFunctionArgs> | undefined,
                rules,
                audience,
                handle?.formAgain,
                (loader && !rules.signed) || audience === "people" ? ["GET", "HEAD"] : [],
              ),
            ),
          };
      const spoken = audience === "people" || rules.json ? guarded : asPlainText(guarded);
      const named = isRoot ? spoken : naming(id, spoken);
      return [id, { ...route, module: { ...route.module, ...named } }];
    }),
  ) as ServerBuild["routes"];
}

/** Records for the log which route matched. */
const LARGER_FORMS = { entry: ENTRY_LIMITS, sheet: SHEET_LIMITS } as const;

function naming<Guarded extends { loader?: unknown; action: unknown }>(id: string, { loader, action }: Guarded) {
  const named = (handler: unknown) => (args: LoaderFunctionArgs) => {
    nameRoute(id);
    return (handler as Handler<LoaderFunctionArgs>)(args);
  };
  return { ...(loader ? { loader: named(loader) } : {}), action: named(action) };
}

/** Refusals at a file's address are plain text, because only a page has an error screen. */
function asPlainText<Guarded extends { loader?: unknown; action: unknown }>({ loader, action }: Guarded) {
  const plainly = (handler: unknown) => async (args: LoaderFunctionArgs) => {
    try {
      return await (handler as Handler<LoaderFunctionArgs>)(args);
    } catch (thrown) {
      throw asPlainPage(thrown) ?? thrown;
    }
  };
  return { ...(loader ? { loader: plainly(loader) } : {}), action: plainly(action) };
}

/** A route that serves nothing checks the rate limit alone. */
function servesNothing(rules: RequestGuardHandle, audience: Audience) {
  return (): never => {
    checkFrequency(rules, audience);
    notFound();
  };
}

function guardLoader(
  loader: Handler<LoaderFunctionArgs> | undefined,
  rules: RequestGuardHandle,
  audience: Audience,
  isRoot: boolean,
) {
  return async (args: LoaderFunctionArgs) => {
    checkFrequency(rules, audience);
    checkAddress(args.request, rules, audience);
    if (!loader) throw refuseMethod(["POST"], audience);
    // The root loader is exempt: every page needs its data, also the error page.
    if (!isRoot && !rules.nothing) await checkImpersonation(args.request, audience, false);
    const load = () => runReading(args.request, () => loader(args));
    const response = await orRefused(audience, () =>
      audience === "people" ? orWordsSent(args.request, load) : load(),
    );
    return await withoutBodyForHead(args.request, response);
  };
}

/** Responds to a storage error with a refusal. A file that is stored elsewhere gets a plain page. */
async function orRefused<Result>(audience: Audience, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof StorageError
      ? refuseRequest(error, error.failure === "silent" ? "people" : audience)
      : error;
  }
}

/** Remix runs loaders for HEAD too and drops their bodies: a file opened for one would stay open for ever. */
async function withoutBodyForHead(request: Request, response: unknown): Promise<unknown> {
  if (request.method !== "HEAD" || !(response instanceof Response) || !response.body) return response;
  await response.body.cancel();
  const { status, statusText, headers } = response;
  return new Response(null, { status, statusText, headers });
}

function guardCall<Args extends LoaderFunctionArgs>(handler: unknown, rules: RequestGuardHandle) {
  return async (args: Args) => {
    checkFrequency(rules, "programs");
    checkAddress(args.request, rules, "programs");
    const page = notFoundPage(args.request);
    if (page) return await withoutBodyForHead(args.request, page);
    await checkImpersonation(args.request, "programs", !/^(?:GET|HEAD)$/.test(args.request.method));
    const response = await handleCall(args, handler as Handler<Args> | undefined, rules, isSameOrigin);
    return await withoutBodyForHead(args.request, response);
  };
}

/**
 * Drops the rest of a body when the response comes before it was read, so that the client stops sending into a full
 * connection.
 */
function drainBody(guarded: (args: ActionFunctionArgs) => Promise<unknown>) {
  return async (args: ActionFunctionArgs) => {
    try {
      return await guarded(args);
    } finally {
      dropUnread(args.request);
    }
  };
}

/** Routes without an action are guarded too: a cross-site request is refused at every address. */
function guardAction(
  action: Handler<ActionFunctionArgs> | undefined,
  rules: RequestGuardHandle,
  audience: Audience,
  formAgain: FormAgain | undefined,
  readingMethods: readonly string[],
) {
  const methods = action ? [...readingMethods, "POST"] : readingMethods;
  return async (args: ActionFunctionArgs) => {
    const { request } = args;
    checkFrequency(rules, audience);
    checkAddress(request, rules, audience);
    if (hasOddMethod() && !rules.nothing) throw refuseMethod(methods, audience);
    if (!rules.report && !rules.signed && !rules.nothing) await checkImpersonation(request, audience, true);
    if (rules.nothing && action) return await action(args);
    if (!rules.signed && !rules.oneClick && !isSameOrigin(request)) throw refuse("origin", audience);
    if (request.method !== "POST" || !action) throw refuseMethod(methods, audience);
    if (rules.report) return await action(args);
    if (rules.signed) return await orRefused(audience, () => runChange(request, () => action(args)));
    if (rules.call && isCall(request)) return await handleCall(args, action, { json: ["POST"] }, isSameOrigin);
    if (rules.signedInOnly && !(await hasSession(request, rules))) return fail(401);
    const limits: FormLimits = rules.form ? LARGER_FORMS[rules.form] : FORM_LIMITS;
    const read = await readSubmission(request, limits, await fileStorerFor(request, rules));
    if (!read.ok) throw refuse(read.reason, audience);
    const { submission } = read;
    const change = async () => {
      if (submission.broken) throw filesNotStored(request, submission.broken);
      attachSubmission(request, submission);
      return await runChange(request, () => action(args));
    };
    const respond = () => keepingWords(request, { submission, audience, formAgain }, change);
    try {
      if (rules.oneClick && isOneClick(submission.form)) return await respond();
      if (!isSameOrigin(request)) throw refuse("origin", audience);
      const token = submission.form.get(FORM_TOKEN_FIELD) ?? request.headers.get(FORM_TOKEN_HEADER);
      // A file that came before the token was dropped.
      const isLate = submission.hasDropped === true && (await hasSession(request, rules));
      const isFromCache = token === null && rules.cachedForm === true && isFromCachedPage(request);
      if (isLate || (!isFromCache && !(await isTokenOf(request, typeof token === "string" ? token : null)))) {
        throw await refuseStaleForm(request, submission, audience);
      }
      submission.form.delete(FORM_TOKEN_FIELD);
      return await respond();
    } finally {
      await submission.discard();
    }
  };
}

/** A 405 response lists the allowed methods. */
function refuseMethod(methods: readonly string[], audience: Audience) {
  allowMethods(methods);
  return refuse("method", audience);
}

/** What a mail client sends for its reader: this one field and nothing else. */
function isOneClick(form: FormData): boolean {
  const fields = [...form];
  return fields.length === 1 && fields[0]?.[0] === "List-Unsubscribe" && fields[0][1] === "One-Click";
}

/** Health checks of platforms and the payment provider's signed messages have no rate limit. */
function checkFrequency(rules: RequestGuardHandle, audience: Audience): void {
  markGuarded();
  if (rules.anyHost || rules.signed) return;
  const verdict = countRequest(rules.picture ? "picture" : "page");
  if (!verdict.ok) throw refuseTooMany(verdict.retryAfterSeconds, audience);
}

function checkAddress(request: Request, rules: RequestGuardHandle, audience: Audience): void {
  const url = new URL(request.url);
  // Single fetch does not need this old parameter, and Remix checks no origin when it is used.
  if (url.searchParams.has("_data")) throw refuse("unreadable", audience);
  const host = request.headers.get("host");
  if (host === NO_HOST) throw refuse("unreadable", audience);
  if (rules.anyHost) return;
  if (host === null || host === publicHost) return;
  if (settings.environment !== "production" && isLoopback(host) && isLoopback(publicHost)) {
    throw redirect(`${settings.publicOrigin}${url.pathname}${url.search}`, 307);
  }
  throw refuse("host", audience);
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host);
}
