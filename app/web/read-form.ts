import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";

/** A form's schema, and what it makes of a form. */
export type FormSchema = z.ZodType;
export type FormInput<Schema extends FormSchema> = z.output<Schema>;

/** Fields by which scripts control the form library. Our pages never send them, and forged values make it throw. */
const CONTROL_FIELDS = ["__intent__", "__state__"];

/**
 * Parses a form with its schema. The schema sees values as typed: an empty field is an empty text, so that the schema's
 * own error message reports it. Errors come in the order of the schema's fields, which is the order on the page.
 */
export function readForm<Schema extends FormSchema>(form: FormData, schema: Schema) {
  for (const name of CONTROL_FIELDS) form.delete(name);
  return parseWithZod(form, { schema: inOrderOfFields(schema), disableAutoCoercion: true });
}

/** zod reports what fields must be together after all errors of single fields. */
function inOrderOfFields<Schema extends FormSchema>(schema: Schema) {
  const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const place = (issue: z.core.$ZodIssue) => {
    const found = fields.indexOf(String(issue.path[0]));
    return found === -1 ? fields.length : found;
  };
  return z.unknown().transform((typed, context): z.output<Schema> => {
    const result = schema.safeParse(typed);
    if (result.success) return result.data;
    const issues = result.error.issues.toSorted((one, other) => place(one) - place(other));
    for (const { path, message } of issues) context.addIssue({ code: "custom", path, message });
    return z.NEVER;
  });
}
