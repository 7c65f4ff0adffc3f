import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
import { becomeApiClient, call, dataOf, formTokenOf } from "../api/support/api-clients";
import { expectNothingBreaks } from "../screens/support/app-log";
import { becomeCustomer } from "../screens/support/customers";
import { openApp } from "../support/app";
import type { TestResponse } from "../support/test-response";

const app = await openApp();
const origin = process.env.PUBLIC_ORIGIN ?? "";
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

interface Rules {
  json?: readonly string[];
  token?: true;
}

/** Every call of the route table, with an address that leads to it and the methods it accepts. */
const calls = Object.values(app.routes).flatMap((route) => {
  const rules = (route?.module.handle as { guard?: Rules } | undefined)?.guard;
  if (!route || !rules?.json) return [];
  return [
    {
      path: `/${route.path ?? ""}`.replace(/:\w+/g, "somebody"),
      methods: rules.json,
      hasToken: rules.token,
    },
  ];
});
/** Calls whose address is not a permission in itself. */
const unsafe = calls.flatMap(({ path, methods, hasToken }) =>
  methods.filter((method) => method !== "GET" && !hasToken).map((method) => ({ path, method })),
);

const watcher = new SqliteFile(join(process.env.DATA_DIR ?? "", "loop.db"), { readonly: true });
const writes = () => watcher.pragma("data_version", { simple: true });

expectNothingBreaks();

function expectRefusal(response: TestResponse, status: number): void {
  expect([response.status, response.body]).toEqual([status, expect.any(String)]);
  expect(response.headers.get("content-type")).toContain("application/json");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  const { success, error, message } = dataOf(response);
  expect([success, message]).toEqual([false, error]);
  expect(String(error)).not.toBe("");
}

it("there are calls to test", () => {
  expect(calls.length).toBeGreaterThan(10);
  expect(unsafe.length).toBeGreaterThan(9);
});

describe.each(calls)("$path", ({ path, methods }) => {
  it("accepts its own methods only, and names them", async () => {
    const others = METHODS.filter((method) => !methods.includes(method));
    for (const method of [...others, "OPTIONS"]) {
      const response = await call(app.visitor(), method, path);
      expectRefusal(response, 405);
      expect(
        response.headers
          .get("allow")
          ?.split(", ")
          .filter((one) => one !== "HEAD"),
      ).toEqual([...methods]);
    }
  });

  it("takes no other method out of a header, a query or a body", async () => {
    const hidden = METHODS.find((method) => !methods.includes(method)) ?? "PUT";
    const response = await call(app.visitor(), hidden, `${path}?_method=${methods[0]}`, undefined, {
      headers: { "X-HTTP-Method-Override": methods[0] ?? "" },
    });
    expectRefusal(response, 405);
  });

  it("is there under our own name only", async () => {
    const [method = "GET"] = methods;
    expectRefusal(await call(app.visitor(), method, path, undefined, { headers: { Host: "evil.example" } }), 421);
  });

  it("says to nobody’s page of another site that it may ask", async () => {
    const response = await call(app.visitor(), "OPTIONS", path, undefined, {
      headers: { Origin: "https://evil.example", "Access-Control-Request-Method": "POST" },
    });
    expectRefusal(response, 405);
  });
});

