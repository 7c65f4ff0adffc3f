import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { openApp } from "../../support/app";
import type { Visitor } from "../../support/visitor";
import { expectNothingBreaks } from "../support/app-log";
import { givePictures } from "../support/book-pictures";
import { anotherWindow, becomeCustomer } from "../support/customers";
import { MANY_SCRIPTS, sendEverythingOdd, sendTwoMegabytes } from "../support/hostile-forms";
import { type LoopData, loopOwner } from "../support/loops";
import { change, countOf, rowOf } from "../support/records";

const app = await openApp();
expectNothingBreaks();

const ownerOf = (weeks: readonly number[], data: LoopData = {}) =>
  loopOwner(app, { startedDaysAgo: 65, ...data }, weeks);

async function requestBook({ browser }: { browser: Visitor }, options = {}) {
  await browser.visit("/book");
  return await browser.submit("Make the PDF", {}, options);
}

const PDF = Buffer.from("%PDF-1.7 as good as any");

/** As if the worker had rendered the requested book. Gives the id of the file. */
async function finishBook(loopId: string): Promise<string> {
  const key = `books/${loopId}.pdf`;
  const place = join(process.env.DATA_DIR ?? "", "photos", key);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, PDF);
  await givePictures(key);
  change(
    "UPDATE book_files SET state = 'ready', storage_key = ?, page_count = 24, bytes = ?, sha256 = 'feed' WHERE loop_id = ?",
    ...[key, PDF.length, loopId],
  );
  return String(rowOf("SELECT id FROM book_files WHERE loop_id = ? AND kind = 'screen'", loopId).id);
}

