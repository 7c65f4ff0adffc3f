import ts from "typescript";
import { describe, expect, it } from "vitest";
import { findFileCycles, findForbiddenImports, findModuleCycles } from "./import-rules";
import { addresses } from "./route-table";
import { lineOf, parse, planted, type Sources, sources, walk } from "./source";

const plan = { addresses: new Set(addresses.map(({ file }) => file)) };

describe("the import rules", () => {
  it("no file imports what it may not", () => {
    expect(findForbiddenImports(plan)).toEqual([]);
  });

  it("no import cycle joins two modules", () => {
    expect(findModuleCycles()).toEqual([]);
  });

  it("no two files import each other, also not for a type, and directly or through others", () => {
    expect(findFileCycles()).toEqual([]);
  });
});

describe("a planted import is seen", () => {
  it.each([
    ["a part of a page that reads the database", "app/ui/planted.tsx", `import { db } from "#db/client.server";`],
    ["a part of a page that knows a screen", "app/ui/planted.tsx", `import Begin from "~/screens/begin/begin";`],
    ["a screen that writes SQL", "app/screens/begin/planted.tsx", `import { eq } from "drizzle-orm";`],
    [
      "a screen that talks to an adapter",
      "app/screens/begin/planted.tsx",
      `import { mail } from "~/adapters/adapters.server";`,
    ],
    ["a screen that reads a table", "app/screens/begin/planted.tsx", `import { orders } from "#db/schema";`],
    ["a screen that knows another screen", "app/screens/begin/begin.tsx", `import { loader } from "./payment";`],
    [
      "a screen that knows another screen’s facts",
      "app/screens/begin/begin.tsx",
      `import type { loader } from "./payment";`,
    ],
    ["a part that runs its screen", "app/screens/begin/planted.tsx", `import { loader } from "./payment";`],
    [
      "a part that names a type of its screen",
      "app/screens/begin/planted.tsx",
      `import type { loader } from "./payment";`,
    ],
    [
      "a screen that borrows from another folder",
      "app/screens/begin/planted.tsx",
      `import { TitleFirst } from "~/screens/loop/title-first";`,
    ],
    ["an address for programs that draws a page", "app/api/planted.ts", `import { Page } from "~/ui/page";`],
    ["an address for programs that reads a table", "app/api/planted.ts", `import { emails } from "#db/schema";`],
    [
      "a script of a page that acts",
      "app/browser/planted.ts",
      `import { loopsOf } from "~/domain/diary/loops/loops.server";`,
    ],
    ["a script of a page with a package", "app/browser/planted.ts", `import { z } from "zod";`],
    ["a script of a page that draws", "app/browser/planted.ts", `import { Page } from "~/ui/page";`],
    ["a part of a page that runs a script of one", "app/ui/planted.tsx", `import { find } from "~/browser/elements";`],
    ["a rule that asks the database", "app/domain/diary/loops/planted.ts", `import { db } from "#db/client.server";`],
    [
      "a rule that leans on a function of its own module that acts",
      "app/domain/diary/loops/planted.ts",
      `import { loopsOf } from "./loops.server";`,
    ],
    [
      "a rule that reads the clock’s file",
      "app/domain/diary/loops/planted.ts",
      `import { readClock } from "~/web/clock.server";`,
    ],
    ["a rule that checks shapes outside forms.ts", "app/domain/diary/loops/planted.ts", `import { z } from "zod";`],
    ["a rule that reads files", "app/domain/diary/loops/planted.ts", `import { readFileSync } from "node:fs";`],
    [
      "a module that imports from an area above its own",
      "app/domain/diary/loops/planted.server.ts",
      `import { orderById } from "~/domain/shop/orders/orders.server";`,
    ],
    [
      "a plain file that imports from an area above its own",
      "app/domain/diary/loops/planted.ts",
      `import { CANCELLED_YEAR_DAYS } from "~/domain/shop/order-rules/cancellation";`,
    ],
    [
      "a module of an area that nobody drew",
      "app/domain/kernel/time/planted.ts",
      `import { THEMES } from "~/domain/planted/catalogue/catalogue";`,
    ],
    [
      "a day that knows what is sold",
      "app/domain/kernel/time/planted.ts",
      `import { THEMES } from "~/domain/diary/catalogue/catalogue";`,
    ],
    [
      "a limit that knows an account",
      "app/domain/kernel/limits/planted.server.ts",
      `import { accountOf } from "~/domain/people/accounts/accounts.server";`,
    ],
    [
      "a module that knows a session",
      "app/domain/diary/loops/planted.server.ts",
      `import { signedInPerson } from "~/web/sessions.server";`,
    ],
    [
      "a module that knows how mail is carried",
      "app/domain/diary/loops/planted.server.ts",
      `import { createSmtpMail } from "~/adapters/mail/smtp.server";`,
    ],
    [
      "the web’s machinery that knows orders",
      "app/web/planted.server.ts",
      `import { orderOf } from "~/domain/shop/orders/orders.server";`,
    ],
    [
      "an adapter that knows us",
      "app/adapters/mail/planted.ts",
      `import { emails } from "~/domain/shop/orders/order-emails";`,
    ],
    [
      "an adapter that reads settings itself",
      "app/adapters/mail/planted.server.ts",
      `import { settings } from "../settings.server";`,
    ],
    [
      "a table that knows a rule",
      "db/schema/planted.ts",
      `import { THEMES } from "~/domain/diary/catalogue/catalogue";`,
    ],
    ["a job that writes SQL", "app/jobs/planted.ts", `import { db } from "#db/client.server";`],
    [
      "the product that knows its sandbox",
      "app/domain/shop/orders/planted.server.ts",
      `import { cards } from "../../../scripts/payment-sandbox/cards";`,
    ],
    [
      "the sandbox that knows the product",
      "scripts/payment-sandbox/planted.ts",
      `import { settings } from "~/adapters/settings.server";`,
    ],
    ["an import made while running", "app/ui/planted.tsx", `const client = await import("#db/client.server");`],
    ["a re-export", "app/ui/planted.tsx", `export { db } from "#db/client.server";`],
    ["a folder nobody planned", "app/planted/manager.ts", `export const nothing = 0;`],
  ])("%s", (_, path, text) => {
    expect(findForbiddenImports(plan, planted({ [path]: text })).join("\n")).toContain(path);
  });

  it("what is allowed is not taken for a violation", () => {
    const allowed = planted({
      "app/ui/planted.tsx": `import type { Loop } from "~/domain/diary/loops/loops.server"; import { londonDay } from "~/domain/kernel/time/days";`,
      "app/screens/begin/planted.tsx": `import type { PaymentData } from "./payment-data.server"; import { Frame } from "~/screens/frame";`,
      "app/domain/diary/loops/planted.ts": `import { CODE_TRIES } from "~/domain/people/accounts/codes";`,
    });
    expect(findForbiddenImports(plan, allowed).filter((sentence) => sentence.includes("planted"))).toEqual([]);
  });

  it("two modules that need each other", () => {
    const all = planted({
      "app/domain/shop/discounts/planted.ts": `import { pricing } from "../orders/planted";`,
      "app/domain/shop/orders/planted.ts": `import { rules } from "../discounts/planted";`,
    });
    expect(findModuleCycles(all).join("\n")).toContain("app/domain/shop/discounts");
    expect(findFileCycles(all).join("\n")).toContain("app/domain/shop/discounts/planted.ts");
  });

  it.each([
    ["two files of a module that run each other", `import { b } from "./planted-b";`],
    ["a file that names a type of one that runs it", `import type { B } from "./planted-b";`],
    ["a file that names one type among others", `import { type B } from "./planted-b";`],
    ["a file that passes a type on", `export type { B } from "./planted-b";`],
  ])("%s", (_, text) => {
    const all = planted({
      "app/ui/planted-a.tsx": text,
      "app/ui/planted-b.tsx": `import { c } from "./planted-c";`,
      "app/ui/planted-c.tsx": `import { a } from "./planted-a";`,
    });
    const [a, b, c] = ["a", "b", "c"].map((name) => `app/ui/planted-${name}.tsx`);
    expect(findFileCycles(all)).toEqual([[a, b, c, a].join(" → ")]);
  });

  it("two modules that act through each other", () => {
    const all = planted({
      "app/domain/shop/discounts/planted.server.ts": `import { place } from "../orders/planted.server";`,
      "app/domain/shop/orders/planted.server.ts": `import { reserve } from "../discounts/planted.server";`,
    });
    expect(findModuleCycles(all).join("\n")).toContain("app/domain/shop/discounts");
  });
});

