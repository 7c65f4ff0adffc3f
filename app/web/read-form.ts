import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";

/** A form's schema, and what it makes of a form. */
export type FormSchema = z.ZodType;
export type FormInput<Schema extends FormSchema> = z.output<Schema>;

/** Fields by which scripts control the form library. Our pages never send them, and forged values make it throw. */
const CONTROL_FIELDS = ["__intent__", "__state__"];

/**
 * Parses a form with its schema. The schema sees values as typed: an empty field is an empty text, so that the schema's
 * own sentence answers it.
 */
export function readForm<Schema extends FormSchema>(form: FormData, schema: Schema) {
  for (const name of CONTROL_FIELDS) form.delete(name);
  return parseWithZod(form, { schema, disableAutoCoercion: true });
}
