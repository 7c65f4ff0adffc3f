import { mark } from "./card-form";
import type { CardWords } from "./card-settings";
import { fieldOf, find, findAll, make } from "./elements";
import type { Asked, Group, WalletAddress, WalletElement } from "./payment-provider";

/**
 * The provider's buttons of the wallets that this browser has, above the form; nothing where it has none. What the form
 * lacks, the wallet is asked for; everything else has to be right before the wallet opens.
 */

/** The provider lets a wallet open for a second after it was pressed; this much of it is left for our response. */
const PATIENCE_MS = 900;

const namesIn = (name: string) => name.trim().split(/\s+/);

/** The fields of an address that a wallet gives, and where they lie in what it gives. */
const ADDRESS: Readonly<Record<string, (given: WalletAddress) => string | null | undefined>> = {
  firstName: ({ name }) => namesIn(name)[0],
  lastName: ({ name }) => namesIn(name).slice(1).join(" "),
  line1: ({ address }) => address.line1,
  line2: ({ address }) => address.line2,
  city: ({ address }) => address.city,
  county: ({ address }) => address.state,
  postcode: ({ address }) => address.postal_code,
};

interface Wrong {
  readonly input: HTMLElement;
  readonly message: Element;
}

interface Offer {
  readonly form: HTMLFormElement;
  readonly group: Group;
  /** When the card's own element is. */
  readonly ready: Promise<void>;
  readonly words: CardWords;
  /** The form's page with what is wrong with it, null where all is right, undefined where it could not be asked. */
  readonly validate: () => Promise<Document | null | undefined>;
  /** Pays with the wallet's group. Returns only where nothing was paid. */
  readonly attempt: () => Promise<void>;
}

export function offerWallets({ form, group, ready, words, validate, attempt }: Offer): WalletElement {
  const part = find(HTMLElement, "[data-wallets]", form);
  const failure = find(HTMLElement, "[data-wallet-failure]", part);
  const isBlank = (name: string) => fieldOf(form, name)?.value.trim() === "";
  const fill = (name: string, value: string) => {
    const field = fieldOf(form, name);
    if (field) field.value = value;
  };

  const element = group.create("expressCheckout", {
    buttonHeight: 55,
    layout: { maxColumns: 2 },
    // The others are offered with the card.
    paymentMethods: { link: "never", paypal: "never", amazonPay: "never", klarna: "never" },
  });
  /** What this press asks the wallet for. */
  let asked: Asked = {};

  /** The fields that are wrong and that no wallet gives, with their messages. */
  function wrongIn(page: Document): Wrong[] {
    const address = asked.shippingAddressRequired ? Object.keys(ADDRESS) : [];
    const given = [...(asked.emailRequired ? ["email"] : []), ...address];
    return [...form.elements].flatMap((input) => {
      const isGiven = given.includes(input.getAttribute("name") ?? "");
      const message = input.id && !isGiven ? page.getElementById(`${input.id}-error`) : null;
      return message && input instanceof HTMLElement ? [{ input, message }] : [];
    });
  }

  /** Says at the wallet what has to come first, with a link to each place. */
  function refuse(sentence: string, wrong: readonly Wrong[] = []) {
    find(HTMLElement, "b", failure).textContent = sentence;
    find(HTMLElement, "ul", failure).replaceChildren(
      ...wrong.map(({ input, message }) => {
        // Without the word for screen readers before it.
        const sentenceAlone = message.lastChild?.lastChild?.textContent ?? "";
        return make("li", {}, make("a", { href: `#${input.id}` }, sentenceAlone));
      }),
    );
    failure.hidden = false;
    for (const { input, message } of wrong) mark(input, message);
  }

  element.on("click", async ({ resolve }) => {
    const pressedAt = performance.now();
    failure.hidden = true;
    asked = {
      ...(isBlank("email") ? { emailRequired: true } : {}),
      ...(isBlank("line1")
        ? {
            shippingAddressRequired: true,
            allowedShippingCountries: ["GB"],
            shippingRates: [{ id: "uk", amount: 0, displayName: words.delivery }],
          }
        : {}),
    };
    const page = await validate();
    const wrong = page ? wrongIn(page) : [];
    if (wrong.length > 0) return refuse(words.first, wrong);
    if (page === undefined) return refuse(words.failure);
    if (performance.now() - pressedAt > PATIENCE_MS) return refuse(words.again);
    resolve(asked);
  });

  element.on("confirm", async ({ billingDetails, shippingAddress, paymentFailed }) => {
    if (asked.emailRequired && billingDetails?.email) fill("email", billingDetails.email);
    if (asked.shippingAddressRequired && shippingAddress) {
      for (const [name, read] of Object.entries(ADDRESS)) fill(name, read(shippingAddress) ?? "");
    }
    try {
      await attempt();
    } finally {
      paymentFailed({ reason: "fail" });
    }
    // It could not have the focus while the wallet was open.
    document.querySelector<HTMLElement>("[data-payment-news] .error-summary")?.focus();
  });

  const available = new Promise<boolean>((resolve) => {
    element.on("ready", ({ availablePaymentMethods }) => resolve(Boolean(availablePaymentMethods)));
  });
  void Promise.all([available, ready]).then(([isThere]) => {
    if (isThere) part.removeAttribute("style");
    for (const one of findAll(HTMLElement, "[data-with-wallet]", part)) one.hidden = !isThere;
  });
  // Measured by the provider before it is known whether there is a wallet.
  Object.assign(part.style, { position: "fixed", width: "288px", visibility: "hidden" });
  part.hidden = false;
  element.mount(find(HTMLElement, ".wallet-element", part));
  return element;
}
