import { z } from "zod";
import { listFiles } from "./source";

const forms = listFiles().filter((path) => /^app\/domain\/\w+\/[\w-]+\/forms\.ts$/.test(path));

export interface FormField {
  /** The file, the form and the field: "app/domain/backoffice/people/forms.ts emailCorrectionForm.email". */
  name: string;
  field: z.ZodType;
}

/** The fields of all forms: every exported schema, and those that an exported function makes. */
export async function fieldsOfForms(): Promise<FormField[]> {
  const found: FormField[] = [];
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

function fieldsOf(name: string, schema: z.ZodType): FormField[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([key, field]) => fieldsOf(`${name}.${key}`, field));
  }
  if (schema instanceof z.ZodPipe)
    return fieldsOf(name, schema.in as z.ZodType).some(({ name: one }) => one !== name)
      ? fieldsOf(name, schema.in as z.ZodType)
      : [{ name, field: schema }];
  if (schema instanceof z.ZodIntersection) {
    return [schema.def.left, schema.def.right].flatMap((half) => fieldsOf(name, half as z.ZodType));
  }
  if (schema instanceof z.ZodUnion || schema instanceof z.ZodDiscriminatedUnion) {
    return schema.options.flatMap((option) => fieldsOf(name, option as z.ZodType));
  }
  return [{ name, field: schema }];
}
