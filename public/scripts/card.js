/**
 * The payment provider's card element, which lies in the provider's own frame. The form around it is sent to its page
 * with intent "element"; the answer is what the element needs, another address, a sentence, or the page with the
 * form's problems. Until the element is ready, and without this script, the same form leads to the provider's page.
 */
import { offerWallets } from "./wallet.js";

/** After this time a script that has not loaded counts as failed. */
const PATIENCE_MS = 15_000;

/** Our colours, corners and fonts, as far as the provider's element supports them. */
const APPEARANCE = {
  theme: "stripe",
  variables: {
    colorPrimary: "#1b2530",
    colorText: "#1b2530",
    colorTextSecondary: "#4a5560",
    colorTextPlaceholder: "#66707a",
    colorDanger: "#b3161b",
    colorBackground: "#ffffff",
    borderRadius: "4px",
    fontFamily: 'Figtree, "Segoe UI", system-ui, sans-serif',
    fontSizeBase: "17px",
    spacingUnit: "5px",
  },
};

/** The provider's frame asks us for it; where it may not, it writes in the next typeface of the list. */
const FONTS = ["400", "600"].map((weight) => ({
  family: "Figtree",
  src: `url(${location.origin}/fonts/figtree.woff2)`,
  weight,
}));

const part = document.querySelector(".card-part");
const { scriptUrl, publishableKey, totalPence, words } = JSON.parse(part.dataset.card);
const form = part.closest("form");
const place = part.querySelector(".card-element");
const button = [...form.querySelectorAll('button[value="pay"]')].at(-1);
const label = [...button.childNodes];
const trouble = form.querySelector("[data-card-trouble]");
const news = document.querySelector("[data-payment-news]");

/** loading, ready, broken: the element did not load, or busy: between the button and the answer. */
let state;
let provider;
let elements;
let element;
let wallets;

function show(next) {
  state = next;
  const isHere = state === "ready" || state === "busy";
  part.hidden = state === "broken";
  place.dataset.ready = String(isHere);
  part.querySelector("[data-card-loading]").hidden = state !== "loading";
  for (const one of form.querySelectorAll("[data-with-card]")) one.hidden = !isHere;
  for (const one of form.querySelectorAll("[data-without-card]")) one.hidden = isHere;
  button.setAttribute("aria-disabled", String(state === "busy"));
  button.replaceChildren(...(state === "busy" ? [words.busy] : label));
}

/** Says why nothing was paid; nothing takes the sentence away. */
function say(sentence) {
  trouble.querySelector("b").textContent = sentence ?? "";
  trouble.querySelector(".banner-action").hidden = state !== "broken";
  trouble.hidden = !sentence;
}

/* The element */

function loadProvider() {
  if (window.Stripe) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const giveUp = () => {
      script.remove();
      reject(new Error("The script of the payment provider did not come."));
    };
    const timer = setTimeout(giveUp, PATIENCE_MS);
    script.addEventListener("load", () => {
      clearTimeout(timer);
      resolve();
    });
    script.addEventListener("error", () => {
      clearTimeout(timer);
      giveUp();
    });
    script.src = scriptUrl;
    document.head.append(script);
  });
}

function breakDown() {
  show("broken");
  say(words.notReady);
}

/** Each of the two elements pays by itself, and is judged alone. */
function newGroup() {
  return provider.elements({
    mode: "payment",
    amount: totalPence,
    currency: "gbp",
    locale: "en-GB",
    appearance: APPEARANCE,
    fonts: FONTS,
  });
}

async function begin() {
  show("loading");
  say();
  element?.unmount();
  wallets?.unmount();
  try {
    await loadProvider();
    provider = window.Stripe(publishableKey);
    elements = newGroup();
    element = elements.create("payment", {
      layout: { type: "accordion", radios: true },
      paymentMethodOrder: ["card"],
      // They are offered above the form.
      wallets: { applePay: "never", googlePay: "never" },
    });
    const ready = new Promise((resolve) => element.on("ready", resolve));
    ready.then(() => show("ready"));
    wallets = offerWallets({ form, group: newGroup(), ready, words, judge, mark, attempt });
    element.on("loaderror", breakDown);
    element.mount(place);
  } catch {
    breakDown();
  }
}

/* The form's problems, as our page says them */

/** Fields that are sent; one that only shows something has no input. */
const INPUTS = ".field :is(input, select, textarea)";

/** The error of one field, above its input; without a message the field is right. */
function mark(input, message) {
  const field = input.closest(".field");
  field.querySelector(".error-message")?.remove();
  field.classList.toggle("field-wrong", Boolean(message));
  // The page it comes from is read again.
  const copy = message?.cloneNode(true);
  const described = (input.getAttribute("aria-describedby") ?? "").split(" ");
  const ids = described.filter((id) => id && !id.endsWith("-error"));
  if (copy) {
    field.insertBefore(copy, [...field.children].find((child) => child.contains(input)));
    ids.push(copy.id);
    input.setAttribute("aria-invalid", "true");
  } else input.removeAttribute("aria-invalid");
  if (ids.length > 0) input.setAttribute("aria-describedby", ids.join(" "));
  else input.removeAttribute("aria-describedby");
}

