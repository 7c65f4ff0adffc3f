import { describe, expect, it } from "vitest";
import { isFromCachedPage, isSameOrigin } from "~/web/request-origin.server";

const OURS = "http://localhost:3000";
const EVIL = "https://evil.example";
const sent = (headers: Record<string, string>) => new Request(`${OURS}/gift`, { method: "POST", headers });

describe("a form", () => {
  it.each<[string, Record<string, string>, boolean]>([
    ["without a word about where it comes from", {}, true],
    ["of our own page", { Origin: OURS, "Sec-Fetch-Site": "same-origin" }, true],
    ["of our own page that hides its origin", { Origin: "null", "Sec-Fetch-Site": "same-origin" }, true],
    ["that a person opens", { "Sec-Fetch-Site": "none" }, true],
    ["of another site", { Origin: EVIL }, false],
    ["that hides its origin", { Origin: "null" }, false],
    ["of another site that hides its origin", { Origin: "null", "Sec-Fetch-Site": "cross-site" }, false],
    ["of a neighbouring site", { "Sec-Fetch-Site": "same-site" }, false],
    ["that names us and comes from elsewhere", { Origin: OURS, "Sec-Fetch-Site": "cross-site" }, false],
  ])("%s", (_, headers, isOurs) => {
    expect(isSameOrigin(sent(headers))).toBe(isOurs);
  });
});

describe("a form without a token", () => {
  it.each<[string, Record<string, string>, boolean]>([
    ["is taken from our own page", { "Sec-Fetch-Site": "same-origin" }, true],
    ["is refused from no page", { "Sec-Fetch-Site": "none", Origin: OURS, Referer: `${OURS}/gift` }, false],
    ["is refused from another site that names us", { "Sec-Fetch-Site": "cross-site", Referer: `${OURS}/gift` }, false],
    ["is taken from our origin", { Origin: OURS }, true],
    ["is refused from another origin, whatever page it names", { Origin: EVIL, Referer: `${OURS}/gift` }, false],
    ["is taken from the page before", { Referer: `${OURS}/gift` }, true],
    ["is refused from another page before", { Referer: `${EVIL}/gift` }, false],
    ["is refused from a page before that is no address", { Referer: "gift" }, false],
    ["is refused from nowhere", {}, false],
    ["is refused to a customer", { "Sec-Fetch-Site": "same-origin", Cookie: "a=b; loop_session=x" }, false],
    ["is refused to staff", { "Sec-Fetch-Site": "same-origin", Cookie: "__Host-loop_staff=x" }, false],
    [
      "is refused to who sees as a customer",
      { "Sec-Fetch-Site": "same-origin", Cookie: "loop_impersonation=x" },
      false,
    ],
    ["is taken from a browser with other cookies", { "Sec-Fetch-Site": "same-origin", Cookie: "loop_form=x" }, true],
  ])("%s", (_, headers, isTaken) => {
    expect(isFromCachedPage(sent(headers))).toBe(isTaken);
  });
});