describe.each(unsafe)("$method $path", ({ path, method }) => {
  let before: unknown;
  beforeEach(() => {
    before = writes();
  });
  const unchanged = () => expect(writes()).toBe(before);

  it("is not asked for by another site, with a token or without", async () => {
    const origins: Record<string, string>[] = [
      { Origin: "https://evil.example" },
      { Origin: "null" },
      { Origin: `${origin}1` },
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site" },
    ];
    for (const headers of origins) {
      expectRefusal(await call(app.visitor(), method, path, {}, { headers }), 403);
      expectRefusal(await call(app.visitor(), method, path, {}, { headers, token: "x" }), 403);
    }
    unchanged();
  });

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "application/json; charset=utf-16",
  ])("takes no %s", async (type) => {
    const headers = { "Content-Type": type };
    expectRefusal(await call(app.visitor(), method, path, "{}", { headers }), 415);
    unchanged();
  });

  it("takes nothing without a content type, and nothing pressed", async () => {
    expectRefusal(await call(app.visitor(), method, path, "{}", { headers: { "Content-Type": "" } }), 415);
    const headers = { "Content-Encoding": "gzip" };
    expectRefusal(await call(app.visitor(), method, path, "{}", { headers }), 415);
    unchanged();
  });

  it.each([
    ["an array", "[]"],
    ["null", "null"],
    ["a text", '"x"'],
    ["a number", "1e309"],
    ["half of it", '{"email":"a'],
    ["two of it", "{}{}"],
    ["a name twice", '{"email":"a@b.example","email":"c@d.example"}'],
    ["a name twice, once in disguise", '{"email":"a","\\u0065mail":"b"}'],
    ["10,000 deep", `{"a":${"[".repeat(10_000)}${"]".repeat(10_000)}}`],
    ["20 deep", `{"a":${'{"a":'.repeat(20)}1${"}".repeat(20)}}`],
    ["NaN", '{"a":NaN}'],
  ])("reads no body that is %s", async (_, body) => {
    expectRefusal(await call(app.visitor(), method, path, body), 400);
    unchanged();
  });

  it("reads no invalid UTF-8", async () => {
    const body = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    const headers = { "Content-Type": "application/json" };
    expectRefusal(await app.visitor().send(path, { method, body, headers }), 400);
    unchanged();
  });

  it("reads no more than 256 KiB", async () => {
    expectRefusal(await call(app.visitor(), method, path, { a: "x".repeat(256 * 1024) }), 413);
    unchanged();
  });
});

describe("a browser’s cookie", () => {
  it("changes nothing by itself, nor with a token that is not its own", async () => {
    const { browser } = await becomeCustomer(app);
    const { browser: other } = await becomeCustomer(app);
    const own = await formTokenOf(browser);
    const foreign = await formTokenOf(other);
    const before = writes();
    for (const { path, method } of unsafe) {
      for (const token of [undefined, foreign, own.slice(0, 20), "x"]) {
        const headers: Record<string, string> = token ? { "X-CSRF-Token": token } : {};
        const response = await call(browser, method, path, {}, { headers });
        expectRefusal(response, 403);
        expect(String(dataOf(response).message)).toContain("csrf");
      }
    }
    expect(writes()).toBe(before);
  });

  it("is ignored beside any Authorization header", async () => {
    const { browser } = await becomeCustomer(app);
    const headers = { "X-CSRF-Token": await formTokenOf(browser) };
    for (const Authorization of ["Bearer x", "Bearer", "Basic bWFyZ2FyZXQ6eA==", "x"]) {
      const response = await call(browser, "GET", "/auth/verify", undefined, {
        headers: { ...headers, Authorization },
      });
      expectRefusal(response, 401);
    }
  });
});

describe("a token", () => {
  it("opens nothing from an address", async () => {
    const { token } = await becomeApiClient(app);
    for (const query of [`token=${token}`, `access_token=${token}`, `authorization=Bearer+${token}`]) {
      expectRefusal(await call(app.visitor(), "GET", `/auth/verify?${query}`), 401);
    }
  });

  it("opens no screen", async () => {
    const { token } = await becomeApiClient(app);
    const page = await app.visitor().send("/book", { headers: { Authorization: `Bearer ${token}` } });
    expect([page.status, page.location]).toEqual([302, "/auth"]);
  });
});

describe("the csrf token", () => {
  it("is the browser’s own, stored by no cache, and stays the same", async () => {
    const browser = app.visitor();
    const response = await call(browser, "GET", "/api/csrf-token");
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await formTokenOf(browser)).toBe(dataOf(response).csrfToken);
    expect(await formTokenOf(app.visitor())).not.toBe(dataOf(response).csrfToken);
  });
});

describe("an address below the calls that nobody built", () => {
  it.each([
    ["GET", "/api/nothing"],
    ["POST", "/auth/nothing"],
    ["PATCH", "/account/nothing"],
    ["GET", "/account"],
    ["DELETE", "/loops/x/nothing"],
    ["POST", "/entries"],
    ["PUT", "/uploads"],
  ])("%s %s is not there, whatever is sent", async (method, path) => {
    for (const Accept of ["application/json", "text/html"]) {
      const body = method === "GET" ? undefined : {};
      const response = await call(app.visitor(), method, path, body, { headers: { Accept } });
      // Opened in a browser, it is a page.
      if (method === "GET" && Accept === "text/html") expect(response.status).toBe(404);
      else expectRefusal(response, 404);
    }
  });
});
