import ts from "typescript";
import { describe, expect, it } from "vitest";
import { addresses } from "./route-table";
import { parse, sources, walk } from "./source";

/**
 * A parent's guard does not protect its children, so every loader and action checks for itself who asks, or says in its
 * comment that it is public.
 */
const GUARDS =
  /^(?:requireCustomer|requireStaff|requireApiClient|sessionUserOf|apiClientOf|buyerOf|requireBuyer|requireBeginner|requireBuyingClient)$/;

/** The makers of a staff page's loader or action require its permission before they call what they are given. */
const STAFF_GUARDS = /^(?:requireStaff|staffLoader|listLoader|leadToPage|staffAction|staffFormAction)$/;

function findUnguarded(path: string, text: string): string[] {
  return entryPointsIn(parse(path, text))
    .filter(({ body, words }) => !asksWhoIsThere(body, path) && !/^Public\b/.test(words))
    .map(({ name }) => `${path}: ${name}`);
}

interface EntryPointCode {
  name: string;
  body: ts.Node;
  /** The comment of the function. */
  words: string;
}

function entryPointsIn(file: ts.SourceFile): EntryPointCode[] {
  return file.statements.flatMap((statement) => {
    const isExported = /^export\b/.test(statement.getText());
    if (!isExported) return [];
    if (ts.isFunctionDeclaration(statement)) return asEntryPoint(statement.name?.text, statement, statement);
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.flatMap((one) => asEntryPoint(one.name.getText(), one, statement));
    }
    return [];
  });
}

function asEntryPoint(name: string | undefined, body: ts.Node, commented: ts.Node): EntryPointCode[] {
  if (name !== "loader" && name !== "action") return [];
  const comments = ts.getJSDocCommentsAndTags(commented).filter(ts.isJSDoc);
  const words = ts.getTextOfJSDocComment(comments.at(-1)?.comment) ?? "";
  return [{ name, body, words }];
}

function asksWhoIsThere(body: ts.Node, path: string): boolean {
  const wanted = path.startsWith("app/hyperloop/") ? STAFF_GUARDS : GUARDS;
  let asks = false;
  walk(body, (node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) asks ||= wanted.test(node.expression.text);
  });
  return asks;
}

describe("every loader and action", () => {
  const entryPoints = ["app/root.tsx", ...addresses.map(({ file }) => file)];

  it.each(entryPoints.filter((path) => sources.has(path)))(
    "%s asks who is there, or says that it is public",
    (path) => {
      expect(findUnguarded(path, sources.get(path) ?? "")).toEqual([]);
    },
  );

  it.each([
    ["a loader", "app/screens/loop/planted.tsx", "export async function loader() { return ordersOf(); }"],
    ["an action", "app/screens/loop/planted.tsx", "export const action = async () => cancelVoucher();"],
    ["a comment that does not say so", "app/api/planted.ts", "/** Gives the photo. */\nexport function loader() {}"],
    [
      "a staff page that only knows the customer",
      "app/hyperloop/planted.tsx",
      "export async function loader({ request }) { await requireCustomer(request); }",
    ],
    [
      "a staff page whose loader is made by something else",
      "app/hyperloop/planted.tsx",
      'export const loader = customerLoader("orders.read", () => ({}));',
    ],
  ])("one without a guard is seen: %s", (_, path, text) => {
    expect(findUnguarded(path, text)).toHaveLength(1);
  });

  it.each([
    "export async function loader({ request }) { const person = await sessionUserOf(request); }",
    'export async function action({ request }) { const { id } = await requireCustomer(request, "book"); }',
    "/** Public. */\nexport const loader = () => null;",
    "/** Public: known and unknown addresses get the same answer. */\nexport async function action() {}",
  ])("one with a guard is left alone: %s", (text) => {
    expect(findUnguarded("app/screens/loop/planted.tsx", text)).toEqual([]);
  });
});

/** Forms that could post without the visitor's token. */
function findBareForms(path: string, text: string): string[] {
  const found: string[] = [];
  walk(parse(path, text), (node) => {
    if (!ts.isJsxOpeningElement(node) && !ts.isJsxSelfClosingElement(node)) return;
    if (!/^(?:form|Form)$/.test(node.tagName.getText())) return;
    const method = node.attributes.properties.find((one) => one.name?.getText() === "method")?.getText() ?? "";
    if (/post|\{/i.test(method)) found.push(path);
  });
  return found;
}

describe("every form that changes something", () => {
  it("carries the visitor's token, because only one component posts", () => {
    const pages = [...sources].filter(([path]) => path.startsWith("app/") && path !== "app/ui/post-form.tsx");
    expect(pages.flatMap(([path, text]) => findBareForms(path, text))).toEqual([]);
  });

  it("a bare one is seen", () => {
    expect(findBareForms("app/ui/planted.tsx", `const Planted = () => <form method="post" />;`)).toHaveLength(1);
    expect(findBareForms("app/ui/planted.tsx", `const Planted = () => <Form method={how}><p /></Form>;`)).toHaveLength(
      1,
    );
    expect(findBareForms("app/ui/planted.tsx", `const Planted = () => <form method="get" />;`)).toEqual([]);
  });
});
