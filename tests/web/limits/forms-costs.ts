import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { FORM_LIMITS } from "~/web/limits";
import { readForm } from "~/web/read-form";
import { root } from "../../../scripts/steps.ts";
import { type CostRow, costRow } from "./cost-row";
import { HOSTILE_TEXTS } from "./hostile-text";

/**
 * A row for each schema of each `forms.ts` of the business, for each of its fields and each shape of text. A field that
 * several forms have is measured in the first of them.
 */
export async function formRows(): Promise<CostRow[]> {
  const domain = join(root, "app", "domain");
  const files = readdirSync(domain, { recursive: true, encoding: "utf8" }).filter((name) =>
    /(?:^|\/)forms\.ts$/.test(name),
  );
  const rows: CostRow[] = [];
  const measured = new Set<unknown>();
  for (const file of files.toSorted()) {
    const exported = (await import(pathToFileURL(join(domain, file)).href)) as Record<string, unknown>;
    for (const [name, schema] of Object.entries(exported)) {
      if (schema instanceof z.ZodType)
        rows.push(...rowsOf(`forms of ${file.replace("/forms.ts", "")}: ${name}`, schema, measured));
    }
  }
  return rows;
}

function rowsOf(name: string, schema: z.ZodType, measured: Set<unknown>): CostRow[] {
  const fields = schema instanceof z.ZodObject ? newFieldsOf(schema, measured) : [null];
  const rows = fields.flatMap((field) =>
    Object.entries(HOSTILE_TEXTS).map(([shape, text]) =>
      costRow({
        name: `${name}, ${field ? `${field}, ` : ""}${shape}`,
        limit: FORM_LIMITS.fieldBytes,
        make: (size) => (field ? { [field]: inBytes(text, size) } : inBytes(text, size)),
        run: (input) => schema.safeParse(input),
      }),
    ),
  );
  return schema instanceof z.ZodObject ? [...rows, ...hostileNames(name, schema)] : rows;
}

/** The fields whose schemas no form before had. */
function newFieldsOf({ shape }: z.ZodObject, measured: Set<unknown>): string[] {
  return Object.entries(shape).flatMap(([field, schema]) => {
    if (measured.has(schema)) return [];
    measured.add(schema);
    return [field];
  });
}

/** The shape in a length of bytes, as it is sent. */
export function inBytes(text: (length: number) => string, bytes: number): string {
  const sample = text(300);
  return text(Math.ceil((bytes * sample.length) / Buffer.byteLength(sample)));
}

/** Names of fields that a library reads as objects and lists, as many as a form may have. */
const HOSTILE_NAMES: Readonly<Record<string, (number: number) => string>> = {
  "many fields": (number) => `field${number}`,
  "one field many times": () => "field",
  "fields in lists": (number) => `field[${number}]`,
  "fields in fields": (number) => `a[${number % 10}]${".b".repeat(80)}`,
  "lists in lists": () => `a${"[0]".repeat(60)}`,
  "high places in lists": (number) => `field[999][${number}]`,
};

function hostileNames(name: string, schema: z.ZodType): CostRow[] {
  return Object.entries(HOSTILE_NAMES).map(([shape, nameOf]) =>
    costRow({
      name: `${name}, ${shape}`,
      limit: FORM_LIMITS.parts,
      make(size) {
        const form = new FormData();
        for (let number = 0; number < size; number += 1) form.append(nameOf(number), "x".repeat(100));
        return form;
      },
      run: (form) => readForm(form, schema),
    }),
  );
}
