import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { PDFDict, type PDFDocument, PDFHexString, PDFName, PDFString } from "@cantoo/pdf-lib";
import { readProfile } from "./inks.server";
import { printInInks } from "./pdf-colours.server";
import type { Printer } from "./printer";

/**
 * Makes a typeset book a PDF/X-4 (ISO 15930-7:2010): its colours as inks, blending in inks, one output intent with the
 * printer's profile, and metadata that says so. Works while photos are still placeholders, which keeps it small. The
 * boxes of the pages belong to the assembler. The same book gives the same bytes.
 */

export const PDF_X4_VERSION = "1.6";
const PRODUCER = "Loop";

/** @throws Error where the book cannot become one: an unknown colour, no title or date, no output profile. */
export async function makePdfX4(document: PDFDocument, printer: Printer): Promise<void> {
  await printInInks(document, printer);
  const { context, catalog } = document;
  for (const { node } of document.getPages()) {
    for (const name of ["ArtBox", "Annots", "AA"]) node.delete(PDFName.of(name));
    // In a blending space of three colours, text of black alone would become four inks again.
    const group = { Type: "Group", S: "Transparency", CS: "DeviceCMYK", I: true, K: false };
    node.set(PDFName.of("Group"), context.obj(group));
  }
  for (const name of ["OpenAction", "AA", "Names", "AcroForm"]) catalog.delete(PDFName.of(name));
  catalog.set(PDFName.of("OutputIntents"), context.obj([outputIntent(document, printer)]));
  describe(document, printer);
}

function outputIntent({ context }: PDFDocument, printer: Printer): PDFDict {
  const { identifier, description } = printer.condition;
  const profile = deflateSync(readProfile(printer), { level: 9 });
  const intent = context.obj({
    Type: "OutputIntent",
    S: "GTS_PDFX",
    DestOutputProfile: context.register(context.stream(profile, { N: 4, Filter: "FlateDecode" })),
  });
  const words = {
    OutputConditionIdentifier: identifier,
    RegistryName: "http://www.color.org",
    OutputCondition: description,
    Info: description,
  };
  for (const [name, value] of Object.entries(words)) intent.set(PDFName.of(name), PDFString.of(value));
  return intent;
}

/** What the file says of itself, once for old readers and once as XMP; the two must agree. */
function describe(document: PDFDocument, printer: Printer): void {
  const { context, catalog } = document;
  const info = context.lookup(context.trailerInfo.Info);
  if (!(info instanceof PDFDict)) throw new Error("The book says nothing of itself.");
  const title = textOf(info, "Title");
  const creator = textOf(info, "Creator");
  const made = /^D:(\d{4})(\d\d)(\d\d)/.exec(textOf(info, "CreationDate"));
  if (!title || !made) throw new Error("The book has no title or no date.");
  const [, year, month, day] = made;
  for (const name of ["CreationDate", "ModDate"]) {
    info.set(PDFName.of(name), PDFString.of(`D:${year}${month}${day}000000+00'00'`));
  }
  info.set(PDFName.of("Producer"), PDFString.of(PRODUCER));
  info.set(PDFName.of("Trapped"), PDFName.of("False"));
  const metadata = context.stream(
    Buffer.from(
      xmpPacket({
        title,
        creator,
        time: `${year}-${month}-${day}T00:00:00Z`,
        id: identityOf(document, [title, printer.condition.identifier]),
      }),
      "utf8",
    ),
    { Type: "Metadata", Subtype: "XML" },
  );
  const place = catalog.get(PDFName.of("Metadata"));
  catalog.set(PDFName.of("Metadata"), context.register(metadata));
  // The typesetter's own metadata would stay in the file, unused.
  const old = context.enumerateIndirectObjects().find(([reference]) => reference === place);
  if (old) context.delete(old[0]);
}

function textOf(info: PDFDict, name: string): string {
  const value = info.lookup(PDFName.of(name));
  return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : "";
}

/** A UUID of version 5's form from what is typeset, so that it changes with the book and with nothing else. */
function identityOf(document: PDFDocument, words: readonly string[]): string {
  const hash = createHash("sha256").update(JSON.stringify(words));
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    const bytes = new Uint8Array(object.sizeInBytes());
    object.copyBytesInto(bytes, 0);
    hash.update(bytes);
  }
  const sum = hash.digest("hex");
  return `uuid:${sum.slice(0, 8)}-${sum.slice(8, 12)}-5${sum.slice(13, 16)}-a${sum.slice(17, 20)}-${sum.slice(20, 32)}`;
}

function xmpPacket({ title, creator, time, id }: { title: string; creator: string; time: string; id: string }) {
  const xml = (text: string) => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
<dc:format>application/pdf</dc:format><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xml(title)}</rdf:li></rdf:Alt></dc:title>
<xmp:CreatorTool>${xml(creator)}</xmp:CreatorTool><xmp:CreateDate>${time}</xmp:CreateDate><xmp:ModifyDate>${time}</xmp:ModifyDate><xmp:MetadataDate>${time}</xmp:MetadataDate>
<xmpMM:DocumentID>${id}</xmpMM:DocumentID><xmpMM:InstanceID>${id}</xmpMM:InstanceID><xmpMM:VersionID>1</xmpMM:VersionID><xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<pdf:Producer>${PRODUCER}</pdf:Producer><pdf:Trapped>False</pdf:Trapped><pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
}