describe("the book", () => {
  it("is for somebody signed in", async () => {
    const page = await app.visitor().visit("/book", { follow: false });
    expect([page.status, page.location]).toEqual([302, "/auth"]);
  });

  it("needs a loop first", async () => {
    const { browser } = await becomeCustomer(app);
    const page = await browser.visit("/book");
    expect([page.status, page.heading]).toEqual([200, "No book yet"]);
    expect(page.links()).toContainEqual({ words: "Start Your First Loop", href: "/loop-theme" });
  });

  it("needs a written week", async () => {
    const owner = await ownerOf([]);
    const page = await requestBook(owner);
    expect(page.status).toBe(422);
    expect(page.title).toBe("Error: Your book – Loop");
    expect(page.text("main")).toContain("Failed to generate PDF. Please ensure you have an active loop with entries.");
    expect(countOf("book_files", "loop_id = ?", owner.loopId)).toBe(0);
  });

  it("is the book so far while it is being written, and the book once it has gone to print", async () => {
    const headings = [await ownerOf([1]), await ownerOf([1], { status: "COMPLETED" })].map(
      async ({ browser }) => (await browser.visit("/book")).heading,
    );
    expect(await Promise.all(headings)).toEqual(["Your book so far", "Your book"]);
  });

  it("that is asked for is next in line, and the page looks again by itself", async () => {
    const owner = await ownerOf([1, 2]);
    const page = await requestBook(owner);
    expect(page.redirects).toEqual([{ status: 303, location: `/book?loop=${owner.loopId}` }]);
    expect(page.text("main")).toContain("2 weeks are written.");
    expect(page.text("main")).toContain("Your book is next in line.");
    expect(page.headers.get("refresh")).toBe("2");
    expect(page.links()).toContainEqual({ words: "Check now", href: `/book?loop=${owner.loopId}` });
    change(
      "UPDATE book_files SET state = 'rendering', steps_done = 3, steps_total = 9 WHERE loop_id = ?",
      owner.loopId,
    );
    await owner.browser.visit("/book");
    expect(owner.browser.page.text("main")).toContain("We’re making your book.");
    expect(owner.browser.page.find("progress").text).toContain("3 of 9 steps");
  });

  it("is made for the screen unless print quality is asked for, and then in both", async () => {
    const owner = await ownerOf([1]);
    const { browser, loopId } = owner;
    await requestBook(owner);
    await finishBook(loopId);
    const kinds = () => countOf("book_files", "loop_id = ? AND kind = 'screen'", loopId);
    await browser.visit("/book");
    expect(kinds()).toBe(1);
    await browser.submit("Make the PDF in print quality");
    expect(browser.page.text("main")).toContain("Your book is next in line. Print quality.");
    await finishBook(loopId);
    const page = await browser.visit("/book");
    expect(page.root.querySelectorAll("main form")).toHaveLength(0);
    expect(page.links().filter(({ words }) => words.startsWith("Download as PDF"))).toHaveLength(2);
    expect([kinds(), countOf("book_files", "loop_id = ? AND kind = 'interior'", loopId)]).toEqual([1, 1]);
  });

  it("asked for twice, or from two windows, is made once", async () => {
    const owner = await ownerOf([1]);
    const other = anotherWindow(app, owner);
    await other.visit("/book");
    await requestBook(owner);
    await other.submit("Make the PDF");
    expect(countOf("book_files", "loop_id = ?", owner.loopId)).toBe(1);
    expect(
      countOf(
        "jobs",
        "kind = 'render-book' AND subject_id IN (SELECT id FROM book_files WHERE loop_id = ?)",
        owner.loopId,
      ),
    ).toBe(1);
  });

  it("that is ready can be downloaded by its owner, under its title", async () => {
    const owner = await ownerOf([1], { title: "Zoë’s Café: ‘the’ year ☕" });
    await requestBook(owner);
    const id = await finishBook(owner.loopId);
    const page = await owner.browser.visit("/book");
    expect(page.text("main")).toContain("Screen quality: 24 pages");
    expect(page.headers.get("refresh")).toBeNull();
    expect(page.links()).toContainEqual({ words: "Download as PDF", href: `/books/${id}/download` });
    const file = await owner.browser.send(`/books/${id}/download`);
    expect(file.status).toBe(200);
    expect(Buffer.from(file.bytes)).toEqual(PDF);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-length": String(PDF.length),
      "content-disposition": 'attachment; filename="zoes-cafe-the-year.pdf"',
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; sandbox",
    });
  });

  it("a download that was cut off goes on where it ended, unless the book was made again since", async () => {
    const owner = await ownerOf([1]);
    await requestBook(owner);
    const id = await finishBook(owner.loopId);
    const ask = (headers: Record<string, string>) =>
      owner.browser.send(`/books/${id}/download`, { headers: { ...headers } });
    const rest = await ask({ Range: "bytes=5-", "If-Range": '"feed"' });
    expect([rest.status, Buffer.from(rest.bytes)]).toEqual([206, PDF.subarray(5)]);
    expect(rest.headers.get("content-range")).toBe(`bytes 5-${PDF.length - 1}/${PDF.length}`);
    expect(rest.headers.get("content-length")).toBe(String(PDF.length - 5));
    const changed = await ask({ Range: "bytes=5-", "If-Range": '"another"' });
    expect([changed.status, Buffer.from(changed.bytes)]).toEqual([200, PDF]);
    const beyond = await ask({ Range: `bytes=${PDF.length}-` });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${PDF.length}`]);
  });

  it("that was set aside says that we’re looking into it, and can’t be asked for until something changes", async () => {
    const owner = await ownerOf([1]);
    await requestBook(owner);
    const ofBook = "subject_id IN (SELECT id FROM book_files WHERE loop_id = ?)";
    change(`UPDATE jobs SET state = 'dead', deaths = 2 WHERE ${ofBook}`, owner.loopId);
    const page = await owner.browser.visit("/book");
    expect(page.text("main")).toContain(
      "We couldn’t make your book. Your words and photos haven’t changed. We’re looking into it, so there’s nothing for you to do.",
    );
    expect(page.headers.get("refresh")).toBeNull();
    for (const quality of ["Make the PDF", "Make the PDF in print quality"])
      await expect(owner.browser.submit(quality)).rejects.toThrow("There is no button");
    change("UPDATE loops SET content_version = content_version + 1 WHERE id = ?", owner.loopId);
    await owner.browser.visit("/book");
    await requestBook(owner);
    expect(countOf("jobs", `state = 'waiting' AND ${ofBook}`, owner.loopId)).toBe(1);
  });

  it("that failed says that nothing is lost, and can be asked for again", async () => {
    const owner = await ownerOf([1]);
    await requestBook(owner);
    change("UPDATE book_files SET state = 'failed' WHERE loop_id = ?", owner.loopId);
    const page = await owner.browser.visit("/book");
    expect(page.text("main")).toContain(
      "We couldn’t make your book this time. Your words and photos haven’t changed. Please try again.",
    );
    await owner.browser.submit("Make the PDF");
    expect(owner.browser.page.text("main")).toContain("Your book is next in line.");
  });

  it("is made again once a week has changed", async () => {
    const owner = await ownerOf([1]);
    await requestBook(owner);
    await finishBook(owner.loopId);
    await owner.browser.visit(`/dashboard?loop=${owner.loopId}&title=1`);
    await owner.browser.submit("Save title", { Title: "Another title" });
    const page = await requestBook(owner);
    expect(page.text("main")).toContain("Your book is next in line.");
    expect(countOf("book_files", "loop_id = ?", owner.loopId)).toBe(2);
  });
});

describe("somebody else’s book", () => {
  it("is not there: neither its page, nor to be asked for, nor its file", async () => {
    const [owner, stranger] = [await ownerOf([1]), await ownerOf([1])];
    await requestBook(owner);
    const id = await finishBook(owner.loopId);
    const page = await stranger.browser.visit(`/book?loop=${owner.loopId}`);
    expect([page.status, page.heading]).toEqual([404, "No book yet"]);
    await stranger.browser.visit("/book");
    stranger.browser.page.find("input[name=loop]").setAttribute("value", owner.loopId);
    await stranger.browser.submit("Make the PDF");
    expect(stranger.browser.page.status).toBe(404);
    for (const visitor of [stranger.browser, app.visitor()]) {
      const file = await visitor.send(`/books/${id}/download`);
      const error = "Resource not found. The requested item may have been moved or deleted.";
      expect([file.status, file.json()]).toEqual([404, { success: false, error, message: error }]);
    }
  });

  it.each(["nobodysfile", "..%2f..%2floop.db", "%00", encodeURIComponent(MANY_SCRIPTS)])(
    "nor a file called %s",
    async (name) => {
      const { browser } = await ownerOf([1]);
      expect((await browser.send(`/books/${name}/download`)).status).toBe(404);
    },
  );

  it("a book that is not ready has no file yet", async () => {
    const owner = await ownerOf([1]);
    await requestBook(owner);
    const { id } = rowOf("SELECT id FROM book_files WHERE loop_id = ?", owner.loopId);
    expect((await owner.browser.send(`/books/${id}/download`)).status).toBe(404);
  });
});

it("whatever is sent to the book’s form gets a clear response", async () => {
  const { browser } = await ownerOf([]);
  const form = {
    arrive: (visitor: Visitor) => visitor.visit("/book"),
    button: "Make the PDF",
    field: "loop",
  };
  for (const field of ["loop", "quality"]) await sendEverythingOdd(browser, { ...form, field });
  await sendTwoMegabytes(browser, form);
});

describe("the pages of the book", () => {
  async function finishedBook() {
    const owner = await ownerOf([7]);
    await requestBook(owner);
    await finishBook(owner.loopId);
    return owner;
  }

  it("are turned by links, the first alone and then two by two", async () => {
    const { browser, loopId } = await finishedBook();
    const ready = await browser.visit("/book");
    expect(ready.links()).toContainEqual({ words: "See every page", href: `/book/pages?loop=${loopId}` });
    const seen: string[][] = [];
    const places: string[] = [];
    let page = await browser.visit(`/book/pages?loop=${loopId}`);
    for (let turn = 0; turn < 9; turn += 1) {
      seen.push(page.root.querySelectorAll(".page-picture").map((one) => one.getAttribute("aria-label") ?? ""));
      places.push(page.text(".on-wide [data-where]"));
      const next = page.root.querySelector(".on-wide [rel=next]")?.getAttribute("href");
      if (!next) break;
      page = await browser.visit(next);
    }
    expect(seen).toEqual([
      ["Page 1: the title"],
      ["Page 2: the pattern of the cloth", "Page 3: the title page"],
      ["Page 4: week 7", "Page 5: week 7"],
      ["Page 6: how the book was made"],
    ]);
    expect(page.root.querySelectorAll(".on-wide [rel=prev]")).toHaveLength(1);
    expect(places).toEqual([
      "The titlePage 1 of 6",
      "The pattern of the cloth, the title pagePages 2 and 3 of 6",
      "Week 7Pages 4 and 5 of 6",
      "How the book was madePage 6 of 6",
    ]);
  });

  it("open where a week is, and at the front for a page there is not", async () => {
    const { browser, loopId } = await finishedBook();
    const page = await browser.visit(`/book/pages?loop=${loopId}&page=4`);
    expect(page.text("main")).toContain("Pages 4 and 5 of 6");
    for (const odd of ["0", "-1", "7", "1e9", "NaN", "", "4.5", "%00", "x".repeat(500)]) {
      const front = await browser.visit(`/book/pages?loop=${loopId}&page=${odd}`);
      expect([front.status, front.text("main").includes("Page 1 of 6")], odd).toEqual([200, true]);
    }
  });

  it("are not there before the book is made, nor for anybody else", async () => {
    const owner = await ownerOf([7]);
    const early = await owner.browser.visit(`/book/pages?loop=${owner.loopId}`, { follow: false });
    expect([early.status, early.location]).toEqual([302, `/book?loop=${owner.loopId}`]);
    const { loopId } = await finishedBook();
    expect((await owner.browser.visit(`/book/pages?loop=${loopId}`)).status).toBe(404);
  });
});
