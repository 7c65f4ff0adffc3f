import type { Step } from "~/domain/backoffice/analytics/stages";
import type { FormAgain } from "./form-again";
import type { RequestGuardHandle } from "./request-guard-rules";

/**
 * What a screen says about itself, exported as `handle`: the root reads the page's head from it, the request guard its
 * limits, and the response its content security policy.
 */
export interface ScreenHandle<Data = never> {
  title: string | ((data: Data) => string);
  description?: string | ((data: Data) => string);
  /** Excludes it from search engines: pages of one person and pages of a payment. */
  noindex?: boolean;
  /** The message, with a link to try again, when the screen's data could not be read. */
  failure?: string;
  /** Shows a form again that could not be saved; without it, a separate page shows the typed text. */
  formAgain?: FormAgain;
  /** The screen takes payment: it may show the provider's card element and lead to its hosted page. */
  pays?: boolean;
  /** The screen uploads photos directly to the storage, when the storage supports it. */
  sendsPhotos?: boolean;
  /** The screen is the same for everybody who is not signed in and has begun nothing: it is sent from memory. */
  cached?: CachedScreen;
  /** Style sheets that only some states of the screen need, besides those of its route. */
  moreSheets?: (data: Data) => readonly string[];
  guard?: RequestGuardHandle;
  /** The picture shown when the page is shared, 1200 by 630 pixels; otherwise the shop's own. */
  sharePicture?: (data: Data) => SharePicture;
}

export interface SharePicture {
  readonly src: string;
  readonly alt: string;
}

export interface CachedScreen {
  /**
   * The addresses that are sent from memory, each with its query, if the route has parameters or its page depends on
   * its query; any other address of the screen is not. Otherwise the address of the route.
   */
  addresses?: readonly string[];
  /** The step on the way to an order that seeing it is; otherwise a visit. */
  step?: Step;
  /** It has a password to type: only browsers that say where their requests come from get it from memory. */
  signsIn?: true;
}

export const SITE_NAME = "Loop";
