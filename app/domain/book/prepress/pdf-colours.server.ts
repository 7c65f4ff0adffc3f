import { deflateSync, inflateSync } from "node:zlib";
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
} from "@cantoo/pdf-lib";
import { inksOf } from "./inks.server";
import { isOfDrawings } from "./page-drawing.server";
import type { Printer } from "./printer";

/**
 * Turns the typesetter's colours into inks. It chooses each colour by `/cN cs` and `r g b scn`, in sRGB or in grey with a
 * profile; "black" in either would come out on four plates. Photos and gradients stay in sRGB with its profile, which
 * PDF/X-4 allows: their printer converts them.
 */

/** Black words and marks are printed over what is under them, so that no edge of it shows beside them. */
const BLACK_OVER = "black";
const BLACK_WORDS = /^0 0 0 1 k\n(?=BT\n(?:\d Tr\n)?\/(\w+) )/gm;
const BLACK_MARKS = /^0 0 0 1 k\n(?=[\d.\- mlch\n]+\nf\*?\nQ$)/gm;
const OPERATOR = /^(\/c\d+) (cs|CS)\n([\d. -]+) (scn|SCN)$/gm;

interface Drawing {
  stream: PDFRawStream;
  text: string;
  /** How many channels each named colour space of it has. */
  channels: Map<string, number>;
  resources: PDFDict | undefined;
}

/** The colours that a typeset book draws with, as "#rrggbb". */
export function coloursIn(document: PDFDocument): Set<string> {
  return coloursOf(drawingsIn(document));
}

/** Rewrites what pages, forms, patterns and glyphs draw. @throws Error for a colour it does not know how to read. */
export async function printInInks(document: PDFDocument, printer: Printer): Promise<void> {
  const drawings = drawingsIn(document);
  const inks = await inksOf(coloursOf(drawings), printer);
  const over = document.context.register(document.context.obj({ Type: "ExtGState", OP: false, op: true, OPM: 1 }));
  for (const { stream, text, channels, resources } of drawings) {
    const inInks = text.replace(OPERATOR, (_, space: string, select: string, parts: string) => {
      const shares = inks.get(colourOf(channels, space, parts)) ?? [];
      return `${shares.join(" ")} ${select === "cs" ? "k" : "K"}`;
    });
    const written = overprintBlack(inInks, resources);
    if (resources && written !== inInks) nameState(resources, over);
    if (written !== text) replaceContents(document.context, stream, written);
  }
}

/** Emoji, which a font of drawings holds, are left as they are: their white would vanish. */
function overprintBlack(text: string, resources: PDFDict | undefined): string {
  if (!resources) return text;
  const over = (fill: string) => `${fill}/${BLACK_OVER} gs\n`;
  return text
    .replace(BLACK_WORDS, (fill, font: string) => (isOfDrawings(fontOf(resources, font)) ? fill : over(fill)))
    .replace(BLACK_MARKS, over);
}

const fontOf = (resources: PDFDict, name: string) =>
  resources.lookupMaybe(PDFName.of("Font"), PDFDict)?.lookup(PDFName.of(name));

function nameState(resources: PDFDict, state: PDFRef): void {
  const states = resources.lookupMaybe(PDFName.of("ExtGState"), PDFDict) ?? resources.context.obj({});
  states.set(PDFName.of(BLACK_OVER), state);
  resources.set(PDFName.of("ExtGState"), states);
}

function coloursOf(drawings: readonly Drawing[]): Set<string> {
  return new Set(
    drawings.flatMap(({ text, channels }) =>
      [...text.matchAll(OPERATOR)].map(([, space = "", , parts = ""]) => colourOf(channels, space, parts)),
    ),
  );
}

function replaceContents(context: PDFContext, stream: PDFRawStream, text: string): void {
  stream.updateContents(deflateSync(Buffer.from(text, "latin1"), { level: 6 }));
  stream.dict.set(PDFName.of("Length"), context.obj(stream.contents.length));
}

