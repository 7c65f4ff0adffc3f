import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { becomeCustomer } from "../screens/support/customers";
import { rowOf } from "../screens/support/records";
import { PASSWORD } from "../screens/support/registrations";
import { type RawResponse, type ServedApp, serveApp } from "../screens/support/served-app";
import { openApp } from "../support/app";

/**
 * Pages that are sent from memory are the same for everybody, so they carry neither a token nor anything of their
 * visitor. What is given up: a form of such a page is accepted for saying that it comes from our own pages, which no other
 * site can make a browser say. What is kept: somebody who is signed in needs a token, and so does a browser that says nothing.
 */

const ORIGIN = "https://loop.example";
const CACHED = [
  "/",
  "/about",
  "/terms",
  "/privacy",
  "/cookies",
  "/accessibility",
  "/begin",
  "/years",
  "/years/wedding",
];
/** The home page with its book open at a page. */
const INSIDE = ["/?inside=summer", "/?inside=week-1&page=right"];
/** Pages with a password or an account behind them. */
const SIGNING_IN = ["/auth", "/register", "/forgot-password"];
const MODERN = { "Sec-Fetch-Site": "none" };

let served: ServedApp;
let sessionCookie = "";
let owner = "";
beforeAll(async () => {
  // Another process verifies the password.
  process.env.REAL_HASHES = "yes";
  const app = await openApp();
  const customer = await becomeCustomer(app);
  owner = customer.email;
  sessionCookie = (customer.browser.cookies.header() ?? "").replaceAll("loop_", "__Host-loop_");
  served = await serveApp(ORIGIN, { REQUESTS_PER_MINUTE: "100000" });
});
afterAll(async () => await served.close());

/** A page that two people get. */
const asTwo = async (path: string) => [
  await served.ask(path, { headers: { ...MODERN, "User-Agent": "one" } }),
  await served.ask(path, { headers: { ...MODERN, "User-Agent": "two", Cookie: "other=thing" } }),
];

describe("a page that is the same for everybody", () => {
  it.each([...CACHED, ...INSIDE, ...SIGNING_IN])("%s has nothing of anybody in it", async (path) => {
    const [one, two] = await asTwo(path);
    expect([one?.status, two?.status]).toEqual([200, 200]);
    expect(one?.headers["set-cookie"]).toBeUndefined();
    expect(one?.headers["content-security-policy"]).not.toContain("nonce");
    expect(one?.body).not.toMatch(/name="csrf"|nonce=/);
    expect(two?.headers.etag).toBe(one?.headers.etag);
    expect(one?.headers["x-request-id"]).not.toBe(two?.headers["x-request-id"]);
  });

  it.each([...CACHED, ...INSIDE])(
    "%s may be stored by a cache in front of us for ten seconds, apart from anybody’s cookies",
    async (path) => {
      const { headers } = await served.ask(path);
      expect(headers["cache-control"]).toBe("public, max-age=0, s-maxage=10, stale-while-revalidate=60");
      expect(headers.vary).toBe("Accept-Encoding, Cookie");
    },
  );

  it.each(SIGNING_IN)("%s is cached by nobody in front of us, because it depends on the browser", async (path) => {
    expect((await served.ask(path, { headers: MODERN })).headers["cache-control"]).toBe("no-store");
  });

  it("is not sent again to somebody who has it", async () => {
    const { headers } = await served.ask("/about");
    const again = await served.ask("/about", { headers: { "If-None-Match": String(headers.etag) } });
    expect([again.status, again.body]).toEqual([304, ""]);
    expect(again.headers["cache-control"]).toBe(headers["cache-control"]);
  });

  it("has its headers and no content for HEAD", async () => {
    const response = await served.ask("/about", { method: "HEAD" });
    expect([response.status, response.body]).toEqual([200, ""]);
    expect(Number(response.headers["content-length"])).toBeGreaterThan(1_000);
  });

  it("is one’s own for somebody who is signed in", async () => {
    const { headers, body } = await served.ask("/about", { headers: { ...MODERN, Cookie: sessionCookie } });
    expect(headers["cache-control"]).toBe("no-store");
    expect(body).toMatch(/name="csrf"/);
  });

  it.each(["journey", "signup", "cart", "flash", "impersonation", "anything_new"])(
    "is one’s own for a browser with a cookie that may change it: %s",
    async (name) => {
      const { headers } = await served.ask("/begin", {
        headers: { ...MODERN, Cookie: `a=b; __Host-loop_${name}=x` },
      });
      expect(headers["cache-control"]).toBe("no-store");
    },
  );

  it("is not found under another name", async () => {
    expect((await served.ask("/about", { headers: { Host: "evil.example" } })).status).toBe(421);
  });

  it("is counted as a visit of each who sees it", async () => {
    const visits = () => Number(rowOf("SELECT COUNT(*) AS visits FROM funnel_events WHERE stage = 'product'").visits);
    const before = visits();
    const look = (userAgent: string) => served.ask("/begin", { headers: { "User-Agent": userAgent } });
    await look("Mozilla/5.0 (a telephone)");
    await look("Mozilla/5.0 (a tablet)");
    await look("Mozilla/5.0 (a tablet)");
    expect(visits()).toBe(before + 2);
  });
});

