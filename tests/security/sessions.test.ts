import { beforeAll, describe, expect, it } from "vitest";
import { anotherWindow, becomeCustomer, signIn } from "../screens/support/customers";
import { buildFixtures, everyRow, type Fixtures, MARK } from "../screens/support/fixtures";
import { chooseLoop } from "../screens/support/purchases";
import { PASSWORD } from "../screens/support/registrations";
import { fillIn, masked, placesOf, requestFor, waysTo, wholeOf } from "../screens/support/requests";
import type { Visitor } from "../support/visitor";

/** Every address, with every kind of request, with a session that has ended, and with one that impersonates. */

process.env.REQUESTS_PER_MINUTE = "100000";
const { openApp } = await import("../support/app");
const app = await openApp();
const places = placesOf(app);
const ownPlaces = places.filter(({ access }) => access.who !== "anybody");

let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await buildFixtures(app);
});

const fresh = (browser: Visitor) => anotherWindow(app, { browser });

/** The same browser without its session cookie. */
function nobodyLike(browser: Visitor): Visitor {
  const nobody = fresh(browser);
  nobody.cookies.forget("loop_session");
  return nobody;
}

/** A browser that ignores Set-Cookie and keeps its cookies. */
const fileStorer = (browser: Visitor) => fresh(browser);

/** The responses to a signed-out visitor, by method and address. */
const toldNobody = new Map<string, string>();

/** Everything the owner may open, requested with the cookies of an ended session. */
async function expectNobody(late: Visitor): Promise<number> {
  let input = 0;
  for (const place of ownPlaces) {
    for (const [method, path] of waysTo(place, fillIn(place.input, fixtures.names))) {
      input += 1;
      const request = requestFor(place, method, { csrf: "x" });
      const response = await fresh(late).send(path, request);
      expect(wholeOf(response), `${method} ${path}`).not.toContain(MARK);
      // A call with a session cookie, valid or not, needs its form token first.
      if (response.status === 403) continue;
      const told = toldNobody.get(method + path) ?? masked(await nobodyLike(late).send(path, request));
      toldNobody.set(method + path, told);
      expect(masked(response), `${method} ${path}`).toBe(told);
    }
  }
  return input;
}

describe("the cookies of a sign-in that is over open nothing, at any address", () => {
  it("after a logout", async () => {
    const browser = app.visitor();
    await signIn(browser, fixtures.owner.email);
    const kept = fileStorer(browser);
    expect((await fresh(kept).send("/account-settings")).body).toContain(MARK);
    await browser.visit("/logout");
    const left = await browser.submit("Logout", {}, { follow: false });
    expect(left.headers.get("clear-site-data")).toBe('"cache", "storage"');
    expect(await expectNobody(kept)).toBeGreaterThan(100);
  });

  it("after a new password, in every other browser, and with the old cookie of this one", async () => {
    const others = [app.visitor(), app.visitor()];
    for (const other of others) await signIn(other, fixtures.owner.email);
    const browser = app.visitor();
    await signIn(browser, fixtures.owner.email);
    const before = fileStorer(browser);
    await browser.visit("/account-settings?tab=password");
    await browser.submit("Change Password", {
      "Current password": PASSWORD,
      "New password": "Four-limes-88",
      "Confirm new password": "Four-limes-88",
    });
    for (const late of [...others, before]) await expectNobody(late);
    expect((await fresh(browser).send("/account-settings")).body).toContain(MARK);
    fixtures.owner.browser.cookies.plant("loop_session", browser.cookies.get("loop_session") ?? "");
  });
});

describe("looking", () => {
  it("changes nothing, at any address by any kind of request", async () => {
    const { body } = await fresh(fixtures.owner.browser).send("/account-settings");
    expect(body).toContain(MARK);
    const before = everyRow();
    for (const who of [app.visitor(), fixtures.owner.browser]) {
      for (const place of places) {
        for (const [method, path] of waysTo(place, fillIn(place.input, fixtures.names))) {
          if (method === "GET" || method === "HEAD") await fresh(who).send(path, { method });
        }
        expect(everyRow(), place.input).toEqual(before);
      }
    }
  });

  it("at a page under the name of a file shows no page and is stored by no cache", async () => {
    const files = ["/x.css", ".css", "/x.js", "/..%2fx.css", "%2fx.css", ";x.css", "/%0ax.css", "/favicon.svg"];
    for (const place of ownPlaces) {
      const [path = ""] = fillIn(place.input, fixtures.names).split("?");
      for (const file of files) {
        const response = await fresh(fixtures.owner.browser).send(path + file);
        expect([302, 400, 404, 405], path + file).toContain(response.status);
        expect(response.headers.get("cache-control"), path + file).toBe("no-store");
        expect(wholeOf(response), path + file).not.toContain(MARK);
      }
    }
  });
});

describe("cookies", () => {
  it("are each below 4,096 bytes and together below 8 KiB, however much was chosen", async () => {
    const { browser } = await becomeCustomer(app);
    await chooseLoop(browser);
    let longest = 0;
    for (const place of places.filter(({ isPage }) => isPage)) {
      const page = await browser.send(fillIn(place.input, fixtures.names));
      for (const line of page.headers.getSetCookie()) longest = Math.max(longest, Buffer.byteLength(line));
    }
    expect(longest).toBeLessThan(4_096);
    expect(Buffer.byteLength(browser.cookies.header() ?? "")).toBeLessThan(8 * 1024);
  });
});
