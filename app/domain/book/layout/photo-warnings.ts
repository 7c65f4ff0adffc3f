import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import type { Corner, Cut, Frame, LongWeek, Page, PhotoArrangement, PhotoWarning, WeekSpread } from "./pages";
import { smallestFrameResolution } from "./spread-photos";

/**
 * The warnings about photos before a book is printed. They never depend on what a photo shows, because no face
 * detection is fair to all faces. They measure how much of a photo is lost at each edge, to its frame and to the trim,
 * so that the owner can check whether a face is there. The photo that opens a season is not measured: it is chosen so
 * that it is sharp and nothing near what must be seen is cut.
 */

/**
 * How the typesetter set the photos of a week: in its form, its plate moved down by so many millimetres; or flowing, as
 * usual, above the week's first words, or with two more pages.
 */
const ARRANGEMENTS = ["form", "usual", "beside", "long"] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number];
export interface PhotosSet {
  readonly arrangement: Arrangement;
  readonly down: number;
}

const IN_ITS_FORM: PhotosSet = { arrangement: "form", down: 0 };

/** The warnings of all weeks; a week missing from `setAs` is set in its form. */
export function warnOfPhotos(
  pages: readonly Page[],
  setAs: ReadonlyMap<number, PhotosSet> = new Map(),
): PhotoWarning[] {
  return pages.flatMap((page) => {
    if (page.kind !== "week") return [];
    const { week, spread } = page;
    const { arrangement, down } = setAs.get(week) ?? IN_ITS_FORM;
    if (arrangement !== "form") return warnOfFlowing(week, spread, arrangement);
    const [half] = spread.left.frames;
    // Over two pages each page shows a half of the same photo, and the fold takes nothing of it.
    if (isOverTwoPages(spread) && half) {
      const whole = { ...half, width: half.width + BOOK_FORMAT.trimWidth };
      const told = warnOf(week, whole).map((warning) => ({ ...warning, at: footOf(half, "verso", 0) }));
      return spread.form === "double-label" ? [...told, underLabel(week, half, spread.corner)] : told;
    }
    return [
      ...spread.left.frames.flatMap((frame) => located(week, frame, "verso", down)),
      ...spread.right.frames.flatMap((frame) => located(week, frame, "recto", down)),
    ];
  });
}

function isOverTwoPages({ form }: WeekSpread): boolean {
  return form.startsWith("double") || form === "band";
}

/** The pin is on the page of the label, at its upper or lower end. */
function underLabel(week: number, half: Frame, corner: Corner): PhotoWarning {
  const { trimWidth, trimHeight } = BOOK_FORMAT;
  const y = corner.startsWith("top") ? trimHeight / 2 : trimHeight;
  const at = { side: corner.endsWith("left") ? "verso" : "recto", left: 0, right: trimWidth, y } as const;
  return { kind: "covered_photo", week, photoId: half.photoId, corner, at };
}

function located(week: number, frame: Frame, side: "verso" | "recto", down: number): PhotoWarning[] {
  return warnOf(week, frame).map((warning) => ({ ...warning, at: footOf(frame, side, down) }));
}

function warnOfFlowing(week: number, { photos, long }: WeekSpread, setAs: Arrangement): PhotoWarning[] {
  return arrangementsOf(photos, long, setAs).flatMap(({ frames }, index) =>
    // Photos above the words, or on a later page, are not on the week's photo page.
    frames.flatMap((frame) =>
      setAs === "beside" || index > 0 ? warnOf(week, frame) : located(week, frame, "verso", 0),
    ),
  );
}

function arrangementsOf(photos: PhotoArrangement, long: LongWeek, setAs: Arrangement): PhotoArrangement[] {
  if (setAs === "beside" && long.besideAnswer) return [long.besideAnswer.photos];
  if (setAs === "long") return long.after ? [long.first, long.after] : [long.first];
  return [photos];
}

/**
 * What can be said about one week before the year has given it a form: only what is true of it in every form, which
 * is a photo too small for the smallest frame.
 */
export function warnOfSmallPhotos(week: number, photos: readonly FramedSize[]): PhotoWarning[] {
  return photos.flatMap(({ id, width, height }) => {
    const pixelsPerInch = Math.round(smallestFrameResolution({ width, height }));
    return pixelsPerInch < BOOK_FORMAT.softBelowPixelsPerInch
      ? [{ kind: "soft_photo", week, photoId: id, pixelsPerInch } as const]
      : [];
  });
}

interface FramedSize {
  readonly id: string;
  readonly width: number;
  readonly height: number;
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
function footOf({ x, y, width, height }: Frame, side: "verso" | "recto", down: number) {
  const { trimWidth, trimHeight } = BOOK_FORMAT;
  const [left, right] = [Math.max(0, x), Math.min(trimWidth, x + width)];
  return {
    side,
    left: Math.round(left),
    right: Math.round(right),
    y: Math.round(Math.min(trimHeight, y + height + down)),
  };
}

/** How far a right edge is beyond the trim of its page, or of the two that it spans. */
function beyondTrim(right: number): number {
  const { trimWidth, bleed } = BOOK_FORMAT;
  return Math.max(0, right - (right > trimWidth + 2 * bleed ? 2 * trimWidth : trimWidth));
}

/** The edges that lose more of a photo than the safe margin. */
export function cutsOf({ x, y, width, height, picture }: Frame): Cut[] {
  const { trimHeight, safeMargin } = BOOK_FORMAT;
  const lost: Cut[] = [
    { edge: "top", millimetres: -picture.y + Math.max(0, -y) },
    { edge: "right", millimetres: picture.x + picture.width - width + beyondTrim(x + width) },
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
