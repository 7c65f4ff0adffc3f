import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import sharp from "sharp";
import { lookAt } from "../../app/domain/book/assembly/photo-looks.server";
import { writePlaceholders } from "../../app/domain/book/assembly/print-photos.server";
import { artworkOf } from "../../app/domain/book/books/book-artwork.server";
import { type BookEntry, type BookPhoto, layoutBook } from "../../app/domain/book/layout/layout";
import type { PagePicture } from "../../app/domain/book/typesetting/page-pictures";
import { prepareFolder, typeset } from "../../app/domain/book/typesetting/typesetter.server";
import type { LoopType } from "../../app/domain/diary/catalogue/loop-type";
import { guessFrom } from "../../app/domain/diary/photos/point-guessing.server";
import { WEEKS, weekDays } from "../../app/domain/diary/rules/calendar";
import { pageInPixels } from "../../app/domain/kernel/book-format/format";
import { INSIDE, INSIDE_BOOK, INSIDE_WEEKS, weekOfNell } from "../../app/domain/shop/selling/look-inside";
import { drawnSpread, findTypePage, type SampleSpread, sampleSpreads } from "../../app/domain/shop/selling/type-pages";
import { toTenths } from "./tenths";

/**
 * The sample year of each type as the program that makes every book lays it out. Of the pages those are kept that the
 * public pages show, by their address, each whole in itself: a browser loads nothing for a picture inside a picture.
 */

const PUBLIC = join(process.cwd(), "public");

export async function drawSampleBook(type: LoopType): Promise<Map<string, string>> {
  const found = findTypePage(type.key);
  if (!found) throw new Error(`The type ${type.key} has no page.`);
  const { startDay, book } = found.page;
  const isInside = type.key === INSIDE_BOOK.type;
  const weeks = isInside ? INSIDE_WEEKS.map(weekOfNell) : sampleSpreads(type.themeId, type.key);
  const layout = layoutBook({
    loop: {
      id: type.key,
      title: book.title,
      subtitle: book.subtitle,
      theme: type.themeId,
      typeName: type.displayName,
      dedication: "",
      startDay,
      weeks: WEEKS,
    },
    entries: await Promise.all(weeks.map((week) => entryOf(week, startDay))),
    options: { ruledEmptyWeeks: false },
  });
  const artwork = artworkOf(type.themeId, type.image);
  const folder = mkdtempSync(join(tmpdir(), "samples-"));
  try {
    prepareFolder(folder, artwork);
    writePlaceholders(
      folder,
      weeks.flatMap(({ photos }) => photos.map(({ src }) => idOf(src))),
    );
    const drawn = [...typeset(folder, layout, artwork, "screen").drawPages()];
    return isInside
      ? pagesOf(
          type.key,
          INSIDE.map(({ id }) => id),
          drawn,
        )
      : pagesOf(
          type.key,
          weeks.map(({ week }) => `week-${week}`),
          drawn,
        );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function entryOf(sample: SampleSpread, startDay: string): Promise<BookEntry> {
  const photos = await Promise.all(sample.photos.map(({ src }) => photoOf(src)));
  return {
    week: sample.week,
    ...weekDays({ startDay, pauses: [] }, sample.week),
    title: "",
    highlight: sample.highlight,
    gratitude: sample.gratitude,
    prompt: sample.question ?? "",
    answer: sample.answer ?? "",
    learned: "",
    // One caption for all photos of a week.
    photos: photos.map((photo, index) => ({ ...photo, caption: (index === 0 && sample.caption) || "" })),
  };
}

/** A photograph as a camera would have taken it: its shape, in the pixels of a print. */
async function photoOf(src: string): Promise<BookPhoto> {
  const bytes = readFileSync(join(PUBLIC, src));
  const { width, height } = await sharp(bytes).metadata();
  const point = await guessFrom(sharp(bytes));
  const enlarged = pageInPixels().height / Math.max(width, height);
  return {
    id: idOf(src),
    width: Math.round(width * enlarged),
    height: Math.round(height * enlarged),
    caption: "",
    point,
    look: await lookAt(bytes, point),
  };
}

const idOf = (src: string) => basename(src, ".webp");

/** By their address, the pages of these spreads; "week-5" is where its week begins. */
function pagesOf(key: string, names: readonly string[], drawn: readonly PagePicture[]): Map<string, string> {
  return new Map(
    names.flatMap((name) => {
      const week = Number(name.replace("week-", ""));
      const place = drawn.findIndex((page) =>
        week ? page.week === week : page.kind === (name === "opening" ? "pattern" : "season"),
      );
      const [left, right] = drawn.slice(place, place + 2);
      // The first page of a book is a right one.
      if (!left || !right || place % 2 !== 1) throw new Error(`The book of ${key} has no spread ${name}.`);
      const addresses = drawnSpread(key, name);
      return [
        [addresses.left, standAlone(left.svg)],
        [addresses.right, standAlone(right.svg)],
      ];
    }),
  );
}

const PICTURE = /href="\/(?:photos\/([^/"]+)\/\w+|(artwork\/[^"]+\.svg))"/g;

/** The drawing of a page with its photos and embroidery in it. */
function standAlone(svg: string): string {
  return toTenths(svg).replace(PICTURE, (_, photo?: string, artwork?: string) => {
    const file = artwork ?? `artwork/${photo}.webp`;
    const type = artwork ? "image/svg+xml" : "image/webp";
    return `href="data:${type};base64,${readFileSync(join(PUBLIC, file)).toString("base64")}"`;
  });
}
