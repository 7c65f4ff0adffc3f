import { beforeAll, describe, expect, it } from "vitest";
import { makeFixtures } from "../hyperloop/support/fixtures";
import { showCookies } from "../screens/support/customers";
import { buildFixtures } from "../screens/support/fixtures";
import { everyPlaceOf, fillIn, type Method, masked, requestFor, tokenOf } from "../screens/support/requests";
import { staffBrowser } from "../support/staff";
import type { TestResponse } from "../support/test-response";
import type { Visitor } from "../support/visitor";

/**
 * Every address of the route table, asked of our own document handler and of Remix's: status, headers and HTML are the
 * same. After an upgrade of Remix, what differs shows here.
 */

process.env.REQUESTS_PER_MINUTE = "100000";
await import("../support/printer-sandbox");
const { openApp } = await import("../support/app");
const app = await openApp();
const places = everyPlaceOf(app);

/** Names of the product that no fixture has. */
const NAMES = { step: "ask", kind: "disk", role: "moderator", part: "texts" };

let names: Readonly<Record<string, string>>;
const people: { name: string; browser: Visitor; token: string }[] = [];

beforeAll(async () => {
  const fixtures = await buildFixtures(app);
  names = { ...(await makeFixtures(app)), ...fixtures.names, ...NAMES };
  const { browser: staff } = await staffBrowser(app, "super_admin");
  const browsers = { "a stranger": app.visitor(), "the owner": fixtures.owner.browser, "a super admin": staff };
  for (const [name, browser] of Object.entries(browsers)) people.push({ name, browser, token: await tokenOf(browser) });
});

/**
 * The response without what differs by chance, and the ids that React makes from the depth of its tree; a tag a line. Of
 * files, which say when they were made, it is the status and the headers.
 */
function comparable(response: TestResponse): string {
  const text = masked(response).replace(/(name="shown" value=")[^"]*/g, "$1…");
  if (!response.headers.get("Content-Type")?.startsWith("text/html")) return text.split("\n\n", 1).join();
  // Two looks can be a second apart.
  const steady = text.replace(/\bfor \d+ s\b/g, "for … s");
  return steady.replace(/(["#])R[0-9a-v]{3,}/g, "$1…").replaceAll("><", ">\n<");
}

/** The methods of a person at an address: nobody signed in sends a form that could change what is compared next. */
function requestsOf(name: string): { method: Method; isWithToken: boolean }[] {
  const reading = (["GET", "HEAD", "PUT"] as const).map((method) => ({ method, isWithToken: false }));
  return [...reading, { method: "POST", isWithToken: name === "a stranger" }];
}

describe.each(places)("$input", (place) => {
  it("has the same response from both handlers", async () => {
    const path = fillIn(place.input, names);
    for (const { name, browser, token } of people) {
      for (const { method, isWithToken } of requestsOf(name)) {
        const request = requestFor(place, method, isWithToken ? { csrf: token } : {});
        const responses = [];
        for (const visitor of [app.visitor("remix"), app.visitor()]) {
          showCookies(browser, visitor);
          responses.push(comparable(await visitor.send(path, request)));
        }
        expect(responses[1], `${method} ${path} by ${name}`).toBe(responses[0]);
      }
    }
  });
});

it("pages that fail, and addresses that Remix rewrites, are the same too", async () => {
  for (const path of [
    "/nowhere",
    "/ABOUT/",
    "/about?index",
    "/auth?next=%2Fbook%20x",
    "/years/nothing",
    "/about.data",
    "/years/wedding.data",
  ]) {
    const [ofRemix, ours] = [await app.visitor("remix").send(path), await app.visitor().send(path)];
    expect(comparable(ours), path).toBe(comparable(ofRemix));
  }
});
