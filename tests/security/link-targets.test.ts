import { describe, expect, it } from "vitest";
import { anotherWindow } from "../screens/support/customers";
import { fillIn, placesOf, requestFor, tokenOf } from "../screens/support/requests";

/**
 * Every redirect target that somebody could supply stays on our own host. Each way to write another is tried where
 * somebody signs in, and at an address that goes on to a page of ours when it is named; elsewhere some are, each address
 * with others.
 */

process.env.REQUESTS_PER_MINUTE = "100000";
const { openApp } = await import("../support/app");
const app = await openApp();
const origin = process.env.PUBLIC_ORIGIN ?? "";

const E = "evil.example";
const VECTORS = [
  ...[`//${E}`, `///${E}`, `////${E}`, `/\\${E}`, `\\\\${E}`, `\\/${E}`, `/\\/${E}`, `\\${E}`],
  ...[`https://${E}`, `http://${E}`, `https:${E}`, `https:/${E}`, `http:///${E}`, `HTTPS://${E}`, `ftp://${E}`],
  ...[`/%09/${E}`, `/\t/${E}`, `/%5C${E}`, `/%5C%5C${E}`, `/%2F${E}`, `/%2F%2F${E}`, `%2F%2F${E}`, `/%0A/${E}`],
  ...["javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "vbscript:x", "data:text/html,x"],
  ...[`/%0D%0ALocation:%20https://${E}`, `/\r\nLocation: https://${E}`, `/..//${E}`, `/.//${E}`, `/a/../../${E}//`],
  ...[`https://localhost:3000@${E}`, `//localhost@${E}`, `https://localhost:3000.${E}`, `//${E}%2f@localhost:3000`],
  ...[`//${E}\u3002com`, `/\u2215${E}`, `//\u2025${E}`, `\u0000//${E}`, ` //${E}`, `.${E}`, `@${E}`],
];
const NAMES = [
  "redirectTo",
  "redirectAfterAuth",
  "redirect",
  "next",
  "returnTo",
  "return_to",
  "url",
  "to",
  "from",
  "destination",
  "continue",
];

/** A page of ours that no address leads to unless it is named. */
const OURS = "/which-loop?named";
const SIGN_IN = /^\/(?:auth|register|verify-email|logout|hyperloop)$/;
const AT_EACH = 4;
let turn = 0;

function vectorsFor(hasAll: boolean): readonly string[] {
  if (hasAll) return VECTORS;
  turn += AT_EACH;
  return [...VECTORS, ...VECTORS].slice(turn % VECTORS.length).slice(0, AT_EACH);
}

function expectAtHome(location: string | null, what: string): void {
  if (location === null) return;
  const target = new URL(location, origin);
  expect(target.origin, what).toBe(origin);
  expect(location, what).toMatch(/^(?:\/(?![/\\])|http:\/\/localhost:3000\/)/);
}

describe("a place to go on to", () => {
  it("has forty ways to be written and more", () => {
    expect(new Set(VECTORS).size).toBeGreaterThanOrEqual(40);
  });

  it.each(placesOf(app).filter(({ input }) => !input.includes("?")))(
    "is nobody’s to choose at $input",
    async (place) => {
      const ids = new Proxy({}, { get: () => "nobody", has: () => true });
      const path = fillIn(place.input, ids);
      const browser = app.visitor();
      const csrf = await tokenOf(browser);
      const naming = async (vector: string) => {
        const fields = Object.fromEntries(NAMES.map((name) => [name, vector]));
        const query = new URLSearchParams({ ...fields, token: vector }).toString();
        const headers = { Referer: vector.replace(/[^\x20-\x7e]/g, "") };
        const looked = await browser.send(`${path}?${query}`, { headers });
        const another = anotherWindow(app, { browser });
        const sent = await another.send(path, requestFor(place, "POST", { ...fields, csrf }));
        return { looked, sent };
      };
      const ours = await naming(OURS);
      const isLedThere = [ours.looked, ours.sent].some(({ location }) => location?.endsWith(OURS));
      for (const vector of vectorsFor(isLedThere || SIGN_IN.test(path))) {
        const { looked, sent } = await naming(vector);
        expect(looked.status, vector).toBeLessThan(500);
        expectAtHome(looked.location, `GET ${path} ${vector}`);
        expect(looked.headers.get("refresh") ?? "", vector).not.toContain(E);
        expectAtHome(sent.location, `POST ${path} ${vector}`);
      }
    },
  );

  it("is not taken from the address itself", async () => {
    for (const vector of VECTORS.filter((one) => /^[/\\]/.test(one) && /^[\x21-\x7e]+$/.test(one))) {
      const response = await app.visitor().send(`/.${vector}`);
      expectAtHome(response.location, vector);
    }
  });
});
