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
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  if (!isShallowWithUniqueNames(text)) return undefined;
  // Without a prototype, so that "__proto__" or "constructor" is an ordinary name.
  return Object.assign(Object.create(null) as object, value) as JsonObject;
}

const STRUCTURE = /["{}[\]:]/g;

/**
 * Expects text that parses: there every string ends, and one followed by a colon is a name. Each character is read once,
 * and nothing is kept of a level that has ended.
 */
function isShallowWithUniqueNames(text: string): boolean {
  const open: (Set<string> | undefined)[] = [];
  let [began, ended] = [0, 0];
  const structure = new RegExp(STRUCTURE);
  for (let found = structure.exec(text); found; found = structure.exec(text)) {
    const [sign] = found;
    if (sign === '"') {
      began = found.index;
      ended = endOfString(text, began);
      structure.lastIndex = ended;
    } else if (sign === "{" || sign === "[") {
      if (open.length === DEEPEST) return false;
      open.push(undefined);
    } else if (sign === ":") {
      const names = open.pop() ?? new Set();
      const name = JSON.parse(text.slice(began, ended)) as string;
      if (names.has(name)) return false;
      open.push(names.add(name));
    } else open.pop();
  }
  return true;
}

/** The place behind the string that begins at a quotation mark. */
function endOfString(text: string, began: number): number {
  let at = began + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}
