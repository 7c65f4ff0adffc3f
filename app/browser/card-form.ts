import type { ElementReady } from "~/domain/shop/orders/element";
import { find, findAll } from "./elements";
import { asLost } from "./unexpected";

/** The form around the card element: its problems, as our page says them, and sending it to its page. */

/** Fields that are sent; one that only shows something has no input. */
export const INPUTS = ".field :is(input, select, textarea)";

const news = () => find(HTMLElement, "[data-payment-news]");

/** The error of one field, above its input; without a message the field is right. */
export function mark(input: HTMLElement, message?: Element | null): void {
  const field = input.closest(".field");
  if (!field) return;
  field.querySelector(".error-message")?.remove();
  field.classList.toggle("field-wrong", Boolean(message));
  const described = (input.getAttribute("aria-describedby") ?? "").split(" ");
  const ids = described.filter((id) => id && !id.endsWith("-error"));
  if (message) {
    // The page it comes from is read again.
    field.insertBefore(
      document.importNode(message, true),
      [...field.children].find((child) => child.contains(input)) ?? null,
    );
    ids.push(message.id);
    input.setAttribute("aria-invalid", "true");
  } else input.removeAttribute("aria-invalid");
  if (ids.length > 0) input.setAttribute("aria-describedby", ids.join(" "));
  else input.removeAttribute("aria-describedby");
}

/** Where a page in a response says what is wrong; nothing on any other page. */
export const problemsIn = (page: Document | undefined) => page?.querySelector("[data-payment-news]") ?? undefined;

/** Puts the problems of the page in the response into this one, where the card and the words typed stay. */
export function showProblems(page: Document, refusal: Element): void {
  const summary = refusal.querySelector<HTMLElement>(".error-summary");
  // It is only for a page that loads.
  summary?.removeAttribute("autofocus");
  document.title = page.title;
  news().replaceChildren(...refusal.childNodes);
  for (const input of findAll(HTMLElement, INPUTS)) mark(input, page.getElementById(`${input.id}-error`));
  (summary ?? news()).focus();
}

export function clearProblems(): void {
  document.title = document.title.replace(/^Error: /, "");
  news().replaceChildren();
  for (const input of findAll(HTMLElement, INPUTS)) mark(input);
}

/** The page's response: what the element needs, another address, a sentence, or the page with its problems. */
export interface CardResponse extends Partial<ElementReady> {
  readonly location?: string;
  readonly failure?: string;
  /** This page's token is stale for good; its page keeps what was typed and sends it again. */
  readonly resend?: boolean;
  readonly page?: Document;
}

/** Sends the form to its page. @throws where there was no response. */
export async function sendForm(form: HTMLFormElement, more: Readonly<Record<string, string>>): Promise<CardResponse> {
  const body = fieldsOf(form);
  for (const [name, value] of Object.entries(more)) body.set(name, value);
  const headers = { Accept: "application/json" };
  const response = await fetch(form.getAttribute("action") ?? "", { method: "POST", body, headers }).catch(asLost);
  if (response.redirected) return { location: response.url };
  if (response.headers.get("Content-Type")?.startsWith("application/json")) return await response.json().catch(asLost);
  return { page: new DOMParser().parseFromString(await response.text().catch(asLost), "text/html") };
}

/** What the form holds, as it is sent; none of its fields is a file. */
export function fieldsOf(form: HTMLFormElement): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) fields.append(name, String(value));
  return fields;
}
