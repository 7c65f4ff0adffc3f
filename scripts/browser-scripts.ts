import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { basename } from "node:path";
import type { Plugin } from "vite";

/**
 * Compiles the scripts of pages (app/browser) each into one file, with what it imports. Where the app imports the address
 * of one (`"../browser/menu.ts?url"`), the build gets the address of the compiled file, whose name holds a hash of its
 * content. Under `npm run dev` the address is that of the source, which Vite compiles when a page asks for it.
 */

// Vite's own esbuild, so that one version builds everything.
const { resolve } = createRequire(import.meta.url);
const esbuild: typeof import("esbuild") = createRequire(resolve("vite"))("esbuild");

/** A script as browsers get it: those since 2021, which know `??=`, and none older. */
export function compileScript(path: string): string {
  const { outputFiles } = esbuild.buildSync({
    entryPoints: [path],
    write: false,
    bundle: true,
    minify: true,
    // Also where a script is no module, nothing of it is seen by another.
    format: "iife",
    target: "es2021",
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
  });
  return outputFiles[0]?.text ?? "";
}

const SCRIPT_ADDRESS = /^(.*\/app\/browser\/[\w-]+\.ts)\?url$/;

export function browserScripts(): Plugin {
  return {
    name: "browser-scripts",
    enforce: "pre",
    apply: "build",
    load(id, options) {
      const path = SCRIPT_ADDRESS.exec(id)?.[1];
      if (!path) return undefined;
      const source = compileScript(path);
      const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
      const fileName = `scripts/${basename(path, ".ts")}-${hash}.js`;
      if (!options?.ssr) this.emitFile({ type: "asset", fileName, source });
      return `export default "/${fileName}";`;
    },
  };
}
