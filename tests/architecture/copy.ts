import { readFileSync } from "node:fs";
import ts from "typescript";
import { parse as parseYaml } from "yaml";
import { lineOf, listFiles, parse, type Sources } from "./source";

/** Every text of a source file that somebody may read: JSX text, and strings that read like prose. */

export interface Copy {
  line: number;
  /** One sentence or label, on one line; a value that is filled in reads {}. */
  text: string;
}

/**
 * The texts of `app/content` as code, so that every rule about texts in code reads them too; a rule may leave out parts
 * of a file, by their names at its top.
 */
export function contentAsCode(leftOut: readonly string[] = []): Sources {
  const isKept = (key: string, value: unknown) => (leftOut.includes(key) ? undefined : value);
  return new Map(
    [...readContent()].map(([path, content]) => {
      const json = JSON.stringify(content, isKept, 1);
      return [path, `const texts = ${json.replace(/^( *)"(\w+)":/gm, "$1$2:")};`];
    }),
  );
}

let contents: ReadonlyMap<string, unknown> | undefined;

function readContent(): ReadonlyMap<string, unknown> {
  contents ??= new Map(
    listFiles()
      .filter((path) => /^app\/content\/.*\.yaml$/.test(path))
      .map((path) => [path, parseYaml(readFileSync(path, "utf8"))]),
  );
  return contents;
}

/** Attributes of elements that hold values, not copy. */
const MACHINE_ATTRIBUTES =
  /^(?:className|class|id|name|href|src|srcSet|sizes|type|rel|style|d|viewBox|action|method|autoComplete|inputMode|pattern|key|role|intent|points|transform|media|fill|stroke|accept|enterKeyHint|htmlFor|lang|as|to)$|^(?:data-|aria-(?:describedby|labelledby|controls|current|live))/;

/** Calls whose texts are read by software. */
const MACHINE_CALLS = /^(?:sql|raw|css|prepare|exec|pragma|querySelector(?:All)?|RegExp|test|match|log)$/;

/** A text that somebody reads has a space between words, or begins with a capital and goes on in small letters. */
const READS_LIKE_PROSE = /[\p{L}\d’'”),.:;!?…}] +[“‘(]?[\p{L}\d{£]|^[A-Z][a-z’]+[.!?…]?$/u;

/** Headers, style, SQL, markup's attributes and addresses. */
const MACHINE_TEXT =
  /^(?:select|insert|update|delete|create|with|pragma|attach|vacuum|alter|drop) .*\b(?:from|into|set|table|index|as|on|database)\b|^[a-z-]+: [^.]*;|^[a-z-]+:\S|\{[a-z-]+:[^}]*\}|^(?:max-age|no-|public,|private,|default-src|script-src)|^[\w-]+=|(?:^|; )(?:path|charset)=|\bpx\b|^var\(|^M-?[\d.]+|^\/|^https?:|^\.[\w-]|^#[\w-]/i;

/** Pieces of one text, in the order they are read, with {} where a value is filled in. */
export function copyOf(path: string, source: string): Copy[] {
  const found: Copy[] = [];
  const add = (node: ts.Node, raw: string) => {
    const text = withoutMarkup(raw).replace(/\s+/g, " ").trim();
    if (/\p{L}{2}/u.test(text)) found.push({ line: lineOf(node), text });
  };
  const visit = (node: ts.Node): void => {
    if (isMachines(node)) return;
    if (ts.isJsxText(node)) add(node, decode(node.text));
    else if (ts.isStringLiteralLike(node) && isProse(node.text)) add(node, node.text);
    else if (ts.isTemplateExpression(node)) {
      const text = node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join("");
      if (isProse(text)) add(node, text);
    }
    node.forEachChild(visit);
  };
  visit(parse(path, source));
  return found;
}

const isProse = (text: string) => READS_LIKE_PROSE.test(text.trim()) && !MACHINE_TEXT.test(text.trim());

/** HTML that code writes: what its reader sees of it. */
function withoutMarkup(text: string): string {
  if (!/<[a-z!/]/i.test(text)) return text;
  return text.replace(/<style>.*?<\/style>|<svg\b.*?<\/svg>/gs, " ").replace(/<[^>]*>?/g, " ");
}

/** Entries and excerpts that invented people wrote; a person may write as they like. */
const INVENTED = /^(?:reflection|highlight|gratitude|content|learned)$/;

function isMachines(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isLiteralTypeNode(node)) return true;
  if (ts.isExportDeclaration(node) || ts.isInterfaceDeclaration(node)) return true;
  if (ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.initializer))
    return INVENTED.test(node.name.getText()) && node.initializer.text.length > 20;
  if (ts.isJsxAttribute(node)) return MACHINE_ATTRIBUTES.test(node.name.getText());
  if (ts.isTaggedTemplateExpression(node)) return MACHINE_CALLS.test(lastName(node.tag));
  if (ts.isCallExpression(node)) return MACHINE_CALLS.test(lastName(node.expression));
  if (ts.isNewExpression(node)) return /^(?:Error|\w+Error|RegExp)$/.test(node.expression.getText());
  return false;
}

function lastName(expression: ts.Expression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
}

function decode(text: string): string {
  return text
    .replace(/&amp;/g, "&")
    .replace(/&nbsp;/g, " ")
    .replace(/&(?:lt|gt|quot|#\d+);/g, " ");
}
