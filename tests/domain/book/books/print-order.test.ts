import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { entries, loops, photos } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { makePrintOrder, type PrintOrderInput } from "~/domain/book/books/print-order.server";
import { PRINTER } from "~/domain/book/prepress/printer";
import { BINDING_WORDS } from "~/domain/kernel/book-format/bindings";
import { loopOf, NOW, person } from "../../../support/people";
import { givePhoto } from "../../../support/photo-rows";
import { openPdf } from "./pdf-reading";
import { printPhoto } from "./print-photos";

const ada = person("Ada");
const deliverTo = {
  name: "Ada Marsh",
  lines: ["14 Weavers Row"],
  city: "Hebden Bridge",
  county: "",
  postcode: "HX7 8AA",
};
let print: Buffer;
beforeAll(async () => {
  print = await printPhoto(3, 2551, 1913);
});

async function finishedLoop(status: "ACTIVE" | "COMPLETED" = "COMPLETED") {
  const { id } = loopOf(ada.id, { title: "Biscuit’s Year", theme: "pet", type: "puppys-first-year" });
  const words = { prompt: "What did it chew?", content: "The good slippers.", highlight: "It slept." };
  db.insert(entries)
    .values({ loopId: id, week: 1, ...words, createdAt: NOW, updatedAt: NOW })
    .run();
  const key = `photos/${id}/one-print.jpg`;
  await storage.put(key, print, "image/jpeg");
  givePhoto(key, 2551, 1913, { loopId: id, week: 1, bytes: print.length, width: 4000, height: 3000 });
  db.update(loops).set({ status }).where(eq(loops.id, id)).run();
  return id;
}

const orderInput = (loopId: string, given: Partial<PrintOrderInput> = {}): PrintOrderInput => ({
  loopId,
  binding: "standard",
  copies: 2,
  reference: "LP-1234-5678",
  deliverTo,
  ...given,
});

