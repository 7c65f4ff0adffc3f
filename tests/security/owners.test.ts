import { randomBytes } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { anotherWindow, becomeCustomer, type Customer, signIn } from "../screens/support/customers";
import { buildFixtures, everyRow, type Fixtures, MARK } from "../screens/support/fixtures";
import { faultsOf } from "../screens/support/markup";
import { countOf, rowOf } from "../screens/support/records";
import {
  fillIn,
  masked,
  type Place,
  placesOf,
  requestFor,
  tokenOf,
  waysTo,
  wholeOf,
} from "../screens/support/requests";
import type { TestResponse } from "../support/test-response";
import type { Visitor } from "../support/visitor";

/**
 * Every address, with every kind of request, with the ids of one person's things: a stranger and another customer learn
 * and change nothing, and get the same response as if there were no such thing.
 */

process.env.REQUESTS_PER_MINUTE = "100000";
const { openApp } = await import("../support/app");
const app = await openApp();
const places = placesOf(app);

let fixtures: Fixtures;
let other: Customer;
let tokenOfOther: () => Promise<string>;
beforeAll(async () => {
  fixtures = await buildFixtures(app);
  other = await becomeCustomer(app);
  tokenOfOther = keptSignedIn(other.browser, other);
});

afterEach(() => {
  vi.restoreAllMocks();
});

let input = 0;

/** The same browser, at a network address with no attempts counted. */
const fresh = (browser: Visitor) => anotherWindow(app, { browser });

/** Gives somebody's form token, after signing them in again if a request has signed them out. */
function keptSignedIn(browser: Visitor, { email, accountId }: Customer): () => Promise<string> {
  const newest = "SELECT id FROM sessions WHERE account_id = ? ORDER BY rowid DESC LIMIT 1";
  let [session, token] = ["", ""];
  return async () => {
    if (countOf("sessions", "id = ?", session) > 0) return token;
    browser.cookies.forget("loop_session");
    await signIn(browser, email);
    session = String(rowOf(newest, accountId).id);
    token = await tokenOf(browser);
    return token;
  };
}

/** The ids of the owner's things in a form or a call. */
function fieldsWith(names: Readonly<Record<string, string>>, csrf: string): Record<string, string> {
  const ids = Object.entries(names).flatMap(([name, value]) => [
    [name, value],
    [`${name}Id`, value],
  ]);
  return { ...Object.fromEntries(ids), csrf };
}

/** Ids that do not exist, of the same kind and length; two ids of one thing stay two of one. */
function madeUp(names: Readonly<Record<string, string>>): Record<string, string> {
  const invented = new Map<string, string>();
  const inventionFor = (value: string) => {
    const isId = /^[0-9a-z]{20}$/.test(value) || value.startsWith("order") || value.startsWith("cs_");
    if (!isId) return value;
    const found = invented.get(value) ?? randomBytes(32).toString("hex").slice(0, value.length);
    invented.set(value, found);
    return found;
  };
  return Object.fromEntries(Object.entries(names).map(([name, value]) => [name, inventionFor(value)]));
}

/** What a response reveals about the owner beyond what the request contained. */
function leaksIn(response: TestResponse, question: readonly string[]): string[] {
  const whole = wholeOf(response).toLowerCase();
  const secrets = [MARK, fixtures.owner.email, ...fixtures.ids];
  return secrets.filter((secret) => !question.includes(secret) && whole.includes(secret.toLowerCase()));
}

async function goEverywhere(place: Place, who: Visitor): Promise<void> {
  const { names } = fixtures;
  const token = await tokenOf(who);
  const address = fillIn(place.input, names);
  const question = Object.values(names);
  const inventions = madeUp(names);
  const invented = waysTo(place, fillIn(place.input, inventions));
  for (const [way, [method, path]] of waysTo(place, address).entries()) {
    input += 1;
    const response = await fresh(who).send(path, requestFor(place, method, fieldsWith(names, token)));
    expect(response.status, `${method} ${path}`).toBeLessThan(500);
    expect(leaksIn(response, question), `${method} ${path}`).toEqual([]);
    const namesSomething = place.input.includes(":") || (method !== "GET" && method !== "HEAD");
    if (place.access.who === "anybody" || !namesSomething) continue;
    const [, other = ""] = invented[way] ?? [];
    const nothing = await fresh(who).send(other, requestFor(place, method, fieldsWith(inventions, token)));
    expect(masked(response, ...question), `${method} ${path}`).toBe(masked(nothing, ...Object.values(inventions)));
  }
}

