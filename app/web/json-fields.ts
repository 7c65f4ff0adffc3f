import { z } from "zod";
import { fail } from "./json-answers";
import type { JsonObject } from "./json-text";

/**
 * Reading the fields of a call. Only those that are asked for are looked at, by name and kind; whatever else was
 * sent does not exist. What people may write is judged by the same forms as the screens'.
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
 * The wanted fields; undefined where one is left out. null stands for an empty text, and for nothing elsewhere.
 * @throws Response 422 where a field is of another kind.
 */
export function readFields<const Wanted extends Readonly<Record<string, keyof Kinds>>>(
  body: JsonObject,
  wanted: Wanted,
): Fields<Wanted> {
  const found: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(wanted)) {
    const value = body[name] === null ? (kind === "text" ? "" : undefined) : body[name];
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

/** A flag as the box of a form sends it. */
export function asBox(flag: boolean | undefined): "on" | undefined {
  return flag ? "on" : undefined;
}

/**
 * What the form makes of the fields.
 * @param nameOf the field of the call for a field of the form, where they differ
 * @throws Response 422 with the form's own sentences.
 */
export function judge<Schema extends z.ZodType>(
  schema: Schema,
  fields: Readonly<Record<string, unknown>>,
  nameOf: Readonly<Record<string, string>> = {},
): z.infer<Schema> {
  const judged = schema.safeParse(fields);
  if (judged.success) return judged.data;
  const { fieldErrors, formErrors } = z.flattenError(judged.error);
  const all = Object.entries(fieldErrors as Record<string, string[] | undefined>).map(
    ([name, sentences]) => [nameOf[name] ?? name, sentences ?? []] as const,
  );
  const error = judged.error.issues[0]?.message ?? formErrors[0];
  throw fail(422, { error, code: "invalid", fields: Object.fromEntries(all) });
}
