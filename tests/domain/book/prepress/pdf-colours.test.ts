import { inflateSync } from "node:zlib";
import { type PDFDict, PDFDocument, PDFName, PDFRawStream } from "@cantoo/pdf-lib";
import { expect, it } from "vitest";
import { printInInks } from "~/domain/book/prepress/pdf-colours.server";
import { PRINTER } from "~/domain/book/prepress/printer";

const COLOUR = "/c0 cs\n1 1 1 scn";
const BLACK_WORDS = "0 0 0 1 k\nBT\n/f 1 Tf";

/** A page that draws this, with its colours in spaces of one, three and four channels. */
async function pageOf(content: string, change: (document: PDFDocument, resources: PDFDict) => void = () => {}) {
  const document = await PDFDocument.create();
  const { context } = document;
  const page = document.addPage();
  const space = (N: number) => context.obj(["ICCBased", context.register(context.stream("", { N }))]);
  const resources = context.obj({ ColorSpace: { c0: space(3), c1: space(1), c4: space(4), p: "Pattern" } });
  const stream = context.flateStream(content);
  page.node.set(PDFName.of("Resources"), resources);
  page.node.set(PDFName.of("Contents"), context.register(stream));
  change(document, resources);
  await printInInks(document, PRINTER);
  const [drawn = stream] = document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFRawStream && object.dict.has(PDFName.of("Marked")) ? object : []));
  return drawn.dict.has(PDFName.of("Filter"))
    ? inflateSync(drawn.contents).toString("latin1")
    : Buffer.from(drawn.contents).toString("latin1");
}

it.each([
  ["three channels", COLOUR, "0 0 0 0 k"],
  ["one channel, as a line", "/c1 CS\n0 SCN", "0 0 0 1 K"],
])("a colour of %s is printed in inks", async (_, content, inks) => {
  expect(await pageOf(content)).toBe(inks);
});

it.each([
  ["more parts than its space has channels", "/c0 cs\n1 1 1 1 scn", "A colour of 4 parts in a space of 3 channels."],
  ["four channels", "/c4 cs\n1 1 1 1 scn", "A colour of 4 parts in a space of 4 channels."],
  ["no space that the page has", "/c9 cs\n1 scn", "A colour of 1 parts in a space of no known channels."],
])("a colour of %s is refused", async (_, content, reason) => {
  await expect(pageOf(content)).rejects.toThrow(reason);
});

const marked = { Subtype: "Form", Marked: true };

it("what a soft mask draws stays grey, also in a form inside it that draws itself", async () => {
  const change = ({ context }: PDFDocument, resources: PDFDict) => {
    const inner = context.nextRef();
    const Resources = context.obj({ ColorSpace: resources.get(PDFName.of("ColorSpace")), XObject: { inner, gone: 1 } });
    context.assign(inner, context.flateStream(COLOUR, { ...marked, Resources }));
    const outer = context.register(context.flateStream("/inner Do", { Subtype: "Form", Resources }));
    const SMask = context.obj({ S: "Luminosity", G: outer });
    context.register(context.obj({ Type: "ExtGState", SMask }));
  };
  expect(await pageOf("", change)).toBe(COLOUR);
});

it("a form without resources of its own, and one that is not packed, stay as they are", async () => {
  const bare = ({ context }: PDFDocument) => void context.register(context.flateStream(BLACK_WORDS, marked));
  expect(await pageOf("", bare)).toBe(BLACK_WORDS);
  const plain = ({ context }: PDFDocument) => void context.register(context.stream(BLACK_WORDS, marked));
  expect(await pageOf("", plain)).toBe(BLACK_WORDS);
});
