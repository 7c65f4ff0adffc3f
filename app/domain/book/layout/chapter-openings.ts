import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import { formatDayRange, formatMonthRange } from "~/domain/kernel/time/format-days";
import { type FramedPhoto, fill, hiddenShare, pixelsPerInch, ratioOf, type Size } from "./frames";
import type { Box, Frame, ListedWeek, Page, SeasonPhoto, SpreadForm } from "./pages";
import { type BookPhoto, framed } from "./photo-pages";
import { cutsOf } from "./photo-warnings";
import { isEmpty, prepareLine } from "./prepared-text";
import type { Quarter } from "./seasons";
import { isNearEdge } from "./spread-forms";
import { FULL_PAGE } from "./spread-photos";

/** A season opens with one of its photos, as large as it prints sharp, and facing it the list of its weeks. */

export interface SeasonWeek {
  readonly week: number;
  readonly from: string;
  readonly to: string;
  readonly title: string;
  readonly highlight: string;
  readonly photos: readonly BookPhoto[];
  /** Null where it was not written. */
  readonly form: SpreadForm | null;
}

/** The most of a photo's side that is hidden, as on every page. */
const MOST_HIDDEN = 0.12;
const { trimWidth, printPixelsPerInch, softBelowPixelsPerInch } = BOOK_FORMAT;
/** Of a season's photos another opens it where what must be seen is this near an edge, which the trim takes. */
const NEAR_EDGE = 0.15;
/** A plate is in the middle of the cloth, a little above the middle of its height. */
const PLATE: Size = { width: 140, height: 186 };
const PLATE_MIDDLE = 132;
/** A photo of few pixels is this long while nothing of it is soft; one that is shorter even so opens no season. */
const LIKED_PLATE = 104;
const SHORTEST_PLATE = 68;
/** A photo off the head is at most a square, which leaves cloth under it for the ring. */
const TALLEST_AT_HEAD = FULL_PAGE.width;
/** Forms that show their photo as large as an opening does. */
const LARGE = /^(?:full|foot|double|band)/;

/** The two pages of an opening, for the weeks that the book has of a season. */
export function openSeason(
  { name, span, firstWeek, lastWeek }: Quarter,
  weeks: readonly SeasonWeek[],
): [OpeningPage<"season">, OpeningPage<"season-weeks">] {
  const photo = chooseSeasonPhoto(weeks);
  const listed = listWeeks(weeks);
  const season = { name, span, firstWeek, lastWeek };
  const isRightToLeft = listed.filter((one) => one.name.direction === "rtl").length > listed.length / 2;
  const [first, last] = [weeks[0], weeks.at(-1)];
  const months = first && last ? formatMonthRange(first.from, last.to) : "";
  // Cloth holds the ring, unless a photo takes its place.
  const hasRing = photo !== null && photo.place !== "head";
  return [
    { kind: "season", ...season, photo },
    { kind: "season-weeks", ...season, months, hasRing, isRightToLeft, weeks: listed },
  ];
}

type OpeningPage<Kind extends Page["kind"]> = Omit<Extract<Page, { kind: Kind }>, "side">;

/** Every week's title, or its highlight, or its days. */
function listWeeks(weeks: readonly SeasonWeek[]): ListedWeek[] {
  return weeks.map(({ week, from, to, title, highlight }) => {
    const [named, line] = [prepareLine(title), prepareLine(highlight)];
    if (!isEmpty(named)) return { week, kind: "title", name: named };
    if (!isEmpty(line)) return { week, kind: "highlight", name: line };
    return { week, kind: "days", name: prepareLine(formatDayRange(from, to)) };
  });
}

interface Candidate {
  readonly photo: SeasonPhoto;
  /** What decides, one after another; more is better. */
  readonly merits: readonly number[];
}

/**
 * The photo of a season that can be shown largest; of equals one that its own week shows smaller and that is not on the
 * next spread. None where all have too few pixels.
 */
function chooseSeasonPhoto(weeks: readonly SeasonWeek[]): SeasonPhoto | null {
  let best: Candidate | null = null;
  for (const [place, { week, form, photos }] of weeks.entries()) {
    for (const one of photos) {
      const photo = largest(one, week);
      if (photo === null) continue;
      const { width, height } = photo.frame;
      const isSmaller = photos.length > 1 || form === null || !LARGE.test(form);
      const merits = [
        Math.round(width * height),
        Number(isSmaller) + Number(place > 0),
        Number(one.point !== undefined),
        Math.min(photo.frame.pixelsPerInch, printPixelsPerInch),
      ];
      if (best === null || isBetter(merits, best.merits)) best = { photo, merits };
    }
  }
  return best?.photo ?? null;
}

function isBetter(one: readonly number[], other: readonly number[]): boolean {
  const place = one.findIndex((merit, index) => merit !== other[index]);
  return place !== -1 && (one[place] ?? 0) > (other[place] ?? 0);
}

/** A whole page; else off the head of one; else a plate. */
function largest(photo: BookPhoto, week: number): SeasonPhoto | null {
  const leaf = framed(photo, week);
  const page = bleeding(leaf, FULL_PAGE);
  if (page !== null) return { place: "page", frame: page };
  const height = Math.min(TALLEST_AT_HEAD, FULL_PAGE.width / ratioOf(leaf));
  const head = bleeding(leaf, { ...FULL_PAGE, height });
  if (head !== null) return { place: "head", frame: head };
  const plate = plateOf(leaf);
  return plate && { place: "plate", frame: plate };
}

function bleeding(photo: FramedPhoto, box: Box): Frame | null {
  if (hiddenShare(photo, box) > MOST_HIDDEN || Math.round(pixelsPerInch(photo, box)) < printPixelsPerInch) return null;
  if (isNearEdge(photo, NEAR_EDGE)) return null;
  const frame = fill(photo, box);
  // Where it is unknown what must be seen, a head may be anywhere.
  return photo.point || cutsOf(frame).length === 0 ? frame : null;
}

/** The whole photo, as wide as prints at its best; of few pixels a little wider, while nothing of it is soft. */
function plateOf(photo: FramedPhoto): Frame | null {
  const ratio = ratioOf(photo);
  const fitting = Math.min(PLATE.width, PLATE.height * ratio);
  const widthAt = (wanted: number) =>
    (fitting * pixelsPerInch(photo, { width: fitting, height: fitting / ratio })) / wanted;
  const width = Math.min(
    ...[fitting, widthAt(softBelowPixelsPerInch)],
    Math.max(widthAt(printPixelsPerInch), Math.min(LIKED_PLATE, LIKED_PLATE * ratio)),
  );
  const size = { width, height: width / ratio };
  if (Math.max(size.width, size.height) < SHORTEST_PLATE) return null;
  return fill(photo, { x: (trimWidth - width) / 2, y: PLATE_MIDDLE - size.height / 2, ...size });
}
