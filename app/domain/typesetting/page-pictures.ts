/**
 * The pages of a book as pictures: one drawing a page, cut from what the typesetter draws of the whole book at
 * once, so that a page on a screen is the page that prints. Photos are named by address, not packed in, and each
 * drawing carries only the letters that stand on it.
 */

/** What stands on a page, for a person who cannot see it. */
export interface PageAbout {
  readonly kind: string;
  readonly week: number | null;
}

export interface PagePicture extends PageAbout {
  /** An SVG element of its own, as big as the trimmed page; letters are outlines, so no word of it is markup. */
  readonly svg: string;
}

/** Where the pictures of a book lie, beside the book itself. */
export function picturesKeyOf(bookKey: string): string {
  return bookKey.replace(/\.pdf$/, "-pages.gz");
}

// A page begins with its ground; behind the last page stands what they share.
const PART_START = /^ {4}(?:<path class="typst-shape"|<defs id="(glyph|clip-path)">)/gm;
const GROUND_AND_GROUP = /^(<path [^>]*\/>)<g(?: transform="matrix\(1 0 0 1 0 [\d.]+\)")?>(.*<\/g>)$/;
const DEFINITION = /^ {8}<(\w+) id="([^"]+)"(?:[^>]*\/>|[\s\S]*?^ {8}<\/\1>)$/gm;
const EMBEDDED = /xlink:href="data:([a-z/+]+);base64,([^"]*)"/g;

/**
 * Cuts the typesetter's one tall drawing into pages, one at a time: the drawing of a full year is long.
 * @param whole what the typesetter drew: for each page its ground and then a group moved down to its place; behind
 * them what the pages share.
 * @param trim the part of a page that is left after cutting, in the drawing's own units.
 * @param addressOf where a browser finds an embedded file.
 * @throws Error where the drawing is not built so: a new typesetter draws otherwise, and that has to be looked at.
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
    // Two pages lie in one document, so the names of one are not those of the other.
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

/** The pages and, by name, what they share, each as it stands in the whole drawing, so that nothing is copied. */
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

/** Two decimals are a hundredth of a point; more only make the drawing longer. What is so anyway goes too. */
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
    .replace(
      /<g( transform="[^"]*")?>((?:<use [^>]*fill="(#[0-9a-f]+)"\/>)+)<\/g>/g,
      (whole, at = "", uses, fill) =>
        uses.replaceAll(` fill="${fill}"`, "").includes("fill=")
          ? whole
          : `<g${at} fill="${fill}">${uses.replaceAll(` fill="${fill}"`, "")}</g>`,
    )
    .replace(/<g>((?:<image [^>]*\/>)|(?:<path [^>]*\/>))<\/g>/g, "$1");
}

/** A page on which words run on tells nothing of itself: it belongs to the week before it. */
export function fillIn(told: ReadonlyMap<number, PageAbout>, pageCount: number): PageAbout[] {
  const all: PageAbout[] = [];
  for (let page = 1; page <= pageCount; page += 1) {
    const before = all.at(-1);
    all.push(told.get(page) ?? { kind: "words-run-on", week: before?.week ?? null });
  }
  return all;
}
