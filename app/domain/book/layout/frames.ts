import type { Point } from "~/domain/diary/photos/point-of-interest";
import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import type { Box, Frame, PhotoArrangement } from "./pages";

/**
 * Photos in their frames. A photo fills its frame and loses at most an eighth of itself; several photos on a page form
 * one block, in the arrangement that shows the most of them.
 */

export interface FramedPhoto {
  readonly id: string;
  /** Pixels of the print file, upright. */
  readonly width: number;
  readonly height: number;
  readonly alternative: string;
  readonly point?: Point;
}

/** The largest share of a photo's width or height that a frame may hide. */
const MOST_HIDDEN = 0.12;
const GAP = 4;
const MM_PER_INCH = 25.4;
/** The area of a soft photo, as a share of the largest sharp one: four fifths of its width. */
const SMALLER = 0.64;
/** A frame of nearly the same area is seen as the largest too. */
const NEARLY = 0.95;
// Where nobody has looked: faces are above the middle of most photos, so less is hidden from the top.
const HIDDEN_FROM_TOP = 0.4;

/**
 * Fills a box with a photo and hides the overflow. What must be seen is as near to the middle of the frame as the photo
 * reaches, because how large it is nobody knows.
 */
export function fill(photo: FramedPhoto, box: Box, aim: Point = MIDDLE): Frame {
  const scale = Math.max(box.width / photo.width, box.height / photo.height);
  return {
    ...roundBox(box),
    photoId: photo.id,
    picture: roundBox(pictureIn(photo, box, aim)),
    alternative: photo.alternative,
    pixelsPerInch: Math.round(MM_PER_INCH / scale),
  };
}

const MIDDLE: Point = { x: 0.5, y: 0.5 };

/**
 * Where a photo lies that fills a frame, measured from the frame's own corner.
 * @param aim where in the frame its point of interest should be
 */
