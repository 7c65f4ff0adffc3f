import { deflateSync, inflateSync } from "node:zlib";
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFObject,
  PDFRawStream,
} from "@cantoo/pdf-lib";
import { inksOf } from "./inks.server";
import type { Printer } from "./printer";

/**
 * Turns the typesetter's colours into inks. It chooses each colour by `/cN cs` and `r g b scn`, in sRGB or in grey with a
 * profile; "black" in either would come out on four plates. Photos and gradients stay in sRGB with its profile, which
 * PDF/X-4 allows: their printer converts them.
 */

const OPERATOR = /^(\/c\d+) (cs|CS)\n([\d. -]+) (scn|SCN)$/gm;

interface Drawing {
  stream: PDFRawStream;
  text: string;
  /** How many channels each named colour space of it has. */
  channels: Map<string, number>;
}

/** The colours that a typeset book draws with, as "#rrggbb". */
export function coloursIn(document: PDFDocument): Set<string> {
  return coloursOf(drawingsIn(document));
}

/** Rewrites what pages, forms, patterns and glyphs draw. @throws Error for a colour it does not know how to read. */
export async function printInInks(document: PDFDocument, printer: Printer): Promise<void> {
  const drawings = drawingsIn(document);
  const inks = await inksOf(coloursOf(drawings), printer);
  for (const { stream, text, channels } of drawings) {
    const written = text.replace(OPERATOR, (_, space: string, select: string, parts: string) => {
      const shares = inks.get(colourOf(channels, space, parts)) ?? [];
      return `${shares.join(" ")} ${select === "cs" ? "k" : "K"}`;
    });
    if (written !== text) replaceContents(document.context, stream, written);
  }
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
    const channels = channelsIn(context, resources);
    drawings.push({ stream, text: inflateSync(stream.contents).toString("latin1"), channels });
  };
  for (const { node } of document.getPages()) {
    const contents = node.Contents();
    const parts = contents instanceof PDFArray ? contents.asArray() : [contents];
    for (const part of parts) add(part && context.lookup(part), node.Resources());
  }
  for (const object of objects) {
    if (object instanceof PDFRawStream && isForm(object))
      add(object, object.dict.get(PDFName.of("Resources")));
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
    (spaces?.entries() ?? []).map(([key, space]) => [
      key.toString(),
      channelsOf(context, context.lookup(space)),
    ]),
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
    const inner = form.dict
      .lookupMaybe(PDFName.of("Resources"), PDFDict)
      ?.lookupMaybe(PDFName.of("XObject"), PDFDict);
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
