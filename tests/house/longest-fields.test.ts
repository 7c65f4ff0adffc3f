import { expect, it } from "vitest";
import { z } from "zod";
import { listFiles } from "./source";

/** Longer than any field that reaches a form; see SHEET_LIMITS in app/web/limits.ts. */
const TOO_LONG = 300_000;
const HOSTILE = ["a", "1", "a ", "\n", "雨", "a\u0301", "A1-", "a@"];
/** The most that a form may keep of such a text: of a list of codes or lines that has a limit of its own. */
const MOST_KEPT = 10_000;

const forms = listFiles().filter((path) => /^app\/domain\/\w+\/forms\.ts$/.test(path));

/** The fields of all forms: every exported schema, and those that an exported function makes. */
async function fieldsOfForms(): Promise<{ name: string; field: z.ZodType }[]> {
  const found: { name: string; field: z.ZodType }[] = [];
  for (const path of forms) {
    const exported: Record<string, unknown> = await import(/* @vite-ignore */ `../../${path}`);
    for (const [name, value] of Object.entries(exported)) {
      const schema = value instanceof z.ZodType ? value : schemaFrom(value);
      if (schema) found.push(...fieldsOf(`${path} ${name}`, schema));
    }
  }
  return found;
}

function schemaFrom(value: unknown): z.ZodType | null {
  if (typeof value !== "function") return null;
  try {
    const made: unknown = value("A sentence", "A label");
    return made instanceof z.ZodType ? made : null;
  } catch (error) {
    // A rule that asks for something else is no form.
    if (error instanceof TypeError || error instanceof RangeError) return null;
    throw error;
  }
}

function fieldsOf(name: string, schema: z.ZodType): { name: string; field: z.ZodType }[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([key, field]) => fieldsOf(`${name}.${key}`, field));
  }
  if (schema instanceof z.ZodPipe)
    return fieldsOf(name, schema.in as z.ZodType).some(({ name: one }) => one !== name)
      ? fieldsOf(name, schema.in as z.ZodType)
      : [{ name, field: schema }];
  if (schema instanceof z.ZodUnion || schema instanceof z.ZodDiscriminatedUnion) {
    return schema.options.flatMap((option) => fieldsOf(name, option as z.ZodType));
  }
  return [{ name, field: schema }];
}

function keepsTooMuch(field: z.ZodType): boolean {
  return HOSTILE.some((unit) => {
    const result = field.safeParse(unit.repeat(TOO_LONG / unit.length));
    return result.success && (JSON.stringify(result.data) ?? "").length > MOST_KEPT;
  });
}

it("no field of a form takes a text of any length", async () => {
  const fields = await fieldsOfForms();
  expect(fields.length).toBeGreaterThan(100);
  expect(fields.filter(({ field }) => keepsTooMuch(field)).map(({ name }) => name)).toEqual([]);
  expect(keepsTooMuch(z.string())).toBe(true);
  expect(keepsTooMuch(z.string().trim().max(80))).toBe(false);
});
