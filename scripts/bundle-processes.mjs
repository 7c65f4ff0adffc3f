import { join } from "node:path";
import { build } from "vite";
import { root } from "./steps.mjs";

/**
 * Bundles the presses, the programs that set and bind what is printed. One is started for every book and every paper,
 * and from one file it starts in a fifth of the time, and with half the memory, that it takes from its sources.
 */

const domain = join(root, "app", "domain");
const PRESSES = {
  "press.server": join(domain, "books", "press.server.ts"),
  "bindery.server": join(domain, "books", "bindery.server.ts"),
  "paper-press.server": join(domain, "papers", "paper-press.server.ts"),
};

await build({
  root,
  configFile: false,
  logLevel: "warn",
  resolve: { alias: { "~": join(root, "app"), "#db": join(root, "db") } },
  // What is compiled for the machine stays a package; it is found from build/ as from the sources.
  ssr: { noExternal: true, external: ["@myriaddreamin/typst-ts-node-compiler"] },
  publicDir: false,
  build: {
    ssr: true,
    target: "node20",
    outDir: join(root, "build", "press"),
    emptyOutDir: true,
    rollupOptions: { input: PRESSES, output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" } },
  },
});
