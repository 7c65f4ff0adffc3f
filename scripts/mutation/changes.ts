import { createHash } from "node:crypto";
import ts from "typescript";

/**
 * The small changes that each take a decision away from a source file: a condition out of a query, a refusal switched off,
 * an edge moved by one. A file is compiled with all of its changes, and one at a time is switched on.
 */

/** An owner is a condition that says whose a row is. A change of a file of money is of kind money whatever it changes. */
export const KINDS = ["owner", "money", "condition", "refusal", "edge", "operator"] as const;
export type KindOfChange = (typeof KINDS)[number];

export interface Change {
  /** The file, the function, the text and which of several alike: it stays the same while lines above come and go. */
  id: string;
  kind: KindOfChange;
  path: string;
  /** From 1. */
  line: number;
  /** What it was, on one line, and what is there instead. */
  was: string;
  becomes: string;
  /** It is in a query that is built at its first use: later tests of a file use it and do not ask the switch again. */
  isBuiltOnce: boolean;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** What drizzle combines conditions with; each leaves out one that is undefined. */
const COMBINATIONS = new Set(["and", "or", "where"]);
const OWNERS = /\b(account|owner|loop|staff|order|voucher|cart|session|entry|photo|book|buyer|person|user)_?id\b/i;
const MONEY = /\/(money|pric|refund|payment|cart|credit|discount|bookkeeping|reconcil)/i;
const EDGES = new Map<string, string>([
  [">", ">="],
  [">=", ">"],
  ["<", "<="],
  ["<=", "<"],
  ["gt", "gte"],
  ["gte", "gt"],
  ["lt", "lte"],
  ["lte", "lt"],
]);
/** The rules of the business, in any folder of app/domain: there what is reckoned and combined is changed too. */
const RULES = new RegExp(
  String.raw`^app/domain/.*/(?:${[
    ...["calendar", "days", "instants", "completion", "printed-weeks", "rescheduling"],
    ...["pricing", "prices", "pounds", "refund-lines", "refund-limits", "cancellation", "cart"],
    ...["rules", "voucher-validity", "gift-state", "code", "states", "approval"],
    ...["permissions", "exposure", "roles", "shipments", "back-off"],
  ].join("|")})\.ts$`,
);
const OPERATORS = new Map([
  ["+", "-"],
  ["-", "+"],
  ["*", "/"],
  ["/", "*"],
  ["%", "*"],
  ["&&", "||"],
  ["||", "&&"],
  ["===", "!=="],
  ["!==", "==="],
]);
const OPERAND = String.raw`(?:[\w."':]|\$\{[^}]*\})+`;
const SQL_CONDITION = new RegExp(
  String.raw`(?<=\b(?:AND|WHERE|OR|ON)\s+\(?)(${OPERAND})\s*(=|<>|!=|<=|>=|<|>|IS NOT|IS)\s*(${OPERAND})`,
  "gi",
);

/** The changes of one TypeScript file, and its text with a switch at each: `changed("id")` says whether it is on. */
export function compileChanges(path: string, source: string): { changes: Change[]; text: string } {
  const file = ts.createSourceFile(
    path,
    source,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith("x") ? ts.ScriptKind.TSX : undefined,
  );
  const changes: Change[] = [];
  const alike = new Map<string, number>();
  let isBuiltOnce = false;
  return { text: render(file, 0, source.length), changes };

  /** The text of a node with its changes, from and to these places of the file. */
  function render(node: ts.Node, from: number, to: number): string {
    const edits: Edit[] = [];
    node.forEachChild((child) => {
      const text = rewrite(child);
      if (text !== undefined) edits.push({ start: child.getStart(), end: child.end, text });
    });
    let text = "";
    let at = from;
    for (const edit of edits) {
      text += source.slice(at, edit.start) + edit.text;
      at = edit.end;
    }
    return text + source.slice(at, to);
  }

  function inside(node: ts.Node): string {
    return render(node, node.getStart(), node.end);
  }

  /** A node with its changes; undefined where it has none. */
  function rewrite(node: ts.Node): string | undefined {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    const before = changes.length;
    const outer = isBuiltOnce;
    isBuiltOnce ||= buildsOnce(node);
    let text = rewriteOne(node);
    if (isCondition(node)) {
      const kind = OWNERS.test(node.getText()) ? "owner" : "condition";
      text = `(${switchFor(node, kind, node.getText(), "no condition")} ? undefined : ${text})`;
    }
    isBuiltOnce = outer;
    return changes.length > before ? text : undefined;
  }

  function rewriteOne(node: ts.Node): string {
    if (ts.isIfStatement(node) && refuses(node.thenStatement)) return rewriteRefusal(node);
    if (ts.isBinaryExpression(node)) return rewriteOperation(node);
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && EDGES.has(node.expression.text))
      return rewriteCall(node, node.expression);
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "sql") return rewriteSql(node);
    return inside(node);
  }

  function rewriteRefusal(node: ts.IfStatement): string {
    const { expression, thenStatement, elseStatement } = node;
    const condition = rewrite(expression) ?? expression.getText();
    const change = switchFor(expression, "refusal", `if (${expression.getText()})`, "never");
    const otherwise = elseStatement ? ` else ${rewrite(elseStatement) ?? elseStatement.getText()}` : "";
    return `if (!${change} && (${condition})) ${rewrite(thenStatement) ?? thenStatement.getText()}${otherwise}`;
  }

  function rewriteOperation(node: ts.BinaryExpression): string {
    const operator = node.operatorToken.getText();
    const edge = EDGES.get(operator);
    const instead = edge ?? (RULES.test(path) ? OPERATORS.get(operator) : undefined);
    if (!instead || hasText(node)) return inside(node);
    const change = switchFor(node, edge ? "edge" : "operator", node.getText(), `${operator} is ${instead}`);
    const [left, right] = [node.left, node.right].map((side) => rewrite(side) ?? side.getText());
    return `(${change} ? ${left} ${instead} ${right} : ${left} ${operator} ${right})`;
  }

  function rewriteCall(node: ts.CallExpression, called: ts.Identifier): string {
    const instead = EDGES.get(called.text) ?? called.text;
    const change = switchFor(node, "edge", node.getText(), `${called.text} is ${instead}`);
    const values = node.arguments.map((value) => rewrite(value) ?? value.getText()).join(", ");
    // drizzle's functions are the same but for their operator, and the other may not be imported.
    return `(${change} ? globalThis.loopChanges.${instead} : ${called.text})(${values})`;
  }

  function rewriteSql(node: ts.TaggedTemplateExpression): string {
    const template = node.getText();
    let text = inside(node);
    for (const found of template.matchAll(SQL_CONDITION)) {
      const [condition, left = "", operator = "", right = ""] = found;
      const [before, after] = [template.slice(0, found.index), template.slice(found.index + condition.length)];
      const kind = OWNERS.test(condition) ? "owner" : "condition";
      const without = switchFor(node, kind, condition, "no condition", found.index);
      text = `(${without} ? ${before}1 = 1${after} : ${text})`;
      const edge = EDGES.get(operator);
      if (!edge) continue;
      const moved = switchFor(node, "edge", condition, `${operator} is ${edge}`, found.index);
      text = `(${moved} ? ${before}${left} ${edge} ${right}${after} : ${text})`;
    }
    return text;
  }

  function switchFor(node: ts.Node, kind: KindOfChange, was: string, becomes: string, offset = 0): string {
    const line = file.getLineAndCharacterOfPosition(node.getStart() + offset).line + 1;
    const oneLine = was.replace(/\s+/g, " ");
    const what = `${path} ${functionAround(node)} ${kind} ${becomes} ${oneLine}`;
    const nth = alike.get(what) ?? 0;
    alike.set(what, nth + 1);
    const id = createHash("sha256").update(`${what} ${nth}`).digest("hex").slice(0, 12);
    const isMoney = kind !== "owner" && MONEY.test(path);
    changes.push({ id, kind: isMoney ? "money" : kind, path, line, was: oneLine.slice(0, 160), becomes, isBuiltOnce });
    return `globalThis.loopChanges?.isOn("${id}")`;
  }
}

