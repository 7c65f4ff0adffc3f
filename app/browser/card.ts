import {
  type CardResponse,
  clearProblems,
  fieldsOf,
  INPUTS,
  mark,
  problemsIn,
  sendForm,
  showProblems,
} from "./card-form";
import type { CardSettings } from "./card-settings";
import { around, buttonOf, fieldOf, find, findAll } from "./elements";
import {
  type CardElement,
  type Group,
  loadProvider,
  type Provider,
  type ProviderError,
  ProviderMissing,
  type WalletElement,
} from "./payment-provider";
import { isLost } from "./unexpected";
import { offerWallets } from "./wallet";

/**
 * The payment provider's card element, which lies in the provider's own frame. The form around it is sent to its page
 * with intent "element"; the response is what the element needs, another address, a sentence, or the page with the
 * form's problems. Until the element is ready, and without this script, the same form leads to the provider's page.
 */

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

const part = find(HTMLElement, ".card-part");
const { scriptUrl, publishableKey, totalPence, words }: CardSettings = JSON.parse(part.dataset.card ?? "");
const form = formAround(part);
const place = find(HTMLElement, ".card-element", part);
const loading = find(HTMLElement, "[data-card-loading]", part);
const button = payButton();
const label = [...button.childNodes];
const failure = find(HTMLElement, "[data-card-failure]", form);
const news = find(HTMLElement, "[data-payment-news]");

/** Busy: between the button and the response. Broken: the element did not load. Leaving: another page comes. */
let state: "loading" | "ready" | "busy" | "broken" | "leaving" | undefined;
let opened: { provider: Provider; group: Group; element: CardElement; wallets?: WalletElement } | undefined;

function formAround(element: HTMLElement): HTMLFormElement {
  const found = element.closest("form");
  if (!found) throw new Error("The card lies in no form.");
  return found;
}

/** The last one: the first is for Enter in a field. */
function payButton(): HTMLButtonElement {
  const found = findAll(HTMLButtonElement, 'button[value="pay"]', form).at(-1);
  if (!found) throw new Error("The form has no button to pay.");
  return found;
}

function show(next: "loading" | "ready" | "busy" | "broken") {
  state = next;
  const isHere = state === "ready" || state === "busy";
  part.hidden = state === "broken";
  place.dataset.ready = String(isHere);
  loading.hidden = state !== "loading";
  for (const one of findAll(HTMLElement, "[data-with-card]", form)) one.hidden = !isHere;
  for (const one of findAll(HTMLElement, "[data-without-card]", form)) one.hidden = isHere;
  button.setAttribute("aria-disabled", String(state === "busy"));
  button.replaceChildren(...(state === "busy" ? [words.busy] : label));
}

/** Says why nothing was paid; nothing takes the sentence away. */
function say(sentence = "") {
  find(HTMLElement, "b", failure).textContent = sentence;
  find(HTMLElement, ".banner-action", failure).hidden = state !== "broken";
  failure.hidden = sentence === "";
}

/* The element */

function breakDown() {
  show("broken");
  say(words.notReady);
}

/** The card and the wallet are two elements: each starts its own payment, and only that one is validated. */
function newGroup(provider: Provider): Group {
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
  opened?.element.unmount();
  opened?.wallets?.unmount();
  try {
    const provider = await loadProvider(scriptUrl, publishableKey);
    const group = newGroup(provider);
    const element = group.create("payment", {
      layout: { type: "accordion", radios: true },
      paymentMethodOrder: ["card"],
      // They are offered above the form.
      wallets: { applePay: "never", googlePay: "never" },
    });
    opened = { provider, group, element };
    const ready = new Promise<void>((resolve) => element.on("ready", resolve));
    void ready.then(() => show("ready"));
    const ofWallets = newGroup(provider);
    opened.wallets = offerWallets({
      form,
      group: ofWallets,
      ready,
      words,
      validate,
      attempt: () => attempt(provider, ofWallets),
    });
    element.on("loaderror", breakDown);
    element.mount(place);
  } catch (error) {
    breakDown();
    if (!(error instanceof ProviderMissing)) throw error;
  }
}

/* Paying */

/**
 * Sends the form to its page, with what is wrong with the card, so that both are validated in one go. Resolves to its
 * response, of which a page is the form with its problems.
 */
async function send(cardProblem?: string, intent = "element"): Promise<CardResponse> {
  try {
    return await sendForm(form, { intent, ...(cardProblem ? { cardProblem } : {}) });
  } catch (error) {
    if (!isLost(error)) throw error;
    return { failure: words.failure };
  }
}

