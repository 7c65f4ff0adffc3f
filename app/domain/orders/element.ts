/** What a page and the provider's card element within it tell each other. */

export interface ElementData {
  publishableKey: string;
  /** The provider's own script, which must be loaded from the provider. */
  scriptUrl: string;
  /** Where somebody writes to whose payment cannot be begun. */
  supportEmail: string;
  /** The shop is open for trying out only: no real money moves, and the page has to say so. */
  isRehearsal: boolean;
}

/** An order that is ready to be paid in the element. */
export interface ElementReady {
  intent: "element";
  /** Lets this buyer's browser pay this one payment. Not to be kept, logged, or put into an address. */
  clientSecret: string;
  paymentIntentId: string;
  totalPence: number;
  /** Where the provider sends the buyer back to, if it has to send them away: a whole address of ours. */
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
