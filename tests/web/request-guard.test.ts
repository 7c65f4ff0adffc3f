import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { settings } from "~/adapters/settings.server";
import { beginSession } from "~/domain/people/accounts/sessions.server";
import { forEverybody } from "~/web/connection.server";
import { sessionCookie } from "~/web/cookies.server";
import { formTokenFor } from "~/web/form-token.server";
import { guardRoutes } from "~/web/request-guard.server";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { NO_HOST } from "~/web/request-line";
import { formOf } from "~/web/submission.server";
import { person } from "../support/people";

const ORIGIN = settings.publicOrigin;

type Handler = (args: LoaderFunctionArgs | ActionFunctionArgs) => unknown;

/** The guarded handlers of a route, whose own say that they ran. */
function guarded(guard: RequestGuardHandle, given: { page?: true; loader?: Handler; action?: Handler } = {}) {
  const { page, ...handlers } = { loader: () => "read", action: () => "done", ...given };
  const module = { handle: { guard }, ...handlers, ...(page ? { default: () => null } : {}) };
  const route = { id: "here", path: "here", module };
  const routes = guardRoutes({ gone: undefined, here: route } as unknown as ServerBuild["routes"]);
  return routes.here?.module as unknown as { loader: Handler; action: Handler };
}

/** What a handler gives, or the status of its refusal. */
async function outcome(handler: Handler, request: Request): Promise<unknown> {
  const given = await Promise.resolve()
    .then(() => handler({ request, params: {}, context: {} }))
    .catch((thrown: unknown) => thrown);
  if (given instanceof Response) return given.status;
  const { init } = (given ?? {}) as { init?: ResponseInit | null };
  return init?.status ?? given;
}

const ours = async () => {
  const { token, setCookie } = await formTokenFor(new Request(ORIGIN));
  return { token, cookie: setCookie?.split(";")[0] ?? "" };
};

interface Sent {
  path?: string;
  method?: string;
  headers?: Record<string, string>;
  fields?: Record<string, string> | string;
}

const sending = ({ path = "/here", method = "POST", headers = {}, fields = {} }: Sent) =>
  new Request(`${ORIGIN}${path}`, {
    method,
    headers,
    ...(method === "GET" ? {} : { body: typeof fields === "string" ? fields : new URLSearchParams(fields) }),
  });

const FROM_US = { "Sec-Fetch-Site": "same-origin" };
const FROM_EVIL = { "Sec-Fetch-Site": "cross-site" };

/** The outcome of an action to which this was sent, with a token of our own where it has none. */
async function sent({ fields = {}, headers = FROM_US, ...more }: Sent, guard: RequestGuardHandle = {}) {
  const { token, cookie } = await ours();
  const all = typeof fields === "string" ? fields : { csrf: token, ...fields };
  return await outcome(
    guarded(guard).action,
    sending({ ...more, fields: all, headers: { Cookie: cookie, ...headers } }),
  );
}

