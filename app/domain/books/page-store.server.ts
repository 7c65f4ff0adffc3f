import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { PagePicture } from "../typesetting/page-pictures";

/**
 * Stores the pages of a book as pictures: a gzip of a JSON list, written page by page, so that memory holds one at a
 * time. The fastest level already shrinks the drawings to a quarter, and a book is made more often than it is read.
 */
export async function keepPictures(pages: Iterable<PagePicture>, file: string): Promise<void> {
  await pipeline(asJson(pages), createGzip({ level: 1 }), createWriteStream(file));
}

function* asJson(pages: Iterable<PagePicture>): Generator<string> {
  let separator = "[";
  for (const page of pages) {
    yield `${separator}${JSON.stringify(page)}`;
    separator = ",";
  }
  yield separator === "[" ? "[]" : "]";
}
