import { PDFDict, PDFName, type PDFPage, PDFRawStream } from "@cantoo/pdf-lib";
import { type Drawn, type DrawnImage, drawnOn } from "./page-drawing.server";
import { type Inspected, type Said, TOLERANCE } from "./rule.server";

/** The rules for each page: its boxes, its inks, and its photos as large as they print. */

export const PAGE_RULES: readonly { name: string; validate(page: PDFPage, file: Inspected): Iterable<Said> }[] = [
  { name: "boxes", validate: boxes },
  { name: "blending", validate: blending },
  { name: "nothing-to-press", validate: nothingToPress },
  { name: "colours", validate: colours },
  { name: "ink", validate: ink },
  { name: "small-text", validate: smallText },
  { name: "dark-words", validate: darkWords },
  { name: "resolution", validate: resolution },
  { name: "stamp", validate: stamp },
];

const POINTS_PER_MM = 72 / 25.4;
const POINTS_PER_INCH = 72;
/** Smaller text on several plates blurs where they print a hair apart, in points. */
const SMALL_TEXT = 9;
/** With more black than this, words are dark; they look the same in black alone. */
const DARK = 0.45;
/** A photo under this resolution is named, in pixels per inch. */
const SHARP = 300;
/** Of the shares of ink that a plate is made of. */
const TRACE = 0.004;

function* boxes(page: PDFPage, { printer: { format }, file }: Inspected): Iterable<Said> {
  const isCover = file.kind === "cover";
  const edge = (isCover ? file.sheet.turnIn : format.bleed) * POINTS_PER_MM;
  const [width, height] = isCover
    ? [file.sheet.width * POINTS_PER_MM, file.sheet.height * POINTS_PER_MM]
    : [format.trimWidth * POINTS_PER_MM + 2 * edge, format.trimHeight * POINTS_PER_MM + 2 * edge];
  const whole = { x: 0, y: 0, width, height };
  const trimmed = { x: edge, y: edge, width: width - 2 * edge, height: height - 2 * edge };
  const wanted = [
    ["The page", page.getMediaBox(), whole],
    ["The bleed", page.getBleedBox(), whole],
    ["The trim", page.getTrimBox(), trimmed],
    ["The visible part", page.getCropBox(), whole],
  ] as const;
  for (const [what, box, right] of wanted) {
    const isRight = (["x", "y", "width", "height"] as const).every(
      (side) => Math.abs(box[side] - right[side]) <= TOLERANCE,
    );
    if (!isRight) yield { detail: `${what} is ${inMillimetres(box)} instead of ${inMillimetres(right)}.` };
  }
  if (page.node.has(PDFName.of("ArtBox"))) yield { detail: "The page has an art box beside its trim." };
  if (page.getRotation().angle !== 0) yield { detail: "The page is rotated." };
}

function inMillimetres({ x, y, width, height }: { x: number; y: number; width: number; height: number }): string {
  const [left, foot, across, up] = [x, y, width, height].map((length) => (length / POINTS_PER_MM).toFixed(1));
  return `${across} × ${up} mm at ${left}, ${foot}`;
}

function* blending(page: PDFPage): Iterable<Said> {
  const group = page.node.lookupMaybe(PDFName.of("Group"), PDFDict);
  if (group?.get(PDFName.of("CS")) !== PDFName.of("DeviceCMYK")) yield { detail: "The page isn’t blended in inks." };
}

function* nothingToPress(page: PDFPage): Iterable<Said> {
  for (const name of ["Annots", "AA"]) {
    if (page.node.has(PDFName.of(name))) yield { detail: `The page has ${name}, which does nothing on paper.` };
  }
}

function* colours(page: PDFPage): Iterable<Said> {
  const found = inksOn(page).find(isOfScreen);
  if (found) yield { detail: formatColour(found) };
}

/** Whether something is drawn in colours of a screen, which come out on four plates. */
export function isOfScreen({ operator, isPattern }: Drawn): boolean {
  return !["k", "K", "g", "G"].includes(operator) && !isPattern;
}

export function formatColour({ parts }: Drawn): string {
  return `A colour is drawn as ${parts.join(" ")} of a screen instead of in inks.`;
}

