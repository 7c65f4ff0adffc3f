/**
 * The provider's buttons of the wallets that this browser has, above the form; nothing where it has none. What the form
 * lacks, the wallet is asked for; everything else has to be right before the wallet opens.
 */

/** The provider lets a wallet open for a second after it was pressed; this much of it is left for our answer. */
const PATIENCE_MS = 900;

/** The fields of an address that a wallet gives, and where they lie in what it gives. */
const ADDRESS = {
  firstName: ({ name }) => name.trim().split(/\s+/)[0],
  lastName: ({ name }) => name.trim().split(/\s+/).slice(1).join(" "),
  line1: ({ address }) => address.line1,
  line2: ({ address }) => address.line2,
  city: ({ address }) => address.city,
  county: ({ address }) => address.state,
  postcode: ({ address }) => address.postal_code,
};

export function offerWallets({ form, group, ready, words, judge, mark, attempt }) {
  const part = form.querySelector("[data-wallets]");
  const trouble = part.querySelector("[data-wallet-trouble]");
  const fieldOf = (name) => form.elements.namedItem(name);
  const isBlank = (name) => fieldOf(name)?.value.trim() === "";

  const element = group.create("expressCheckout", {
    buttonHeight: 55,
    layout: { maxColumns: 2 },
    // The others are offered with the card.
    paymentMethods: { link: "never", paypal: "never", amazonPay: "never", klarna: "never" },
  });
  /** What this press asks the wallet for. */
  let asked = {};

  /** The fields that are wrong and that no wallet gives, with their messages. */
  function wrongIn(page) {
    const given = [...(asked.emailRequired ? ["email"] : []), ...(asked.shippingAddressRequired ? Object.keys(ADDRESS) : [])];
    return [...form.elements].flatMap((input) => {
      const message = input.id && !given.includes(input.name) && page.getElementById(`${input.id}-error`);
      return message ? [{ input, message }] : [];
    });
  }

  /** Says at the wallet what has to come first, with a link to each place. */
  function refuse(sentence, wrong = []) {
    trouble.querySelector("b").textContent = sentence;
    trouble.querySelector("ul").replaceChildren(
      ...wrong.map(({ input, message }) => {
        const link = document.createElement("a");
        link.href = `#${input.id}`;
        // Without the word for screen readers before it.
        link.textContent = message.lastChild.lastChild.textContent;
        const entry = document.createElement("li");
        entry.append(link);
        return entry;
      }),
    );
    trouble.hidden = false;
    for (const { input, message } of wrong) mark(input, message);
  }

  element.on("click", async ({ resolve }) => {
    const pressedAt = performance.now();
    trouble.hidden = true;
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
    const page = await judge();
    const wrong = page ? wrongIn(page) : [];
    if (wrong.length > 0) return refuse(words.first, wrong);
    if (page === undefined) return refuse(words.trouble);
    if (performance.now() - pressedAt > PATIENCE_MS) return refuse(words.again);
    resolve(asked);
  });

  element.on("confirm", async ({ billingDetails, shippingAddress, paymentFailed }) => {
    if (asked.emailRequired && billingDetails?.email) fieldOf("email").value = billingDetails.email;
    if (asked.shippingAddressRequired && shippingAddress) {
      for (const [name, read] of Object.entries(ADDRESS)) fieldOf(name).value = read(shippingAddress) ?? "";
    }
    await attempt(group);
    paymentFailed({ reason: "fail" });
    // It could not have the focus while the wallet was open.
    document.querySelector("[data-payment-news] .error-summary")?.focus();
  });

  const available = new Promise((resolve) => {
    element.on("ready", ({ availablePaymentMethods }) => resolve(Boolean(availablePaymentMethods)));
  });
  Promise.all([available, ready]).then(([isThere]) => {
    if (isThere) part.removeAttribute("style");
    for (const one of part.querySelectorAll("[data-with-wallet]")) one.hidden = !isThere;
  });
  // Measured by the provider before it is known whether there is a wallet.
  Object.assign(part.style, { position: "fixed", width: "288px", visibility: "hidden" });
  part.hidden = false;
  element.mount(part.querySelector(".wallet-element"));
  return element;
}
