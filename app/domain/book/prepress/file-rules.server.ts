import { createHash } from "node:crypto";
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from "@cantoo/pdf-lib";
import { canBeBound } from "~/domain/kernel/book-format/format";
import { readProfile } from "./inks.server";
import { readJpeg } from "./jpeg";
import { drawnInside } from "./page-drawing.server";
import { formatColour, isOfScreen } from "./page-rules.server";
import { PDF_X4_VERSION } from "./pdf-x4.server";
import type { Inspected, Said } from "./rule.server";

/** The rules for a file as a whole: PDF/X-4, and what the printer was promised. */

export const FILE_RULES: readonly { name: string; validate(file: Inspected): Iterable<Said> }[] = [
  { name: "whole", validate: whole },
  { name: "version", validate: version },
  { name: "identity", validate: identity },
  { name: "metadata", validate: metadata },
  { name: "output-intent", validate: outputIntent },
  { name: "nothing-interactive", validate: nothingInteractive },
  { name: "fonts", validate: fonts },
  { name: "photos", validate: photos },
  { name: "profiles", validate: profiles },
  { name: "hidden-colours", validate: hiddenColours },
  { name: "press-settings", validate: pressSettings },
  { name: "page-count", validate: pageCount },
];

function* whole({ damage }: Inspected): Iterable<Said> {
  for (const what of damage) yield { detail: `The file is damaged: ${what}.` };
}

function* version({ version }: Inspected): Iterable<Said> {
  if (version !== PDF_X4_VERSION) yield { detail: `The file is PDF ${version}; PDF/X-4 is ${PDF_X4_VERSION}.` };
}

function* identity({ document }: Inspected): Iterable<Said> {
  const { ID, Encrypt } = document.context.trailerInfo;
  if (!(ID && document.context.lookup(ID) instanceof PDFArray)) yield { detail: "The file has no identifier." };
  if (Encrypt) yield { detail: "The file is encrypted." };
}

function* metadata({ document }: Inspected): Iterable<Said> {
  const { context, catalog } = document;
  const stream = catalog.lookup(PDFName.of("Metadata"));
  const xmp = stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString("utf8") : "";
  const info = context.lookup(context.trailerInfo.Info);
  const said = (name: string) => {
    const value = info instanceof PDFDict ? info.lookup(PDFName.of(name)) : undefined;
    return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : String(value ?? "");
  };
  if (!xmp.includes("<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>")) {
    yield { detail: "The metadata doesn’t say that this is PDF/X-4." };
  }
  for (const name of ["xmpMM:DocumentID", "xmpMM:VersionID", "xmpMM:RenditionClass", "xmp:MetadataDate"]) {
    if (!xmp.includes(`<${name}>`)) yield { detail: `The metadata has no ${name}.` };
  }
  for (const [name, inXmp] of [
    ["CreationDate", "xmp:CreateDate"],
    ["ModDate", "xmp:ModifyDate"],
  ] as const) {
    const digits = (text = "") => text.replace(/\D/g, "").slice(0, TO_THE_SECOND);
    const time = digits(new RegExp(`<${inXmp}>([^<]*)<`).exec(xmp)?.[1]);
    if (time.length < TO_THE_SECOND || time !== digits(said(name)))
      yield { detail: `The file has no ${name}, or there are two.` };
  }
  const title = /<dc:title>[\s\S]*?<rdf:li[^>]*>([\s\S]*?)<\/rdf:li>/.exec(xmp)?.[1] ?? "";
  if (title === "" || plain(title) !== said("Title")) yield { detail: "The title is missing, or there are two." };
  const trapped = /<pdf:Trapped>(\w+)</.exec(xmp)?.[1];
  if (!trapped || said("Trapped") !== `/${trapped}`) {
    yield { detail: "The file doesn’t say whether its colours overlap at their edges." };
  }
}

/** Digits of a time from the year to the second. */
const TO_THE_SECOND = 14;

const plain = (xml: string) => xml.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

function* outputIntent({ document, printer }: Inspected): Iterable<Said> {
  const intents = document.catalog.lookupMaybe(PDFName.of("OutputIntents"), PDFArray)?.asArray() ?? [];
  const ours = intents
    .map((intent) => document.context.lookup(intent))
    .filter((intent): intent is PDFDict => intent instanceof PDFDict)
    .filter((intent) => intent.get(PDFName.of("S")) === PDFName.of("GTS_PDFX"));
  const [intent] = ours;
  if (!intent || ours.length !== 1 || intents.length !== 1) {
    yield { detail: `The file has ${ours.length} output intents for a press. It should have one.` };
    return;
  }
  const identifier = intent.lookup(PDFName.of("OutputConditionIdentifier"));
  if (!(identifier instanceof PDFString) || identifier.decodeText() !== printer.condition.identifier) {
    yield { detail: `The file isn’t made for ${printer.condition.identifier}.` };
  }
  const profile = intent.lookup(PDFName.of("DestOutputProfile"));
  const sent = profile instanceof PDFRawStream ? decodePDFRawStream(profile).decode() : new Uint8Array();
  if (hash(sent) !== hash(readProfile(printer)))
    yield { detail: "The file has a different colour profile from the printer’s." };
}

const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

const INTERACTIVE = ["OpenAction", "AA", "AcroForm", "Names", "Perms", "Collection"];

function* nothingInteractive({ document }: Inspected): Iterable<Said> {
  for (const name of INTERACTIVE) {
    if (document.catalog.has(PDFName.of(name))) yield { detail: `The file has ${name}, which does nothing on paper.` };
  }
  const keys = [PDFName.of("JS"), PDFName.of("JavaScript")];
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (object instanceof PDFDict && keys.some((key) => object.has(key))) yield { detail: "The file has a script." };
  }
}

