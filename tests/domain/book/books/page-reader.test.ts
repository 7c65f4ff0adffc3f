import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { storage } from "~/adapters/adapters.server";
import { openPicturesOf } from "~/domain/book/books/page-reader.server";
import { pictureKeysOf } from "~/domain/book/typesetting/page-pictures";

it("the pages of a book are drawn from their part of a file, and a book without that file has none", async () => {
  const book = "books/our-year/1-screen.pdf";
  expect(await openPicturesOf(book)).toBeNull();
  const keys = pictureKeysOf(book);
  const drawn = ["<svg>1</svg>", "<svg>two</svg>", "<svg>3</svg>"];
  const parts = drawn.map((svg) => gzipSync(svg));
  const list = parts.map((part, place) => {
    const first = Buffer.concat(parts.slice(0, place)).length;
    return { kind: "week", week: place + 1, first, last: first + part.length - 1 };
  });
  await storage.put(keys.list, Buffer.from(JSON.stringify(list)), "application/json");
  const pictures = await openPicturesOf(book);
  expect(pictures?.pages).toEqual(list);
  expect(await pictures?.draw(list.slice(1))).toBeNull();
  await storage.put(keys.pictures, Buffer.concat(parts), "application/gzip");
  expect(await pictures?.draw(list.slice(1))).toEqual(drawn.slice(1));
});
