import { globSync, readFileSync } from "node:fs";
import ts from "typescript";

/** The exported functions of app/domain that take an owner, as "module#name". */

/** Whose something is. A staff id says who acts, and their permissions are tested as such. */
const OWNERS = new Set(["accountId", "accountIds", "ownerId", "buyerId", "personId", "guestId", "sessionId", "loopId"]);

const files = globSync("app/domain/**/*.server.ts").map((path) => {
  const text = readFileSync(path, "utf8");
  return ts.createSourceFile(path.replaceAll("\\", "/"), text, ts.ScriptTarget.Latest, true);
});

/** The fields of each declared type of an object, by the type's name. */
const fieldsOf = new Map<string, string[]>();
for (const file of files) {
  for (const node of file.statements) {
    const members = ts.isInterfaceDeclaration(node)
      ? node.members
      : ts.isTypeAliasDeclaration(node) && ts.isTypeLiteralNode(node.type)
        ? node.type.members
        : [];
    if (!ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node)) continue;
    fieldsOf.set(`${file.fileName} ${node.name.text}`, namesOf(members));
    fieldsOf.set(node.name.text, [...(fieldsOf.get(node.name.text) ?? []), ...namesOf(members)]);
  }
}

function namesOf(members: readonly ts.TypeElement[]): string[] {
  return members.flatMap(({ name }) => (name && ts.isIdentifier(name) ? [name.text] : []));
}

function namesIn({ name, type }: ts.ParameterDeclaration): string[] {
  const own = ts.isIdentifier(name) ? [name.text] : [];
  if (!type) return own;
  if (ts.isTypeLiteralNode(type)) return [...own, ...namesOf([...type.members])];
  if (!ts.isTypeReferenceNode(type)) return own;
  const declared = type.typeName.getText();
  return [...own, ...(fieldsOf.get(`${type.getSourceFile().fileName} ${declared}`) ?? fieldsOf.get(declared) ?? [])];
}

/** A function, or what a query is prepared from. */
function functionIn(node: ts.Expression | undefined): ts.ArrowFunction | undefined {
  if (!node) return undefined;
  if (ts.isArrowFunction(node)) return node;
  return ts.isCallExpression(node) ? node.arguments.find(ts.isArrowFunction) : undefined;
}

function exportedIn(file: ts.SourceFile): { name: string; parameters: readonly ts.ParameterDeclaration[] }[] {
  return file.statements.flatMap((node) => {
    const isExported =
      ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (ts.isFunctionDeclaration(node)) return [{ name: node.name?.text ?? "", parameters: node.parameters }];
    if (!ts.isVariableStatement(node)) return [];
    return node.declarationList.declarations.flatMap(({ name, initializer }) => {
      const made = functionIn(initializer);
      return made ? [{ name: name.getText(), parameters: made.parameters }] : [];
    });
  });
}

export function functionsWithAnOwner(): string[] {
  return files.flatMap((file) => {
    const module = file.fileName.replace(/^app\/domain\/|\.server\.ts$/g, "");
    const found = exportedIn(file).filter(({ parameters }) =>
      parameters.flatMap(namesIn).some((one) => OWNERS.has(one)),
    );
    return found.map(({ name }) => `${module}#${name}`);
  });
}
