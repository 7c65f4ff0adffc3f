import fs from "node:fs";
import { isNode, LineCounter, parseDocument } from "yaml";
import type { z } from "zod";

/**
 * The files that an editor changes, read once. A file that is wrong ends the start, or the test, with a sentence that
 * names the file, the line and the field.
 */

/** What every file holds, by its path from here, as JSON: `scripts/bundle.ts` puts it into what it bundles. */
declare const BUILT_CONTENT: string;

type Built = Readonly<Record<string, unknown>>;

const built: Built | null = typeof BUILT_CONTENT === "undefined" ? null : (JSON.parse(BUILT_CONTENT) as Built);

const FOLDER = `${process.cwd()}/app/content`;

/** The names of the files in a folder, without their ending. */
export function namesIn(folder: string): string[] {
  const files = built === null ? fs.readdirSync(`${FOLDER}/${folder}`) : namesBuilt(built, folder);
  return files.filter((file) => file.endsWith(ENDING)).map((file) => file.slice(0, -ENDING.length));
}

const ENDING = ".yaml";

const namesBuilt = (files: Built, folder: string) =>
  Object.keys(files).flatMap((path) => (path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : []));

/** @throws Error that names what is wrong with the file. */
export function readContent<Shape extends z.ZodType>(name: string, shape: Shape): z.infer<Shape> {
  const file = `${name}${ENDING}`;
  const path = `app/content/${file}`;
  if (typeof BUILT_CONTENT === "undefined")
    return parseContent(path, fs.readFileSync(`${FOLDER}/${file}`, "utf8"), shape);
  return validate(path, built?.[file], shape);
}

/** What a content file says. @throws Error as above. */
export function parseContent<Shape extends z.ZodType>(path: string, source: string, shape: Shape): z.infer<Shape> {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines });
  const [broken] = document.errors;
  if (broken) throw new Error(`${path}: ${broken.message}`);
  return validate(path, document.toJS(), shape, (field) => {
    const places = field.map((_, index) => document.getIn(field.slice(0, field.length - index), true));
    return lines.linePos(places.find(isNode)?.range?.[0] ?? 0).line;
  });
}

/** A build no longer knows the lines. */
function validate<Shape extends z.ZodType>(
  path: string,
  content: unknown,
  shape: Shape,
  lineOf?: (field: readonly PropertyKey[]) => number,
): z.infer<Shape> {
  const { data, error } = shape.safeParse(content);
  if (!error) return data;
  const wrong = error.issues.map(
    ({ path: field, message }) =>
      `${path}, ${lineOf ? `line ${lineOf(field)}, ` : ""}${field.map(String).join(".")}: ${message}.`,
  );
  throw new Error(wrong.join("\n"));
}