describe("a form", () => {
  it.each<[string, unknown, Sent, RequestGuardHandle?]>([
    ["of our own page is taken", "done", {}],
    ["of another site is refused, though it has the token", 403, { headers: FROM_EVIL }],
    [
      "of another site is refused where one press is taken from anywhere",
      403,
      { headers: FROM_EVIL },
      { oneClick: true },
    ],
    ["with another token is refused", 403, { fields: { csrf: "x" } }],
    ["with an empty token is refused", 403, { fields: { csrf: "" } }],
    ["sent in another way is refused", 405, { method: "PUT" }],
    ["that is not one is refused", 415, { fields: "{}", headers: { ...FROM_US, "Content-Type": "application/json" } }],
    ["that is too long is refused", 413, { fields: { text: "x".repeat(200_000) } }],
    ["for people who are signed in is refused to others", 401, {}, { signedInOnly: true }],
    ["under a name that is malformed is refused", 400, { headers: { ...FROM_US, host: NO_HOST } }],
    ["under another name is refused", 421, { headers: { ...FROM_US, host: "evil.example" } }],
    ["under our name is taken", "done", { headers: { ...FROM_US, host: new URL(ORIGIN).host } }],
    ["under another name of this machine is sent to ours", 307, { headers: { ...FROM_US, host: "127.0.0.1:3000" } }],
    ["that asks for data in the old way is refused", 400, { path: "/here?_data=here" }],
    [
      "at an address for every host is taken under any",
      "done",
      { headers: { ...FROM_US, host: "a.b" } },
      { anyHost: true },
    ],
  ])("%s", async (_, expected, given, guard) => {
    expect(await sent(given, guard)).toBe(expected);
  });

  it("without a token is taken from a page that is the same for everybody, and only where the screen says so", async () => {
    const without = sending({ headers: FROM_US });
    expect(await outcome(guarded({ cachedForm: true }).action, without)).toBe("done");
    expect(await outcome(guarded({}).action, sending({ headers: FROM_US }))).toBe(403);
    expect(await outcome(guarded({ cachedForm: true }).action, sending({}))).toBe(403);
    const wrong = sending({ headers: FROM_US, fields: { csrf: "" } });
    expect(await outcome(guarded({ cachedForm: true }).action, wrong)).toBe(403);
  });

  it("reaches its action without the token, which a header may bring instead", async () => {
    const { token, cookie } = await ours();
    const { action } = guarded({}, { action: ({ request }) => [...formOf(request)] });
    const headers = { ...FROM_US, Cookie: cookie };
    const inField = sending({ headers, fields: { csrf: token, name: "Ada" } });
    expect(await outcome(action, inField)).toEqual([["name", "Ada"]]);
    const inHeader = sending({ headers: { ...headers, "x-csrf-token": token }, fields: { name: "Ada" } });
    expect(await outcome(action, inHeader)).toEqual([["name", "Ada"]]);
  });

  it("for people who are signed in is taken from them", async () => {
    const key = db.transaction((tx) => beginSession(tx, person("Ada").id, null, new Date()));
    const { token, cookie } = await ours();
    const Cookie = `${cookie}; ${(await sessionCookie.serialize(key)).split(";")[0]}`;
    const request = sending({ headers: { ...FROM_US, Cookie }, fields: { csrf: token } });
    expect(await outcome(guarded({ signedInOnly: true }).action, request)).toBe("done");
  });
});

describe("what is not a form", () => {
  const JSON_TYPE = { "Content-Type": "application/json" };

  it.each<[string, unknown, RequestGuardHandle, Sent]>([
    [
      "a signed message reaches its action, also from elsewhere",
      "done",
      { signed: true },
      { headers: FROM_EVIL, fields: "{" },
    ],
    ["a report reaches its action", "done", { report: true }, { fields: "{" }],
    ["a report of another site’s page is refused", 403, { report: true }, { headers: FROM_EVIL, fields: "{" }],
    [
      "a mail program’s one press is taken from anywhere",
      "done",
      { oneClick: true },
      { headers: FROM_EVIL, fields: { "List-Unsubscribe": "One-Click" } },
    ],
    [
      "a press with more in it does not count",
      403,
      { oneClick: true },
      { headers: FROM_EVIL, fields: { "List-Unsubscribe": "One-Click", a: "b" } },
    ],
    [
      "a press that is another word does not count",
      403,
      { oneClick: true },
      { headers: FROM_US, fields: { "List-Unsubscribe": "Yes" } },
    ],
    [
      "a press is one only where the address takes it",
      403,
      {},
      { headers: FROM_US, fields: { "List-Unsubscribe": "One-Click" } },
    ],
    ["a call is taken where the screen takes calls", "done", { call: true }, { headers: JSON_TYPE, fields: "{}" }],
    [
      "a call of another site is refused",
      403,
      { call: true },
      { headers: { ...JSON_TYPE, ...FROM_EVIL }, fields: "{}" },
    ],
  ])("%s", async (_, expected, guard, given) => {
    expect(await outcome(guarded(guard).action, sending(given))).toBe(expected);
  });
});

describe("a reading", () => {
  it("is given, and what has nothing to read is refused", async () => {
    const reading = () => sending({ method: "GET" });
    expect(await outcome(guarded({}).loader, reading())).toBe("read");
    const { loader } = guarded({}, { loader: undefined });
    expect(await outcome(loader, reading())).toBe(405);
  });

  it("of a page without a form is all there is", async () => {
    expect(await outcome(guarded({}, { action: undefined }).action, sending({ headers: FROM_US }))).toBe(405);
  });
});

it("one client’s requests are limited in a minute, except where a platform or the payment provider asks", async () => {
  const times = settings.requestsPerMinute + 1;
  const last = async (guard: RequestGuardHandle, name: string) => {
    let given: unknown;
    for (let time = 0; time < times; time += 1)
      given = await forEverybody(name, () => outcome(guarded(guard).loader, sending({ method: "GET" })));
    return given;
  };
  expect(await last({}, "a busy client")).toBe(429);
  expect(await last({ anyHost: true }, "a platform")).toBe("read");
  expect(await last({ signed: true }, "a payment provider")).toBe("read");
  expect(await last({ picture: true }, "a page of photos")).toBe("read");
});
