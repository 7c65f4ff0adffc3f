import type { SubmissionResult } from "@conform-to/react";
import {
  type ClientActionFunctionArgs,
  redirectDocument,
  type ShouldRevalidateFunctionArgs,
  useFetcher,
} from "@remix-run/react";
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import type { ElementData, ElementReady } from "~/domain/orders/element";
import { FAILED, NOT_READY, NOT_VALID } from "~/domain/orders/payment-copy";
import { APPEARANCE, type CardElements, type CardProvider, loadCardProvider } from "./card-provider";

/**
 * Payment within our own page. The provider's element is in the provider's iframe. The form around it is sent to its
 * screen with intent "element"; the screen answers with the data the element needs, or with the errors. Before scripts
 * load, and without them, the same form leads to the provider's hosted page.
 */

/** off: no scripts yet. broken: the element did not load. busy: between the click and the answer. */
export type ElementState = "off" | "loading" | "ready" | "broken" | "busy";

/** A screen's answer to intent "element": ready for payment, or its form again. Redirects are followed. */
type ScreenAnswer =
  | ElementReady
  | { intent: string; reply: SubmissionResult }
  | { trouble: string }
  | { problem: string }
  | { hasMovedOn: true };

export interface ElementPayment {
  state: ElementState;
  /** The last error, in the provider's words when it gives any. */
  message: string | null;
  /** The form's own errors, for `useForm({ lastResult })`; undefined without any. */
  reply: SubmissionResult | undefined;
  /** Ref for the element that contains the card fields. */
  place: (node: HTMLDivElement | null) => void;
  /** For the form; ignores buttons other than `name="intent" value="pay"`. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Loads the element once more. */
  tryAgain: () => void;
}

/** The card payment of one form. `totalPence` is the sum shown on the page. */
export function useElementPayment(view: ElementData, totalPence: number): ElementPayment {
  const [state, setState] = useState<ElementState>("off");
  const [message, setMessage] = useState<string | null>(null);
  const [reply, setReply] = useState<SubmissionResult>();
  const [round, setRound] = useState(0);
  const [node, place] = useState<HTMLDivElement | null>(null);
  const provider = useRef<CardProvider>();
  const elements = useRef<CardElements>();
  const ask = useScreen();
  // The element is created for the first sum shown; `update` tells it about later ones.
  const firstTotal = useRef(totalPence);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round loads everything again
  useEffect(() => {
    if (!node) return;
    let isGone = false;
    let unmount = () => {};
    const unlessGone = (action: () => void) => () => isGone || action();
    const breakDown = unlessGone(() => {
      setState("broken");
      setMessage(NOT_READY);
    });
    setState("loading");
    loadCardProvider(view)
      .then((loaded) => {
        if (isGone) return;
        provider.current = loaded;
        elements.current = loaded.elements({
          mode: "payment",
          amount: firstTotal.current,
          currency: "gbp",
          locale: "en-GB",
          appearance: APPEARANCE,
        });
        const element = elements.current.create("payment", { layout: { type: "accordion", radios: true } });
        element.on(
          "ready",
          unlessGone(() => setState("ready")),
        );
        element.on("loaderror", breakDown);
        element.mount(node);
        unmount = () => element.unmount();
      })
      .catch(breakDown);
    return () => {
      isGone = true;
      unmount();
    };
  }, [node, round, view.scriptUrl, view.publishableKey]);

  // A page restored from the back/forward cache would still wait for an answer that arrived long ago.
  useEffect(() => {
    const reloadRestored = ({ persisted }: PageTransitionEvent) => persisted && window.location.reload();
    window.addEventListener("pageshow", reloadRestored);
    return () => window.removeEventListener("pageshow", reloadRestored);
  }, []);

  useEffect(() => {
    if (firstTotal.current !== totalPence) elements.current?.update({ amount: totalPence });
  }, [totalPence]);

  async function pay(
    form: HTMLFormElement,
    card: CardProvider,
    fields: CardElements,
  ): Promise<string | null> {
    const checked = await fields.submit();
    if (checked.error) return checked.error.message ?? NOT_VALID;
    const sent = new FormData(form);
    sent.set("intent", "element");
    const answer = await ask(sent);
    if ("hasMovedOn" in answer) return null;
    if ("trouble" in answer) return answer.trouble;
    if ("problem" in answer) return answer.problem;
    if ("reply" in answer) {
      setReply(answer.reply);
      return null;
    }
    setReply((before) => before && { ...before, status: "success", error: {} });
    const { clientSecret, returnUrl, shipping } = answer;
    const { error, paymentIntent } = await card.confirmPayment({
      elements: fields,
      clientSecret,
      confirmParams: { return_url: returnUrl, ...(shipping ? { shipping } : {}) },
      redirect: "if_required",
    });
    if (error) return error.message ?? FAILED;
    if (paymentIntent?.status !== "succeeded" && paymentIntent?.status !== "processing") return FAILED;
    const address = new URL(returnUrl);
    address.searchParams.set("payment_intent", paymentIntent.id);
    window.location.assign(address.href);
    // The page is navigating away; the button stays busy until then.
    return await new Promise(() => {});
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const isPay = submitter instanceof HTMLButtonElement && submitter.value === "pay";
    if (state === "busy") return event.preventDefault();
    const [card, fields] = [provider.current, elements.current];
    if (!isPay || state !== "ready" || !card || !fields) return;
    event.preventDefault();
    setState("busy");
    setMessage(null);
    pay(event.currentTarget, card, fields)
      .then(setMessage, () => setMessage(FAILED))
      .finally(() => setState("ready"));
  }

  return {
    state,
    message,
    reply,
    place,
    onSubmit,
    tryAgain() {
      setMessage(null);
      setRound(round + 1);
    },
  };
}

/** Submits a form to its own screen and returns the answer as a promise. */
function useScreen(): (form: FormData) => Promise<ScreenAnswer> {
  const fetcher = useFetcher<ScreenAnswer>();
  const waiting = useRef<(answer: ScreenAnswer) => void>();
  const isUnderWay = useRef(false);
  useEffect(() => {
    if (fetcher.state !== "idle") {
      isUnderWay.current = true;
    } else if (isUnderWay.current) {
      isUnderWay.current = false;
      // No data means a redirect, which is already being followed.
      waiting.current?.(fetcher.data ?? { hasMovedOn: true });
    }
  }, [fetcher.state, fetcher.data]);
  return useCallback(
    (form) =>
      new Promise((resolve) => {
        waiting.current = resolve;
        fetcher.submit(form, { method: "post" });
      }),
    [fetcher],
  );
}

/**
 * For a screen to export as `clientAction`: when the server is unreachable or refuses, the message appears in the form
 * instead of on an error page.
 */
export async function elementClientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) {
      // The next page has its own scripts and headers, which need a full page load.
      const to = error.headers.get("Location");
      throw to === null ? error : redirectDocument(to);
    }
    const refusal = (error as { data?: { text?: unknown } } | null)?.data;
    const said = typeof refusal?.text === "string" ? refusal.text : null;
    return { trouble: said ?? "Payment system temporarily unavailable. Please try again later." };
  }
}

/**
 * For such a screen and the root to export as `shouldRevalidate`: the element's answers change nothing that the page
 * shows, and with an unreachable server revalidation would fail too.
 */
export function elementShouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const { actionResult, defaultShouldRevalidate } = args;
  const isElements =
    isObject(actionResult) && (actionResult.intent === "element" || "trouble" in actionResult);
  return isElements ? false : defaultShouldRevalidate;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
