import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import floorPlan from "./remix.config.js";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  // public/ is served by the web process itself with short caching; copied into the build it would be
  // marked immutable for a year under names that never change.
  publicDir: process.argv.includes("build") ? false : "public",
  plugins: [remix(floorPlan)],
  resolve: { alias: { "~": folder("./app"), "#db": folder("./db") } },
  optimizeDeps: { exclude: ["@node-rs/argon2", "better-sqlite3", "sharp"] },
  ssr: { external: ["@node-rs/argon2", "better-sqlite3", "sharp"] },
  build: { sourcemap: false },
});
