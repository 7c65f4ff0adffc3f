import type { FormAgain } from "./form-again";
import type { RequestGuardHandle } from "./request-guard-rules";

/**
 * What a screen says about itself, exported as `handle`. The root makes the head of the page of it, the gate its
 * limits, and the answer its policy.
 */
export interface ScreenHandle<Data = never> {
  title: string | ((data: Data) => string);
  description?: string | ((data: Data) => string);
  /** Kept out of search engines: pages of one person and pages of a payment. */
  noindex?: boolean;
  /** What is said, with a way to try again, where the facts of the screen could not be read. */
  failure?: string;
  /** Gives a form back that we could not save; without it, a page of its own keeps the words. */
  formAgain?: FormAgain;
  /** The screen, or this step of it, needs its scripts; every other page is sent without any. */
  hydrate?: boolean | ((data: Data) => boolean);
  /** The screen takes payment: it may show the provider's card element and lead on to its hosted page. */
  pays?: boolean;
  /** The screen sends photos: where storage takes them itself, it may send them there. */
  sendsPhotos?: boolean;
  guard?: RequestGuardHandle;
}

export const SITE_NAME = "Loop";