async function read(key: string): Promise<Buffer> {
  const file = await storage.read(key);
  if (!file) throw new Error(`There is no ${key}.`);
  return await buffer(file.body);
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

describe("what the printer is sent", () => {
  it("is a block, its case and a ticket that tells the truth about both, the same every time", async () => {
    const loopId = await finishedLoop();
    const made = await makePrintOrder(orderInput(loopId));
    if (!made.ok) throw new Error(made.detail);
    const [interior, cover] = [await read(made.book.keys.interior), await read(made.book.keys.cover)];
    const ticket = JSON.parse((await read(made.ticketKey)).toString("utf8"));
    expect(ticket).toEqual(made.ticket);
    expect(ticket).toMatchObject({
      reference: "LP-1234-5678",
      title: "Biscuit’s Year",
      copies: 2,
      binding: "standard",
      soldAs: "Luxury hardback, printed cover. Photo paper, hardcover, standard packaging.",
      packing: "standard packaging",
      block: {
        pages: 24,
        edition: "regular",
        trimWidth: 210,
        trimHeight: 280,
        bleed: 3,
        paper: "170 g/m² satin photo paper",
      },
      case: {
        covering: "printed paper, as the cover file",
        colour: null,
        lamination: "matt",
        foil: null,
        headbands: "white",
        endpapers: "140 g/m² uncoated, white",
        spineWidth: 7.42,
        turnIn: 18,
        boardThickness: 2.5,
      },
      deliverTo: { ...deliverTo, country: "United Kingdom" },
    });
    expect(ticket.files.interior).toMatchObject({ bytes: interior.length, sha256: sha256(interior) });
    expect(ticket.files.cover).toMatchObject({ bytes: cover.length, sha256: sha256(cover) });
    const report = { printer: PRINTER.name, condition: "FOGRA39", faults: [], notes: [] };
    expect(ticket.files.interior.preflight).toMatchObject({ ...report, pages: 24 });
    expect(ticket.files.cover.preflight).toMatchObject({ ...report, pages: 1 });
    const pdf = await openPdf(interior);
    expect(pdf.getPageCount()).toBe(24);
    const again = await makePrintOrder(orderInput(loopId));
    expect(again).toEqual(made);
  });

  it("tells the printer what was sold with a leather cover, and to pack it in its gift box", async () => {
    const made = await makePrintOrder(orderInput(await finishedLoop(), { binding: "luxury" }));
    if (!made.ok) throw new Error(made.detail);
    expect(made.ticket).toMatchObject({
      binding: "luxury",
      soldAs: `Luxury hardback, leather cover. ${BINDING_WORDS.luxury.about}.`,
      packing: "gift box",
      case: {
        covering: "leather",
        colour: "dark brown",
        lamination: null,
        foil: "gold, front, spine and back, as the cover file",
        headbands: "gold",
      },
    });
    expect(made.ticket.files.cover.name).toMatch(/-leather-cover\.pdf$/);
  });

  it("is the same file for a reprint, and the same pages in another cover, whatever was changed since", async () => {
    const loopId = await finishedLoop();
    const first = await makePrintOrder(orderInput(loopId));
    if (!first.ok) throw new Error(first.detail);
    // A caption is no part of the version here: as when the program that lays books out has changed.
    db.update(photos).set({ caption: "Slippers, eaten" }).where(eq(photos.loopId, loopId)).run();
    const reprint = await makePrintOrder(orderInput(loopId, { reference: "LP-1234-5678-R" }), [first.book]);
    const copy = await makePrintOrder(orderInput(loopId, { binding: "luxury" }), [first.book]);
    if (!reprint.ok || !copy.ok) throw new Error("Nothing was made.");
    expect(reprint.ticket).toEqual({ ...first.ticket, reference: "LP-1234-5678-R" });
    expect(reprint.book).toEqual(first.book);
    expect(copy.ticket.files.interior).toEqual(first.ticket.files.interior);
    expect(copy.book.keys.interior).toBe(first.book.keys.interior);
    expect(copy.ticket.files.cover).not.toEqual(first.ticket.files.cover);
    const changed = await makePrintOrder(orderInput(loopId));
    expect(changed.ok && changed.book.keys.interior).not.toBe(first.book.keys.interior);
    await storage.remove(first.book.keys.interior);
    const lost = await makePrintOrder(orderInput(loopId), [first.book]);
    expect(lost.ok && lost.book.keys.interior).toBe(changed.ok && changed.book.keys.interior);
  });

  it("says whether it shows what its owner signed off", async () => {
    const loopId = await finishedLoop();
    const isAsSigned = async () => {
      const made = await makePrintOrder(orderInput(loopId));
      return made.ok && made.book.files.isAsSigned;
    };
    const sign = (pagesSha256: string | null) =>
      db.update(loops).set({ signedPagesSha256: pagesSha256 }).where(eq(loops.id, loopId)).run();
    expect(await isAsSigned()).toBeNull();
    sign("0".repeat(64));
    expect(await isAsSigned()).toBe(false);
  });

  it("is measured and made as the printer’s own record says", async () => {
    const loopId = await finishedLoop();
    const format = { ...PRINTER.format, paper: "200 g/m² matt", paperCaliper: 0.2, turnIn: 20 };
    const made = await makePrintOrder(orderInput(loopId), [], { ...PRINTER, format });
    if (!made.ok) throw new Error(made.detail);
    expect(made.ticket).toMatchObject({
      block: { paper: "200 g/m² matt", leafThickness: 0.2 },
      case: { spineWidth: 8.08, turnIn: 20 },
      files: { cover: { preflight: { faults: [] } } },
    });
    const few = { ...PRINTER, format: { ...PRINTER.format, fewestPages: 32 } };
    expect(await makePrintOrder(orderInput(loopId), [], few)).toMatchObject({
      ok: false,
      reason: "too_few_pages",
    });
  });

  it("is nothing where a file fails its last check: no file is stored, and its fault is reported", async () => {
    const loopId = await finishedLoop();
    expect(await makePrintOrder(orderInput(loopId), [], { ...PRINTER, mostInk: 60 })).toMatchObject({
      ok: false,
      reason: "preflight_failed",
      detail: expect.stringMatching(/^Page \d+: One spot has \d+% ink\. The paper takes 60%\./),
    });
    const stored: string[] = [];
    for await (const key of storage.list(`prints/${loopId}/`)) stored.push(key);
    expect(stored).toEqual([]);
  });

  it("is made again if a photo was made again in the meantime", async () => {
    const loopId = await finishedLoop();
    const ofLoop = eq(photos.loopId, loopId);
    const printKey = `photos/${loopId}/one-print.jpg`;
    db.update(photos).set({ printKey: "photos/gone.jpg" }).where(ofLoop).run();
    const making = makePrintOrder(orderInput(loopId));
    db.update(photos).set({ printKey }).where(ofLoop).run();
    db.update(loops).set({ contentVersion: 2 }).where(eq(loops.id, loopId)).run();
    await expect(making).rejects.toThrow("changed while its book was made");
    expect(await makePrintOrder(orderInput(loopId))).toMatchObject({ ok: true, book: { contentVersion: 2 } });
  });

  it("is nothing while its owner has not sent it to print, or where there is no such loop", async () => {
    expect(await makePrintOrder(orderInput(await finishedLoop("ACTIVE")))).toMatchObject({
      ok: false,
      reason: "not_signed_off",
    });
    expect(await makePrintOrder(orderInput("nothing"))).toMatchObject({ ok: false, reason: "not_found" });
  });

  it.each([1, 99])("may be %d copies", async (copies) => {
    expect(await makePrintOrder(orderInput("nothing", { copies }))).toMatchObject({ reason: "not_found" });
  });

  it.each([0, -1, 100, 1.5, Number.NaN])("is never %d copies", async (copies) => {
    await expect(makePrintOrder(orderInput("nothing", { copies }))).rejects.toThrow("copies");
  });

  it("names a photo that cannot be read, and one that is not in colour", async () => {
    const loopId = await finishedLoop();
    const grey = await sharp(print).toColourspace("b-w").jpeg().toBuffer();
    await storage.put(`photos/${loopId}/one-print.jpg`, grey, "image/jpeg");
    expect(await makePrintOrder(orderInput(loopId))).toMatchObject({ ok: false, reason: "photo_unreadable" });
    await storage.remove(`photos/${loopId}/one-print.jpg`);
    expect(await makePrintOrder(orderInput(loopId))).toMatchObject({ ok: false, reason: "photo_unreadable" });
  });
});
