import { z } from "zod";
import { fail } from "./json-responses";
import type { JsonObject } from "./json-text";

/**
 * Reads the fields of a call, by name and type; unknown fields are ignored. What people write is validated by the same
 * forms as on the screens.
 */

interface Kinds {
  text: string;
  flag: boolean;
  number: number;
  object: JsonObject;
}

const WORDS: Readonly<Record<keyof Kinds, string>> = {
  text: "a text",
  flag: "true or false",
  number: "a number",
  object: "an object",
};

type Fields<Wanted extends Readonly<Record<string, keyof Kinds>>> = {
  [Name in keyof Wanted]: Kinds[Wanted[Name]] | undefined;
};

/**
 * The wanted fields; undefined when left out. null means an empty text. null and an empty text mean a
 * missing value for other types.
 * @throws Response 422 when a field has the wrong type.
 */
export function readFields<const Wanted extends Readonly<Record<string, keyof Kinds>>>(
  body: JsonObject,
  wanted: Wanted,
): Fields<Wanted> {
  const found: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(wanted)) {
    const isNone = body[name] === null || (body[name] === "" && kind !== "text");
    const value = isNone ? (kind === "text" ? "" : undefined) : body[name];
    if (value !== undefined && !isOfKind(value, kind)) throw failKind(name, kind);
    found[name] = value;
  }
  return found as Fields<Wanted>;
}

function isOfKind(value: unknown, kind: keyof Kinds): boolean {
  switch (kind) {
    case "text":
      return typeof value === "string";
    case "flag":
      return typeof value === "boolean";
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
  }
}

function failKind(name: string, kind: keyof Kinds): Response {
  const sentence = `${name} must be ${WORDS[kind]}`;
  return fail(422, { error: sentence, code: "invalid", fields: { [name]: [sentence] } });
}

/** A flag as a form's checkbox sends it. */
export function asBox(flag: boolean | undefined): "on" | undefined {
  return flag ? "on" : undefined;
}

/**
 * Validates the fields with the form's schema.
 * @param nameOf the call's name of a form field, where they differ
 * @throws Response 422 with the form's own error messages.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  fields: Readonly<Record<string, unknown>>,
  nameOf: Readonly<Record<string, string>> = {},
): z.infer<Schema> {
  const validated = schema.safeParse(fields);
  if (validated.success) return validated.data;
  const { fieldErrors, formErrors } = z.flattenError(validated.error);
  const all = new Map<string, string[]>();
  for (const [name, sentences] of Object.entries(fieldErrors as Record<string, string[] | undefined>)) {
    const sentAs = nameOf[name] ?? name;
    all.set(sentAs, [...(all.get(sentAs) ?? []), ...(sentences ?? [])]);
  }
  const error = validated.error.issues[0]?.message ?? formErrors[0];
  throw fail(422, { error, code: "invalid", fields: Object.fromEntries(all) });
}
