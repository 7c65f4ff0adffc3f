import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { nameJpeg } from "../../app/domain/assembly/jpeg";
import { SAMPLE_ENTRIES, SAMPLE_TITLE } from "../../app/domain/catalogue/sample-entries";
import { layoutBook } from "../../app/domain/layout/layout";
import { weekDays } from "../../app/domain/loops/calendar";
import type { PagePicture } from "../../app/domain/typesetting/page-pictures";
import { prepareFolder, typeset } from "../../app/domain/typesetting/typesetter.server";

/**
 * `npx tsx scripts/seed/look-inside.ts` typesets the sample weeks with the layout and templates used for print, and
 * saves some spreads as pictures for the home page.
 */

const PUBLIC = join(process.cwd(), "public");
const PAGE_WIDTH = 620;
const PAGE_HEIGHT = Math.round((PAGE_WIDTH * 280) / 210);
const START_DAY = "2026-06-18";

const folder = mkdtempSync(join(tmpdir(), "look-inside-"));
try {
  const photos = await Promise.all(
    SAMPLE_ENTRIES.map(async ({ week, photo }) => {
      const picture = await sharp(join(PUBLIC, photo.src))
        .withIccProfile("srgb")
        .jpeg({ quality: 92 })
        .toBuffer();
      const { width = 0, height = 0 } = await sharp(picture).metadata();
      // Laid out in the size of a camera's photo; the picture itself only needs screen resolution.
      return { id: `week-${week}`, week, width: width * 4, height: height * 4, picture };
    }),
  );
  const file = (name: string) => join(PUBLIC, "artwork", `${name}.svg`);
  const artwork = {
    scene: file("scene-family"),
    pattern: file("pattern-family"),
    motif: file("m-babys-first-year"),
    wordmark: file("wordmark"),
  };
  prepareFolder(folder, artwork);
  mkdirSync(join(folder, "photos"), { recursive: true });
  for (const { id, picture } of photos)
    writeFileSync(join(folder, "photos", `${id}.jpg`), nameJpeg(picture, id));
  const layout = layoutBook({
    loop: {
      id: "sample",
      title: SAMPLE_TITLE,
      theme: "family",
      typeKey: "babys-first-year",
      typeName: SAMPLE_TITLE,
      dedication: "",
      startDay: START_DAY,
      weeks: 52,
    },
    entries: SAMPLE_ENTRIES.map((entry) => ({
      week: entry.week,
      title: "",
      highlight: entry.highlight,
      gratitude: entry.gratitude,
      learned: "",
      prompt: entry.prompt,
      answer: entry.content,
      ...weekDays({ startDay: START_DAY, pauses: [] }, entry.week),
      photos: photos
        .filter(({ week }) => week === entry.week)
        .map(({ id, width, height }) => ({ id, width, height, caption: "" })),
    })),
    options: { ruledEmptyWeeks: false },
  });
  const pictures = [...typeset(folder, layout, artwork).drawPages()];
  const lefts = pictures.flatMap(({ kind, week }, index) => {
    const isShown = kind === "pattern" || kind === "season" || (kind === "week-photos" && index % 2 === 1);
    return isShown ? [{ at: kind === "season" ? index - (index % 2 === 0 ? 1 : 0) : index, kind, week }] : [];
  });
  for (const { at, kind, week } of lefts) {
    const name = week === null ? kind : `week-${week}`;
    const pages = await Promise.all([at, at + 1].map((index) => draw(pictures[index])));
    await sharp({
      create: { width: 2 * PAGE_WIDTH, height: PAGE_HEIGHT, channels: 3, background: layout.colours.paper },
    })
      .composite(pages.map((input, place) => ({ input, left: place * PAGE_WIDTH, top: 0 })))
      .webp({ quality: 80 })
      .toFile(join(PUBLIC, "artwork", `look-inside-${name}.webp`));
    console.log(`look-inside-${name}.webp`);
  }

  async function draw(page: PagePicture | undefined): Promise<Buffer> {
    if (!page) throw new Error("The sample book has no such page.");
    const packed = page.svg
      .replace(/href="\/photos\/([^/]+)\/screen"/g, (_, id: string) => {
        const photo = photos.find((one) => one.id === id);
        return `href="data:image/jpeg;base64,${photo?.picture.toString("base64")}"`;
      })
      .replace(/href="(\/artwork\/[^"]+)"/g, (_, at: string) => {
        return `href="data:image/svg+xml;base64,${readFileSync(join(PUBLIC, at)).toString("base64")}"`;
      })
      .replace("<svg ", `<svg width="${2 * PAGE_WIDTH}" height="${2 * PAGE_HEIGHT}" `);
    return await sharp(Buffer.from(packed), { unlimited: true })
      .resize(PAGE_WIDTH, PAGE_HEIGHT)
      .png()
      .toBuffer();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
