import ts from "typescript";
import { contentAsCode } from "./copy";
import type { Address } from "./route-table";
import { lineOf, listFiles, parse, type Sources, sources, walk } from "./source";

/** Where the addresses written in the sources lead, and which files handle none. */

const publicFiles = listFiles()
  .filter((path) => path.startsWith("public/"))
  .map((path) => path.slice("public".length));

/** Placeholder for the computed parts of an address. */
const PART = "…";

/** Code whose URLs people or software follow. */
const WRITES_ADDRESSES = /^app\/(?:content|screens|hyperloop|ui|web|domain|api)\/|^app\/root\.tsx$/;

/** Screens and API files that no line of the route table names. */
export function findOrphans(files: ReadonlySet<string>, all: Sources = sources): string[] {
  return [...all]
    .filter(([path]) => /^app\/(?:screens|hyperloop|api)\//.test(path) && !files.has(path))
    .filter(([path, text]) => handlesRequests(path, text))
    .map(([path]) => path);
}

function handlesRequests(path: string, text: string): boolean {
  return parse(path, text).statements.some((statement) => {
    if (ts.isExportAssignment(statement)) return true;
    const words = statement.getText();
    return /^export default\b/.test(words) || /^export (?:async )?(?:function|const) (?:loader|action)\b/.test(words);
  });
}

/** Whether a text is an address within the product: a slash, then a path, a query or a fragment. */
export function readsAsAddress(text: string): boolean {
  return /^\/(?:$|[a-z#?…][^\s\\]*$)/i.test(text);
}

/** URLs in the sources that lead nowhere, as messages. */
export function findDeadAddresses(addresses: readonly Address[], code: Sources = sources): string[] {
  const all = new Map([...contentAsCode(), ...code]);
  const places = placesIn(all);
  return [...all].flatMap(([path, text]) => {
    if (!WRITES_ADDRESSES.test(path)) return [];
    const found: string[] = [];
    walk(parse(path, text), (node) => {
      const address = addressIn(node);
      if (address === undefined || !readsAsAddress(address)) return;
      const hash = /#(.+)$/.exec(address)?.[1];
      const leads = resolvesTo(address, addresses) !== undefined;
      if (!leads || (hash && !hash.includes(PART) && !places.has(hash))) {
        found.push(`${path}:${lineOf(node)} leads to ${address}`);
      }
    });
    return found;
  });
}

function addressIn(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node.parent ?? node)) return undefined;
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map((span) => PART + span.literal.text).join("");
}

/** Ids of elements: what an address may end in after "#". */
function placesIn(all: Sources): Set<string> {
  const found = new Set<string>();
  for (const [path, text] of all) {
    if (!/^app\/.*\.(?:tsx|yaml)$/.test(path)) continue;
    for (const [, id] of text.matchAll(/\bid(?:=|: )"([\w-]+)"/g)) if (id) found.add(id);
  }
  return found;
}

/** The file that serves a path: a route's, or one in public/. */
export function resolvesTo(address: string, addresses: readonly Address[]): string | undefined {
  const path = address.replace(/[?#].*$/, "") || "/";
  const route = addresses.find((one) => one.path !== "/*" && patternOf(one.path).test(path));
  if (route) return route.file;
  const shape = new RegExp(`^${path.split(PART).map(escapeText).join("[^/]+")}$`);
  return publicFiles.find((file) => shape.test(file));
}

const patterns = new Map<string, RegExp>();

function patternOf(path: string): RegExp {
  const known = patterns.get(path);
  if (known) return known;
  const parts = path.split("/").map((part) => (part.startsWith(":") ? "[^/]+" : escapeText(part)));
  const pattern = new RegExp(`^${parts.join("/")}$`);
  patterns.set(path, pattern);
  return pattern;
}

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
