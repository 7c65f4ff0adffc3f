import { createHash } from "node:crypto";
import { createWriteStream, writeFileSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import type { PageAbout, PagePicture } from "../typesetting/page-pictures";

/**
 * The pages of a book as pictures: each page is a gzip of its own in one file, beside a list that says what each page
 * shows and where in the file it is. Somebody who turns the pages reads the list and the two pages in front of them.
 */

/** A page of the list; `first` and `last` are its bytes in the file of pictures. */
export interface ListedPage extends PageAbout {
  readonly first: number;
  readonly last: number;
}

/** Where the list lies that belongs to a file of pictures. */
export const listFileOf = (picturesFile: string): string => `${picturesFile}.json`;

/**
 * Writes the pictures page by page, so that memory holds one at a time, and their list beside them. The fastest level
 * already shrinks the drawings to a quarter, and a book is made more often than it is read. Returns the SHA-256 of all
 * drawings, in hexadecimal: two books that have it in common show the same on every page.
 */
export async function storePictures(pages: Iterable<PagePicture>, file: string): Promise<string> {
  const list: ListedPage[] = [];
  const all = createHash("sha256");
  function* packed(): Generator<Buffer> {
    let first = 0;
    for (const { kind, week, svg } of pages) {
      all.update(svg);
      const page = gzipSync(svg, { level: 1 });
      list.push({ kind, week, first, last: first + page.length - 1 });
      first += page.length;
      yield page;
    }
  }
  await pipeline(packed, createWriteStream(file));
  writeFileSync(listFileOf(file), JSON.stringify(list));
  return all.digest("hex");
}
