import type { BookWarning } from "~/domain/layout/pages";

/** Warnings about a week before it prints, with advice. */

/**
 * @param photoName "Photo 2", to tell the photo from others of its week.
 *
 * @
 * @param isEstimated text overflow was counted without typesetting the page.
 */
export function sayWarning(warning: BookWarning, photoName = "A photo", isEstimated = false): string {
  switch (warning.kind) {
    case "soft_photo":
      return `${photoName} is small for print and will look soft at its size. A larger file of it would be sharper: the one from the camera or telephone itself, not one that was sent on.`;
    case "cut_photo": {
      const lost = warning.cuts
        .map(({ edge, millimetres }) => `${millimetres} mm at the ${edge}`)
        .join(" and ");
      return `${photoName} is trimmed to fit its place: ${lost}. Look whether a face stands there; if so, a photo with more room around it is safer.`;
    }
    case "runs_over": {
      const run = isEstimated ? "will run on over about" : "run on over";
      return `The words do not fit on one page, so they ${run} ${warning.pages} pages. Nothing is cut; shorten them only if you would rather keep to one.`;
    }
    case "lost_characters": {
      const characters = warning.characters.map((character) => `“${character}”`).join(", ");
      const [are, them] = warning.characters.length === 1 ? ["is", "it"] : ["are", "them"];
      return `${characters} cannot be printed by any of our typefaces and ${are} left out. Write ${them} another way if it matters.`;
    }
  }
}

export interface WeekRemarks {
  /** By the photo's id. */
  readonly photos: Readonly<Record<string, readonly string[]>>;
  readonly words: readonly string[];
}

/** The warnings of one week, separated by photo and text. */
export function sayOfWeek(warnings: readonly BookWarning[], photos: readonly { id: string }[]): WeekRemarks {
  const about = (id: string, index: number) =>
    warnings
      .filter((warning) => "photoId" in warning && warning.photoId === id)
      .map((warning) => sayWarning(warning, photoNameOf(index + 1, photos.length)));
  return {
    photos: Object.fromEntries(photos.map(({ id }, index) => [id, about(id, index)])),
    words: warnings
      .filter((warning) => !("photoId" in warning))
      .map((warning) => sayWarning(warning, undefined, true)),
  };
}

/** A photo by its position in its week. */
export function photoNameOf(place: number, photosOfWeek: number): string {
  return photosOfWeek === 1 ? "The photo" : `Photo ${place}`;
}