/** A form without a token, with only these headers. */
const send = (path: string, headers: Record<string, string>) =>
  served.ask(path, {
    method: "POST",
    body: "email=reader%40known.example&password=wrong&theme=family",
    headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
  });

const FROM_OURS: readonly [says: string, headers: Record<string, string>][] = [
  ["Sec-Fetch-Site", { "Sec-Fetch-Site": "same-origin" }],
  ["Sec-Fetch-Site, with an origin that is hidden", { "Sec-Fetch-Site": "same-origin", Origin: "null" }],
  ["Origin, in an older browser", { Origin: ORIGIN }],
  ["Referer alone", { Referer: `${ORIGIN}/auth` }],
];
const FROM_ELSEWHERE: readonly [says: string, headers: Record<string, string>][] = [
  ["another site", { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }],
  ["another site that hides its name", { "Sec-Fetch-Site": "cross-site" }],
  ["a neighbouring host", { "Sec-Fetch-Site": "same-site", Origin: "https://blog.loop.example" }],
  ["no page at all", { "Sec-Fetch-Site": "none" }],
  ["another site with a Referer of ours", { "Sec-Fetch-Site": "cross-site", Referer: `${ORIGIN}/auth` }],
  ["another site, in an older browser", { Origin: "https://evil.example" }],
  ["a hidden origin, in an older browser", { Origin: "null" }],
  ["another site with a Referer of ours, in an older browser", { Origin: "https://evil.example", Referer: ORIGIN }],
  ["a Referer of another site", { Referer: "https://evil.example/auth" }],
  ["a Referer that begins like ours", { Referer: `${ORIGIN}.evil.example/` }],
  ["a Referer without encryption", { Referer: ORIGIN.replace("https", "http") }],
  ["nobody", {}],
];

describe.each(["/", "/begin", "/loop-theme", ...SIGNING_IN])("a form without a token to %s", (path) => {
  it.each(FROM_OURS)("is taken from our own page by %s", async (_, headers) => {
    expect((await send(path, headers)).status).not.toBe(403);
  });

  it.each(FROM_ELSEWHERE)("is not taken from %s", async (_, headers) => {
    const response = await send(path, headers);
    expect(response.status).toBe(403);
    expect([response.headers["set-cookie"] ?? []].flat().join()).not.toContain("loop_session");
  });

  it.each(["session", "staff", "impersonation"])("is not taken beside a cookie of a %s", async (name) => {
    const headers = { "Sec-Fetch-Site": "same-origin", Cookie: `__Host-loop_${name}=x` };
    expect((await send(path, headers)).status).toBe(403);
  });

  it("is not taken with a token that is wrong, or empty", async () => {
    for (const token of ["", "x"]) {
      const body = `csrf=${token}`;
      const headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Sec-Fetch-Site": "same-origin",
      };
      expect((await served.ask(path, { method: "POST", body, headers })).status).toBe(403);
    }
  });
});

it("a form that says nothing of where it is from comes back with its words and a token", async () => {
  const { body } = await send("/auth", {});
  expect(body).toContain("Please send that again");
  expect(body).toContain("reader@known.example");
  expect(body).toMatch(/name="csrf" value="[^"]{43}"/);
});

it("a browser that does not say where its requests come from gets the sign-in form with a token", async () => {
  for (const path of SIGNING_IN) expect((await served.ask(path)).body, path).toMatch(/name="csrf" value="[^"]{43}"/);
});

describe("signing somebody in from another site, as its owner, to read what they write", () => {
  const signIn = (headers: Record<string, string>) =>
    served.ask("/auth", {
      method: "POST",
      body: new URLSearchParams({ email: owner, password: PASSWORD }).toString(),
      headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
    });
  const cookiesOf = ({ headers }: RawResponse) => [headers["set-cookie"] ?? []].flat().join();

  it("would work with that password from our own page", async () => {
    expect(cookiesOf(await signIn({ "Sec-Fetch-Site": "same-origin" }))).toContain("loop_session");
  });

  it.each(FROM_ELSEWHERE)("does not work from %s", async (_, headers) => {
    const response = await signIn(headers);
    expect([response.status, cookiesOf(response).includes("loop_session")]).toEqual([403, false]);
  });
});
