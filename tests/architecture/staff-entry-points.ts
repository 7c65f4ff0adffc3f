import ts from "typescript";
import type { Address } from "./route-table";
import { importsOf, parse, type Sources, walk } from "./source";

/**
 * Which permissions the loaders and actions of the staff require, and which intents they know, read from their code.
 */

export interface StaffSignInFrame {
  /** As in remix.config.ts. */
  path: string;
  file: string;
  entryPoint: "loader" | "action";
  /** Each that it, or a function of the staff's that it calls, requires; once and sorted. */
  permissions: string[];
}

const STAFF_CODE = /^app\/(?:hyperloop|api)\//;

/** Placeholder for a permission that is computed: the code has to write it out. */
export const NOT_WRITTEN_OUT = "(a right that is not written out)";

/** Every loader and action that requires a staff permission, in the order of the route table. */
export function staffEntryPoints(addresses: readonly Address[], all: Sources): StaffSignInFrame[] {
  const declared = new Map(declaredActs(all).map(({ address, permission }) => [address, permission]));
  const files = new Map(declaredLists(all).map(({ name, ofFile }) => [`/hyperloop/${name}/export`, ofFile]));
  const calls = declaredCalls(all);
  return addresses.flatMap(({ path, file }) =>
    (["loader", "action"] as const).flatMap((entryPoint) => {
      const isOfCall = ({ address, method }: DeclaredCall) =>
        address === path && (method === "GET") === (entryPoint === "loader");
      const required =
        file === PAGE_OF_ACTS
          ? [declared.get(path) ?? NOT_WRITTEN_OUT]
          : file === FILES_OF_LISTS
            ? [files.get(path) ?? NOT_WRITTEN_OUT]
            : file === FILE_OF_CALLS
              ? calls.filter(isOfCall).flatMap(({ who }) => (NOT_STAFF.has(who) ? [] : [who]))
              : permissionsRequiredIn(file, entryPoint, all, new Set());
      const permissions = [...new Set(required)].sort();
      return permissions.length > 0 ? [{ path, file, entryPoint, permissions }] : [];
    }),
  );
}

/** The page of every declared act requires the permission that the declaration of its address begins with. */
export const PAGE_OF_ACTS = "app/hyperloop/acts/act.tsx";
const DECLARATIONS = /^app\/hyperloop\/\w+\/acts\.server\.ts$/;
const DECLARES_ACT = /^act(?:OnSelected)?$/;

/** Every declared act: its address and its permission. */
export function declaredActs(all: Sources): { address: string; permission: string }[] {
  const found: { address: string; permission: string }[] = [];
  for (const [path, text] of all) {
    if (!DECLARATIONS.test(path)) continue;
    walk(parse(path, text), (node) => {
      if (!ts.isPropertyAssignment(node) || !ts.isStringLiteral(node.name)) return;
      const made = node.initializer;
      if (!ts.isCallExpression(made) || !DECLARES_ACT.test(made.expression.getText())) return;
      const [right] = made.arguments;
      const permission = right && ts.isStringLiteralLike(right) ? right.text : NOT_WRITTEN_OUT;
      found.push({ address: node.name.text, permission });
    });
  }
  return found;
}

/** The file of every list requires the permission that its declaration gives the file. */
const FILES_OF_LISTS = "app/hyperloop/lists/export.tsx";

interface DeclaredList {
  /** As its loader names it. */
  variable: string;
  name: string;
  permission: string;
  ofFile: string | undefined;
}

/** Every declared list: its name, its permission, and that of its file. */
function declaredLists(all: Sources): DeclaredList[] {
  return [...all].flatMap(([path, text]) => {
    if (!/^app\/(?:domain|hyperloop)\//.test(path) || !/\blist\(/.test(text)) return [];
    const found: DeclaredList[] = [];
    walk(parse(path, text), (node) => {
      if (!ts.isVariableDeclaration(node) || !node.initializer || !ts.isCallExpression(node.initializer)) return;
      const [, declared] = node.initializer.arguments;
      if (node.initializer.expression.getText() !== "list" || !declared) return;
      const file = propertyOf(declared, "file");
      found.push({
        variable: node.name.getText(),
        name: textOf(propertyOf(declared, "name")) ?? "",
        permission: textOf(propertyOf(declared, "permission")) ?? NOT_WRITTEN_OUT,
        ofFile: file && (textOf(propertyOf(file, "permission")) ?? NOT_WRITTEN_OUT),
      });
    });
    return found;
  });
}

function propertyOf(object: ts.Node, name: string): ts.Expression | undefined {
  if (!ts.isObjectLiteralExpression(object)) return undefined;
  return object.properties.filter(ts.isPropertyAssignment).find((one) => one.name.getText() === name)?.initializer;
}

const textOf = (node: ts.Node | undefined) => (node && ts.isStringLiteralLike(node) ? node.text : undefined);

/** The file of every declared call. */
export const FILE_OF_CALLS = "app/api/call.ts";
const CALL_DECLARATIONS = /^app\/api\/[\w-]+\/[\w-]*calls\.server\.ts$/;
const NOT_STAFF: ReadonlySet<string> = new Set(["anybody", "customer"]);

interface DeclaredCall {
  method: string;
  address: string;
  /** Anybody, customers, or the staff's permission. */
  who: string;
  /** Parameters that no log records. */
  secret: string;
}

/** Every declared call; one that a function of the same file makes is as that function declares it. */
export function declaredCalls(all: Sources): DeclaredCall[] {
  const found: DeclaredCall[] = [];
  for (const [path, text] of all) {
    if (!CALL_DECLARATIONS.test(path)) continue;
    const file = parse(path, text);
    walk(file, (node) => {
      if (!ts.isPropertyAssignment(node) || !ts.isStringLiteral(node.name)) return;
      const [, method = "", address = ""] = /^([A-Z]+) (\/.*)$/.exec(node.name.text) ?? [];
      if (method === "" || !ts.isCallExpression(node.initializer)) return;
      const maker = node.initializer.expression.getText();
      const code = (maker === "call" ? node.initializer : declarationOf(file, maker))?.getText() ?? "";
      const who = /\bwho: "([^"]+)"/.exec(code)?.[1] ?? NOT_WRITTEN_OUT;
      found.push({ method, address, who, secret: /secretParams: \[([^\]]*)\]/.exec(code)?.[1] ?? "" });
    });
  }
  return found;
}

