/**
 * The pages of a book as pictures: one SVG per page, cut from the typesetter's drawing of the whole book, so that a
 * page on screen is the page that prints. Photos are linked by URL, not embedded, and each SVG contains only the glyphs
 * of its page.
 */

/** What a page shows, for screen readers. */
export interface PageAbout {
  readonly kind: string;
  readonly week: number | null;
}

export interface PagePicture extends PageAbout {
  /** A complete SVG element, as big as the trimmed page. Letters are outlines, so no text a person wrote is markup. */
  readonly svg: string;
}

/** The storage keys of a book's pictures and of the list of them, beside that of the book. */
export function pictureKeysOf(bookKey: string): { pictures: string; list: string } {
  const stem = bookKey.replace(/\.pdf$/, "-pages");
  return { pictures: `${stem}.gz`, list: `${stem}.json` };
}

// A page starts with its background; after the last page come the definitions that the pages share.
const PART_START = /^ {4}(?:<path class="typst-shape"|<defs id="(glyph|clip-path)">)/gm;
const GROUND_AND_GROUP = /^(<path [^>]*\/>)<g(?: transform="matrix\(1 0 0 1 0 [\d.]+\)")?>(.*<\/g>)$/;
const DEFINITION = /^ {8}<(\w+) id="([^"]+)"(?:[^>]*\/>|[\s\S]*?^ {8}<\/\1>)$/gm;
const EMBEDDED = /xlink:href="data:([a-z/+]+);base64,([^"]*)"/g;

/**
 * Cuts the typesetter's one tall drawing into pages, one at a time, because the drawing of a full year is long.
 * @param whole the typesetter's drawing: for each page its background and a group moved down to its place; after them
 * the shared definitions.
 * @param trim the trimmed area of a page, in the drawing's own units.
 * @param addressOf returns the URL for an embedded file.
 * @throws Error when the drawing has another structure, as a new version of the typesetter may produce.
 */
export function* cutPages(
  whole: string,
  trim: { x: number; y: number; width: number; height: number },
  addressOf: (type: string, content: Buffer) => string,
): Generator<string, undefined> {
  const addresses = new Map<string, string>();
  const join = (lines: string) =>
    lines
      .replace(/^ +/gm, "")
      .replaceAll("\n", "")
      .replace(EMBEDDED, (_, type: string, content: string) => {
        const address = addresses.get(content) ?? addressOf(type, Buffer.from(content, "base64"));
        addresses.set(content, address);
        return `href="${address}"`;
      });
  const { pages, shared } = partsOf(whole);
  const definitions = new Map<string, string>();
  const definitionOf = (id: string) => {
    const known = definitions.get(id);
    if (known !== undefined) return known;
    const lines = shared.get(id);
    const definition = lines === undefined ? undefined : shorten(join(lines));
    if (definition !== undefined) definitions.set(id, definition);
    return definition;
  };
  const box = [trim.x, trim.y, trim.width, trim.height].map((length) => length.toFixed(2)).join(" ");
  for (const [index, lines] of pages.entries()) {
    const [, ground, group] = GROUND_AND_GROUP.exec(join(lines)) ?? [];
    if (ground === undefined || group === undefined) throw new Error(`Page ${index + 1} is not a group.`);
    // Two pages can be in one HTML document, so ids are unique to their page.
    const names = new Map<string, string>();
    const nameFor = (id: string) => {
      const known = names.get(id);
      if (known !== undefined) return known;
      const name = `p${index + 1}-${names.size.toString(36)}`;
      names.set(id, name);
      return name;
    };
    const body = shorten(`${ground}<g>${group}`)
      .replace(/href="#([^"]+)"/g, (_, id: string) => `href="#${nameFor(id)}"`)
      .replace(/url\(#([^)]+)\)/g, (_, id: string) => `url(#${nameFor(id)})`);
    const used = [...names].map(([id, name]) => {
      const one = definitionOf(id);
      if (one === undefined) throw new Error(`Page ${index + 1} uses ${id}, which nothing draws.`);
      return one.replace(`id="${id}"`, `id="${name}"`);
    });
    yield `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><defs>${used.join("")}</defs>${body}</svg>`;
  }
}

/** The pages, and by id the shared definitions, as slices of the whole drawing, so that nothing is copied. */
function partsOf(whole: string): { pages: string[]; shared: Map<string, string> } {
  const pages: string[] = [];
  const shared = new Map<string, string>();
  const starts = [...whole.matchAll(PART_START)];
  for (const [index, start] of starts.entries()) {
    const part = whole.slice(start.index, starts[index + 1]?.index ?? whole.lastIndexOf("</svg>"));
    if (start[1] === undefined) pages.push(part);
    else for (const [definition, , id = ""] of part.matchAll(DEFINITION)) shared.set(id, definition);
  }
  return { pages, shared };
}

const VIEW_BOX = /viewBox="([\d.]+) [\d.]+ ([\d.]+) /;
const PHOTO = /href="(\/photos\/[^"/]+)\/screen" width="([\d.]+)" height="([\d.]+)"/g;

/**
 * A page with photos in the size that it needs on a screen that shows it whole: the medium one, unless a side of the
 * photo is longer than the page is wide with its bleed. As drawings are stored they name the screen size, and a page
 * that was signed off is compared with what is printed.
 */
export function withMediumPhotos(svg: string): string {
  const [, bleed, width] = VIEW_BOX.exec(svg) ?? [];
  // Lengths are rounded to a hundredth.
  const widest = Number(width) + 2 * Number(bleed) + 0.1;
  return svg.replace(PHOTO, (link, photo: string, ...sides: string[]) =>
    Math.max(Number(sides[0]), Number(sides[1])) > widest ? link : link.replace(`${photo}/screen`, `${photo}/medium`),
  );
}

/** Two decimals are a hundredth of a point; more only lengthen the drawing. Attributes at their default go too. */
function shorten(drawing: string): string {
  return drawing
    .replaceAll("xlink:href", "href")
    .replaceAll(' fill-rule="nonzero"', "")
    .replace(/ class="typst-[a-z]+"/g, "")
    .replace(/(\.\d\d)\d+/g, "$1")
    .replace(/\.00?(?=[^\d])/g, "")
    .replace(/(<use href="#[^"]+")( x="0")?( y="0")?/g, (_, use: string, x?: string, y?: string) =>
      x === undefined ? use : y === undefined ? `${use}${x}` : use,
    )
    .replace(/(<use href="#[^"]+" x="[^"]+") y="0"/g, "$1")
    .replace(/<g( transform="[^"]*")?>((?:<use [^>]*fill="(#[0-9a-f]+)"\/>)+)<\/g>/g, (whole, at = "", uses, fill) =>
      uses.replaceAll(` fill="${fill}"`, "").includes("fill=")
        ? whole
        : `<g${at} fill="${fill}">${uses.replaceAll(` fill="${fill}"`, "")}</g>`,
    )
    .replace(/<g>((?:<image [^>]*\/>)|(?:<path [^>]*\/>))<\/g>/g, "$1");
}

/** A page of run-on text has no description; it belongs to the week of the page before it. */
export function fillIn(told: ReadonlyMap<number, PageAbout>, pageCount: number): PageAbout[] {
  const all: PageAbout[] = [];
  for (let page = 1; page <= pageCount; page += 1) {
    const before = all.at(-1);
    all.push(told.get(page) ?? { kind: "words-run-on", week: before?.week ?? null });
  }
  return all;
}
