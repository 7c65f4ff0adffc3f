/**
 * The JSON of a call as an object. Only a plain object is accepted, no deeper than our calls need and with unique
 * names, so that two parsers of the same text cannot read two different things.
 */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Our deepest call nests one object in another. */
const DEEPEST = 8;

/** @returns undefined for anything but such an object; an empty text is an empty object. */
export function readJsonObject(text: string): JsonObject | undefined {
  if (text.trim() === "") return {};
  if (!isShallow(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  if (!hasEachNameOnce(text)) return undefined;
  // Without a prototype, so that "__proto__" or "constructor" is an ordinary name.
  return Object.assign(Object.create(null) as object, value) as JsonObject;
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/gs;

function isShallow(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === "{" || token === "[") depth += 1;
    if (token === "}" || token === "]") depth -= 1;
    if (depth > DEEPEST) return false;
  }
  return true;
}

/** Expects text that parses: there, a string followed by a colon is a name. */
function hasEachNameOnce(text: string): boolean {
  const open: Set<string>[] = [];
  let last = "";
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === "{" || token === "[") open.push(new Set());
    if (token === "}" || token === "]") open.pop();
    if (token === ":") {
      const names = open.at(-1);
      const name = JSON.parse(last) as string;
      if (names?.has(name)) return false;
      names?.add(name);
    }
    last = token;
  }
  return true;
}
