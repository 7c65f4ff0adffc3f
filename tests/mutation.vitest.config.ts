import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { compileWithChanges } from "../scripts/mutation/compile-plugin.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
/** The tests ask the build, which `npm run mutate -- --build` has made with the changes in it. */
const asksTheBuild = process.env.MUTATION_BUILD !== undefined;

/** What `npm run mutate` runs. */
export default defineConfig({
  root,
  resolve: { alias: { "~": `${root}app`, "#db": `${root}db` } },
  esbuild: { jsx: "automatic" },
  plugins: [compileWithChanges()],
  test: {
    pool: "forks",
    // A process keeps every copy of the build that was opened in it.
    isolate: asksTheBuild,
    maxWorkers: Number(process.env.MUTATION_WORKERS ?? 2),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    include: ["tests/**/*.test.{ts,tsx}"],
    globalSetup: ["tests/support/prepare-world.ts"],
    setupFiles: ["tests/support/own-data-folder.ts"],
    runner: "scripts/mutation/runner.ts",
    ...(asksTheBuild && { env: { NODE_ENV: "production" }, server: { deps: { external: [/\/build\/server\//] } } }),
  },
});
