/**
 * The provider's script, as far as a shop with a card element and one of wallets needs it: `Stripe(key)` returns the
 * object with which a page shows an element and pays. What is typed stays in a frame of this script's own origin; the
 * page gets messages and states, never a card.
 */
(() => {
  const { origin } = new URL(document.currentScript.src);
  /** A frame that has sent nothing within this time has failed to load. */
  const PATIENCE_MS = 10_000;

  function Stripe(publishableKey) {
    if (typeof publishableKey !== "string" || !publishableKey.startsWith("pk_")) {
      throw new Error("Invalid value for Stripe(): apiKey should be a publishable key.");
    }
    const key = publishableKey;
    return {
      elements: (options = {}) => createElements(key, options),
      confirmPayment: (options) => confirmPayment(key, options),
      retrievePaymentIntent: (clientSecret) => retrievePaymentIntent(key, clientSecret),
      handleNextAction: ({ clientSecret }) => handleNextAction(key, clientSecret),
    };
  }

  const FRAMES = {
    payment: { path: "/elements/payment", title: "Secure payment input frame", height: "420px" },
    expressCheckout: { path: "/elements/wallets", title: "Secure express checkout frame", height: "0" },
  };

  /** A group with one element: for a payment when given a secret, otherwise for a sum. */
  function createElements(key, options) {
    let current = { ...options };
    let element = null;
    return {
      create(type, elementOptions = {}) {
        if (!(type in FRAMES)) throw new Error(`The payment sandbox has no element "${type}".`);
        if (element) throw new Error("The payment sandbox has one element in a group.");
        element = createElement(type, key, () => current, elementOptions);
        return element;
      },
      getElement: (type) => (element?.type === type ? element : null),
      update(change) {
        current = { ...current, ...change };
        element?.configure();
      },
      async submit() {
        if (!element) return { error: integrationError("No element was created.") };
        return await element.ask("submit");
      },
      ask: (what, about) => element.ask(what, about),
      clientSecret: () => current.clientSecret,
    };
  }

  function createElement(elementType, key, optionsOf, elementOptions) {
    const listeners = new Map();
    const waiting = new Map();
    let frame = null;
    /** Over the page while a wallet is open. */
    let sheet = null;
    let isReady = false;
    let alarm;
    let number = 0;

    const tell = (name, details = {}) => {
      for (const listener of listeners.get(name) ?? []) listener({ elementType, ...details });
    };
    const post = (message) => (sheet ?? frame)?.contentWindow?.postMessage({ to: elementType, ...message }, origin);

    function hear(event) {
      if (event.origin !== origin || ![frame, sheet].some((one) => one?.contentWindow === event.source)) return;
      const { type, id, answer, height, details, error } = event.data ?? {};
      if (event.source === sheet?.contentWindow) hearSheet(event.data);
      if (type === "loaded" && event.source === frame?.contentWindow) element.configure();
      if (type === "height") (event.source === sheet?.contentWindow ? sheet : frame).style.height = `${height}px`;
      if (type === "press") press();
      if (type === "change") tell("change", details);
      if (type === "loaderror") {
        clearTimeout(alarm);
        tell("loaderror", { error });
      }
      if (type === "ready" && !isReady) {
        isReady = true;
        clearTimeout(alarm);
        tell("ready", details);
      }
      if (type === "answer") {
        waiting.get(id)?.(answer);
        waiting.delete(id);
      }
    }

    /** The shop has a second to let the wallet open. */
    function press() {
      const pressedAt = Date.now();
      const resolve = (asks = {}) => {
        if (Date.now() - pressedAt > 1000) throw new Error("The click event was not resolved within 1 second.");
        if (asks.shippingAddressRequired && !asks.shippingRates?.length)
          throw new Error("shippingRates are needed where a shipping address is.");
        open(asks);
      };
      tell("click", { expressPaymentType: "google_pay", resolve });
    }

    function open(asks) {
      const { dialog, inner } = openDialog("Pretend Pay", `${origin}/elements/wallet`);
      sheet = inner;
      sheet.asks = { asks, amount: optionsOf().amount };
      dialog.addEventListener("cancel", close);
    }

    function close() {
      sheet?.closest("dialog").remove();
      sheet = null;
    }

    function hearSheet({ type, details, answer }) {
      if (type === "loaded") post({ type: "configure", ...sheet.asks });
      if (type === "cancel") {
        close();
        tell("cancel");
      }
      if (type === "authorise") {
        const paymentFailed = () => close();
        tell("confirm", { expressPaymentType: "google_pay", paymentFailed, ...details });
      }
      if (type === "answer" && answer.paymentIntent) close();
    }

    const element = {
      type: elementType,
      mount(target) {
        const place = typeof target === "string" ? document.querySelector(target) : target;
        if (!place) throw new Error("The place to mount the element in is not on the page.");
        frame = document.createElement("iframe");
        const { path, title, height } = FRAMES[elementType];
        frame.title = title;
        frame.src = `${origin}${path}`;
        frame.allow = "payment *";
        // The frame is slightly larger than its container, so that focus outlines are visible.
        const size = { width: "calc(100% + 8px)", height, margin: "-4px" };
        Object.assign(frame.style, { border: "0", display: "block", ...size });
        addEventListener("message", hear);
        place.replaceChildren(frame);
        alarm = setTimeout(() => {
          tell("loaderror", { error: { type: "api_connection_error", message: "The frame did not load." } });
        }, PATIENCE_MS);
      },
      unmount() {
        clearTimeout(alarm);
        removeEventListener("message", hear);
        frame?.remove();
        frame = null;
        isReady = false;
      },
      destroy: () => element.unmount(),
      on(name, listener) {
        listeners.set(name, [...(listeners.get(name) ?? []), listener]);
        return element;
      },
      off(name, listener) {
        const left = (listeners.get(name) ?? []).filter((one) => listener && one !== listener);
        listeners.set(name, left);
        return element;
      },
      focus: () => post({ type: "focus" }),
      blur: () => frame?.blur(),
      clear: () => post({ type: "clear" }),
      update: () => element.configure(),
      /** Not part of the provider's real element, like the two methods below. */
      configure() {
        const { clientSecret, appearance, fonts, amount, currency } = optionsOf();
        const about = { clientSecret, appearance, fonts, amount, currency };
        post({ type: "configure", key, ...about, options: elementOptions });
      },
      ask(what, about = {}) {
        // What a wallet has authorised is complete.
        if (elementType === "expressCheckout" && what === "submit") return Promise.resolve({});
        if (!frame) return Promise.resolve({ error: integrationError("The element is not on the page.") });
        number += 1;
        const id = number;
        return new Promise((resolve) => {
          waiting.set(id, resolve);
          post({ type: what, id, ...about });
        });
      },
    };
    return element;
  }

  async function confirmPayment(key, options) {
    const { elements, confirmParams = {}, redirect = "always" } = options;
    const clientSecret = options.clientSecret ?? elements?.clientSecret();
    if (!elements || !clientSecret) return { error: integrationError("There is nothing to confirm.") };
    if (!confirmParams.return_url && redirect === "always") {
      return { error: integrationError("A return_url is needed.") };
    }
    const answer = await elements.ask("confirm", { key, clientSecret, confirmParams });
    if (answer.error) return answer;
    return await follow(key, clientSecret, answer.paymentIntent, { redirect, confirmParams });
  }

  async function handleNextAction(key, clientSecret) {
    const found = await retrievePaymentIntent(key, clientSecret);
    if (found.error) return found;
    return await follow(key, clientSecret, found.paymentIntent, { redirect: "if_required" });
  }

  /** Completes a payment: a challenge in a frame, or a redirect to another site and back. */
  async function follow(key, clientSecret, paymentIntent, { redirect, confirmParams = {} }) {
    const action = paymentIntent.status === "requires_action" ? paymentIntent.next_action : null;
    if (action?.type === "redirect_to_url") {
      location.assign(action.redirect_to_url.url);
      return await new Promise(() => {});
    }
    if (action?.type === "use_stripe_sdk") {
      await askInFrame(action.use_stripe_sdk.stripe_js);
      const after = await retrievePaymentIntent(key, clientSecret);
      if (after.error) return after;
      const { status, last_payment_error: error } = after.paymentIntent;
      if (status === "requires_payment_method") return { error };
      return await arrive(after.paymentIntent, redirect, confirmParams);
    }
    return await arrive(paymentIntent, redirect, confirmParams);
  }

  async function arrive(paymentIntent, redirect, { return_url: returnUrl }) {
    if (redirect !== "always" || !returnUrl) return { paymentIntent };
    const address = new URL(returnUrl);
    address.searchParams.set("payment_intent", paymentIntent.id);
    address.searchParams.set("payment_intent_client_secret", paymentIntent.client_secret);
    address.searchParams.set("redirect_status", paymentIntent.status);
    location.assign(address.href);
    return await new Promise(() => {});
  }

  async function retrievePaymentIntent(key, clientSecret) {
    const id = String(clientSecret).split("_secret_")[0];
    const query = new URLSearchParams({ key, client_secret: clientSecret });
    try {
      const answer = await fetch(`${origin}/v1/payment_intents/${id}?${query}`);
      const body = await answer.json();
      return body.error ? { error: body.error } : { paymentIntent: body };
    } catch (error) {
      // The network fails with a TypeError, a response that is not JSON with a SyntaxError.
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
      return { error: { type: "api_connection_error", message: "We could not reach the payment provider." } };
    }
  }

  /** A frame of this origin, in a dialog over the page. */
  function openDialog(title, url) {
    const dialog = document.createElement("dialog");
    dialog.setAttribute("aria-label", title);
    Object.assign(dialog.style, {
      border: "0",
      borderRadius: "8px",
      padding: "0",
      width: "min(32rem, calc(100vw - 32px))",
      background: "#fff",
    });
    const inner = document.createElement("iframe");
    inner.title = title;
    inner.src = url;
    Object.assign(inner.style, { border: "0", display: "block", width: "100%", height: "24rem" });
    dialog.append(inner);
    document.body.append(dialog);
    dialog.showModal();
    return { dialog, inner };
  }

  /** The bank's challenge. Escape declines. */
  function askInFrame(url) {
    const before = document.activeElement;
    const { dialog, inner } = openDialog("Confirm with your bank", `${url}?framed=1`);
    return new Promise((resolve) => {
      function end() {
        removeEventListener("message", hear);
        dialog.close();
        dialog.remove();
        if (before instanceof HTMLElement) before.focus();
        resolve();
      }
      function hear(event) {
        if (event.origin !== origin || event.source !== inner.contentWindow) return;
        if (event.data?.type === "answered") end();
        if (event.data?.type === "height") inner.style.height = `${event.data.height}px`;
        if (event.data?.type === "escape") inner.contentWindow.postMessage({ type: "refuse" }, origin);
      }
      dialog.addEventListener("cancel", (event) => {
        event.preventDefault();
        inner.contentWindow.postMessage({ type: "refuse" }, origin);
      });
      addEventListener("message", hear);
    });
  }

  function integrationError(message) {
    return { type: "invalid_request_error", message };
  }

  window.Stripe = Stripe;
})();
