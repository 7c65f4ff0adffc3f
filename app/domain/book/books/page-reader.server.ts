import { buffer, json } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { storage } from "~/adapters/adapters.server";
import { pictureKeysOf } from "../typesetting/page-pictures";
import type { ListedPage } from "./page-store.server";

export interface BookPictures {
  readonly pages: readonly ListedPage[];
  /** The drawings of pages beside each other, in their order; null when the file is gone. */
  draw(pages: readonly ListedPage[]): Promise<string[] | null>;
}

/** Opens the pictures of a stored book; null when it has none. Checks nobody's right to see them. */
export async function openPicturesOf(bookKey: string): Promise<BookPictures | null> {
  const keys = pictureKeysOf(bookKey);
  const list = await storage.read(keys.list);
  if (!list) return null;
  return {
    pages: (await json(list.body)) as ListedPage[],
    draw: async (pages) => {
      const [first, last] = [pages[0]?.first ?? 0, pages.at(-1)?.last ?? 0];
      const file = await storage.read(keys.pictures, { first, last });
      if (!file) return null;
      const bytes = await buffer(file.body);
      return pages.map((page) =>
        gunzipSync(bytes.subarray(page.first - first, page.last - first + 1)).toString("utf8"),
      );
    },
  };
}
