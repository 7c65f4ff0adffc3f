import { BOOK_FORMAT } from "../book-format/format";
import type { Cut, Frame, Page, PhotoArrangement, PhotoWarning } from "./pages";

/**
 * What to know of the photos of a book before it is printed. Nothing here looks at what a photo shows: no program that
 * finds faces is fair to all of them. What is measured is how much of a photo is lost at each edge, to its frame and to
 * the knife, so that its owner can look whether a face stands there. The small squares that open a season are not
 * counted, because each of their photos stands on the page of its week too.
 */

/** How the typesetter set the photos of a week: as usual, above the week's first words, or on two pages more. */
const ARRANGEMENTS = ["usual", "beside", "long"] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number];

/** The warnings of all weeks; a week that is not in `setAs` is set as usual. */
export function warnOfPhotos(
  pages: readonly Page[],
  setAs: ReadonlyMap<number, Arrangement> = new Map(),
): PhotoWarning[] {
  return pages.flatMap((page) => {
    if (page.kind !== "week-photos") return [];
    const frames = arrangementsOf(page, setAs.get(page.week) ?? "usual").flatMap(({ frames }) => frames);
    return frames.flatMap((frame) => warnOf(page.week, frame));
  });
}

type PhotoPage = Extract<Page, { kind: "week-photos" }>;

function arrangementsOf({ photos, long }: PhotoPage, setAs: Arrangement): PhotoArrangement[] {
  if (setAs === "beside" && long.besideAnswer) return [long.besideAnswer.photos];
  if (setAs === "long") return long.after ? [long.first, long.after] : [long.first];
  return [photos];
}

function warnOf(week: number, frame: Frame): PhotoWarning[] {
  const { photoId, pixelsPerInch } = frame;
  const cuts = cutsOf(frame);
  return [
    ...(pixelsPerInch < BOOK_FORMAT.softBelowPixelsPerInch
      ? [{ kind: "soft_photo", week, photoId, pixelsPerInch } as const]
      : []),
    ...(cuts.length > 0 ? [{ kind: "cut_photo", week, photoId, cuts } as const] : []),
  ];
}

/** The edges at which more of a photo is lost than the margin that everything else keeps from the trim. */
function cutsOf({ x, y, width, height, picture }: Frame): Cut[] {
  const { trimWidth, trimHeight, safeMargin } = BOOK_FORMAT;
  const lost: Cut[] = [
    { edge: "top", millimetres: -picture.y + Math.max(0, -y) },
    { edge: "right", millimetres: picture.x + picture.width - width + Math.max(0, x + width - trimWidth) },
    {
      edge: "bottom",
      millimetres: picture.y + picture.height - height + Math.max(0, y + height - trimHeight),
    },
    { edge: "left", millimetres: -picture.x + Math.max(0, -x) },
  ];
  return lost
    .map(({ edge, millimetres }) => ({ edge, millimetres: Math.round(millimetres) }))
    .filter(({ millimetres }) => millimetres > safeMargin);
}