/** A sum of texts is a sentence. */
function hasText(node: ts.BinaryExpression): boolean {
  return (
    [node.left, node.right].some((side) => ts.isStringLiteral(side) || ts.isTemplateExpression(side)) &&
    node.operatorToken.getText() === "+"
  );
}

function isCondition(node: ts.Node): node is ts.Expression {
  if (ts.isSpreadElement(node) || ts.isArrowFunction(node)) return false;
  // and(...[one, other]) keeps some conditions together.
  const isInList = ts.isArrayLiteralExpression(node.parent) && ts.isSpreadElement(node.parent.parent);
  const { parent } = isInList ? node.parent.parent : node;
  if (!ts.isCallExpression(parent) || !COMBINATIONS.has(nameOf(parent.expression))) return false;
  if (!isInList && !parent.arguments.some((one) => one === node)) return false;
  // What is combined again is taken away piece by piece.
  return !(ts.isCallExpression(node) && COMBINATIONS.has(nameOf(node.expression)));
}

/** A prepared query, or what several of them begin with. */
function buildsOnce(node: ts.Node): boolean {
  if (ts.isArrowFunction(node) || ts.isFunctionDeclaration(node))
    return node.body?.getText().includes(".$dynamic()") ?? false;
  return ts.isCallExpression(node) && /^prepare(Get|All|Run)$/.test(nameOf(node.expression));
}

function nameOf(called: ts.Expression): string {
  if (ts.isIdentifier(called)) return called.text;
  return ts.isPropertyAccessExpression(called) ? called.name.text : "";
}

/** Whether a branch leaves the function at once. */
function refuses(branch: ts.Statement): boolean {
  const [only, ...others] = ts.isBlock(branch) ? branch.statements : [branch];
  return others.length === 0 && only !== undefined && (ts.isReturnStatement(only) || ts.isThrowStatement(only));
}

function functionAround(node: ts.Node): string {
  for (let at: ts.Node = node; at.parent; at = at.parent) {
    if ((ts.isFunctionDeclaration(at) || ts.isMethodDeclaration(at) || ts.isVariableDeclaration(at)) && at.name)
      return at.name.getText();
  }
  return "";
}
