import { confirmWith, find, listen, post, postHeight } from "./frame.ts";
import type { ApiError, Confirmation, ElementsOptions, PaymentResult } from "./messages.ts";

/** Runs in the element's frame: reads and validates the fields, and pays when the shop's page says so. */
const form = find("form", HTMLFormElement);
const fields = {
  number: find("#number", HTMLInputElement),
  expiry: find("#expiry", HTMLInputElement),
  cvc: find("#cvc", HTMLInputElement),
  holder: find("#holder", HTMLInputElement),
};
type Field = keyof typeof fields;
const FIELDS: readonly Field[] = ["number", "expiry", "cvc", "holder"];
const method = () => String(new FormData(form).get("method"));

/** What is missing or invalid, with the provider's messages and codes. */
const RULES: Record<Field, [code: string, message: string, isWrong: (text: string) => boolean][]> = {
  number: [
    ["incomplete_number", "Your card number is incomplete.", (text) => text.length < 13],
    ["invalid_number", "Your card number is invalid.", (text) => !passesLuhn(text)],
  ],
  expiry: [
    ["incomplete_expiry", "Your card's expiration date is incomplete.", (text) => !readExpiry(text)],
    ["invalid_expiry_year_past", "Your card's expiration year is in the past.", (text) => hasPassed(text)],
  ],
  cvc: [["incomplete_cvc", "Your card's security code is incomplete.", (text) => !/^\d{3,4}$/.test(text)]],
  holder: [["incomplete_name", "The name on the card is missing.", (text) => text === ""]],
};

const typedIn = (name: Field) => {
  const text = fields[name].value.trim();
  return name === "number" ? text.replace(/[\s-]/g, "") : text;
};

function passesLuhn(digits: string): boolean {
  if (!/^\d+$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function readExpiry(text: string): { month: number; year: number } | null {
  const match = /^(\d{1,2})\s*[/\-. ]?\s*(\d{2}|\d{4})$/.exec(text);
  const [, month = "", year = ""] = match ?? [];
  if (!match || Number(month) < 1 || Number(month) > 12) return null;
  return { month: Number(month), year: Number(year) + (year.length === 2 ? 2000 : 0) };
}

function hasPassed(text: string): boolean {
  const expiry = readExpiry(text);
  const now = new Date();
  return expiry !== null && expiry.year * 12 + expiry.month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
}

function mistakeIn(name: Field): ApiError | null {
  const rule = RULES[name].find(([, , isWrong]) => isWrong(typedIn(name)));
  return rule ? { type: "validation_error", code: rule[0], message: rule[1] } : null;
}

function say(name: Field, message?: string): void {
  const place = find(`#${name}-error`, HTMLElement);
  place.textContent = message ?? "";
  place.hidden = !message;
  fields[name].closest(".field")?.classList.toggle("wrong", Boolean(message));
  if (message) fields[name].setAttribute("aria-invalid", "true");
  else fields[name].removeAttribute("aria-invalid");
}

/** Validates everything, shows the errors beside the fields, and focuses the first. */
function check(): ApiError | null {
  if (method() !== "card") return null;
  let first: { name: Field; mistake: ApiError } | null = null;
  for (const name of FIELDS) {
    const mistake = mistakeIn(name);
    say(name, mistake?.message);
    if (mistake) first ??= { name, mistake };
  }
  if (!first) return null;
  fields[first.name].focus();
  return first.mistake;
}

function showPanel() {
  for (const panel of document.querySelectorAll<HTMLElement>("[data-panel]"))
    panel.hidden = panel.dataset.panel !== method();
}

const VARIABLE = /^[\w#%.,()'" -]{1,200}$/;

/** Applies the shop's colours and corners, as far as the sandbox supports them. */
function applyAppearance(appearance: ElementsOptions["appearance"]): void {
  for (const [name, value] of Object.entries(appearance?.variables ?? {})) {
    if (!/^\w{1,40}$/.test(name) || !VARIABLE.test(String(value))) continue;
    document.documentElement.style.setProperty(`--${name}`, String(value));
  }
}

/** Loads the shop's typefaces; one that does not come leaves the next of the list. */
function loadFonts(fonts: ElementsOptions["fonts"]): void {
  for (const { family, src, weight } of fonts ?? []) {
    const face = new FontFace(family, src, { weight });
    document.fonts.add(face);
    face.load().then(postHeight, postHeight);
  }
}

function configure({ appearance, fonts }: Pick<ElementsOptions, "appearance" | "fonts">): void {
  applyAppearance(appearance);
  loadFonts(fonts);
  showPanel();
  // The height is sent first, so that nothing on the shop's page moves once its button works.
  postHeight();
  post({ type: "ready" });
}

/** The field that an error of the API is about. */
const FIELD_OF = new Map<string, Field>([
  ["expired_card", "expiry"],
  ["incorrect_cvc", "cvc"],
  ["incorrect_number", "number"],
]);

async function confirm(about: Confirmation): Promise<PaymentResult> {
  const mistake = check();
  if (mistake) return { error: mistake };
  form.inert = true;
  const result = await confirmWith(about, {
    type: method(),
    billing_details: { name: typedIn("holder") || undefined },
    ...(method() === "card" ? { card: cardDetails() } : {}),
    ...(method() === "bacs_debit"
      ? { bacs_debit: { account_number: find("#account", HTMLSelectElement).value, sort_code: "108800" } }
      : {}),
  });
  form.inert = false;
  const field = FIELD_OF.get(result.error?.code ?? "");
  if (field && method() === "card") say(field, result.error?.message);
  return result;
}

function cardDetails() {
  const expiry = readExpiry(typedIn("expiry"));
  return { number: typedIn("number"), exp_month: expiry?.month, exp_year: expiry?.year, cvc: typedIn("cvc") };
}

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", (event) => {
  if (event.target instanceof HTMLInputElement && event.target.name === "method") showPanel();
});
for (const name of FIELDS) {
  fields[name].addEventListener("input", () => {
    if (name === "number") fields.number.value = inFours(fields.number.value);
    say(name);
  });
  fields[name].addEventListener("blur", () => {
    if (typedIn(name) !== "") say(name, mistakeIn(name)?.message);
  });
}

/** A space after every four digits, unless the cursor is elsewhere than at the end. */
function inFours(text: string): string {
  if (fields.number.selectionStart !== text.length) return text;
  return text
    .replace(/\D/g, "")
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, "$1 ");
}

showPanel();
listen("payment", async (message) => {
  if (message.type === "configure" && !("asks" in message)) configure(message);
  if (message.type === "focus") fields.number.focus();
  if (message.type === "submit") {
    const error = check();
    post({ type: "answer", id: message.id, response: error ? { error } : { selectedPaymentMethod: method() } });
  }
  if (message.type === "confirm") post({ type: "answer", id: message.id, response: await confirm(message) });
});
