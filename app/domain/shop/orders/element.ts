/** What a page that takes payment, its form, and the provider's card element within it tell each other. */

export interface ElementData {
  publishableKey: string;
  /** The provider's own script, which must be loaded from the provider. */
  scriptUrl: string;
  /** For buyers whose payment cannot be opened. */
  supportEmail: string;
  /** No real money moves, and the page has to say so. */
  isTestMode: boolean;
}

/** An order that is ready to be paid in the element. */
export interface ElementReady {
  intent: "element";
  /** Lets this buyer's browser pay this one payment. Not to be stored, logged, or put into an address. */
  clientSecret: string;
  paymentIntentId: string;
  totalPence: number;
  /** Where the provider returns a buyer who had to leave the page: a full URL. */
  returnUrl: string;
  shipping: ElementShipping | null;
}

export interface ElementShipping {
  name: string;
  address: {
    line1: string;
    line2: string;
    city: string;
    state: string;
    postal_code: string;
    country: "GB";
  };
}

/** What is wrong with the card, as its element says in the buyer's browser: it is checked with the form around it. */
export function cardProblemIn(form: FormData): string[] | undefined {
  const problem = form.get("cardProblem");
  return typeof problem === "string" && problem !== "" ? [problem.slice(0, LONGEST_PROBLEM)] : undefined;
}

const LONGEST_PROBLEM = 200;

/** Reads a form with which somebody pays: where they pay, and the sum it showed them, as it was sent. */
export function readPayForm(form: FormData): { checkoutMode: "page" | "element"; shownPence: string | null } {
  const shown = form.get("shownPence");
  return {
    checkoutMode: form.get("intent") === "element" ? "element" : "page",
    shownPence: typeof shown === "string" ? shown : null,
  };
}
