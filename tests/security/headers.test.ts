import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowsOf } from "../screens/support/records";
import { fillIn, placesOf, requestUrlsOf } from "../screens/support/requests";
import { type RawResponse, type ServedApp, serveApp } from "../screens/support/served-app";
import { openApp } from "../support/app";

/** Every response as it is sent: its headers, its content security policy, and the hosts that are served. */

const ORIGIN = "https://loop.example";
const places = placesOf(await openApp());
const anything = new Proxy({} as Record<string, string>, { get: () => "nobody" });

let served: ServedApp;
interface Answer {
  method: string;
  path: string;
  response: RawResponse;
}
/** Every address asked by each method, and its data addresses, by nobody. */
const answers: Answer[] = [];
beforeAll(async () => {
  served = await serveApp(ORIGIN, { REQUESTS_PER_MINUTE: "100000" });
  for (const place of places) {
    const [address = "", ...dataAddresses] = requestUrlsOf(place, fillIn(place.input, anything));
    const ways = [
      ...["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"].map((method) => [method, address]),
      ...dataAddresses.flatMap((path) => [
        ["GET", path],
        ["POST", path],
      ]),
    ];
    for (const [method = "", path = ""] of ways)
      answers.push({ method, path, response: await served.ask(path, { method }) });
  }
});
afterAll(async () => await served.close());

const ON_EVERYTHING: Record<string, string | RegExp> = {
  "strict-transport-security": /^max-age=(?:3153[6-9]\d{3}|315[4-9]\d{4}|3[2-9]\d{6}|[4-9]\d{7});\s*includeSubDomains/,
  "x-content-type-options": "nosniff",
  "referrer-policy": /^(?:strict-origin-when-cross-origin|same-origin|no-referrer)$/,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": /camera=\(\)/,
  "content-security-policy": /default-src '(?:none|self)'/,
};

function expectHeaders({ headers }: RawResponse, what: string): void {
  for (const [name, wanted] of Object.entries(ON_EVERYTHING)) expect(headers[name], `${what} ${name}`).toMatch(wanted);
  expect(headers["x-powered-by"], what).toBeUndefined();
  expect(headers.server, what).toBeUndefined();
  // The typefaces alone are for others too: the frame of the card form writes in ours.
  const forOthers = what.startsWith("/fonts/") ? "*" : undefined;
  expect(headers["access-control-allow-origin"], what).toBe(forOthers);
}

const nonceIn = (policy: string) => /script-src 'nonce-([\w+/=]{22,})' 'strict-dynamic'/.exec(policy)?.[1];

describe("every response", () => {
  it("carries the headers that keep browsers careful, and names no software", async () => {
    for (const { method, path, response } of answers) expectHeaders(response, `${method} ${path}`);
    for (const path of [
      "/favicon.svg",
      "/fonts/figtree.woff2",
      "/assets/nothing.js",
      "/%",
      "/%00",
      `/${"a".repeat(8000)}`,
    ]) {
      expectHeaders(await served.ask(path), path);
    }
  });

  it("that is a page has a policy with a word of its own, or the folder of our scripts, and lets nothing else run", async () => {
    const nonces = new Set<string>();
    const sameForEverybody: string[] = [];
    let pages = 0;
    for (const { method, path, response } of answers) {
      const { status, headers, body } = response;
      const isPage = String(headers["content-type"]).startsWith("text/html");
      if (!isPage || (method !== "GET" && method !== "POST")) continue;
      pages += 1;
      const policy = String(headers["content-security-policy"]);
      const nonce = nonceIn(policy);
      // A page that is the same for everybody cannot have its own value.
      if (nonce) nonces.add(nonce);
      else {
        expect(policy, path).toContain(`script-src ${ORIGIN}/scripts/;`);
        // An address of the calls, opened in a browser.
        if (status === 404) pages -= 1;
        else sameForEverybody.push(path);
      }
      for (const rule of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
        expect(policy, path).toContain(rule);
      }
      expect(policy, path).not.toMatch(/unsafe-(?:inline|eval)|\s\*(?:[\s;]|$)/);
      for (const [script] of body.matchAll(/<script[^>]*>/g))
        expect(script, path).toMatch(
          nonce ? `nonce="${nonce}"` : /^<script (?:type="module" )?src="\/scripts\/[\w-]+\.js"/,
        );
      expect(body, path).not.toMatch(/<[^>]+\s(?:on[a-z]+|style)="/);
    }
    expect(pages).toBeGreaterThan(30);
    expect(sameForEverybody).toEqual([
      "/",
      "/about",
      "/terms",
      "/privacy",
      "/cookies",
      "/accessibility",
      "/years",
      "/begin",
    ]);
    expect(nonces.size + sameForEverybody.length).toBe(pages);
  });

  it("sets cookies that are locked to our host, to https and away from scripts", async () => {
    const lines = answers.flatMap(({ response }) => response.headers["set-cookie"] ?? []);
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines) {
      expect(line).toMatch(/^__Host-loop_\w+=/);
      for (const part of ["; Path=/", "; HttpOnly", "; Secure", "; SameSite=Lax"]) expect(line).toContain(part);
      expect(line).not.toContain("Domain=");
    }
  });
});