/**
 * Goes to another page; until it comes, the button stays busy. In place of this page, which Back would ask to send again
 * where it came as the response to a form.
 */
function leaveFor(address: string): Promise<never> {
  location.replace(address);
  return new Promise(() => {});
}

/** To the page that keeps what was typed and sends it again: this page's token is stale for good. */
function sendAsWithoutScripts(): Promise<never> {
  state = "leaving";
  form.requestSubmit(button);
  return new Promise(() => {});
}

/** Shows the form's page with its problems. @returns whether there was one */
function showRefusal({ page }: CardResponse): boolean {
  const refusal = problemsIn(page);
  if (page && refusal) showProblems(page, refusal);
  return refusal !== undefined;
}

/** Whether a declined card was one too many; the page's response then says how long to wait, and the way on. */
async function isPaused({ type }: ProviderError): Promise<boolean> {
  return type === "card_error" && showRefusal(await send());
}

/** Resolves to the sentence of what went wrong, or to nothing when the form says it. */
async function pay(provider: Provider, group: Group): Promise<string | undefined> {
  const { error: mistake } = await group.submit();
  const response = await send(mistake && (mistake.message ?? words.notValid));
  if (response.location) return await leaveFor(response.location);
  if (response.resend) return await sendAsWithoutScripts();
  const { clientSecret, returnUrl, shipping } = response;
  if (!clientSecret || !returnUrl) return showRefusal(response) ? undefined : (response.failure ?? words.failure);
  clearProblems();
  const { error, paymentIntent } = await provider.confirmPayment({
    elements: group,
    clientSecret,
    confirmParams: { return_url: returnUrl, ...(shipping ? { shipping } : {}) },
    redirect: "if_required",
  });
  if (error) return (await isPaused(error)) ? undefined : (error.message ?? words.failed);
  if (!paymentIntent || !["succeeded", "processing"].includes(paymentIntent.status)) return words.failed;
  const address = new URL(returnUrl);
  address.searchParams.set("payment_intent", paymentIntent.id);
  return await leaveFor(address.href);
}

/** One attempt, with the card or with a wallet. Ends only where nothing was paid. @throws what `pay` did not expect */
async function attempt(provider: Provider, group: Group): Promise<void> {
  show("busy");
  say();
  for (const banner of news.querySelectorAll(".banner")) banner.remove();
  let sentence: string | undefined = words.failed;
  try {
    sentence = await pay(provider, group);
  } finally {
    show("ready");
    say(sentence);
  }
}

/* The form as it is */

let validation: { fields: string; response: Promise<CardResponse> } | undefined;

/** The form's page with what is wrong with it now, or undefined where it could not be asked; null where all is right. */
async function validate(): Promise<Document | null | undefined> {
  if (!form.hasAttribute("data-validated")) return null;
  const fields = String(fieldsOf(form));
  if (validation?.fields !== fields) {
    validation = { fields, response: send(undefined, "check") };
    // The next press asks again.
    validation.response.catch(() => {
      validation = undefined;
    });
  }
  const { page } = await validation.response;
  if (problemsIn(page)) return page;
  validation = undefined;
  return undefined;
}

const isBusy = () => state === "busy";

// A field is validated as it is left with something else in it, in the words of the form's page.
form.addEventListener("change", async ({ target }) => {
  if (isBusy() || !(target instanceof HTMLElement) || !target.matches(INPUTS)) return;
  const page = await validate();
  if (page && !isBusy()) mark(target, page.getElementById(`${target.id}-error`));
});
form.addEventListener("submit", (event) => {
  if (state === "busy") return event.preventDefault();
  const isPaying = event.submitter instanceof HTMLButtonElement && event.submitter.value === "pay";
  if (!isPaying || state !== "ready" || !opened) return;
  event.preventDefault();
  void attempt(opened.provider, opened.group);
});
find(HTMLButtonElement, "button", failure).addEventListener("click", begin);
// The card lies in the provider's frame, where a link's target cannot lead.
news.addEventListener("click", ({ target }) => {
  if (around(HTMLAnchorElement, "a", target)?.hash === `#${part.id}`) opened?.element.focus();
});
// Enter in the box of a discount code applies it.
fieldOf(form, "code")?.addEventListener("keydown", (event) => {
  if (!(event instanceof KeyboardEvent) || event.key !== "Enter") return;
  event.preventDefault();
  form.requestSubmit(buttonOf(form, "apply"));
});
// A page restored from the back/forward cache would still wait for a response that arrived long ago.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
void begin();
