import type { HTMLElement } from "node-html-parser";
import { buttonsOf, controlsOf, fillForm, formsOf } from "../../support/html-form";
import type { TestResponse } from "../../support/test-response";
import { encodeForm, encodeMultipart, type RequestOptions, type Visitor } from "../../support/visitor";
import type { Fixtures, PermissionLine } from "./permission-line";

/** The requests of the lines of permissions.ts: as the real page sends them for somebody who sees its button. */

/** The address with its fixtures. @throws Error for a name that no fixture has. */
export function fillAddress(address: string, fixtures: Fixtures): string {
  return address.replace(/([/=]):(\w+)/g, (_, before: string, name: string) => {
    const value = fixtures[name];
    if (value === undefined) throw new Error(`What is :${name}? Say so in tests/hyperloop/support/fixtures.ts.`);
    return before + value;
  });
}

export interface PostButton {
  form: HTMLElement;
  button: HTMLElement;
  /** The path it posts to, with its query. */
  target: string;
  /** The form's own `intent`, or what the button sends; empty if it sends nothing. */
  intent: string;
}

/** Every button of a page that posts. */
export function postButtonsOf({ root, path }: TestResponse): PostButton[] {
  const forms = formsOf(root).filter((form) => form.getAttribute("method")?.toLowerCase() === "post");
  return forms.flatMap((form) =>
    buttonsOf(root, form).map((button) => {
      const { action } = fillForm(root, form, button, {});
      const { pathname, search } = new URL(action || path, new URL(path, origin()));
      return { form, button, target: pathname + search, intent: intentOf(root, form, button) };
    }),
  );
}

function intentOf(root: HTMLElement, form: HTMLElement, button: HTMLElement): string {
  const hidden = controlsOf(root, form).find(
    (control) => control.getAttribute("name") === "intent" && control.getAttribute("type") === "hidden",
  );
  const own = button.getAttribute("name") ? button.getAttribute("value") : "";
  return hidden?.getAttribute("value") ?? own ?? "";
}

/** A request that is complete but for the sender's token. */
export interface Prepared {
  path: string;
  sendingWith(token: string): Promise<RequestOptions>;
}

/**
 * The request of a line. A button's is what its form sends on the page as `holder` sees it, so that it is complete when
 * somebody else sends the same. @throws Error if the page has no such button.
 */
export async function prepare(line: PermissionLine, fixtures: Fixtures, holder: Visitor): Promise<Prepared> {
  const path = fillAddress(line.at, fixtures);
  const { method, json } = line;
  if (line.isCall) return { path, sendingWith: async (token) => asCall(method, json, token) };
  if (method === "GET") return { path, sendingWith: async () => ({ method }) };
  if (line.page === null) return { path, sendingWith: (token) => asForm([["csrf", token]]) };
  const page = await holder.visit(fillAddress(line.page, fixtures));
  const buttons = postButtonsOf(page);
  const wanted = buttons.filter(({ target, intent }) => pathOf(target) === pathOf(path) && intent === line.intent);
  // A button of one row may have the same address with a query.
  const found = wanted.find(({ target }) => target === path) ?? wanted[0];
  if (!found) {
    const seen = buttons.map(({ target, intent }) => `${target} ${intent}`.trim());
    throw new Error(`${page.path} (${page.status}) has no such button. It has: ${seen.join(", ") || "none"}.`);
  }
  const { entries, isMultipart } = fillForm(page.root, found.form, found.button, line.fields);
  return {
    path: found.target,
    sendingWith: (token) =>
      asForm(
        entries.map(([name, value]) => [name, name === "csrf" ? token : value]),
        isMultipart,
      ),
  };
}

/** The line of the route table that matches a path: the one with the fewest parameters. */
export function addressOf(path: string, addresses: readonly string[]): string | undefined {
  const openParts = (address: string) => address.split("/:").length;
  return addresses
    .filter((address) => new RegExp(`^${address.replace(/:\w+/g, "[^/]+")}$`).test(pathOf(path)))
    .sort((one, other) => openParts(one) - openParts(other))[0];
}

export const pathOf = (address: string) => address.split("?")[0] ?? "";

const origin = () => process.env.PUBLIC_ORIGIN ?? "";

async function asForm(entries: Parameters<typeof encodeForm>[0], isMultipart = false): Promise<RequestOptions> {
  const { body, contentType } = isMultipart ? await encodeMultipart(entries) : encodeForm(entries);
  const headers = { Origin: origin(), "Sec-Fetch-Site": "same-origin", "Content-Type": contentType };
  return { method: "POST", body, headers };
}

function asCall(method: string, json: object | undefined, token: string): RequestOptions {
  const type = json && { "Content-Type": "application/json" };
  const headers = { Accept: "application/json", "Sec-Fetch-Mode": "", "Sec-Fetch-Dest": "", ...type };
  return {
    method,
    ...(json && { body: JSON.stringify(json) }),
    headers: { ...headers, ...(method === "GET" ? {} : { "X-CSRF-Token": token }) },
  };
}
