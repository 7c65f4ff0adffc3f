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

const PAGE_START = /^ {4}<path class="typst-shape"/;
const DEFINITIONS = /^ {4}<defs id="(glyph|clip-path)">/;
const EMBEDDED = /xlink:href="data:([a-z/+]+);base64,([^"]*)"/g;

/**
 * Cuts the typesetter's one tall drawing into pages.
 * @param whole what the typesetter drew: for each page its ground and then a group moved down to its place; behind
 * them what the pages share.
 * @param trim the part of a page that is left after cutting, in the drawing's own units.
 * @param addressOf where a browser finds an embedded file.
 * @throws Error where the drawing is not built so: a new typesetter draws otherwise, and that has to be looked at.
 */
export function cutPages(
  whole: string,
  trim: { x: number; y: number; width: number; height: number },
  addressOf: (type: string, content: Buffer) => string,
): string[] {
  const addresses = new Map<string, string>();
  const named = whole.replace(EMBEDDED, (_, type: string, content: string) => {
    const address = addresses.get(content) ?? addressOf(type, Buffer.from(content, "base64"));
    addresses.set(content, address);
    return `href="${address}"`;
  });
  const lines = named.split("\n").slice(1);
  const shared = new Map<string, string>();
  const pages: string[][] = [];
  let page: string[] | null = null;
  let definition: { id: string; lines: string[] } | null = null;
  let isShared = false;
  for (const line of lines) {
    if (PAGE_START.test(line)) {
      page = [];
      pages.push(page);
    } else if (DEFINITIONS.test(line)) {
      page = null;
      isShared = true;
    }
    page?.push(line.trim());
    if (!isShared) continue;
    const opened = /^ {8}<\w+ id="([^"]+)"/.exec(line)?.[1];
    if (opened) definition = { id: opened, lines: [] };
    definition?.lines.push(line.trim());
    if (definition && /^ {8}<\/|^ {8}<.*\/>$/.test(line)) {
      shared.set(definition.id, shorten(definition.lines.join("")));
      definition = null;
    }
  }
  const box = [trim.x, trim.y, trim.width, trim.height].map((length) => length.toFixed(2)).join(" ");
  return pages.map((drawn, index) => {
    const ground = drawn[0] ?? "";
    const group = drawn
      .slice(1)
      .join("")
      .replace(/^<g transform="matrix\(1 0 0 1 0 [\d.]+\)">/, "<g>");
    if (!group.startsWith("<g>") || !group.endsWith("</g>"))
      throw new Error(`Page ${index + 1} is not a group.`);
    // Two pages lie in one document, so the names of one are not those of the other.
    const names = new Map<string, string>();
    const nameFor = (id: string) => {
      const known = names.get(id);
      if (known !== undefined) return known;
      const name = `p${index + 1}-${names.size.toString(36)}`;
      names.set(id, name);
      return name;
    };
    const body = shorten(`${ground}${group}`)
      .replace(/href="#([^"]+)"/g, (_, id: string) => `href="#${nameFor(id)}"`)
      .replace(/url\(#([^)]+)\)/g, (_, id: string) => `url(#${nameFor(id)})`);
    const definitions = [...names].map(([id, name]) => {
      const one = shared.get(id);
      if (one === undefined) throw new Error(`Page ${index + 1} uses ${id}, which nothing draws.`);
      return one.replace(`id="${id}"`, `id="${name}"`);
    });
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><defs>${definitions.join("")}</defs>${body}</svg>`;
  });
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
