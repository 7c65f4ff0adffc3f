/** A week of the demo world as its author wrote it. */
export interface WrittenWeek {
  readonly week: number;
  /** The catalogue's question, word for word; the seed stops if it has changed. */
  readonly prompt: string;
  readonly title?: string;
  readonly highlight: string;
  readonly gratitude: string;
  readonly learned?: string;
  readonly content: string;
  readonly photos: readonly [PictureName, ...PictureName[]];
}

export type PhotographKind =
  | "beach"
  | "garden"
  | "feet"
  | "table"
  | "kite"
  | "lake"
  | "autumn"
  | "snow"
  | "cake"
  | "dance"
  | "pup"
  | "garland";
/**
 * A picture of `photographs/`, and its framing: almost whole, or one of four tighter crops of the same moment. "outdoors"
 * becomes a picture of that day's season. The text names no season, because the year is counted back from the day
 * of seeding.
 */
export type PictureName = `${PhotographKind | "outdoors"}-${number}${Frame}`;
export type Frame = "" | "b" | "c" | "d" | "e";
