import ts from "typescript";
import { parse, type Sources, sources, walk } from "./source";

/** Which queries are put together again each time they run: those outside `keepGet`, `keepAll` and `keepRun`. */

const KEEP = /^keep(?:Get|All|Run)$/;
const BEGINNINGS = new Set(["select", "selectDistinct", "insert"]);
/** Names that other objects have too, so the receiver decides. */
const ALSO_OF_OTHERS = new Set(["update", "delete", "all", "get", "run", "values"]);
const RECEIVERS = new Set(["db", "tx", "reader", "writer"]);

function beginsQuery(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const { name, expression } = node.expression;
  return BEGINNINGS.has(name.text) || (ALSO_OF_OTHERS.has(name.text) && RECEIVERS.has(expression.getText()));
}

function isKept(node: ts.Node): boolean {
  for (let around = node.parent; around; around = around.parent) {
    if (ts.isCallExpression(around) && KEEP.test(around.expression.getText())) return true;
  }
  return false;
}

/** The name of the function or constant of the file that a node is in. */
function nameAround(node: ts.Node): string {
  let at = node;
  while (!ts.isSourceFile(at.parent)) at = at.parent;
  if (ts.isFunctionDeclaration(at)) return at.name?.text ?? "";
  return ts.isVariableStatement(at) ? (at.declarationList.declarations[0]?.name.getText() ?? "") : "";
}

/** The queries of the app by place, as "file: function", each once. */
export function findQueries(all: Sources = sources): { kept: string[]; notKept: string[] } {
  const [kept, notKept] = [new Set<string>(), new Set<string>()];
  for (const [path, text] of all) {
    if (!path.startsWith("app/") || !text.includes('"#db/client.server"')) continue;
    walk(parse(path, text), (node) => {
      if (!beginsQuery(node)) return;
      const place = `${path.slice("app/domain/".length)}: ${nameAround(node)}`;
      (isKept(node) ? kept : notKept).add(place);
    });
  }
  return { kept: [...kept], notKept: [...notKept] };
}
