import type { PhotographKind } from "../photographs";

/** A week of the demonstration as somebody wrote it. */
export interface WrittenWeek {
  readonly week: number;
  /** The question it answers, word for word as the catalogue asks it; the seed stops if that has changed. */
  readonly prompt: string;
  readonly title?: string;
  readonly highlight: string;
  readonly gratitude: string;
  readonly learned?: string;
  readonly content: string;
  readonly photos: readonly [PictureName, ...PictureName[]];
}

/**
 * A painting by kind and seed, and how closely it is framed: as painted, or one of four tighter frames of the
 * same moment. "outdoors" is whatever the season of that day has to show. The words name no season, because the
 * year is counted back from the day of seeding.
 */
export type PictureName = `${PhotographKind | "outdoors"}-${number}${Frame}`;
export type Frame = "" | "b" | "c" | "d" | "e";