function colourOf(channels: Map<string, number>, space: string, parts: string): string {
  const shares = parts.trim().split(/\s+/).map(Number);
  const count = channels.get(space);
  if (shares.length !== count || (count !== 1 && count !== 3)) {
    throw new Error(`A colour of ${shares.length} parts in a space of ${count ?? "no known"} channels.`);
  }
  const channel = (share: number) =>
    Math.round(share * 255)
      .toString(16)
      .padStart(2, "0");
  const [red = 0, green = red, blue = red] = shares;
  return `#${channel(red)}${channel(green)}${channel(blue)}`;
}

/** Everything that draws, but what a soft mask draws: its grey is no ink. */
function drawingsIn(document: PDFDocument): Drawing[] {
  const { context } = document;
  const objects = context.enumerateIndirectObjects().map(([, object]) => object);
  const masks = softMasks(context, objects);
  const drawings: Drawing[] = [];
  const add = (stream: PDFObject | undefined, resources: PDFObject | undefined) => {
    if (!(stream instanceof PDFRawStream) || masks.has(stream)) return;
    if (stream.dict.get(PDFName.of("Filter")) !== PDFName.of("FlateDecode")) return;
    const found = resources && context.lookup(resources);
    const channels = channelsIn(context, resources);
    const text = inflateSync(stream.contents).toString("latin1");
    drawings.push({ stream, text, channels, resources: found instanceof PDFDict ? found : undefined });
  };
  for (const { node } of document.getPages()) {
    const contents = node.Contents();
    const parts = contents instanceof PDFArray ? contents.asArray() : [contents];
    for (const part of parts) add(part && context.lookup(part), node.Resources());
  }
  for (const object of objects) {
    if (object instanceof PDFRawStream && isForm(object)) add(object, object.dict.get(PDFName.of("Resources")));
    if (object instanceof PDFDict && object.get(PDFName.of("Subtype")) === PDFName.of("Type3")) {
      const glyphs = object.lookup(PDFName.of("CharProcs"), PDFDict).entries();
      for (const [, glyph] of glyphs) add(context.lookup(glyph), object.get(PDFName.of("Resources")));
    }
  }
  return drawings;
}

const isForm = ({ dict }: PDFRawStream) =>
  dict.get(PDFName.of("Subtype")) === PDFName.of("Form") || dict.has(PDFName.of("PatternType"));

function channelsIn(context: PDFContext, resources: PDFObject | undefined): Map<string, number> {
  const found = resources && context.lookup(resources);
  const spaces = found instanceof PDFDict ? found.lookupMaybe(PDFName.of("ColorSpace"), PDFDict) : undefined;
  return new Map(
    (spaces?.entries() ?? []).map(([key, space]) => [key.toString(), channelsOf(context, context.lookup(space))]),
  );
}

function channelsOf(context: PDFContext, space: PDFObject | undefined): number {
  if (!(space instanceof PDFArray) || space.get(0) !== PDFName.of("ICCBased")) return 0;
  const profile = context.lookup(space.get(1));
  return profile instanceof PDFRawStream ? Number(profile.dict.get(PDFName.of("N"))?.toString()) : 0;
}

/** The forms that soft masks are drawn with, and the forms inside them. */
function softMasks(context: PDFContext, objects: readonly PDFObject[]): Set<PDFRawStream> {
  const masks = new Set<PDFRawStream>();
  const addForm = (form: PDFObject | undefined) => {
    if (!(form instanceof PDFRawStream) || masks.has(form)) return;
    masks.add(form);
    const inner = form.dict.lookupMaybe(PDFName.of("Resources"), PDFDict)?.lookupMaybe(PDFName.of("XObject"), PDFDict);
    for (const [, object] of inner?.entries() ?? []) addForm(context.lookup(object));
  };
  const search = (dict: PDFDict) => {
    const mask = context.lookup(dict.get(PDFName.of("SMask")));
    if (dict.get(PDFName.of("Type")) === PDFName.of("ExtGState") && mask instanceof PDFDict) {
      addForm(context.lookup(mask.get(PDFName.of("G"))));
    }
    for (const [, inner] of dict.entries()) if (inner instanceof PDFDict) search(inner);
  };
  for (const object of objects) {
    if (object instanceof PDFDict) search(object);
    else if (object instanceof PDFRawStream) search(object.dict);
  }
  return masks;
}
