import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
} from "@cantoo/pdf-lib";

/** What a page of a PDF draws, read operator by operator: colours, images with their size on paper, and sizes of text. */

/** `[a, b, c, d, e, f]`, as in the PDF. */
type Matrix = readonly [number, number, number, number, number, number];

export interface Drawn {
  kind: "ink";
  /** Of the page's operators: "k", "rg", "scn", … */
  operator: string;
  /** Whether a pattern or a gradient is drawn instead of a colour. */
  isPattern: boolean;
  parts: number[];
  /** The size of the text that is being set, in points on paper; null outside text. */
  textSize: number | null;
  /** Whether it is set in a font of drawings, which have their own colours. */
  isEmoji: boolean;
  /** Whether it is printed over what is under it, plate by plate. */
  isOver: boolean;
}

export interface DrawnImage {
  kind: "image";
  image: PDFRawStream;
  /** On paper, in points. */
  width: number;
  height: number;
}

type Resources = PDFDict | undefined;

interface State {
  matrix: Matrix;
  isPattern: boolean;
  isOver: boolean;
  fill: Pick<Drawn, "kind" | "operator" | "isPattern" | "parts"> | null;
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** Forms within forms; more are a loop. */
const DEEPEST = 12;

/** Everything that a page draws, in order; soft masks are left out, because their grey is no ink. */
export function* drawnOn(page: PDFPage): Generator<Drawn | DrawnImage> {
  const { context } = page.doc;
  const contents = page.node.Contents();
  const parts = contents instanceof PDFArray ? contents.asArray() : [contents];
  const text = parts.map((part) => textOf(part && context.lookup(part))).join("\n");
  yield* drawnBy(context, text, page.node.Resources(), IDENTITY, 0);
}

/** What is drawn by patterns and by Type 3 fonts, which hold emoji. The drawing of a page does not include it. */
export function* drawnInside({ context }: PDFDocument): Generator<Drawn | DrawnImage> {
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFRawStream && object.dict.get(PDFName.of("PatternType")) === PDFNumber.of(1)) {
      const own = object.dict.lookupMaybe(PDFName.of("Resources"), PDFDict);
      yield* drawnBy(context, textOf(object), own, IDENTITY, 0);
    }
    if (!(object instanceof PDFDict) || object.get(PDFName.of("Subtype")) !== PDFName.of("Type3")) continue;
    const own = object.lookupMaybe(PDFName.of("Resources"), PDFDict);
    for (const [, glyph] of object.lookupMaybe(PDFName.of("CharProcs"), PDFDict)?.entries() ?? []) {
      yield* drawnBy(context, textOf(context.lookup(glyph)), own, IDENTITY, 0);
    }
  }
}

function* drawnBy(
  context: PDFContext,
  text: string,
  resources: Resources,
  start: Matrix,
  depth: number,
): Generator<Drawn | DrawnImage> {
  let state: State = { matrix: start, isPattern: false, isOver: false, fill: null };
  const saved: State[] = [];
  let operands: string[] = [];
  let fontSize = 0;
  let isEmoji = false;
  let textMatrix: Matrix = IDENTITY;
  let isText = false;
  for (const token of tokensOf(text)) {
    if (!token.isOperator) {
      operands.push(token.text);
      continue;
    }
    switch (token.text) {
      case "q":
        saved.push(state);
        break;
      case "Q":
        state = saved.pop() ?? state;
        break;
      case "cm":
        state = { ...state, matrix: times(matrixFrom(operands.slice(-6)), state.matrix) };
        break;
      case "gs":
        state = { ...state, isOver: isOver(context, resources, operands.at(-1), state.isOver) };
        break;
      case "BT":
        [isText, textMatrix] = [true, IDENTITY];
        break;
      case "ET":
        isText = false;
        break;
      case "Tf":
        fontSize = Number(operands.at(-1));
        isEmoji = isOfDrawings(resourceOf(context, resources, "Font", operands.at(-2)));
        break;
      case "Tm":
        textMatrix = matrixFrom(operands.slice(-6));
        break;
      case "cs":
      case "CS":
        state = { ...state, isPattern: isPatternSpace(context, resources, operands.at(-1)) };
        break;
      case "k":
      case "K":
      case "rg":
      case "RG":
      case "g":
      case "G":
      case "sc":
      case "SC":
      case "scn":
      case "SCN": {
        const isNamed = token.text.toLowerCase().startsWith("sc");
        const drawn = {
          kind: "ink" as const,
          operator: token.text,
          isPattern: isNamed && state.isPattern,
          parts: operands.map(Number).filter((part) => !Number.isNaN(part)),
        };
        if (token.text === token.text.toLowerCase()) state = { ...state, fill: drawn };
        yield { ...drawn, textSize: null, isEmoji: false, isOver: state.isOver };
        break;
      }
      case "Tj":
      case "TJ":
      case "'":
      case '"':
        if (isText && state.fill) {
          const size = fontSize * scaleOf(times(textMatrix, state.matrix)).height;
          yield { ...state.fill, textSize: Math.abs(size), isEmoji, isOver: state.isOver };
        }
        break;
      case "Do": {
        const object = resourceOf(context, resources, "XObject", operands.at(-1));
        if (!(object instanceof PDFRawStream)) break;
        if (object.dict.get(PDFName.of("Subtype")) === PDFName.of("Image")) {
          yield { kind: "image", image: object, ...scaleOf(state.matrix) };
        } else if (depth < DEEPEST) {
          const own = object.dict.lookupMaybe(PDFName.of("Resources"), PDFDict) ?? resources;
          const matrix = matrixOf(object);
          yield* drawnBy(context, textOf(object), own, times(matrix, state.matrix), depth + 1);
        }
        break;
      }
    }
    operands = [];
  }
}

