import { enquiryBody } from "~/domain/backoffice/enquiries/enquiry-mailto";
import { fieldOf, find } from "./elements";

/**
 * The contact form while somebody types: counts characters, blocks Send above the limit, fills the mailto link with
 * what was typed, and prevents a second sending.
 */

const form = find(HTMLFormElement, "#contact-form");
const button = find(HTMLButtonElement, "button[data-busy]", form);
const counter = find(HTMLElement, "[data-counts]", form);
const counted = find(HTMLElement, "[data-count]", counter);
const excess = find(HTMLElement, "[data-over]", counter);
const link = find(HTMLAnchorElement, '#contact a[href^="mailto:"]');
const label = button.textContent;
const limit = Number(counter.dataset.limit);
let isSending = false;

const typed = (name: string) => fieldOf(form, name)?.value ?? "";

function count() {
  const { length } = typed("message");
  const over = length - limit;
  counted.textContent = String(length);
  excess.textContent = over > 0 ? `, ${over} too many` : "";
  counter.classList.toggle("word-count-over", over > 0);
  button.disabled = over > 0;
}

function fillLink() {
  const body = enquiryBody({ name: typed("name"), email: typed("email"), message: typed("message") });
  link.href = link.href.replace(/&body=.*$/, () => `&body=${body}`);
}

form.addEventListener("input", () => {
  count();
  fillLink();
});
form.addEventListener("submit", (event) => {
  if (isSending) event.preventDefault();
  isSending = true;
  button.textContent = button.dataset.busy ?? label;
});
// A page restored from the back/forward cache can be sent again.
addEventListener("pageshow", () => {
  isSending = false;
  button.textContent = label;
  count();
  fillLink();
});