describe.each(places)("$input", (place) => {
  it("opens nothing of the owner’s to a stranger", async () => {
    const before = ownersRows();
    await goEverywhere(place, app.visitor());
    expect(ownersRows()).toEqual(before);
  });

  it("opens nothing of the owner’s to another customer", async () => {
    await tokenOfOther();
    const before = ownersRows();
    await goEverywhere(place, fresh(other.browser));
    expect(ownersRows()).toEqual(before);
  });

  it("never breaks for its owner, who is shown it, and nothing of it is stored by a cache", async () => {
    const noted = vi.spyOn(console, "error");
    const address = fillIn(place.input, fixtures.names);
    for (const [method, path] of waysTo(place, address).filter(([method]) => method === "GET" || method === "HEAD")) {
      input += 1;
      const response = await fresh(fixtures.owner.browser).send(path, requestFor(place, method));
      expect(response.status, `${method} ${path}`).toBeLessThan(500);
      const isForEverybody = /^\/(?:art\/|robots\.txt|sitemap\.xml)/.test(place.pattern);
      if (!isForEverybody) expect(response.headers.get("cache-control"), `${method} ${path}`).toBe("no-store");
    }
    const response = await fresh(fixtures.owner.browser).send(address, requestFor(place, "GET"));
    if (place.access.who === "owner" && !place.isCall) expect(response.status).toBe(200);
    expect(faultsOf(response)).toEqual([]);
    expect(noted.mock.calls).toEqual([]);
  });
});

let rowsRead: readonly string[] = [];
let rowsOfOwner: string[] = [];

/** Rows with any id or text of the owner's, looked for again only when rows were read again. */
function ownersRows(): string[] {
  const rows = everyRow();
  if (rows === rowsRead) return rowsOfOwner;
  rowsRead = rows;
  const signs = [MARK, ...fixtures.ids];
  rowsOfOwner = rows.filter((row) => signs.some((sign) => row.includes(sign)));
  return rowsOfOwner;
}

/** The forms of the owner's own pages. */
interface OwnForm {
  action: string;
  fields: Record<string, string>;
}

function formsOn(page: TestResponse): OwnForm[] {
  return page.root.querySelectorAll("form").flatMap((form) => {
    if (form.getAttribute("method")?.toLowerCase() !== "post") return [];
    const textOf = (control: { getAttribute(name: string): string | undefined }) => control.getAttribute("value") ?? "";
    const fields = Object.fromEntries(
      form
        .querySelectorAll("input[name]:not([type=file]), textarea[name], select[name]")
        .map((control) => [control.getAttribute("name") ?? "", textOf(control).replaceAll(MARK, "Wren") || "x"]),
    );
    const action = form.getAttribute("action") || page.path;
    const buttons = form.querySelectorAll("button[name]");
    const pressed = buttons.map((button) => ({ [button.getAttribute("name") ?? ""]: textOf(button) }));
    return (pressed.length > 0 ? pressed : [{}]).map((more) => ({ action, fields: { ...fields, ...more } }));
  });
}

describe("every form of the owner’s pages", () => {
  it("sent by a stranger or another customer, with every hidden id, changes nothing of hers", async () => {
    const pages = places.filter(({ isPage, pattern }) => isPage && pattern !== "/logout");
    const stranger = app.visitor();
    const tokenOfStranger = await tokenOf(stranger);
    let sent = 0;
    for (const place of pages) {
      const page = await fresh(fixtures.owner.browser).visit(fillIn(place.input, fixtures.names));
      await tokenOfOther();
      const before = ownersRows();
      for (const { action, fields } of formsOn(page)) {
        for (const { browser, csrf } of [
          { browser: stranger, csrf: tokenOfStranger },
          { browser: other.browser, csrf: await tokenOfOther() },
        ]) {
          sent += 1;
          const response = await fresh(browser).send(action, requestFor(place, "POST", { ...fields, csrf }));
          const what = `${action} ${JSON.stringify(fields)}`;
          expect(response.status, what).toBeLessThan(500);
          expect(leaksIn(response, [...Object.values(fields), ...Object.values(fixtures.names)]), what).toEqual([]);
          expect(ownersRows(), what).toEqual(before);
        }
      }
    }
    expect(sent).toBeGreaterThan(40);
  }, 300_000);
});

describe("the owner", () => {
  it("breaks nothing either, with anything she sends to any address", async () => {
    const noted = vi.spyOn(console, "error");
    const browser = app.visitor();
    const token = keptSignedIn(browser, fixtures.owner);
    for (const place of places) {
      const address = fillIn(place.input, fixtures.names);
      for (const [method, path] of waysTo(place, address).filter(([method]) => method !== "GET" && method !== "HEAD")) {
        input += 1;
        const fields = fieldsWith(fixtures.names, await token());
        const response = await fresh(browser).send(path, requestFor(place, method, fields));
        expect(response.status, `${method} ${path}`).toBeLessThan(500);
      }
      await token();
      expect((await fresh(browser).send("/account-settings")).status, place.input).toBe(200);
    }
    expect(noted.mock.calls).toEqual([]);
  }, 300_000);

  it("and the others have asked in more than two thousand ways by now", () => {
    expect(input).toBeGreaterThan(2_000);
  });
});