/** Which argument of a guard is the permission. */
const PERMISSION_ARGUMENT: Readonly<Record<string, number>> = {
  requireStaff: 1,
  staffLoader: 0,
  leadToPage: 0,
  staffAction: 0,
  staffFormAction: 0,
};

/** Also follows calls of functions in the same file, and of those imported from other files of the staff's. */
function permissionsRequiredIn(path: string, name: string, all: Sources, seen: Set<string>): string[] {
  const place = `${path} ${name}`;
  const text = all.get(path);
  if (text === undefined || !STAFF_CODE.test(path) || seen.has(place)) return [];
  seen.add(place);
  const file = parse(path, text);
  const body = declarationOf(file, name);
  if (!body) return [];
  const permissions: string[] = [];
  walk(body, (node) => {
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return;
    const called = node.expression.text;
    if (called === "listLoader") {
      const read = node.arguments[0]?.getText();
      permissions.push(declaredLists(all).find(({ variable }) => variable === read)?.permission ?? NOT_WRITTEN_OUT);
      return;
    }
    const place = PERMISSION_ARGUMENT[called];
    if (place !== undefined) {
      const permission = node.arguments[place];
      permissions.push(permission && ts.isStringLiteralLike(permission) ? permission.text : NOT_WRITTEN_OUT);
      return;
    }
    const from = importedFrom(file, called, path, all) ?? path;
    permissions.push(...permissionsRequiredIn(from, called, all, seen));
  });
  return permissions;
}

function declarationOf(file: ts.SourceFile, name: string): ts.Node | undefined {
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement;
    if (!ts.isVariableStatement(statement)) continue;
    const found = statement.declarationList.declarations.find((one) => one.name.getText() === name);
    if (found) return found;
  }
  return undefined;
}

function importedFrom(file: ts.SourceFile, name: string, path: string, all: Sources): string | undefined {
  const statement = file.statements.filter(ts.isImportDeclaration).find(({ importClause }) => {
    const named = importClause?.namedBindings;
    return named && ts.isNamedImports(named) && named.elements.some((one) => one.name.text === name);
  });
  return statement && importsOf(path, statement.getText(), all)[0]?.to;
}

export interface Intents {
  /** Each that the code names in a comparison or a case. */
  named: string[];
  /** Whether it does something else with the intent, such as looking it up in a table. */
  isLookedUp: boolean;
}

/** What a file does with the field `intent` of a form, also through a variable that holds it. */
export function intentsIn(path: string, text: string): Intents {
  const named: string[] = [];
  let isLookedUp = false;
  const look = (intent: ts.Node) => {
    const place = placeOf(intent);
    if (ts.isVariableDeclaration(place)) {
      const isHeld = (node: ts.Node) => ts.isIdentifier(node) && node.text === place.name.getText() && isValue(node);
      walk(scopeOf(place), (node) => isHeld(node) && look(node));
      return;
    }
    const found = namesIn(place);
    named.push(...found);
    isLookedUp ||= found.length === 0;
  };
  walk(parse(path, text), (node) => isGetIntent(node) && look(node));
  return { named: [...new Set(named)].sort(), isLookedUp };
}

/** `form.get("intent")` */
function isGetIntent(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const [field] = node.arguments;
  return (
    /^get(?:All)?$/.test(node.expression.name.text) && field !== undefined && /^["'`]intent["'`]$/.test(field.getText())
  );
}

/** Whether an identifier is a use of its value: neither its declaration nor a property name. */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  const isPart = ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent);
  return !(isPart && parent.name === node) && !(ts.isVariableDeclaration(parent) && parent.name === node);
}

function scopeOf(node: ts.Node): ts.Node {
  const { parent } = node;
  return ts.isFunctionLike(parent) || ts.isSourceFile(parent) ? parent : scopeOf(parent);
}

/** The expression around the intent, past what only converts it to text. */
function placeOf(node: ts.Node): ts.Node {
  const { parent } = node;
  const isText = ts.isCallExpression(parent) && parent.expression.getText() === "String";
  return isText || ts.isParenthesizedExpression(parent) ? placeOf(parent) : parent;
}

function namesIn(place: ts.Node): string[] {
  if (ts.isSwitchStatement(place)) {
    const cases = place.caseBlock.clauses.filter(ts.isCaseClause).map(({ expression }) => expression);
    return cases.filter(ts.isStringLiteralLike).map(({ text }) => text);
  }
  if (!ts.isBinaryExpression(place)) return [];
  return [place.left, place.right].filter(ts.isStringLiteralLike).map(({ text }) => text);
}