export function pictureIn(photo: Size & { readonly point?: Point }, frame: Size, aim: Point = MIDDLE): Box {
  const scale = Math.max(frame.width / photo.width, frame.height / photo.height);
  const [width, height] = [photo.width * scale, photo.height * scale];
  const { point } = photo;
  if (!point) {
    return { x: (frame.width - width) / 2, y: (frame.height - height) * HIDDEN_FROM_TOP, width, height };
  }
  const shift = (room: number, wanted: number, whole: number, share: number) =>
    Math.min(0, Math.max(room - whole, room * wanted - whole * share));
  return {
    x: shift(frame.width, aim.x, width, point.x),
    y: shift(frame.height, aim.y, height, point.y),
    width,
    height,
  };
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The share of a photo's width or height that a frame hides which the photo fills. */
export function hiddenShare(photo: Size, frame: Size): number {
  const [one, other] = [ratioOf(photo), ratioOf(frame)];
  return one > other ? 1 - other / one : 1 - one / other;
}

/** The resolution of a photo that fills this frame. */
export function pixelsPerInch(photo: Size, frame: Size): number {
  return MM_PER_INCH / Math.max(frame.width / photo.width, frame.height / photo.height);
}

export function ratioOf(photo: { width: number; height: number }): number {
  return photo.width / photo.height;
}

type Tree = { leaf: FramedPhoto } | { row: readonly Tree[] } | { column: readonly Tree[] };

export interface ComposeOptions {
  /** An arrangement as wide as the area is taken before one that shows more of the photos. */
  readonly fillsWidth?: boolean;
  /** The most of a photo that it hides: an eighth, or nothing. */
  readonly mostHidden?: number;
}

/**
 * Sets one to three photos into an area as one block, at its top, as large as possible.
 * @returns the frames in reading order, and the bottom of the block.
 */
export function compose(
  photos: readonly FramedPhoto[],
  area: Box,
  { fillsWidth = false, mostHidden = MOST_HIDDEN }: ComposeOptions = {},
): PhotoArrangement & { bottom: number } {
  let best: { frames: Frame[]; bottom: number; score: number } | null = null;
  const blocks = arrangementsOf(photos).map((tree) => ({ tree, block: blockOf(tree, area, mostHidden) }));
  const filling = blocks.filter(({ block }) => block.width >= area.width - 0.01);
  for (const { tree, block } of fillsWidth && filling.length > 0 ? filling : blocks) {
    const frames = place(tree, block);
    const score = scoreOf(frames, area);
    if (best === null || score > best.score + 0.001) best = { frames, bottom: block.y + block.height, score };
  }
  return { frames: makeSoftSmaller(best?.frames ?? []), captions: [], bottom: best?.bottom ?? area.y };
}

/** Whether frames fill their block to its edges, with one gap between them: one that was made smaller leaves a hole. */
export function isClosed(frames: readonly Box[]): boolean {
  const areaOf = (width: number, height: number) => (width + GAP) * (height + GAP);
  const across = Math.max(...frames.map(({ x, width }) => x + width)) - Math.min(...frames.map(({ x }) => x));
  const down = Math.max(...frames.map(({ y, height }) => y + height)) - Math.min(...frames.map(({ y }) => y));
  const covered = sum(frames.map(({ width, height }) => areaOf(width, height)));
  return covered >= areaOf(across, down) * 0.995;
}

/** A photo with too few pixels is never the largest of its block: it is made smaller towards the middle of the block. */
function makeSoftSmaller(frames: readonly Frame[]): Frame[] {
  const areaOf = ({ width, height }: Size) => width * height;
  const isSoft = (frame: Frame) => frame.pixelsPerInch < BOOK_FORMAT.softBelowPixelsPerInch;
  const sharp = frames.filter((frame) => !isSoft(frame)).map(areaOf);
  if (sharp.length === 0) return [...frames];
  const middle = (Math.min(...frames.map(({ y }) => y)) + Math.max(...frames.map((one) => one.y + one.height))) / 2;
  const largest = Math.max(...sharp);
  return frames.map((frame) => {
    if (!isSoft(frame) || areaOf(frame) <= largest * NEARLY) return frame;
    const scale = Math.sqrt((largest * SMALLER) / areaOf(frame));
    const { picture } = frame;
    const isAbove = frame.y + frame.height / 2 < middle - 1;
    const y = isAbove ? frame.y + frame.height * (1 - scale) : frame.y;
    return {
      ...frame,
      ...roundBox({ x: frame.x, y, width: frame.width * scale, height: frame.height * scale }),
      picture: roundBox({
        x: picture.x * scale,
        y: picture.y * scale,
        width: picture.width * scale,
        height: picture.height * scale,
      }),
      pixelsPerInch: Math.round(frame.pixelsPerInch / scale),
    };
  });
}

function arrangementsOf(photos: readonly FramedPhoto[]): Tree[] {
  const leaves = photos.map((leaf): Tree => ({ leaf }));
  const [one, two, three] = leaves;
  if (one === undefined || two === undefined) return leaves;
  if (three === undefined) return [{ column: [one, two] }, { row: [one, two] }];
  const turns: [Tree, Tree, Tree][] = [
    [one, two, three],
    [two, one, three],
    [three, one, two],
  ];
  return [
    ...turns.flatMap(([big, small, other]): Tree[] => [
      { column: [big, { row: [small, other] }] },
      { row: [big, { column: [small, other] }] },
    ]),
    { column: leaves },
    { row: leaves },
  ];
}

/** A tree's width is a linear function of its height rather than a plain ratio, because of the gaps. */
function widthRelation(tree: Tree): { perHeight: number; plus: number } {
  if ("leaf" in tree) return { perHeight: ratioOf(tree.leaf), plus: 0 };
  if ("row" in tree) {
    const relations = tree.row.map(widthRelation);
    return {
      perHeight: sum(relations.map((relation) => relation.perHeight)),
      plus: sum(relations.map((relation) => relation.plus)) + GAP * (relations.length - 1),
    };
  }
  const relations = tree.column.map(widthRelation);
  const heights = sum(relations.map((relation) => 1 / relation.perHeight));
  const plus = sum(relations.map((relation) => relation.plus / relation.perHeight)) - GAP * (relations.length - 1);
  return { perHeight: 1 / heights, plus: plus / heights };
}

function blockOf(tree: Tree, area: Box, mostHidden: number): Box {
  const relation = widthRelation(tree);
  const natural = (area.width - relation.plus) / relation.perHeight;
  const height = Math.min(area.height, natural / (1 - mostHidden));
  if (natural * (1 - mostHidden) <= area.height) {
    // The photos are cropped to fill the rest of a page only if they then fill it completely; otherwise they stay
    // whole.
    const closes = natural / (1 - mostHidden) >= area.height;
    return { ...area, height: closes ? area.height : Math.min(natural, height) };
  }
  const width = Math.min(area.width, (relation.perHeight * area.height) / (1 - mostHidden) + relation.plus);
  return { x: area.x + (area.width - width) / 2, y: area.y, width, height: area.height };
}

function place(tree: Tree, box: Box): Frame[] {
  if ("leaf" in tree) return [fill(tree.leaf, box)];
  if ("row" in tree) {
    const widths = shares(
      tree.row.map((part) => widthRelation(part)).map((relation) => relation.perHeight * box.height + relation.plus),
      box.width,
    );
    let x = box.x;
    return tree.row.flatMap((part, index) => {
      const width = widths[index] ?? 0;
      const frames = place(part, { ...box, x, width });
      x += width + GAP;
      return frames;
    });
  }
  const heights = shares(
    tree.column.map((part) => widthRelation(part)).map((relation) => (box.width - relation.plus) / relation.perHeight),
    box.height,
  );
  let y = box.y;
  return tree.column.flatMap((part, index) => {
    const height = heights[index] ?? 0;
    const frames = place(part, { ...box, y, height });
    y += height + GAP;
    return frames;
  });
}

function shares(wanted: readonly number[], whole: number): number[] {
  const available = whole - GAP * (wanted.length - 1);
  const scale = available / sum(wanted);
  return wanted.map((length) => length * scale);
}

/** Combines the share of the page covered, that of the photos visible, and penalties for tiny and for soft photos. */
function scoreOf(frames: readonly Frame[], area: Box): number {
  const areas = frames.map((frame) => frame.width * frame.height);
  const covered = sum(areas) / (area.width * area.height);
  const seen = frames.map((frame) => (frame.width * frame.height) / (frame.picture.width * frame.picture.height));
  const smallest = Math.min(...areas) / (sum(areas) / areas.length);
  const sharp = Math.min(1, ...frames.map((frame) => frame.pixelsPerInch / BOOK_FORMAT.softBelowPixelsPerInch));
  return covered * Math.min(...seen) ** 2 * smallest ** 0.25 * sharp ** 2;
}

/** The greatest width in millimetres at which a photo still prints sharp. */
export function widestSharp(photo: FramedPhoto): number {
  return (photo.width / BOOK_FORMAT.softBelowPixelsPerInch) * MM_PER_INCH;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function roundBox(box: Box): Box {
  return { x: round(box.x), y: round(box.y), width: round(box.width), height: round(box.height) };
}

/** Rounds to a thousandth of a millimetre, so that the same content gives the same numbers on every machine. */
function round(length: number): number {
  return Math.round(length * 1000) / 1000;
}
