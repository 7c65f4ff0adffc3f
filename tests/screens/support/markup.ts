import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { HTMLElement } from "node-html-parser";
import { wordsOf } from "../../support/html-form";
import type { TestResponse } from "../../support/test-response";

/** What the markup of every page keeps to, whatever it shows. */

const sheets = join("app", "ui", "styles");
const css = readdirSync(sheets, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".css"))
  .map((file) => readFileSync(join(sheets, file), "utf8"))
  .join("\n");
const DRAWN = new Set([...css.matchAll(/\.([a-z][\w-]*)/g)].map((match) => match[1]));

/** Class names of a default state or kind: no rule styles them, they mark the element in the HTML. */
const BARE = new Set([
  ...["badge-neutral", "banner-info", "book-medium", "button-primary", "cloth-panel-closed", "cloth-panel-open"],
  ...["gift-card-message-large", "is-event", "logout", "main-full", "step-next", "turn-next", "wallet-element", "week"],
]);

type Rule = (root: HTMLElement) => string[];

const idsIn = (root: HTMLElement) => root.querySelectorAll("[id]").map(({ id }) => id);

const RULES: Readonly<Record<string, Rule>> = {
  "a style or a handler, which the content policy would throw away": (root) =>
    root.toString().match(/<[^>]+\s(?:on[a-z]+|style)="[^"]*/g) ?? [],
  "an address that is a script": (root) => root.querySelectorAll('[href^="javascript:"]').map(tagOf),
  "an id twice": (root) => idsIn(root).filter((id, place, ids) => ids.indexOf(id) !== place),
  "a reference to an id that is not there": (root) => {
    const ids = new Set(idsIn(root));
    return ["aria-describedby", "aria-labelledby", "aria-controls", "for"].flatMap((name) =>
      root
        .querySelectorAll(`[${name}]`)
        .flatMap((element) => (element.getAttribute(name) ?? "").split(" "))
        .filter((id) => id !== "" && !ids.has(id)),
    );
  },
  "a field without a label": (root) => {
    const named = new Set(
      root
        .querySelectorAll("label[for]")
        .filter((label) => wordsOf(label) !== "")
        .map((label) => label.getAttribute("for")),
    );
    return root
      .querySelectorAll("input:not([type=hidden]):not([hidden]), select, textarea")
      .filter((field) => !field.closest("label") && !named.has(field.id) && !field.hasAttribute("aria-label"))
      .map(tagOf);
  },
  "a picture that says neither what it shows nor that it is decoration": (root) => [
    ...root.querySelectorAll("img:not([alt])").map(tagOf),
    ...root
      .querySelectorAll("svg")
      .filter((picture) => !picture.closest("[aria-hidden=true]") && !picture.hasAttribute("aria-label"))
      .map(tagOf),
  ],
  "a link or button without words": (root) =>
    root
      .querySelectorAll("a, button, summary")
      .filter(
        (one) => wordsOf(one) === "" && !one.hasAttribute("aria-label") && !one.querySelector("[aria-label], img[alt]"),
      )
      .map(tagOf),
  "a form that posts without the visitor’s token": (root) =>
    root
      .querySelectorAll("form[method=post]")
      .filter((form) => !form.querySelector("input[name=csrf]")?.getAttribute("value"))
      .map(tagOf),
  "a class that no style sheet draws": (root) => [
    ...new Set(
      root
        .querySelectorAll("[class]")
        .flatMap((element) => [...element.classList.values()])
        .filter((name) => !DRAWN.has(name) && !BARE.has(name)),
    ),
  ],
};

const tagOf = (element: HTMLElement) => element.toString().slice(0, 80);

/** What a page has that none may have. */
export function faultsOf(page: TestResponse): string[] {
  if (!page.headers.get("content-type")?.startsWith("text/html")) return [];
  return Object.entries(RULES).flatMap(([what, findIn]) => findIn(page.root).map((found) => `${what}: ${found}`));
}
