import type { Plugin } from "vite";
import { root } from "../steps.ts";
import { compileChanges } from "./changes.ts";

const CHANGED = /\/app\/(?:domain|web)\/.*\.tsx?$/;

/** Compiles every file of what decides with its changes, for tests and for a build that tests ask. */
export function compileWithChanges(): Plugin {
  return {
    name: "changes",
    enforce: "pre",
    transform(code, id) {
      const [path = ""] = id.split("?");
      if (!CHANGED.test(path)) return;
      return { code: compileChanges(path.slice(root.length), code).text, map: null };
    },
  };
}