describe("a name that is not ours", () => {
  it.each([
    ["another one", { Host: "evil.example" }],
    ["ours with more behind it", { Host: "loop.example.evil.example" }],
    ["ours with another port", { Host: "loop.example:8443" }],
    ["a neighbour’s", { Host: "blog.loop.example" }],
    ["ours within another", { Host: "loop.example@evil.example" }],
    ["a number", { Host: "10.0.0.1" }],
    ["this machine’s", { Host: "localhost" }],
    ["letters that decode to none", { Host: "xn--" }],
    ["none", { Host: "" }],
  ])("%s is refused", async (_, headers) => {
    const response = await served.ask("/forgot-password", { headers });
    expect([400, 421]).toContain(response.status);
    expect(response.body).not.toContain("evil.example");
  });

  it.each([
    ["a port there is not", "localhost:99999"],
    ["a port there is not, and ours", "loop.example:65536"],
    ["a port of letters", "loop.example:https"],
    ["a number with a part too many", "1.2.3.4.5"],
    ["a number too large", "256.256.256.256"],
    ["brackets around nothing", "[:::]"],
    ["half a number of the new kind", "[1:2:3]:80"],
    ["a space", "loop.example evil.example"],
    ["a path", "loop.example/about"],
    ["two hosts", "loop.example, evil.example"],
  ])("%s is no host at all: 400, everywhere", async (_, Host) => {
    for (const path of ["/forgot-password", "/", "/loops", "/health", "/webhooks/stripe"])
      expect((await served.ask(path, { headers: { Host } })).status, path).toBe(400);
  });

  it("does not matter to the health page", async () => {
    for (const Host of ["localhost", "10.0.0.1:8080", "[::1]:80"])
      expect((await served.ask("/health", { headers: { Host } })).status, Host).toBe(200);
  });

  it("is not made of a path that begins with more than one slash", async () => {
    for (const path of ["//", "///", "//about", "//evil.example/about", "/\\evil.example", "/x/..//about", "/.//"]) {
      const response = await served.ask(path);
      expect(response.status, path).toBeLessThan(500);
      expect(response.body, path).not.toMatch(/https?:\/\/(?:about|evil\.example)/);
    }
    expect((await served.ask("//about")).body).toContain('<link rel="canonical" href="https://loop.example/about"');
  });

  it("leaves an escape that means nothing a page that is not there", async () => {
    for (const path of ["/%", "/%zz", "/about%ff", "/%c0%af", "/unsubscribe/%"])
      expect([302, 404], path).toContain((await served.ask(path)).status);
  });

  it.each([
    ["a host that was forwarded", { "X-Forwarded-Host": "evil.example" }],
    ["one with a port", { "X-Forwarded-Host": "evil.example:1234" }],
    ["a port for ours", { "X-Forwarded-Host": "loop.example:1234" }],
    ["a port", { "X-Forwarded-Port": "1234" }],
    ["a scheme", { "X-Forwarded-Proto": "http" }],
    ["the standard’s way", { Forwarded: "host=evil.example;proto=http" }],
    ["another header", { "X-Original-Host": "evil.example", "X-Host": "evil.example" }],
  ])("%s changes nothing of the response", async (_, headers) => {
    const response = await served.ask("/forgot-password", { headers });
    expect(response.status).toBe(200);
    expect(response.body).not.toMatch(/evil\.example|:1234/);
  });

  it("in the request line is refused, with any header; our own is accepted", async () => {
    const askFor = (host: string, header: string) =>
      served.say(`GET http://${host}/forgot-password HTTP/1.1\r\nHost: ${header}\r\nConnection: close\r\n\r\n`);
    expect(await askFor("evil.example", "evil.example")).toMatch(/^HTTP\/1\.1 421/);
    expect(await askFor("evil.example", "loop.example")).toMatch(/^HTTP\/1\.1 421/);
    expect(await askFor("loop.example", "evil.example")).toMatch(/^HTTP\/1\.1 200/);
  });

  it("is in no email, for any request", async () => {
    const open = await served.ask("/register");
    const cookie = String([open.headers["set-cookie"]].flat()[0]).split(";")[0] ?? "";
    const csrf = /name="csrf" value="([^"]+)"/.exec(open.body)?.[1] ?? "";
    const lies: Record<string, string>[] = [
      { "X-Forwarded-Host": "evil.example" },
      { "X-Forwarded-Host": "evil.example:1234" },
      { "X-Forwarded-Host": "loop.example:1234" },
      { "X-Forwarded-Port": "1234" },
      { "X-Forwarded-Proto": "http" },
      { Forwarded: "host=evil.example" },
      { "X-Original-URL": "http://evil.example/", Referer: "https://evil.example/" },
      { Host: "evil.example" },
    ];
    const send = (path: string, fields: Record<string, string>, lie: Record<string, string>) =>
      served.ask(path, {
        method: "POST",
        body: new URLSearchParams({ csrf, ...fields }).toString(),
        headers: {
          Cookie: cookie,
          "Content-Type": "application/x-www-form-urlencoded",
          Origin: ORIGIN,
          ...lie,
        },
      });
    for (const [place, lie] of lies.entries()) {
      const email = `host-${place}@example.org`;
      const person = {
        firstName: "Ada",
        lastName: "Okafor",
        email,
        acceptedTerms: "on",
        acceptedPrivacy: "on",
      };
      const password = { password: "Three-lemons-7", confirmPassword: "Three-lemons-7" };
      await send("/register", { ...person, ...password }, lie);
      await send("/forgot-password", { email }, lie);
    }
    const emails = rowsOf("SELECT text_body || html_body AS words FROM emails").map(({ words }) => String(words));
    expect(emails.length).toBeGreaterThanOrEqual(7);
    for (const words of emails) {
      expect(words).not.toMatch(/evil\.example|:1234|localhost/);
      for (const [link] of words.matchAll(/https?:\/\/[^\s"'<>)]+/g)) expect(new URL(link).origin).toBe(ORIGIN);
    }
  });
});

describe("a method nobody uses", () => {
  it.each(["TRACE", "PROPFIND", "MKCOL", "PURGE", "SEARCH", "LOCK", "REPORT"])("%s is refused", async (method) => {
    for (const path of ["/", "/auth", "/health", "/photos/x/screen", "/favicon.svg"]) {
      const received = await served.say(
        `${method} ${path} HTTP/1.1\r\nHost: loop.example\r\nConnection: close\r\n\r\n`,
      );
      expect(received, `${method} ${path}`).toMatch(/^HTTP\/1\.1 40[045]/);
    }
  });
});

it("the log holds no key of a link, no password and no code", async () => {
  const key = "k".repeat(43);
  await served.ask(`/reset-password?token=${key}`);
  await served.ask(`/auth/callback?token=${key}`);
  await served.ask(`/auth?password=${key}`);
  expect(served.log()).toContain("/reset-password");
  expect(served.log()).not.toContain(key);
});
