import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ENTRY_LIMITS, FORM_LIMITS, SHEET_LIMITS } from "~/web/limits";
import { anotherWindow } from "../screens/support/customers";
import { openApp } from "../support/app";
import type { TestResponse } from "../support/test-response";
import { encodeForm, type RequestOptions } from "../support/visitor";

const app = await openApp();
const origin = process.env.PUBLIC_ORIGIN ?? "";
const FORM = "application/x-www-form-urlencoded";
const KIB = 1024;

interface Rules {
  form?: "entry";
  signedInOnly?: true;
  json?: readonly string[];
  signed?: true;
  report?: true;
  nothing?: true;
  anyHost?: true;
  call?: true;
  cachedForm?: true;
}

/**
 * The guard decides by a route's rules before the route is asked, so that each refusal is tried at one address of each
 * kind of rules. That every address is wrapped in the guard is tried at all of them, by one request for each refusal.
 */

/** Every leaf of the route table, with an address that leads to it. */
const leaves = Object.values(app.routes).flatMap((route) => {
  if (!route || route.id === "root") return [];
  const path = `/${route.path ?? ""}`.replace(/^\/+/, "/").replace(/:\w+/g, "somebody").replace("*", "not/built");
  const rules = ((route.module.handle as { guard?: Rules } | undefined)?.guard ?? {}) satisfies Rules;
  const { loader, action } = route.module;
  return [{ id: route.id, path, rules, isPage: route.module.default !== undefined, loader, action }];
});
/** API calls have their own tests. */
const forForms = ({ json, signed, report, nothing }: Rules) => !json && !signed && !report && !nothing;
const withForms = leaves.filter(({ id, rules }) => app.withAction.has(id) && forForms(rules));
/** Addresses that only show something. */
const readOnly = leaves.filter(({ id, rules }) => !app.withAction.has(id) && forForms(rules));
const signedEntryPoints = leaves.filter(({ action, rules }) => action && rules.signed);
/** Addresses that are looked at. */
const lookedAt = leaves.filter(({ loader, isPage, rules }) => (loader ?? isPage) && !rules.json);

/** One address of each kind: with the same rules, a page or none, something to load or nothing. */
function oneOfEachKind(some: readonly (typeof leaves)[number][]) {
  const kindOf = ({ rules, isPage, loader, action }: (typeof leaves)[number]) =>
    JSON.stringify([rules, isPage, !!loader, !!action]);
  return some.filter((leaf, place) => some.findIndex((one) => kindOf(one) === kindOf(leaf)) === place);
}
const dataAddressOf = (path: string) => `${path === "/" ? "/_root" : path}.data`;

/** SQLite's data_version, which changes when another connection has written. */
const watcher = new SqliteFile(join(process.env.DATA_DIR ?? "", "loop.db"), { readonly: true });
const writes = () => watcher.pragma("data_version", { simple: true });
let before: unknown;
beforeEach(() => {
  vi.restoreAllMocks();
  before = writes();
});

/** A form as our own page sends it, except for `changes`. */
function post(body: string, headers: Record<string, string> = {}): RequestOptions {
  const usual = { Origin: origin, "Sec-Fetch-Site": "same-origin", "Content-Type": FORM };
  return { method: "POST", body, headers: { ...usual, ...headers } };
}

function expectRefusal(response: TestResponse, status: number): void {
  expect(response.status).toBe(status);
  expect(writes()).toBe(before);
}

describe("the route table", () => {
  it("has forms to test", () => {
    expect(withForms.length).toBeGreaterThan(8);
    expect(signedEntryPoints.length).toBeGreaterThan(0);
  });
});

