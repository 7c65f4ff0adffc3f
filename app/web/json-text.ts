/**
 * The text of a call as an object. Only a plain object is one, nested as little as our calls are and with every
 * name once, so that no two readers of the same text can read two different things.
 */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Our deepest call holds one object in another. */
const DEEPEST = 8;

/** @returns undefined where the text is no such object. An empty text is an empty object. */
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
  // Without a prototype, so that "__proto__" or "constructor" is a name like any other.
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

/** Asked only of text that parses: there, a string is a name where a colon follows it. */
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
