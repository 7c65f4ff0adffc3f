/** Runs in the element's frame: reads and validates the fields, and pays when the shop's page says so. */
const form = document.querySelector("form");
const fields = {
  number: form.elements.number,
  expiry: form.elements.expiry,
  cvc: form.elements.cvc,
  holder: form.elements.holder,
};
/** The first page that sent a message: the one that contains this frame. Messages from others are ignored. */
let shop = null;

const post = (message) => shop?.source.postMessage(message, shop.origin);
const method = () => form.elements.method.value;

/** What is missing or invalid, with the provider's messages and codes. */
const RULES = {
  number: [
    ["incomplete_number", "Your card number is incomplete.", (text) => text.length < 13],
    ["invalid_number", "Your card number is invalid.", (text) => !passesLuhn(text)],
  ],
  expiry: [
    ["incomplete_expiry", "Your card's expiration date is incomplete.", (text) => !readExpiry(text)],
    ["invalid_expiry_year_past", "Your card's expiration year is in the past.", (text) => hasPassed(readExpiry(text))],
  ],
  cvc: [["incomplete_cvc", "Your card's security code is incomplete.", (text) => !/^\d{3,4}$/.test(text)]],
  holder: [["incomplete_name", "The name on the card is missing.", (text) => text === ""]],
};

const typedIn = (name) => {
  const text = fields[name].value.trim();
  return name === "number" ? text.replace(/[\s-]/g, "") : text;
};

