import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import routeTable from "./remix.config.ts";
import { browserScripts } from "./scripts/browser-scripts.ts";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Warnings that need no action: a route without a component leaves an empty chunk in the browser's build, and two
 * comments in zod's sources resemble annotations.
 */
const IGNORED_WARNINGS = new Set(["EMPTY_BUNDLE", "INVALID_ANNOTATION"]);

/** `npm run mutate -- --build` has the changes in it that its tests switch on. */
const mutation = process.env.MUTATION_BUILD
  ? [(await import("./scripts/mutation/compile-plugin.ts")).compileWithChanges()]
  : [];

export default defineConfig({
  plugins: [browserScripts(), remix(routeTable), ...mutation],
  resolve: { alias: { "~": folder("./app"), "#db": folder("./db") } },
  optimizeDeps: { exclude: ["@node-rs/argon2", "better-sqlite3", "sharp"] },
  ssr: { external: ["@node-rs/argon2", "better-sqlite3", "sharp"] },
  // public/ is served directly and cached for an hour. Copied into the build, its files would be cached for a year as
  // immutable, under names that never change.
  build: {
    sourcemap: false,
    copyPublicDir: false,
    rollupOptions: {
      onwarn(warning, warn) {
        // The browser's build is kept for its style sheets alone and never reads a text.
        if (/"node:fs".*app\/content\/files\.ts/.test(warning.message)) return;
        if (!IGNORED_WARNINGS.has(warning.code ?? "")) warn(warning);
      },
    },
  },
});