function matrixFrom(operands: readonly string[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = operands.map(Number);
  return [a, b, c, d, e, f];
}

/** Whether a font is one of Type 3. */
export function isOfDrawings(font: PDFObject | undefined): boolean {
  return font instanceof PDFDict && font.get(PDFName.of("Subtype")) === PDFName.of("Type3");
}

function matrixOf(form: PDFRawStream): Matrix {
  const found = form.dict.lookupMaybe(PDFName.of("Matrix"), PDFArray);
  return found ? matrixFrom(found.asArray().map((part) => part.toString())) : IDENTITY;
}

function isPatternSpace(context: PDFContext, resources: Resources, name = ""): boolean {
  const space = resourceOf(context, resources, "ColorSpace", name);
  return name.slice(1) === "Pattern" || (space instanceof PDFArray && space.get(0) === PDFName.of("Pattern"));
}

/** A state that says nothing of overprinting leaves it as it was. */
function isOver(context: PDFContext, resources: Resources, name: string | undefined, before: boolean): boolean {
  const state = resourceOf(context, resources, "ExtGState", name);
  if (!(state instanceof PDFDict)) return before;
  const over = state.lookup(PDFName.of("op")) ?? state.lookup(PDFName.of("OP"));
  return over === undefined ? before : over.toString() === "true";
}

function resourceOf(context: PDFContext, resources: Resources, kind: string, name = ""): PDFObject | undefined {
  const group = resources?.lookupMaybe(PDFName.of(kind), PDFDict);
  const found = group?.get(PDFName.of(name.replace(/^\//, "")));
  return found && context.lookup(found);
}

/** How wide and how high a unit square comes out. */
function scaleOf([a, b, c, d]: Matrix): { width: number; height: number } {
  return { width: Math.hypot(a, b), height: Math.hypot(c, d) };
}

function times(one: Matrix, other: Matrix): Matrix {
  const [a, b, c, d, e, f] = one;
  const [A, B, C, D, E, F] = other;
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

function textOf(stream: PDFObject | undefined): string {
  if (!(stream instanceof PDFRawStream)) return "";
  return Buffer.from(decodePDFRawStream(stream).decode()).toString("latin1");
}

const TOKEN =
  /\((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*\)|<<|>>|<[0-9a-fA-F\s]*>|[[\]]|\/[^\s()<>[\]{}/%]*|[^\s()<>[\]{}/%]+|%[^\n\r]*/g;

/** Operands and operators; what is in an array counts as operands, and a string as one without its words. */
function* tokensOf(content: string): Generator<{ text: string; isOperator: boolean }> {
  for (const [text] of content.matchAll(TOKEN)) {
    const isOperand = /^[([\]<>/\d.+-]/.test(text);
    if (!text.startsWith("%")) yield { text, isOperator: !isOperand && !/^(true|false|null)$/.test(text) };
  }
}
