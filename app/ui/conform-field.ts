import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import type { Problem } from "./error-summary";

/** conform's field as the plain props a text field takes: `<TextField {...fieldOf(fields.email)} label="Email" />`. */
export function fieldOf<Schema>(meta: FieldMetadata<Schema>) {
  return {
    name: String(meta.name),
    id: meta.id,
    defaultValue: meta.initialValue as string | undefined,
    errors: meta.errors,
  };
}

/** The same for a single checkbox, which keeps whether it was ticked. */
export function checkboxOf<Schema>(meta: FieldMetadata<Schema>) {
  return {
    name: String(meta.name),
    id: meta.id,
    defaultChecked: meta.initialValue === "on",
    errors: meta.errors,
  };
}

/** The same for a password or a file, which are never printed back. */
export function secretOf<Schema>(meta: FieldMetadata<Schema>) {
  return { name: String(meta.name), id: meta.id, errors: meta.errors };
}

/** The first message of every wrong field, then the form's own, for `<ErrorSummary problems={problemsOf(form)} />`. */
export function problemsOf(form: Pick<FormMetadata, "id" | "allErrors">): readonly Problem[] {
  return Object.entries(form.allErrors)
    .flatMap(([name, messages]): Problem[] => {
      const message = messages[0];
      if (!message) return [];
      return [name === "" ? { message } : { message, field: `${form.id}-${name}` }];
    })
    .sort((one, other) => Number(one.field === undefined) - Number(other.field === undefined));
}
