import { readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { lineOf, listFiles, parse, walk } from "./source";

/** An error that is caught without a name cannot be told from others. */
function findSwallowed(path: string, text: string): string[] {
  const source = parse(path, text);
  const found: string[] = [];
  walk(source, (node) => {
    const isBare = ts.isCatchClause(node) && !node.variableDeclaration;
    if (isBare) found.push(`${path}:${lineOf(node)}`);
  });
  return found;
}

describe("an error that is caught", () => {
  const files = listFiles().filter((path) => /^(?:app|db|scripts)\/.*\.(?:[cm]?js|tsx?)$/.test(path));

  it("has a name everywhere, so that what was not expected goes on", () => {
    expect(files.length).toBeGreaterThan(500);
    expect(files.flatMap((path) => findSwallowed(path, readFileSync(path, "utf8")))).toEqual([]);
  });

  it("is seen where it has none", () => {
    const planted =
      "export function read() {\n  try {\n    return 1;\n  } catch {\n    return null;\n  }\n}\n";
    expect(findSwallowed("app/domain/planted.ts", planted)).toEqual(["app/domain/planted.ts:4"]);
    expect(findSwallowed("app/domain/planted.ts", planted.replace("catch {", "catch (error) {"))).toEqual([]);
  });
});
