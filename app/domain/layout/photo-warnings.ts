import { BOOK_FORMAT } from "../book-format/format";
import type { Cut, Frame, Page, PhotoArrangement, PhotoWarning } from "./pages";

/**
 * The warnings about photos before a book is printed. They never depend on what a photo shows, because no face
 * detection is fair to all faces. They measure how much of a photo is lost at each edge, to its frame and to the trim,
 * so that the owner can check whether a face is there. The small squares on a contact sheet are not measured, because
 * each of their photos is also on the page of its week.
 */

/** How the typesetter set the photos of a week: as usual, above the week's first words, or with two more pages. */
const ARRANGEMENTS = ["usual", "beside", "long"] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number];

/** The warnings of all weeks; a week missing from `setAs` is set as usual. */
export function warnOfPhotos(
  pages: readonly Page[],
  setAs: ReadonlyMap<number, Arrangement> = new Map(),
): PhotoWarning[] {
  return pages.flatMap((page) => {
    if (page.kind !== "week-photos") return [];
    const arrangement = setAs.get(page.week) ?? "usual";
    return arrangementsOf(page, arrangement).flatMap(({ frames }, index) =>
      frames.flatMap((frame) =>
        warnOf(page.week, frame).map((warning) =>
          // Photos above the words, or on a later page, are not on the week's photo page.
          arrangement === "beside" || index > 0 ? warning : { ...warning, at: footOf(frame) },
        ),
      ),
    );
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

/** The foot of a frame within the trimmed page, in whole millimetres. */
function footOf({ x, y, width, height }: Frame) {
  const { trimWidth, trimHeight } = BOOK_FORMAT;
  const [left, right] = [Math.max(0, x), Math.min(trimWidth, x + width)];
  return {
    left: Math.round(left),
    right: Math.round(right),
    y: Math.round(Math.min(trimHeight, y + height)),
  };
}

/** The edges that lose more of a photo than the safe margin. */
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
