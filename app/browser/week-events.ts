/** What the two scripts of a week's form tell each other: week.ts, which saves it, and week-kept.ts, which keeps it on the device. */

/** The file field holds the photos that are still to be sent. */
export const PHOTOS_SETTLED = "photos-settled";

/** A draft is saved. */
export const DRAFT_SAVED = "draft-saved";

/** A draft is not saved: there is no connection, or the server can't take it now. */
export const DRAFT_UNSENT = "draft-unsent";

/** A button was pressed, and there is no connection. */
export const NO_CONNECTION = "no-connection";

export interface DraftSaved {
  /** As the form's field `save` said it when the draft was sent. */
  readonly save: string;
  readonly revision: string;
}

export interface NoConnection {
  /** The value of the button. */
  readonly intent: string;
  /** Set by what keeps the week: whether the device has all of it, and finishes it later. */
  isKept?: Promise<boolean>;
}

/** Under which the server knows a photo that is sent again: `save` is the field of the form in which it was chosen. */
export function photoKeyOf(save: string, { name, size, lastModified }: File): string {
  return [save.split(".")[0], size, lastModified, name].join();
}
