import { z } from "zod";
import { fail, failField } from "./json-responses";
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

/** How each is checked, with what a field of another kind must be. */
const CHECKS: { readonly [Kind in keyof Kinds]: z.ZodType<Kinds[Kind]> } = {
  text: z.string("a text"),
  flag: z.boolean("true or false"),
  number: z.number("a number"),
  object: z.record(z.string(), z.unknown(), "an object"),
};

/** The fields that a call takes, by name and type. */
export type Wanted = Readonly<Record<string, keyof Kinds>>;

/** Several fields of one type. */
export function all<const Names extends readonly string[], Kind extends keyof Kinds>(kind: Kind, ...names: Names) {
  return Object.fromEntries(names.map((name) => [name, kind])) as Record<Names[number], Kind>;
}

export type Fields<Of extends Wanted> = { [Name in keyof Of]: Kinds[Of[Name]] | undefined };

/**
 * The wanted fields; undefined when left out. null means an empty text. null and an empty text mean a
 * missing value for other types.
 * @throws Response 422 when a field has the wrong type.
 */
export function readFields<const Of extends Wanted>(body: JsonObject, wanted: Of): Fields<Of> {
  const found: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(wanted)) {
    const isNone = body[name] === null || (body[name] === "" && kind !== "text");
    const value = isNone ? (kind === "text" ? "" : undefined) : body[name];
    const refused = value === undefined ? undefined : CHECKS[kind].safeParse(value).error;
    if (refused) throw failField(name, `${name} must be ${refused.issues[0]?.message}`);
    found[name] = value;
  }
  return found as Fields<Of>;
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
