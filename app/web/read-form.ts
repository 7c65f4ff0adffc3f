import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";

/** Fields in which the form library takes orders from scripts. No page of ours gives it any, and it throws at others'. */
const ORDERS = ["__intent__", "__state__"];

/**
 * Reads a form with its schema. Values reach the schema as they were typed: an empty field is an empty text, so
 * that the schema's own sentence answers it.
 */
export function readForm<Schema extends z.ZodType>(form: FormData, schema: Schema) {
  for (const name of ORDERS) form.delete(name);
  return parseWithZod(form, { schema, disableAutoCoercion: true });
}
