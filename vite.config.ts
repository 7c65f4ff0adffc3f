import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import floorPlan from "./remix.config.js";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [remix(floorPlan)],
  resolve: { alias: { "~": folder("./app"), "#db": folder("./db") } },
  optimizeDeps: { exclude: ["@node-rs/argon2", "better-sqlite3", "sharp"] },
  ssr: { external: ["@node-rs/argon2", "better-sqlite3", "sharp"] },
  // public/ is served directly and cached for an hour. Copied into the build, its files would be cached for a year as
  // immutable, under names that never change.
  build: { sourcemap: false, copyPublicDir: false },
});
