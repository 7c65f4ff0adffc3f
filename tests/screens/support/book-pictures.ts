import { mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { listFileOf, storePictures } from "~/domain/book/books/page-store.server";
import { type PagePicture, pictureKeysOf } from "~/domain/book/typesetting/page-pictures";

/** Six pages with one week. */
const KINDS = ["half-title", "pattern", "title", "week-photos", "week-words", "colophon"];

const PHOTO = '<image href="/photos/gate/screen" width="120" height="90" preserveAspectRatio="none"/>';

/** As if the worker had drawn the pages of the book that is stored under this key, each as another square, with a photo on a page of photos. */
export async function givePictures(bookKey: string, kinds: readonly string[] = KINDS): Promise<void> {
  const drawn = kinds.map(
    (kind, index): PagePicture => ({
      kind,
      week: kind.startsWith("week-") ? 7 : null,
      svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 210 280"><path d="M0 0h${index + 1}v9"/>${kind === "week-photos" ? PHOTO : ""}</svg>`,
    }),
  );
  const { pictures, list } = pictureKeysOf(bookKey);
  const placeOf = (key: string) => join(process.env.DATA_DIR ?? "", "photos", key);
  mkdirSync(dirname(placeOf(pictures)), { recursive: true });
  await storePictures(drawn, placeOf(pictures));
  renameSync(listFileOf(placeOf(pictures)), placeOf(list));
}
