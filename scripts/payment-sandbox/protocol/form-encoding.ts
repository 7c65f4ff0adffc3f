import { invalid } from "./errors";

/** A raw parameter: text, or a set of named (or numbered) parts. */
export type Parameter = string | ParameterSet;
export interface ParameterSet {
  [name: string]: Parameter;
}

const MOST_FIELDS = 1_000;
const MOST_LEVELS = 8;
const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

/**
 * Parses the provider's bracket form ("a[b][0][c]=d", "a[]=b"). Sets have no prototype, so that a parameter named like
 * "__proto__" is harmless. Refuses contradictions such as "a=1&a[b]=2".
 */
export function decodeForm(text: string): ParameterSet {
  const root: ParameterSet = Object.create(null);
  const fields = [...new URLSearchParams(text)];
  if (fields.length > MOST_FIELDS) throw invalid("Too many parameters.");
  for (const [name, value] of fields) {
    const parts = NAME.exec(name);
    if (!parts?.[1]) throw invalid(`Invalid parameter name: ${name}`);
    const inner = [...(parts[2] ?? "").matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1] ?? "");
    if (inner.length > MOST_LEVELS) throw invalid(`Invalid parameter name: ${name}`);
    put(root, [parts[1], ...inner], value, name);
  }
  return root;
}

function put(root: ParameterSet, path: readonly string[], value: string, name: string): void {
  let set = root;
  for (const [level, written] of path.entries()) {
    const key = written === "" ? String(Object.keys(set).length) : written;
    const there = set[key];
    if (level === path.length - 1) {
      if (there !== undefined && typeof there !== "string") throw invalid(`Invalid parameter name: ${name}`);
      set[key] = value;
      return;
    }
    if (there === undefined) {
      const inner: ParameterSet = Object.create(null);
      set[key] = inner;
      set = inner;
    } else if (typeof there === "string") {
      throw invalid(`Invalid parameter name: ${name}`);
    } else {
      set = there;
    }
  }
}
