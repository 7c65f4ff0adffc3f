import { readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { root } from "./steps.ts";

/**
 * Bundles what production and the commands run, each with its packages: hundreds of files are read and compiled as a
 * few. The arguments are `server`, which is made from Remix's build, or `processes`, from the sources; and the folder.
 */

// Vite's own esbuild, so that one version builds everything.
const esbuild: typeof import("esbuild") = createRequire(import.meta.resolve("vite"))("esbuild");

const BUNDLES = {
  server: { index: "build/server/unbundled.js" },
  processes: {
    start: "scripts/start.ts",
    serve: "scripts/serve.ts",
    "reading-front": "scripts/reading/front-process.ts",
    helping: "scripts/helping/helping-process.ts",
    worker: "scripts/worker.ts",
    "prepare-database": "scripts/prepare-database.ts",
    doctor: "scripts/doctor.ts",
    staff: "scripts/staff.ts",
    machines: "scripts/machines.ts",
    reseal: "scripts/reseal.ts",
    backup: "scripts/backups/backup.ts",
    restore: "scripts/backups/restore.ts",
    drill: "scripts/backups/drill.ts",
    "take-over": "scripts/backups/take-over.ts",
    missed: "scripts/backups/missed.ts",
    "keep-ownership": "scripts/backups/keep-ownership.ts",
    "raise-process-alarm": "scripts/raise-process-alarm.ts",
    "tell-refused-start": "scripts/tell-refused-start.ts",
    "payment-sandbox": "scripts/payment-sandbox/main.ts",
    "printer-sandbox": "scripts/printer-sandbox/main.ts",
    "database-process.server": "app/domain/system/backups/database-process.server.ts",
    "heic-process.server": "app/domain/diary/photos/heic-process.server.ts",
    "photo-process.server": "app/domain/diary/photos/photo-process.server.ts",
    "document-process.server": "app/domain/operations/documents/document-process.server.ts",
    "pdf-worker.server": "app/domain/book/assembly/pdf-worker.server.ts",
    "progress-picture-process.server": "app/domain/diary/loops/progress-picture-process.server.ts",
    "render-process.server": "app/domain/book/books/render-process.server.ts",
  },
};

/** Every file of texts, parsed here so that no process does it again; `app/content/files.ts` reads what this defines. */
function contentAsJson(): string {
  const folder = join(root, "app", "content");
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".yaml"));
  const files = paths.map((path) => {
    const document = parseDocument(readFileSync(join(folder, path), "utf8"));
    for (const { message } of document.errors) throw new Error(`app/content/${path}: ${message}`);
    return [path.replaceAll("\\", "/"), document.toJS()];
  });
  return JSON.stringify(Object.fromEntries(files));
}

const [what, outdir = ""] = process.argv.slice(2);
if (what !== "server" && what !== "processes") throw new Error("The first argument is server or processes.");
await esbuild.build({
  absWorkingDir: root,
  entryPoints: BUNDLES[what],
  outdir,
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node22",
  mainFields: ["module", "main"],
  define: { "process.env.NODE_ENV": '"production"', BUILT_CONTENT: JSON.stringify(contentAsJson()) },
  // Native code, and what remix-serve also loads: a second copy would cost time and gain nothing.
  external: [
    "#server-build",
    "@myriaddreamin/typst-ts-node-compiler",
    "@node-rs/argon2",
    "@remix-run/node",
    "better-sqlite3",
    "libheif-js",
    "sharp",
  ],
  // CommonJS packages ask for Node's own modules by `require`.
  banner: {
    js: `import { createRequire as requireOf } from "node:module";\nconst require = requireOf(import.meta.url);`,
  },
  logLevel: "warning",
});

// No page hydrates: of what Remix builds for browsers only the style sheets are sent. Its scripts would show everybody
// the pages of the back office. Those of our own lie in a folder beside them.
if (what === "server") {
  const forBrowsers = join(root, "build", "client", "assets");
  for (const name of readdirSync(forBrowsers, { recursive: true, encoding: "utf8" }))
    if (name.endsWith(".js")) rmSync(join(forBrowsers, name));
}