/** Origins from which no form is accepted. */
const ELSEWHERE: readonly [where: string, headers: Record<string, string>][] = [
  ["another site", { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" }],
  ["another site, in a browser that says no more", { Origin: "https://evil.example", "Sec-Fetch-Site": "" }],
  ["another site that calls itself us", { Origin: "https://evil.example", "X-Forwarded-Host": "evil.example" }],
  ["nowhere", { Origin: "null", "Sec-Fetch-Site": "cross-site" }],
  ["nowhere, in a browser that says no more", { Origin: "null", "Sec-Fetch-Site": "" }],
  ["a neighbouring host", { Origin: origin.replace("//", "//blog.") }],
  ["another port", { Origin: `${origin}1` }],
  ["something that is no origin", { Origin: "::::" }],
  ["a site that hides its name", { Origin: "", "Sec-Fetch-Site": "cross-site" }],
];

describe.each(oneOfEachKind(readOnly))("$path takes nothing", ({ path }) => {
  const urls = [path, dataAddressOf(path)];

  it.each(["POST", "PUT", "PATCH", "DELETE"])("by %s, from our own pages nor from elsewhere", async (method) => {
    for (const url of urls) {
      expectRefusal(await app.visitor().send(url, { ...post("a=b"), method }), 405);
      for (const [, headers] of ELSEWHERE) {
        expectRefusal(await app.visitor().send(url, { ...post("a=b", headers), method }), 403);
      }
    }
  });
});

/** A visitor with an open page, and the token of its forms. */
async function openPage() {
  const visitor = app.visitor();
  return { visitor, token: (await visitor.visit("/auth")).field("csrf").value };
}
/** The same browser, at a network address that has made no requests. */
const anotherWindowOf = ({ visitor: browser, token }: Awaited<ReturnType<typeof openPage>>) => ({
  visitor: anotherWindow(app, { browser }),
  token,
});
const someone = await openPage();

it("a form of our own page is taken also where the browser tells nobody which page it was", async () => {
  const { visitor, token } = await openPage();
  const response = await visitor.send("/logout", post(`csrf=${token}`, { Origin: "null" }));
  expect(response.status).toBe(303);
});
const stranger = await openPage();

describe.each(oneOfEachKind(withForms).filter(({ rules }) => rules.signedInOnly))(
  "$path reads nobody’s form",
  ({ path }) => {
    it.each(ELSEWHERE)("not from %s, even with a token that fits", async (_, headers) => {
      const { visitor, token } = anotherWindowOf(someone);
      const { body } = encodeForm([["csrf", token]]);
      expectRefusal(await visitor.send(path, post(body, headers)), 403);
    });

    it("with a token or without one", async () => {
      const { visitor, token } = anotherWindowOf(someone);
      for (const body of [`csrf=${token}`, "csrf=x", ""]) {
        expect((await visitor.send(path, post(body))).status).toBe(401);
      }
    });
  },
);

describe.each(oneOfEachKind(withForms).filter(({ rules }) => !rules.signedInOnly))(
  "$path takes forms",
  ({ id, path, rules, isPage }) => {
    const urls = [path, dataAddressOf(path)];

    it.each(ELSEWHERE)("not from %s, even with a token that fits", async (_, headers) => {
      const { visitor, token } = anotherWindowOf(someone);
      const { body } = encodeForm([["csrf", token]]);
      for (const url of urls) expectRefusal(await visitor.send(url, post(body, headers)), 403);
    });

    it("not without the visitor’s token, and gives back the words", async () => {
      const request = post("title=Our+second+spring&password=Secret-1");
      // Forms of pages without a token have a matrix of their own (cached-pages.test.ts): here nothing says where they are from.
      if (rules.cachedForm) request.headers = { "Content-Type": FORM };
      const response = await app.visitor().send(path, request);
      expectRefusal(response, 403);
      expect(response.body).toContain("csrf");
      expect(response.body).not.toContain("Secret-1");
      if (!isPage) return;
      expect(response.field("title").value).toBe("Our second spring");
    });

    it("not with somebody else’s token, nor with half of one’s own", async () => {
      const { visitor, token: own } = anotherWindowOf(someone);
      for (const token of [stranger.token, own.slice(0, 20), ""]) {
        expectRefusal(await visitor.send(path, post(encodeForm([["csrf", token]]).body)), 403);
      }
    });

    it("not by the way around that checks nothing", async () => {
      vi.spyOn(console, "error").mockReturnValue(undefined);
      const { visitor, token } = anotherWindowOf(someone);
      const around = `${path}?_data=${encodeURIComponent(id)}`;
      expectRefusal(await visitor.send(around, post(encodeForm([["csrf", token]]).body)), 400);
      expectRefusal(await visitor.send(around), 400);
    });

    it("not under a name that is not ours", async () => {
      for (const host of ["evil.example", "localhost.evil.example", "10.0.0.1"])
        expectRefusal(await app.visitor().send(path, post("a=b", { Host: host })), 421);
      for (const host of ["localhost:3000.evil.example", "localhost:99999"])
        expectRefusal(await app.visitor().send(path, post("a=b", { Host: host })), 400);
    });

    it("under another name of this machine it redirects to the right one", async () => {
      const response = await app.visitor().send(`${path}?week=3`, post("a=b", { Host: "127.0.0.1:3000" }));
      expectRefusal(response, 307);
      expect(response.location).toBe(`${origin}${path}?week=3`);
    });

    it.each(["PUT", "PATCH", "DELETE"])("not by %s", async (method) => {
      for (const url of urls) expectRefusal(await app.visitor().send(url, { ...post("a=b"), method }), 405);
    });

    it("not more than it can carry", async () => {
      const { bodyBytes } = { entry: ENTRY_LIMITS, sheet: SHEET_LIMITS, plain: FORM_LIMITS }[rules.form ?? "plain"];
      const bytes = bodyBytes + KIB;
      expectRefusal(await app.visitor().send(path, post(`text=${"x".repeat(bytes)}`)), 413);
    });

    it("nor more fields than a form has", async () => {
      expectRefusal(await app.visitor().send(path, post(Array(300).fill("a=b").join("&"))), 413);
    });

    it.each(["email[9999999]=x", "a.b[12345].c=x", "__proto__[admin]=1", "constructor.prototype=x"])(
      "not with a field that would tie it up: %s",
      async (body) => {
        expectRefusal(await app.visitor().send(path, post(body)), 400);
      },
    );

    // A route that also serves API clients takes JSON from a permitted client.
    const strange = rules.call ? ["text/plain"] : ["application/json", "text/plain"];
    it.each(strange)("not as %s", async (type) => {
      expectRefusal(await app.visitor().send(path, post(`{"a":"b"}`, { "Content-Type": type })), 415);
    });

    it("not torn in the middle", async () => {
      const torn = post(`--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nwor`, {
        "Content-Type": "multipart/form-data; boundary=x",
      });
      expectRefusal(await app.visitor().send(path, torn), 400);
    });
  },
);

describe.each(signedEntryPoints)("$path believes a signature only", ({ path }) => {
  // The mail provider's is off here; with it on, tests/api/mail-webhook.test.ts asks.
  const own = { "/webhooks/mail/somebody": [404, 404], "/machines/somebody": [401, 401] }[path];
  const [unsigned = 0, tooMuch = 0] = own ?? [400, 413];
  it.each([
    ["none", {}],
    ["a made-up one", { "Stripe-Signature": "t=1,v1=00" }],
    ["our own origin instead", { Origin: origin, "Sec-Fetch-Site": "same-origin" }],
  ])("%s is refused", async (_, headers) => {
    expectRefusal(await app.visitor().send(path, { method: "POST", body: "{}", headers }), unsigned);
  });

  it("nor more than a message can be", async () => {
    const body = "x".repeat(513 * KIB);
    expectRefusal(await app.visitor().send(path, { method: "POST", body }), tooMuch);
  });

  it.each(["PUT", "DELETE"])("not by %s", async (method) => {
    expectRefusal(await app.visitor().send(path, { method, body: "{}" }), 405);
  });
});

const COOKIES = ["loop_session", "loop_journey", "loop_form", "loop_flash", "loop_staff"];

/** What somebody may put into a cookie that is not theirs. */
function forgeries(): string[] {
  const borrowed = stranger.visitor.cookies.get("loop_form") ?? "";
  expect(borrowed).not.toBe("");
  const claims = Buffer.from(JSON.stringify({ journey: { version: 1, startedAt: Date.now() }, accountId: "1" }));
  return [
    ...["", "x", "%E0%A4%A", "null", "..", "x".repeat(3_900), claims.toString("base64")],
    ...[`${claims.toString("base64")}.${"A".repeat(43)}`, borrowed, borrowed.slice(0, -3)],
  ];
}

/** The response to somebody with the same forgery in cookies of these names. */
async function lookForged(path: string, names: readonly string[], forgery: string) {
  const forger = app.visitor();
  for (const name of names) forger.cookies.plant(name, forgery);
  const { status, location } = await forger.send(path);
  return [path, names, forgery, status, location];
}

describe.each(oneOfEachKind(lookedAt))("$path is looked at", ({ path }) => {
  it("with a forged cookie one is nobody, and nothing breaks", async () => {
    const nobody = await app.visitor().send(path);
    for (const forgery of forgeries()) {
      for (const names of [COOKIES, ...COOKIES.map((name) => [name])]) {
        const expected = [path, names, forgery, nobody.status, nobody.location];
        expect(await lookForged(path, names, forgery)).toEqual(expected);
      }
    }
    expect(writes()).toBe(before);
  });
});

describe("every address of the route table", () => {
  it("takes no form from another site, and none where it only shows something", async () => {
    const foreign = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
    for (const { path } of [...withForms, ...readOnly]) {
      const { visitor, token } = anotherWindowOf(someone);
      for (const url of [path, dataAddressOf(path)]) {
        expect([url, (await visitor.send(url, post(`csrf=${token}`, foreign))).status]).toEqual([url, 403]);
      }
    }
    for (const { path } of readOnly) {
      const { visitor, token } = anotherWindowOf(someone);
      expect([path, (await visitor.send(path, post(`csrf=${token}`))).status]).toEqual([path, 405]);
    }
    expect(writes()).toBe(before);
  });

  it("takes no form of our own pages without the visitor’s token", async () => {
    for (const { path, rules } of withForms) {
      const { visitor } = anotherWindowOf(someone);
      const bare = post("title=Our+second+spring");
      if (rules.cachedForm) bare.headers = { "Content-Type": FORM };
      const { status } = await visitor.send(path, bare);
      expect([path, status]).toEqual([path, rules.signedInOnly ? 401 : 403]);
    }
    expect(writes()).toBe(before);
  });

  it("takes no method that neither a page nor a call of ours uses", async () => {
    for (const { path } of [...withForms, ...readOnly]) {
      const { visitor, token } = anotherWindowOf(someone);
      for (const method of ["PUT", "PATCH", "DELETE"]) {
        const { status } = await visitor.send(path, { ...post(`csrf=${token}`), method });
        expect([method, path, status]).toEqual([method, path, 405]);
      }
    }
    expect(writes()).toBe(before);
  });

  it("changes nothing by the way around that checks nothing", async () => {
    vi.spyOn(console, "error").mockReturnValue(undefined);
    for (const { id, path } of [...withForms, ...readOnly]) {
      const { visitor, token } = anotherWindowOf(someone);
      const { status } = await visitor.send(`${path}?_data=${encodeURIComponent(id)}`, post(`csrf=${token}`));
      expect([path, status]).toEqual([path, 400]);
    }
    expect(writes()).toBe(before);
  });

  it("is looked at under our own name only", async () => {
    for (const { path, rules } of lookedAt) {
      const { status } = await app.visitor().send(path, { headers: { Host: "evil.example" } });
      // What says whether the machine is ready may say that it is not; other machines of ours send POST only.
      if (rules.anyHost) expect(rules.signed ? [405] : [200, 503], path).toContain(status);
      else expect([path, status]).toEqual([path, 421]);
    }
  });

  it("knows nobody by a forged cookie: each with another forgery", async () => {
    const all = forgeries();
    for (const [place, { path }] of lookedAt.entries()) {
      const forgery = all[place % all.length] ?? "";
      const nobody = await app.visitor().send(path);
      const expected = [path, COOKIES, forgery, nobody.status, nobody.location];
      expect(await lookForged(path, COOKIES, forgery)).toEqual(expected);
    }
    expect(writes()).toBe(before);
  });
});

describe("API calls", () => {
  it.each(leaves.filter(({ rules }) => rules.json))("$path: not by its data address", async ({ id, path, rules }) => {
    vi.spyOn(console, "error").mockReturnValue(undefined);
    for (const method of rules.json ?? []) {
      expectRefusal(await app.visitor().send(`${path}?_data=${encodeURIComponent(id)}`, { method }), 400);
    }
  });
});

describe("a form that went stale", () => {
  it("can be sent once more with everything that was typed", async () => {
    const visitor = app.visitor();
    await visitor.visit("/register");
    visitor.cookies.forget("loop_form");
    const stale = await visitor.submit("Create account", {
      "First name": "Aoife",
      "Last name": "O’Brien-Ní",
    });
    expect(stale.status).toBe(403);
    expect(stale.text("main")).toContain("We’ve kept what you typed. We’ll ask you for passwords again.");
    const again = await visitor.submit("Send it again");
    expect(again.status).toBe(422);
    expect(again.field("First name").value).toBe("Aoife");
    expect(again.field("Last name").value).toBe("O’Brien-Ní");
  });
});
