import type { About } from "~/domain/diary/loops/forms";
import { type ConformField, fieldOf } from "~/ui/conform-field";
import { TextArea, TextField } from "~/ui/field";

/** Whom a book is for, its occasion and its dedication; all of it can stay empty. */
export function AboutFields({ fields }: { readonly fields: Readonly<Record<keyof About, ConformField>> }) {
  return (
    <>
      <TextField
        {...fieldOf(fields.recipientName)}
        label="Who is it about, or for?"
        optional
        hint="First names are fine."
        autoComplete="off"
      />
      <TextField
        {...fieldOf(fields.occasion)}
        label="The occasion"
        optional
        hint="Shown beside your year, for example: Our golden wedding."
        autoComplete="off"
      />
      <TextArea
        {...fieldOf(fields.dedication)}
        label="Dedication"
        optional
        rows={2}
        hint="Printed on its own page at the front. Leave blank if you don’t want one."
      />
    </>
  );
}
