import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";

/**
 * Reads a form with its schema. Values reach the schema as they were typed: an empty field is an empty text, so
 * that the schema's own sentence answers it.
 */
export function readForm<Schema extends z.ZodType>(form: FormData, schema: Schema) {
  return parseWithZod(form, { schema, disableAutoCoercion: true });
}
