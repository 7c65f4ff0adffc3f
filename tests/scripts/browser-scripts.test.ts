import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { browserScripts, compileScript } from "../../scripts/browser-scripts.ts";
import { importsOf, sources } from "../architecture/source";

const FOLDER = "app/browser";
const asked = [...readFileSync("app/ui/page-script.tsx", "utf8").matchAll(/"\.\.\/browser\/([\w-]+)\.ts\?url"/g)].map(
  ([, name = ""]) => name,
);

/** What Vite calls for an import, and the files that it was given for the browser. */
async function load(id: string, ssr: boolean) {
  const emitted: { fileName: string; source: string }[] = [];
  const { load } = browserScripts();
  if (typeof load !== "function") throw new Error("The plugin loads nothing.");
  const context = { emitFile: (file: (typeof emitted)[number]) => emitted.push(file) };
  const code = await load.call(context as never, id, { ssr });
  return { code, emitted };
}

describe("a script of a page", () => {
  it.each(asked)("%s is one file that asks for no other, in 6 KB", (name) => {
    const code = compileScript(`${FOLDER}/${name}.ts`);
    expect(code).not.toMatch(/\bimport\b|\brequire\(|\bexport\b/);
    expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(6 * 1024);
  });

  it("is every file of the folder, or a part of one", () => {
    const files = readdirSync(FOLDER).filter((file) => file.endsWith(".ts"));
    const parts = files.flatMap((file) => importsOf(`${FOLDER}/${file}`, sources.get(`${FOLDER}/${file}`) ?? ""));
    const known = new Set([...asked.map((name) => `${FOLDER}/${name}.ts`), ...parts.map(({ to }) => to)]);
    const readByPages = `${FOLDER}/card-settings.ts`;
    expect(files.map((file) => `${FOLDER}/${file}`).filter((path) => !known.has(path) && path !== readByPages)).toEqual(
      [],
    );
  });

  it("has a name that changes with its content alone, and is sent to browsers by their build alone", async () => {
    const folder = join(mkdtempSync(join(tmpdir(), "scripts-")), "app/browser");
    mkdirSync(folder, { recursive: true });
    const path = join(folder, "hello.ts");
    writeFileSync(path, "document.title = 'Hello';\n");
    const [first, again] = [await load(`${path}?url`, false), await load(`${path}?url`, true)];
    expect(first.code).toMatch(/^export default "\/scripts\/hello-[\w-]{8}\.js";$/);
    expect(again.code).toBe(first.code);
    expect(first.emitted.map(({ source }) => source)).toEqual([compileScript(path)]);
    expect(again.emitted).toEqual([]);
    writeFileSync(path, "document.title = 'Good morning';\n");
    expect((await load(`${path}?url`, false)).code).not.toBe(first.code);
  });

  it("is nothing else that has an address", async () => {
    expect(await load("/loop/app/ui/styles/site.css?url", false)).toEqual({ code: undefined, emitted: [] });
    expect((await load("/loop/app/browser/menu.ts", false)).code).toBeUndefined();
  });
});
