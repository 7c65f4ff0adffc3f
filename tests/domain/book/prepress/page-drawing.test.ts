import { PDFDocument, PDFName } from "@cantoo/pdf-lib";
import { expect, it } from "vitest";
import { drawnOn } from "~/domain/book/prepress/page-drawing.server";

/** What a page draws whose content is this, with a form that draws itself. */
async function drawn(content: string | null) {
  const document = await PDFDocument.create();
  const { context } = document;
  const page = document.addPage();
  const loop = context.nextRef();
  const resources = context.obj({ XObject: { loop }, ExtGState: { over: { op: true } } });
  context.assign(loop, context.flateStream("0 0 0 0.5 k /loop Do", { Subtype: "Form" }));
  page.node.set(PDFName.of("Resources"), resources);
  if (content !== null) page.node.set(PDFName.of("Contents"), context.register(context.flateStream(content)));
  return [...drawnOn(page)];
}

it("a form that draws itself is read twelve times, and a page without content draws nothing", async () => {
  expect(await drawn(null)).toEqual([]);
  expect(await drawn("/loop Do")).toHaveLength(12);
});

it("a state that the page does not have leaves overprinting as it was", async () => {
  const isOver = (await drawn("0 g /none gs 0 g /over gs 0 g /none gs 0 g")).map(
    (one) => "isOver" in one && one.isOver,
  );
  expect(isOver).toEqual([false, false, true, true]);
});
