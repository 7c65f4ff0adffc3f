import { type HTMLElement, parse } from "node-html-parser";
import { controlsOf, findControls, formsOf, labelOf, textOfArea, wordsOf } from "./html-form";

/** A response of the app: the status, the headers and, for a page, what a person reads on it. */
export class TestResponse {
  /** Addresses that redirected here, each with its status. */
  readonly redirects: { readonly status: number; readonly location: string }[] = [];
  private parsed: HTMLElement | undefined;

  /** Path and query of the last request. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;

  constructor(path: string, status: number, headers: Headers, bytes: Uint8Array) {
    this.path = path;
    this.status = status;
    this.headers = headers;
    this.bytes = bytes;
  }

  get body(): string {
    return Buffer.from(this.bytes).toString("utf8");
  }

  get location(): string | null {
    return this.headers.get("location");
  }

  json(): unknown {
    return JSON.parse(this.body);
  }

  get root(): HTMLElement {
    // The content of noscript is parsed too: this browser runs no scripts.
    this.parsed ??= parse(this.body, { blockTextElements: { script: true, style: true } });
    return this.parsed;
  }

  get title(): string {
    return wordsOf(this.find("title"));
  }

  get heading(): string {
    return wordsOf(this.find("h1"));
  }

  /** The first element that matches. @throws Error if none does. */
  find(selector: string): HTMLElement {
    const found = this.root.querySelector(selector);
    if (!found) throw new Error(`There is no ${selector} on ${this.path} (${this.status}).`);
    return found;
  }

  /** The text of the page, or of a part of it, in one line. */
  text(selector = "body"): string {
    const copy = parse(this.find(selector).outerHTML, { blockTextElements: { script: true, style: true } });
    for (const unseen of copy.querySelectorAll("script, style, template, [hidden]")) unseen.remove();
    return copy.structuredText.replace(/\s+/g, " ").trim();
  }

  links(): { words: string; href: string }[] {
    return this.root
      .querySelectorAll("a[href]")
      .map((link) => ({ words: wordsOf(link), href: link.getAttribute("href") ?? "" }));
  }

  /** The messages of the error summary; empty without one. */
  errorSummary(): string[] {
    return this.root.querySelectorAll(".error-summary li").map(wordsOf);
  }

  /** A field by its label, its legend or its name. */
  field(key: string) {
    const controls = formsOf(this.root).flatMap((form) => controlsOf(this.root, form));
    const [control] = findControls(this.root, controls, key);
    if (!control) throw new Error(`There is no field "${key}" on ${this.path}.`);
    const described = (control.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean);
    const group = control.closest("fieldset")?.getAttribute("aria-describedby")?.split(" ") ?? [];
    const ids = [...described, ...group];
    const textOf = (ending: string) => {
      const element = ids
        .filter((id) => id.endsWith(ending))
        .map((id) => this.root.getElementById(id))
        .find((found) => found !== null);
      return element ? wordsOf(element).replace(/^Error: /, "") : null;
    };
    return {
      control,
      label: labelOf(this.root, control),
      value: fieldValue(control),
      isSelected: control.hasAttribute("checked"),
      isWrong: control.getAttribute("aria-invalid") === "true",
      error: textOf("-error"),
      hint: textOf("-hint"),
    };
  }
}

function fieldValue(control: HTMLElement): string {
  if (control.tagName === "TEXTAREA") return textOfArea(control);
  if (control.tagName !== "SELECT") return control.getAttribute("value") ?? "";
  const chosen = control.querySelector("option[selected]") ?? control.querySelector("option");
  return chosen?.getAttribute("value") ?? "";
}
