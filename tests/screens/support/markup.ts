import { readdirSync, readFileSync } from "node:fs";
import type { HTMLElement } from "node-html-parser";
import { wordsOf } from "../../support/html-form";

/** What is wrong with the HTML of a page for those who listen to it, for the content policy and for the style sheets. */
export function faultsOf(page: HTMLElement): string[] {
  const all = (selector: string) => page.querySelectorAll(selector);
  const ids = all("[id]").map(({ id }) => id);
  const isNamed = (element: HTMLElement) =>
    wordsOf(element) !== "" || element.getAttribute("aria-label") || element.querySelector("[aria-label]");
  const named = (what: string, elements: readonly HTMLElement[]) =>
    elements.map((element) => `${what}: ${element.outerHTML.slice(0, 200)}`);
  return [
    ...named("a style that the content policy throws away", all("[style]")),
    ...named(
      "a handler in the page",
      all("body *").filter(({ rawAttributes }) => Object.keys(rawAttributes).some((name) => /^on[a-z]/.test(name))),
    ),
    ...named("an address that is a script", all('[href^="javascript:"]')),
    ...ids.filter((id, place) => ids.indexOf(id) !== place).map((id) => `the id ${id} twice`),
    ...["aria-describedby", "aria-labelledby", "aria-controls", "for"].flatMap((attribute) =>
      all(`[${attribute}]`)
        .flatMap((element) => element.getAttribute(attribute)?.split(" ") ?? [])
        .filter((id) => !ids.includes(id))
        .map((id) => `${attribute} names ${id}, which isn’t there`),
    ),
    ...named(
      "an input without a label",
      all("input:not([type=hidden]):not([hidden]), select, textarea").filter(
        (input) =>
          !input.closest("label") &&
          !input.getAttribute("aria-label") &&
          !all(`label[for="${input.id}"]`).some((label) => wordsOf(label) !== ""),
      ),
    ),
    ...named("a picture that says nothing", all("img:not([alt])")),
    ...named("a drawing that says nothing", all("svg:not([aria-hidden=true]):not([aria-label])")),
    ...named(
      "nothing to be called by",
      all("a, button, summary").filter((element) => !isNamed(element)),
    ),
    ...named(
      "a form that posts without a token",
      all("form[method=post]").filter((form) => !form.querySelector('input[name="csrf"][value]')),
    ),
    ...all("[class]")
      .flatMap((element) => [...element.classList.values()])
      .filter((name) => !DRAWN.has(name) && !BARE.has(name))
      .map((name) => `the class ${name}, which no style sheet draws`),
  ];
}

const sheets = new URL("../../../app/ui/styles/", import.meta.url);
const css = readdirSync(sheets, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".css"))
  .map((file) => readFileSync(new URL(file, sheets), "utf8"))
  .join("\n");
const DRAWN = new Set([...css.matchAll(/\.([a-z][\w-]*)/g)].map((match) => match[1]));

/** Class names that no rule styles: of a default state or kind, and what scripts find an element by. */
const BARE = new Set([
  "badge-neutral",
  "banner-info",
  "book-medium",
  "button-primary",
  "cloth-panel-open",
  "logout",
  "main-full",
  "step-next",
  "turn-next",
  "wallet-element",
  "week",
]);