function* ink(page: PDFPage, { printer }: Inspected): Iterable<Said> {
  let most = 0;
  for (const { operator, parts } of inksOn(page)) {
    if (operator === "k" || operator === "K") most = Math.max(most, sum(parts) * 100);
  }
  if (Math.round(most) > printer.mostInk) {
    yield { detail: `One spot has ${Math.round(most)}% ink. The paper takes ${printer.mostInk}%.` };
  }
}

function* smallText(page: PDFPage): Iterable<Said> {
  for (const { textSize, operator, parts } of inksOn(page)) {
    if (textSize === null || textSize >= SMALL_TEXT || operator !== "k") continue;
    const plates = parts.filter((share) => share > TRACE).length;
    if (plates > 1) {
      yield { detail: `Text of ${textSize.toFixed(1)} points is printed on ${plates} plates.` };
      return;
    }
  }
}

/** Dark words are black alone at any size, and black ones are printed over what is under them. */
function* darkWords(page: PDFPage): Iterable<Said> {
  const words = inksOn(page).filter(({ textSize, operator }) => textSize !== null && operator === "k");
  const size = ({ textSize }: Drawn) => `Words of ${textSize?.toFixed(1)} points`;
  const mixed = words.find(({ parts: [cyan = 0, magenta = 0, yellow = 0, black = 0] }) => {
    return black > DARK && cyan + magenta + yellow > TRACE;
  });
  if (mixed) yield { detail: `${size(mixed)} are dark in four inks instead of in black alone.` };
  const isBlack = ({ parts: [cyan = 0, magenta = 0, yellow = 0, black = 0] }: Drawn) =>
    black > 1 - TRACE && cyan + magenta + yellow <= TRACE;
  const cutOut = words.find((drawn) => isBlack(drawn) && !drawn.isOver && !drawn.isEmoji);
  if (cutOut) yield { detail: `${size(cutOut)} are cut out of what is under them instead of printed over it.` };
  const lost = inksOn(page).find((drawn) => drawn.operator === "k" && drawn.isOver && !isBlack(drawn));
  if (lost) yield { detail: "Something coloured is printed over what is under it, and would mix with it." };
}

/** The pixels to the inch of each photo on a page, at the size it prints. */
export function resolutionsOn(page: PDFPage): number[] {
  return imagesOn(page).flatMap(({ image, width, height }) => {
    if (image.dict.get(PDFName.of("Filter")) !== PDFName.of("DCTDecode")) return [];
    const pixels = (name: string) => Number(image.dict.get(PDFName.of(name))?.toString());
    const perPoint = Math.min(pixels("Width") / width, pixels("Height") / height);
    return [Math.floor(perPoint * POINTS_PER_INCH + TOLERANCE)];
  });
}

function* resolution(page: PDFPage, { printer }: Inspected): Iterable<Said> {
  for (const perInch of resolutionsOn(page)) {
    if (perInch >= SHARP) continue;
    yield {
      detail: `A photo has ${perInch} pixels per inch.`,
      isNote: perInch >= (printer.fewestPixelsPerInch ?? 0),
    };
  }
}

/** A stamping plate has one ink, all or nothing. */
function* stamp(page: PDFPage, { file }: Inspected): Iterable<Said> {
  if (file.kind !== "cover" || !file.isStamped) return;
  for (const { operator, parts } of inksOn(page)) {
    const [cyan = 0, magenta = 0, yellow = 0, black = 0] = operator.toLowerCase() === "k" ? parts : [0, 0, 0, 1];
    if (cyan + magenta + yellow > TRACE || (black > TRACE && black < 1 - TRACE)) {
      yield { detail: "The plate for stamping has a tint, which foil can’t show." };
      return;
    }
  }
  for (const { image } of imagesOn(page)) {
    if (image instanceof PDFRawStream) yield { detail: "The plate for stamping has a photo." };
  }
}

/** Each page is read once, whatever number of rules look at it. */
const read = new WeakMap<PDFPage, (Drawn | DrawnImage)[]>();

function drawnBy(page: PDFPage): (Drawn | DrawnImage)[] {
  const known = read.get(page) ?? [...drawnOn(page)];
  read.set(page, known);
  return known;
}

const inksOn = (page: PDFPage) => drawnBy(page).filter((drawn) => drawn.kind === "ink");
const imagesOn = (page: PDFPage) => drawnBy(page).filter((drawn) => drawn.kind === "image");

const sum = (shares: readonly number[]) => shares.reduce((all, share) => all + share, 0);
