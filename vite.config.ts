import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import floorPlan from "./remix.config.js";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Warnings that say nothing of ours: a route that only programs call leaves nothing for the browser, and some of zod's
 * comments speak of annotations that they are not.
 */
const UNTOLD = new Set(["EMPTY_BUNDLE", "INVALID_ANNOTATION"]);

export default defineConfig({
  plugins: [remix(floorPlan)],
  resolve: { alias: { "~": folder("./app"), "#db": folder("./db") } },
  optimizeDeps: { exclude: ["@node-rs/argon2", "better-sqlite3", "sharp"] },
  ssr: { external: ["@node-rs/argon2", "better-sqlite3", "sharp"] },
  // public/ is served from where it is, to be kept for an hour. Copied into the build, its files would be kept for a
  // year as immutable, under names that never change.
  build: {
    sourcemap: false,
    copyPublicDir: false,
    rollupOptions: { onwarn: (warning, warn) => (UNTOLD.has(warning.code ?? "") ? undefined : warn(warning)) },
  },
});