function passesLuhn(digits) {
  if (!/^\d+$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function readExpiry(text) {
  const match = /^(\d{1,2})\s*[/\-. ]?\s*(\d{2}|\d{4})$/.exec(text);
  const month = Number(match?.[1]);
  if (!match || month < 1 || month > 12) return null;
  return { month, year: Number(match[2]) + (match[2].length === 2 ? 2000 : 0) };
}

function hasPassed({ month, year }) {
  const now = new Date();
  return year * 12 + month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
}

function mistakeIn(name) {
  const rule = RULES[name].find(([, , isWrong]) => isWrong(typedIn(name)));
  return rule ? { type: "validation_error", code: rule[0], message: rule[1] } : null;
}

function say(name, message) {
  const place = document.getElementById(`${name}-error`);
  place.textContent = message ?? "";
  place.hidden = !message;
  fields[name].closest(".field").classList.toggle("wrong", Boolean(message));
  if (message) fields[name].setAttribute("aria-invalid", "true");
  else fields[name].removeAttribute("aria-invalid");
}

/** Validates everything, shows the errors beside the fields, and focuses the first. */
function check() {
  if (method() !== "card") return null;
  let first = null;
  for (const name of Object.keys(fields)) {
    const mistake = mistakeIn(name);
    say(name, mistake?.message);
    first ??= mistake && { name, mistake };
  }
  if (first) fields[first.name].focus();
  return first?.mistake ?? null;
}

function showPanel() {
  for (const panel of document.querySelectorAll("[data-panel]")) panel.hidden = panel.dataset.panel !== method();
  const complete = method() !== "card" || Object.keys(fields).every((name) => !mistakeIn(name));
  post({ type: "change", details: { complete, empty: false, collapsed: false, value: { type: method() } } });
}

const VARIABLE = /^[\w#%.,()'" -]{1,200}$/;

/** Applies the shop's colours and corners, as far as the sandbox supports them. */
function applyAppearance(appearance) {
  for (const [name, value] of Object.entries(appearance?.variables ?? {})) {
    if (!/^\w{1,40}$/.test(name) || !VARIABLE.test(String(value))) continue;
    document.documentElement.style.setProperty(`--${name}`, String(value));
  }
}

/** Loads the shop's typefaces; one that does not come leaves the next of the list. */
function loadFonts(fonts) {
  for (const { family, src, weight } of fonts ?? []) {
    const face = new FontFace(family, src, { weight });
    document.fonts.add(face);
    face.load().then(tellHeight, tellHeight);
  }
}

async function configure({ key, clientSecret, appearance, fonts }) {
  applyAppearance(appearance);
  loadFonts(fonts);
  if (clientSecret) {
    const id = clientSecret.split("_secret_")[0];
    const answer = await call(`/v1/payment_intents/${id}?${new URLSearchParams({ key, client_secret: clientSecret })}`);
    if (answer.error) return post({ type: "loaderror", error: answer.error });
    offer(answer.body.payment_method_types);
  }
  showPanel();
  // The height is sent first, so that nothing on the shop's page moves once its button works.
  tellHeight();
  post({ type: "ready" });
}

function tellHeight() {
  post({ type: "height", height: document.documentElement.getBoundingClientRect().height });
}

function offer(types) {
  for (const choice of form.querySelectorAll("[name=method]")) {
    choice.closest(".method").hidden = !types.includes(choice.value);
  }
}

async function call(address, options) {
  try {
    const answer = await fetch(address, options);
    const body = await answer.json();
    return body.error ? { error: body.error } : { body };
  } catch (error) {
    // The network fails with a TypeError, a response that is not JSON with a SyntaxError.
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    return { error: { type: "api_connection_error", message: "We could not reach the payment provider." } };
  }
}

async function confirm({ key, clientSecret, confirmParams }) {
  const mistake = check();
  if (mistake) return { error: mistake };
  const sent = new URLSearchParams({ key, client_secret: clientSecret, use_stripe_sdk: "true" });
  write(sent, "return_url", confirmParams.return_url);
  write(sent, "shipping", confirmParams.shipping);
  write(sent, "payment_method_data", {
    type: method(),
    billing_details: { name: typedIn("holder") || undefined },
    ...(method() === "card" ? { card: cardDetails() } : {}),
    ...(method() === "bacs_debit"
      ? { bacs_debit: { account_number: form.elements.account.value, sort_code: "108800" } }
      : {}),
  });
  const id = clientSecret.split("_secret_")[0];
  form.inert = true;
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const answer = await call(`/v1/payment_intents/${id}/confirm`, { method: "POST", headers, body: sent });
  form.inert = false;
  if (!answer.error) return { paymentIntent: answer.body };
  const { code, message } = answer.error;
  const field = { expired_card: "expiry", incorrect_cvc: "cvc", incorrect_number: "number" }[code];
  if (field && method() === "card") say(field, message);
  return { error: answer.error };
}

function cardDetails() {
  const { month, year } = readExpiry(typedIn("expiry"));
  return { number: typedIn("number"), exp_month: month, exp_year: year, cvc: typedIn("cvc") };
}

/** Writes nested values in bracket notation and omits empty ones. */
function write(sent, name, value) {
  if (value === undefined || value === null || value === "") return;
  if (typeof value !== "object") return sent.append(name, String(value));
  for (const [inner, one] of Object.entries(value)) write(sent, `${name}[${inner}]`, one);
}

addEventListener("message", async (event) => {
  if (event.source !== parent || event.data?.to !== "payment") return;
  shop ??= { source: event.source, origin: event.origin };
  if (event.origin !== shop.origin) return;
  const { type, id } = event.data;
  if (type === "configure") await configure(event.data);
  if (type === "focus") fields.number.focus();
  if (type === "clear") form.reset();
  if (type === "submit") {
    const error = check();
    post({ type: "answer", id, answer: error ? { error } : { selectedPaymentMethod: method() } });
  }
  if (type === "confirm") post({ type: "answer", id, answer: await confirm(event.data) });
});

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", (event) => {
  if (event.target.name === "method") showPanel();
});
for (const name of Object.keys(fields)) {
  fields[name].addEventListener("input", () => {
    if (name === "number") fields.number.value = inFours(fields.number.value);
    say(name, null);
    showPanel();
  });
  fields[name].addEventListener("blur", () => {
    if (typedIn(name) !== "") say(name, mistakeIn(name)?.message);
  });
}

/** A space after every four digits, unless the cursor is elsewhere than at the end. */
function inFours(text) {
  if (fields.number.selectionStart !== text.length) return text;
  return text
    .replace(/\D/g, "")
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, "$1 ");
}

new ResizeObserver(tellHeight).observe(document.documentElement);
showPanel();
// The page that contains this frame is unknown until it sends a message, and only it receives this one.
parent.postMessage({ type: "loaded" }, "*");
