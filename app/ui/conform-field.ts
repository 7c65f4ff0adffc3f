import type { FormMetadata } from "@conform-to/react";
import type { Problem } from "./error-summary";

/** What is read of conform's field, whatever its schema. */
export interface ConformField {
  readonly name: unknown;
  readonly id: string;
  readonly initialValue?: unknown;
  readonly errors?: string[] | undefined;
}

/** conform's field as a text field's props: `<TextField {...fieldOf(fields.email)} label="Email" />`. */
export function fieldOf(meta: ConformField) {
  const initial = meta.initialValue;
  return {
    name: String(meta.name),
    id: meta.id,
    defaultValue: typeof initial === "string" ? initial : undefined,
    errors: meta.errors,
  };
}

/** The same for a single checkbox, which keeps its checked state. */
export function checkboxOf(meta: ConformField) {
  return {
    name: String(meta.name),
    id: meta.id,
    defaultChecked: meta.initialValue === "on",
    errors: meta.errors,
  };
}

/** The same for a password or a file, which are never printed back. */
export function secretOf(meta: ConformField) {
  return { name: String(meta.name), id: meta.id, errors: meta.errors };
}

/**
 * The first message of every invalid field, then the form's own, for `<ErrorSummary problems={problemsOf(form)} />`.
 * Two fields with the same message are listed once, with the link to the first.
 */
export function problemsOf(form: Pick<FormMetadata, "id" | "allErrors">): readonly Problem[] {
  const problems = new Map<string, Problem>();
  const fieldsFirst = Object.entries(form.allErrors).sort(([one], [other]) => Number(!one) - Number(!other));
  for (const [name, [message]] of fieldsFirst) {
    if (!message || problems.has(message)) continue;
    problems.set(message, name === "" ? { message } : { message, field: `${form.id}-${name}` });
  }
  return [...problems.values()];
}