/** Every typeface has its outlines in the file. One of Type 3, such as emoji, draws its characters itself. */
function* fonts({ document }: Inspected): Iterable<Said> {
  const { context } = document;
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict) || object.get(PDFName.of("Type")) !== PDFName.of("Font")) continue;
    const kind = object.get(PDFName.of("Subtype"));
    // A composite font leads to another one, which has the outlines.
    if (kind === PDFName.of("Type0")) continue;
    const descriptor = object.lookupMaybe(PDFName.of("FontDescriptor"), PDFDict);
    const isEmbedded =
      kind === PDFName.of("Type3")
        ? object.lookup(PDFName.of("CharProcs")) instanceof PDFDict
        : ["FontFile", "FontFile2", "FontFile3"].some((name) => {
            const file = descriptor?.get(PDFName.of(name));
            return file && context.lookup(file) instanceof PDFRawStream;
          });
    if (!isEmbedded) yield { detail: `The typeface ${nameOf(object.get(PDFName.of("BaseFont")))} isn’t in the file.` };
  }
}

const nameOf = (name: PDFObject | undefined) => (name instanceof PDFName ? name.decodeText() : "without a name");

/** Photos are what their dictionary says, have a profile, and are no deeper than a press can print. */
function* photos({ document }: Inspected): Iterable<Said> {
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream) || object.dict.get(PDFName.of("Filter")) !== PDFName.of("DCTDecode"))
      continue;
    const jpeg = readJpeg(object.contents);
    const said = (name: string) => Number(object.dict.get(PDFName.of(name))?.toString());
    if (!jpeg || jpeg.width !== said("Width") || jpeg.height !== said("Height")) {
      yield { detail: "A photo isn’t as large as the file says, or can’t be read." };
    } else if (jpeg.bitsPerComponent !== 8 || jpeg.components !== 3) {
      yield { detail: `A photo has ${jpeg.components} channels of ${jpeg.bitsPerComponent} bits.` };
    }
    const space = object.dict.lookup(PDFName.of("ColorSpace"));
    if (!(space instanceof PDFArray) || space.get(0) !== PDFName.of("ICCBased")) {
      yield { detail: "A photo’s colours have no profile." };
    }
  }
}

/** Pictures, gradients and what is blended have a profile or are in inks. */
function* profiles({ document }: Inspected): Iterable<Said> {
  for (const dict of dictionariesIn(document)) {
    for (const name of ["ColorSpace", "CS"]) {
      const space = dict.get(PDFName.of(name));
      const isBare = space instanceof PDFName && NO_PROFILE.includes(space);
      if (isBare && !isPhoto(dict)) yield { detail: "A picture or a gradient has colours without a profile." };
    }
  }
}

const NO_PROFILE = ["DeviceRGB", "CalRGB"].map((name) => PDFName.of(name));
const isPhoto = (dict: PDFDict) => dict.get(PDFName.of("Filter")) === PDFName.of("DCTDecode");

function* hiddenColours({ document, printer }: Inspected): Iterable<Said> {
  for (const drawn of drawnInside(document)) {
    if (drawn.kind !== "ink") continue;
    if (isOfScreen(drawn)) {
      yield { detail: formatColour(drawn) };
      return;
    }
    const ink = Math.round(drawn.parts.reduce((all, share) => all + share, 0) * 100);
    if (drawn.operator.toLowerCase() === "k" && ink > printer.mostInk) {
      yield { detail: `An emoji or a pattern has ${ink}% ink on one spot.` };
      return;
    }
  }
}

/** What belongs to the press: how ink is screened and transferred, pictures to be put in later, programs in PostScript. */
const OF_THE_PRESS = ["TR", "TR2", "HT", "HTP", "OPI", "Alternates", "PS"];

function* pressSettings({ document }: Inspected): Iterable<Said> {
  for (const dict of dictionariesIn(document)) {
    // A soft mask may have a curve of its own under the same name.
    if (dict.get(PDFName.of("Type")) === PDFName.of("Mask") || dict.has(PDFName.of("Luminosity"))) continue;
    const found = OF_THE_PRESS.find((name) => dict.has(PDFName.of(name)));
    if (found) yield { detail: `The file sets ${found}, which is the printer’s to set.` };
    else if (dict.get(PDFName.of("Subtype")) === PDFName.of("PS"))
      yield { detail: "The file has a program in PostScript." };
  }
}

/** Every dictionary of a file, also those inside others. */
function* dictionariesIn({ context }: PDFDocument): Iterable<PDFDict> {
  for (const [, object] of context.enumerateIndirectObjects()) yield* dictionariesOf(object);
}

function* dictionariesOf(object: PDFObject): Iterable<PDFDict> {
  if (object instanceof PDFArray) for (const part of object.asArray()) yield* dictionariesOf(part);
  const dict = object instanceof PDFRawStream ? object.dict : object;
  if (!(dict instanceof PDFDict)) return;
  yield dict;
  for (const [, part] of dict.entries()) yield* dictionariesOf(part);
}

function* pageCount({ document, printer, file }: Inspected): Iterable<Said> {
  const count = document.getPageCount();
  if (file.kind === "cover") {
    if (count !== 1) yield { detail: `The cover has ${count} sheets.` };
    return;
  }
  const bindable = canBeBound(count, printer.format);
  const { fewestPages, mostPages, pageMultiple } = printer.format;
  if (!bindable.ok) {
    yield {
      detail: `The book has ${count} pages; the printer binds ${fewestPages} to ${mostPages}, in multiples of ${pageMultiple}.`,
    };
  }
}