/** The settings, and the days that rules and texts are made from as they are loaded. */
const READERS = new Set(["app/adapters/settings.server.ts", "app/domain/kernel/time/agreed-days.ts"]);

/** Places outside the settings that read the environment. */
function findEnvironmentReaders(all: Sources): string[] {
  return [...all].flatMap(([path, text]) => {
    if (!/^(?:app|db)\//.test(path) || READERS.has(path)) return [];
    const found: string[] = [];
    walk(parse(path, text), (node) => {
      if (readsEnvironment(node)) found.push(`${path}:${lineOf(node)}`);
    });
    return found;
  });
}

function readsEnvironment(node: ts.Node): boolean {
  if (ts.isStringLiteral(node)) return /^(?:node:)?process$/.test(node.text);
  if (!ts.isIdentifier(node) || node.text !== "process") return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name.text === "env";
  // Destructured, it can no longer be followed.
  return ts.isVariableDeclaration(parent) && parent.initializer === node;
}

describe("the environment", () => {
  it("is read in the settings alone", () => {
    expect(findEnvironmentReaders(sources)).toEqual([]);
  });

  it.each([
    ["by its name", "const port = process.env.PORT;"],
    ["taken apart", "const { env } = process;"],
    ["as a module", `import { env } from "node:process";`],
  ])("a planted reader is seen: %s", (_, text) => {
    expect(findEnvironmentReaders(new Map([["app/web/planted.ts", text]]))).toEqual(["app/web/planted.ts:1"]);
  });
});
