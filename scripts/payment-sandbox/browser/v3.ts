import type {
  ApiError,
  Confirmation,
  ConfirmParams,
  ElementsOptions,
  FrameReport,
  FrameRequest,
  Intent,
  PaymentResult,
  WalletRequest,
} from "./messages.ts";

/**
 * The provider's script, as far as a shop with a card element and one of wallets needs it: `Stripe(key)` returns the
 * object with which a page shows an element and pays. What is typed stays in a frame of this script's own origin; the
 * page gets messages and states, never a card.
 */
(() => {
  const { currentScript } = document;
  if (!(currentScript instanceof HTMLScriptElement)) throw new Error("This script is not a module.");
  const { origin } = new URL(currentScript.src);
  /** A frame that has sent nothing within this time has failed to load. */
  const PATIENCE_MS = 10_000;

  function Stripe(publishableKey: unknown) {
    if (typeof publishableKey !== "string" || !publishableKey.startsWith("pk_")) {
      throw new Error("Invalid value for Stripe(): apiKey should be a publishable key.");
    }
    const key = publishableKey;
    return {
      elements: (options: ElementsOptions) => createElements(options),
      confirmPayment: (options: PaymentOptions) => confirmPayment(key, options),
    };
  }

  const FRAMES = {
    payment: { path: "/elements/payment", title: "Secure payment input frame", height: "420px" },
    expressCheckout: { path: "/elements/wallets", title: "Secure express checkout frame", height: "0" },
  };

  type ElementType = keyof typeof FRAMES;
  type Listener = (event: object) => void;
  type PaymentElement = ReturnType<typeof createElement>;
  type Group = ReturnType<typeof createElements>;

  interface PaymentOptions {
    elements: Group;
    clientSecret: string;
    confirmParams: ConfirmParams;
    redirect: "if_required";
  }

  const isElementType = (name: string): name is ElementType => Object.hasOwn(FRAMES, name);

  /** A group with one element, for a sum. */
  function createElements(options: ElementsOptions) {
    let element: PaymentElement | null = null;
    return {
      create(type: string) {
        if (!isElementType(type)) throw new Error(`The payment sandbox has no element "${type}".`);
        if (element) throw new Error("The payment sandbox has one element in a group.");
        element = createElement(type, options);
        return element;
      },
      submit: async () => (await element?.ask("submit")) ?? noElement(),
      confirm: async (about: Confirmation) => (await element?.ask("confirm", about)) ?? noElement(),
    };
  }

  function createElement(elementType: ElementType, options: ElementsOptions) {
    const listeners = new Map<string, Listener[]>();
    const waiting = new Map<number, (result: PaymentResult) => void>();
    let frame: HTMLIFrameElement | null = null;
    /** Over the page while a wallet is open. */
    let sheet: { dialog: HTMLDialogElement; inner: HTMLIFrameElement; asks: WalletRequest } | null = null;
    let isReady = false;
    let alarm: ReturnType<typeof setTimeout> | undefined;
    let number = 0;

    const tell = (name: string, details: object = {}) => {
      for (const listener of listeners.get(name) ?? []) listener({ elementType, ...details });
    };
    const post = (message: FrameRequest) =>
      (sheet?.inner ?? frame)?.contentWindow?.postMessage({ to: elementType, ...message }, origin);

    function hear(event: MessageEvent<FrameReport | undefined>) {
      const source = [frame, sheet?.inner].find((one) => one?.contentWindow === event.source);
      const report = event.data;
      if (event.origin !== origin || !source || !report) return;
      if (source !== frame) hearSheet(report);
      if (report.type === "loaded" && source === frame) element.configure();
      if (report.type === "height") source.style.height = `${report.height}px`;
      if (report.type === "press") press();
      if (report.type === "ready" && !isReady) {
        isReady = true;
        clearTimeout(alarm);
        tell("ready", report.details);
      }
      if (report.type === "answer") {
        waiting.get(report.id)?.(report.response);
        waiting.delete(report.id);
      }
    }

    /** The shop has a second to let the wallet open. */
    function press() {
      const pressedAt = Date.now();
      const resolve = (asks: WalletRequest = {}) => {
        if (Date.now() - pressedAt > 1000) throw new Error("The click event was not resolved within 1 second.");
        if (asks.shippingAddressRequired && !asks.shippingRates?.length)
          throw new Error("shippingRates are needed where a shipping address is.");
        open(asks);
      };
      tell("click", { expressPaymentType: "google_pay", resolve });
    }

    function open(asks: WalletRequest) {
      sheet = { ...openDialog("Pretend Pay", `${origin}/elements/wallet`), asks };
      sheet.dialog.addEventListener("cancel", close);
    }

    function close() {
      sheet?.dialog.remove();
      sheet = null;
    }

    function hearSheet(report: FrameReport) {
      if (report.type === "loaded" && sheet) post({ type: "configure", asks: sheet.asks, amount: options.amount });
      if (report.type === "cancel") close();
      if (report.type === "authorise") {
        const paymentFailed = () => close();
        tell("confirm", { expressPaymentType: "google_pay", paymentFailed, ...report.details });
      }
      if (report.type === "answer" && report.response.paymentIntent) close();
    }

    const element = {
      mount(place: Element) {
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
      on(name: string, listener: Listener) {
        listeners.set(name, [...(listeners.get(name) ?? []), listener]);
        return element;
      },
      focus: () => post({ type: "focus" }),
      /** Not part of the provider's real element, like the two methods below. */
      configure() {
        const { appearance, fonts } = options;
        post({ type: "configure", appearance, fonts });
      },
      ask(what: "submit" | "confirm", about?: Confirmation): Promise<PaymentResult> {
        // What a wallet has authorised is complete.
        if (elementType === "expressCheckout" && what === "submit") return Promise.resolve({});
        if (!frame) return Promise.resolve(noElement());
        number += 1;
        const id = number;
        return new Promise((resolve) => {
          waiting.set(id, resolve);
          post(what === "confirm" && about ? { type: what, id, ...about } : { type: "submit", id });
        });
      },
    };
    return element;
  }

  async function confirmPayment(key: string, options: PaymentOptions): Promise<PaymentResult> {
    const { elements, clientSecret, confirmParams } = options;
    const response = await elements.confirm({ key, clientSecret, confirmParams });
    return response.paymentIntent ? await follow(key, response.paymentIntent) : response;
  }

  /** Completes a payment: a challenge in a frame, or a redirect to another site and back. */
  async function follow(key: string, paymentIntent: Intent): Promise<PaymentResult> {
    const action = paymentIntent.status === "requires_action" ? paymentIntent.next_action : null;
    if (action?.type === "redirect_to_url") {
      location.assign(action.redirect_to_url.url);
      return await new Promise(() => {});
    }
    if (action?.type !== "use_stripe_sdk") return { paymentIntent };
    await askInFrame(action.use_stripe_sdk.stripe_js);
    const after = await retrievePaymentIntent(key, paymentIntent.client_secret);
    const { status, last_payment_error: error } = after.paymentIntent ?? {};
    return status === "requires_payment_method" && error ? { error } : after;
  }

  async function retrievePaymentIntent(key: string, clientSecret: string): Promise<PaymentResult> {
    const [id] = clientSecret.split("_secret_");
    const query = new URLSearchParams({ key, client_secret: clientSecret });
    try {
      const response = await fetch(`${origin}/v1/payment_intents/${id}?${query}`);
      const body: Intent | { error: ApiError } = await response.json();
      return "error" in body ? body : { paymentIntent: body };
    } catch (error) {
      // The network fails with a TypeError, a response that is not JSON with a SyntaxError.
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
      return { error: { type: "api_connection_error", message: "We could not reach the payment provider." } };
    }
  }

  /** A frame of this origin, in a dialog over the page. */
  function openDialog(title: string, url: string) {
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
  function askInFrame(url: string): Promise<void> {
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
      function hear(event: MessageEvent<FrameReport | undefined>) {
        if (event.origin !== origin || event.source !== inner.contentWindow) return;
        if (event.data?.type === "answered") end();
        if (event.data?.type === "height") inner.style.height = `${event.data.height}px`;
        if (event.data?.type === "escape") inner.contentWindow?.postMessage({ type: "refuse" }, origin);
      }
      dialog.addEventListener("cancel", (event) => {
        event.preventDefault();
        inner.contentWindow?.postMessage({ type: "refuse" }, origin);
      });
      addEventListener("message", hear);
    });
  }

  function noElement(): PaymentResult {
    return { error: { type: "invalid_request_error", message: "The element is not on the page." } };
  }

  Object.assign(window, { Stripe });
})();
