import { TextArea, TextField } from "~/ui/field";

export interface AboutFieldsProps {
  readonly shown: { readonly recipientName: string; readonly occasion: string; readonly dedication: string };
  readonly errors: Readonly<Record<string, string | undefined>>;
}

/** Whom a book is for, its occasion and its dedication; all of it can stay empty. */
export function AboutFields({ shown, errors }: AboutFieldsProps) {
  return (
    <>
      <TextField
        label="Who is it about, or for?"
        name="recipientName"
        optional
        hint="First names are fine."
        defaultValue={shown.recipientName}
        error={errors.recipientName}
        autoComplete="off"
      />
      <TextField
        label="The occasion"
        name="occasion"
        optional
        hint="Shown beside your year, for example: Our golden wedding."
        defaultValue={shown.occasion}
        error={errors.occasion}
        autoComplete="off"
      />
      <TextArea
        label="Dedication"
        name="dedication"
        optional
        rows={2}
        hint="Printed on its own page at the front. Leave blank if you don’t want one."
        defaultValue={shown.dedication}
        error={errors.dedication}
      />
    </>
  );
}
