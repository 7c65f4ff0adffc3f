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
  const read = built && shape.safeParse(built[file]);
  if (read?.success) return read.data;
  // The lines are in the file alone, which an image does not have.
  if (read && !fs.existsSync(`${FOLDER}/${file}`))
    throw new Error(`app/content/${file}: ${read.error.issues.map(formatIssue).join("\n")}`);
  return parseContent(`app/content/${file}`, fs.readFileSync(`${FOLDER}/${file}`, "utf8"), shape);
}

/** What a content file says. @throws Error as above. */
export function parseContent<Shape extends z.ZodType>(path: string, source: string, shape: Shape): z.infer<Shape> {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines });
  const [broken] = document.errors;
  if (broken) throw new Error(`${path}: ${broken.message}`);
  const { data, error } = shape.safeParse(document.toJS());
  if (!error) return data;
  const wrong = error.issues.map((issue) => {
    const places = issue.path.map((_, index) => document.getIn(issue.path.slice(0, issue.path.length - index), true));
    const start = places.find(isNode)?.range?.[0] ?? 0;
    return `${path}, line ${lines.linePos(start).line}, ${formatIssue(issue)}`;
  });
  throw new Error(wrong.join("\n"));
}

const formatIssue = ({ path, message }: z.core.$ZodIssue) => `${path.map(String).join(".")}: ${message}.`;
