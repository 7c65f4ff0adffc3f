import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { transformWithEsbuild } from "vite";
import { describe, expect, it, test } from "vitest";
import { LATER_SHEETS, type Sheet, SOMETIMES, sheetsOf } from "~/ui/style-sheets";

const app = join(process.cwd(), "app");
const folder = join(app, "ui", "styles");
const read = (file: string) => readFileSync(file, "utf8");
const below = (place: string, ending: string) =>
  readdirSync(place, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(place, name));

const parts = below(folder, ".css");

/** The text of a sheet with its imports resolved, as the build sends it. */
function textOf(sheet: string): string {
  return read(sheet).replace(/@import "(.+)";/g, (_, name: string) => textOf(join(dirname(sheet), name)));
}

const fileOf = (sheet: Sheet) => join(folder, `${sheet}.css`);
const filesOf = (routeId: string) => sheetsOf(routeId).map(fileOf);
/** With those that it sends in some states, and those it links further down. */
const allFilesOf = (routeId: string) => [
  ...filesOf(routeId),
  ...[...(SOMETIMES[routeId] ?? []), ...(LATER_SHEETS[routeId] ?? [])].map(fileOf),
];

async function compressedBytes(sheet: string): Promise<number> {
  const { code } = await transformWithEsbuild(textOf(sheet), sheet, { loader: "css", minify: true });
  return gzipSync(code, { level: 9 }).length;
}

describe("the style sheets", () => {
  test.each(parts.map((part) => relative(folder, part)))("%s is about one thing, in 250 lines", (part) => {
    expect(read(join(folder, part)).split("\n").length - 1).toBeLessThanOrEqual(250);
  });

  it("change at three widths and at no other", () => {
    const widths = parts.flatMap((part) => read(part).match(/@media [^{]*width[^{]*/g) ?? []);
    const known =
      /^(?:\((?:min-width: (?:43\.75|56\.25|75)|max-width: (?:43\.74|56\.24|74\.99)|min-height: \d+)em\)(?: and )?)+$/;
    expect(widths.filter((width) => !known.test(width.slice("@media ".length).trim()))).toEqual([]);
  });

  it("each belong to a sheet that some page has", () => {
    const sent = new Set(routes.flatMap(({ id }) => allFilesOf(id)));
    const top = parts.filter((part) => dirname(part) === folder && !part.endsWith("tokens.css"));
    expect(top.filter((sheet) => !sent.has(sheet))).toEqual([]);
    const named = new Set(top.flatMap((sheet) => read(sheet).match(/(?<=@import "\.\/).+(?=")/g) ?? []));
    const inside = parts.filter((part) => !top.includes(part)).map((part) => relative(folder, part));
    expect(inside.filter((part) => !named.has(part))).toEqual([]);
  });

  it("of the home page, the payment and the dashboard together come to 14 KB", async () => {
    const pages = ["screens/front/home", "screens/begin/payment", "screens/loop/dashboard"];
    const sheets = [...new Set(pages.flatMap(filesOf))];
    const bytes = await Promise.all(sheets.map(compressedBytes));
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(14 * 1024);
  });

  it("that a page links further down come to 3 KB each", async () => {
    for (const sheet of Object.values(LATER_SHEETS).flat().map(fileOf))
      expect(await compressedBytes(sheet), sheet).toBeLessThanOrEqual(3 * 1024);
  });
});

const routes = ["screens", "hyperloop"]
  .flatMap((place) => below(join(app, place), ".tsx"))
  .filter((file) => /^export default function/m.test(read(file)))
  .map((file) => ({ id: relative(app, file).replace(/\.tsx$/, ""), file }));

const IMPORT = /^(?:import|export)(?! type)[^;"]*?from "(\.{1,2}\/[^"]+|~\/[^"]+)"/gm;

/** The route's file and every component it imports, directly or not. */
function partsOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, path = ""] of read(file).matchAll(IMPORT)) {
    const near = path.startsWith("~/") ? join(app, path.slice(2)) : join(dirname(file), path);
    const part = `${near}.tsx`;
    if (existsSync(part) && !part.endsWith("root.tsx")) partsOf(part, found);
  }
  return found;
}

function classesIn(text: string): string[] {
  return [...text.matchAll(/className="([^"]+)"/g)].flatMap(([, names = ""]) => names.split(/\s+/));
}

const drawnBy = new Map(
  parts
    .filter((part) => dirname(part) === folder)
    .map((sheet) => [sheet, new Set(textOf(sheet).match(/(?<=\.)[a-z][\w-]*/g))]),
);

const drawnAnywhere = new Set([...drawnBy.values()].flatMap((names) => [...names]));

describe("a page", () => {
  it.each(routes)("$id has the sheets that draw it", ({ id, file }) => {
    const drawn = new Set(allFilesOf(id).flatMap((sheet) => [...(drawnBy.get(sheet) ?? [])]));
    const named = [...partsOf(file)].flatMap((part) => classesIn(read(part)));
    const missing = named.filter((name) => drawnAnywhere.has(name) && !drawn.has(name));
    expect([...new Set(missing)]).toEqual([]);
  });

  it.each(routes.filter(({ id }) => id.startsWith("screens/")))(
    "$id of a customer’s does not load the back office’s sheet",
    ({ id }) => {
      expect(sheetsOf(id)).not.toContain("staff");
    },
  );
});
