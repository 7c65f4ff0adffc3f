import type { BookWarning, Corner, Cut } from "~/domain/book/layout/pages";

/** Warnings about a week before it prints, with advice. */

/**
 * @param photoName "Photo 2", to tell the photo from others of its week.
 * @param isEstimated text overflow was counted without typesetting the page.
 */
export function formatWarning(warning: BookWarning, photoName = "A photo", isEstimated = false): string {
  switch (warning.kind) {
    case "soft_photo":
      return `${photoName} may look soft: it’s small for its size on the page. ${USE_ORIGINAL}`;
    case "cut_photo": {
      const crop = photoName.charAt(0).toLowerCase() + photoName.slice(1);
      return `We’ll crop ${formatCuts(warning.cuts, ` ${crop}`)}. Check nobody’s face is there.`;
    }
    case "covered_photo":
      return `The words lie on the ${formatCorner(warning.corner)} of the photo. Check nobody’s face is under them.`;
    case "runs_over": {
      const pages = `${isEstimated ? "about " : ""}${warning.pages} pages`;
      return `The words take ${pages}. ${NOTHING_IS_CUT}`;
    }
    case "lost_characters": {
      const { script } = warning;
      if (script !== undefined) {
        return `We can’t print ${script ?? "that script"} yet, so write those words another way before your book goes to print.`;
      }
      const isOne = warning.characters.length === 1;
      const outcome = isOne ? "it’s left out. Write it" : "they’re left out. Write them";
      return `We can’t print ${formatCharacters(warning.characters)}, so ${outcome} another way if it matters.`;
    }
    case "plain_characters": {
      const [first] = warning.words;
      const isOne = warning.words.length === 1 && first;
      return isOne
        ? `Our typefaces don’t have “${first.typed}”, so it prints as “${first.printed}”.`
        : `Our typefaces don’t have some characters, so we print ${formatPlainly(warning.words)}.`;
    }
  }
}

export function formatPlainly(words: readonly { typed: string; printed: string }[]): string {
  return words.map(({ typed, printed }) => `“${typed}” as “${printed}”`).join(", ");
}

export const USE_ORIGINAL = "Use the original from your phone, not a copy that was sent to you.";

export const NOTHING_IS_CUT = "Nothing is cut. Shorten them only if you’d rather keep to one page.";

/** "top left" */
export function formatCorner(corner: Corner): string {
  return corner.replace("-", " ");
}

/** "12 mm off the bottom of photo 1 and 9 mm off the left". */
export function formatCuts(cuts: readonly Cut[], ofPhoto = ""): string {
  return cuts
    .map(({ edge, millimetres }, index) => {
      const of = ofPhoto && index === 0 ? ` of${ofPhoto}` : "";
      return `${millimetres} mm off the ${edge}${of}`;
    })
    .join(" and ");
}

export function formatCharacters(characters: readonly string[]): string {
  return characters.map((character) => `“${character}”`).join(", ");
}

export interface WeekRemarks {
  /** By the photo's id. */
  readonly photos: Readonly<Record<string, readonly string[]>>;
  readonly words: readonly string[];
}

/** The warnings of one week, separated by photo and text. */
export function remarksOfWeek(warnings: readonly BookWarning[], photos: readonly { id: string }[]): WeekRemarks {
  const about = (id: string, index: number) =>
    warnings
      .filter((warning) => "photoId" in warning && warning.photoId === id)
      .map((warning) => formatWarning(warning, photoNameOf(index + 1, photos.length)));
  return {
    photos: Object.fromEntries(photos.map(({ id }, index) => [id, about(id, index)])),
    words: warnings
      .filter((warning) => !("photoId" in warning))
      .map((warning) => formatWarning(warning, undefined, true)),
  };
}

/** A photo by its position in its week. */
export function photoNameOf(place: number, photosOfWeek: number): string {
  return photosOfWeek === 1 ? "The photo" : `Photo ${place}`;
}
