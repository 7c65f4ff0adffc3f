import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix, relative } from "node:path";
import ts from "typescript";

/** The source files of the repository, read once, and how to query them. */

/** Text by path; a test plants a violation by adding a file to a copy. */
export type Sources = ReadonlyMap<string, string>;

const root = process.cwd();

/** Generated files and folders; everything else at the top is source. */
export const NOT_OURS = new Set([".git", ".env", "node_modules", "build", "data", "test-results", "reports", ".tools"]);

/** Every source file: paths from the top, with forward slashes. */
export function listFiles(folder = root): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (folder === root && NOT_OURS.has(entry.name)) return [];
    const place = join(folder, entry.name);
    return entry.isDirectory() ? listFiles(place) : [relative(root, place).replaceAll("\\", "/")];
  });
}

const CODE = /\.(?:ts|tsx|mjs|js)$/;

function readSources(): Sources {
  const code = listFiles().filter((path) => CODE.test(path));
  return new Map(code.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

export const sources = readSources();

export function planted(files: Readonly<Record<string, string>>): Sources {
  return new Map([...sources, ...Object.entries(files)]);
}

/** Planted files alone, for a rule that looks at one file at a time. */
export function alone(files: Readonly<Record<string, string>>): Sources {
  return new Map(Object.entries(files));
}

const parsedBefore = new Map<string, ts.SourceFile>();

/** The same file is parsed once for all rules. */
export function parse(path: string, text: string): ts.SourceFile {
  const before = parsedBefore.get(path);
  if (before?.text === text) return before;
  const parsed = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  parsedBefore.set(path, parsed);
  return parsed;
}

/** Visits every node of a file. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  node.forEachChild((child) => walk(child, visit));
}

export function lineOf(node: ts.Node): number {
  const file = node.getSourceFile();
  return file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
}

export interface Import {
  from: string;
  /** A path from the top, with its extension if the file exists, or a package's name. */
  to: string;
  isOurs: boolean;
  isTypeOnly: boolean;
}

/** All imports of a file: static, re-exports and dynamic ones. */
export function importsOf(path: string, text: string, all: Sources = sources): Import[] {
  return specifiersOf(path, text).map(({ specifier, isTypeOnly }) => ({
    from: path,
    ...resolve(path, specifier, all),
    isTypeOnly,
  }));
}

interface Specifier {
  specifier: string;
  isTypeOnly: boolean;
}

const readBefore = new Map<string, { text: string; specifiers: Specifier[] }>();

function specifiersOf(path: string, text: string): Specifier[] {
  const before = readBefore.get(path);
  if (before?.text === text) return before.specifiers;
  const specifiers: Specifier[] = [];
  walk(parse(path, text), (node) => {
    const found = specifierOf(node);
    if (found) specifiers.push(found);
  });
  readBefore.set(path, { text, specifiers });
  return specifiers;
}

function specifierOf(node: ts.Node): Specifier | undefined {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    return { specifier: node.moduleSpecifier.text, isTypeOnly: bringsOnlyTypes(node.importClause) };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
    return { specifier: node.moduleSpecifier.text, isTypeOnly: node.isTypeOnly };
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [argument] = node.arguments;
    const specifier = argument && ts.isStringLiteralLike(argument) ? argument.text : "(worked out while running)";
    return { specifier, isTypeOnly: false };
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    const { literal } = node.argument;
    if (ts.isStringLiteral(literal)) return { specifier: literal.text, isTypeOnly: true };
  }
  return undefined;
}

function bringsOnlyTypes(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.isTypeOnly) return true;
  if (clause.name || !clause.namedBindings || !ts.isNamedImports(clause.namedBindings)) return false;
  const { elements } = clause.namedBindings;
  return elements.length > 0 && elements.every((element) => element.isTypeOnly);
}

function resolve(from: string, specifier: string, all: Sources): { to: string; isOurs: boolean } {
  const bare = specifier.replace(/\?.*$/, "");
  const place = bare.startsWith("~/")
    ? `app/${bare.slice(2)}`
    : bare.startsWith("#db/")
      ? `db/${bare.slice(4)}`
      : bare.startsWith(".")
        ? posix.join(posix.dirname(from), bare)
        : null;
  if (place === null) return { to: bare, isOurs: false };
  const endings = ["", ".ts", ".tsx", "/index.ts", ".mjs", ".js"];
  const found = endings.map((ending) => place + ending).find((path) => all.has(path));
  return { to: found ?? place, isOurs: true };
}

/** Whether a file exists, on disk or among the planted ones. */
export function isThere(path: string, all: Sources = sources): boolean {
  return all.has(path) || existsSync(join(root, path));
}