/** Puts the problems of the page that was answered into this one, where the card and the words typed stay. */
function showProblems(page, answered) {
  const summary = answered.querySelector(".error-summary");
  // It is only for a page that loads.
  summary?.removeAttribute("autofocus");
  document.title = page.title;
  news.replaceChildren(...answered.childNodes);
  for (const input of document.querySelectorAll(INPUTS)) mark(input, page.getElementById(`${input.id}-error`));
  (summary ?? news).focus();
}

function clearProblems() {
  document.title = document.title.replace(/^Error: /, "");
  news.replaceChildren();
  for (const input of document.querySelectorAll(INPUTS)) mark(input);
}

/* Paying */

/**
 * Sends the form to its page, with what is wrong with the card, so that both are judged in one go. Resolves to its
 * answer, of which a page is the form with its problems.
 */
async function send(cardProblem, intent = "element") {
  const body = new URLSearchParams(new FormData(form));
  body.set("intent", intent);
  if (cardProblem) body.set("cardProblem", cardProblem);
  try {
    const headers = { Accept: "application/json" };
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body, headers });
    if (answer.redirected) return { location: answer.url };
    if (answer.headers.get("Content-Type")?.startsWith("application/json")) return await answer.json();
    return { page: new DOMParser().parseFromString(await answer.text(), "text/html") };
  } catch {
    return { trouble: words.trouble };
  }
}

/**
 * Goes to another page; until it comes, the button stays busy. In place of this page, which Back would ask to send again
 * where it came as the answer to a form.
 */
function leaveFor(address) {
  location.replace(address);
  return new Promise(() => {});
}

/** To the page that keeps what was typed and sends it again: this page's token is stale for good. */
function sendAsWithoutScripts() {
  state = "leaving";
  form.requestSubmit(button);
  return new Promise(() => {});
}

/** Whether a declined card was one too many; the page's answer then says how long to wait, and the way on. */
async function isPaused({ type }) {
  if (type !== "card_error") return false;
  const { page } = await send();
  const answered = page?.querySelector("[data-payment-news]");
  if (answered) showProblems(page, answered);
  return Boolean(answered);
}

/** Resolves to the sentence of what went wrong, or to nothing when the form says it. */
async function pay(group) {
  const { error: mistake } = await group.submit();
  const answer = await send(mistake && (mistake.message ?? words.notValid));
  if (answer.location) return await leaveFor(answer.location);
  if (answer.resend) return await sendAsWithoutScripts();
  if (!answer.clientSecret) {
    const answered = answer.page?.querySelector("[data-payment-news]");
    if (!answered) return answer.trouble ?? words.trouble;
    return showProblems(answer.page, answered);
  }
  clearProblems();
  const { clientSecret, returnUrl, shipping } = answer;
  const { error, paymentIntent } = await provider.confirmPayment({
    elements: group,
    clientSecret,
    confirmParams: { return_url: returnUrl, ...(shipping ? { shipping } : {}) },
    redirect: "if_required",
  });
  if (error) return (await isPaused(error)) ? undefined : (error.message ?? words.failed);
  if (!["succeeded", "processing"].includes(paymentIntent?.status)) return words.failed;
  const address = new URL(returnUrl);
  address.searchParams.set("payment_intent", paymentIntent.id);
  return await leaveFor(address.href);
}

/** One attempt, with the card or with a wallet. Returns only where nothing was paid. */
async function attempt(group) {
  show("busy");
  say();
  for (const banner of news.querySelectorAll(".banner")) banner.remove();
  const sentence = await pay(group).catch(() => words.failed);
  show("ready");
  say(sentence);
}

/* The form as it is */

let judged = {};

/** The form's page with what is wrong with it now, or nothing where it could not be asked; null where all is right. */
async function judge() {
  if (!form.hasAttribute("data-judged")) return null;
  const body = String(new URLSearchParams(new FormData(form)));
  if (judged.body !== body) judged = { body, answer: send(null, "check") };
  const { page } = await judged.answer;
  if (page?.querySelector("[data-payment-news]")) return page;
  judged = {};
}

// A field is judged as it is left with something else in it, in the words of the form's page.
form.addEventListener("change", async ({ target }) => {
  if (state === "busy" || !target.matches(INPUTS)) return;
  const page = await judge();
  if (page && state !== "busy") mark(target, page.getElementById(`${target.id}-error`));
});
form.addEventListener("submit", (event) => {
  if (state === "busy") return event.preventDefault();
  if (event.submitter?.value !== "pay" || state !== "ready") return;
  event.preventDefault();
  attempt(elements);
});
trouble.querySelector("button").addEventListener("click", begin);
// The card lies in the provider's frame, where a link's target cannot lead.
news.addEventListener("click", (event) => {
  if (event.target.closest?.("a")?.hash === `#${part.id}`) element.focus();
});
// Enter in the box of a discount code applies it.
const code = form.elements.namedItem("code");
code?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  form.requestSubmit([...form.elements].find(({ value }) => value === "apply"));
});
// A page restored from the back/forward cache would still wait for an answer that arrived long ago.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
begin();
