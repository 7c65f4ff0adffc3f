import { AddressFields, type AddressFieldsProps } from "~/ui/address-fields";
import { Checkbox } from "~/ui/checkbox";
import { type ConformField, checkboxOf, fieldOf } from "~/ui/conform-field";
import { DateField, type FieldWidth, SelectField, type SelectOption, TextArea, TextField } from "~/ui/field";

/** The fields of an act's form, as its declaration names them. */

interface More {
  readonly hint?: string;
  readonly optional?: boolean;
  readonly className?: string;
}

interface TextMore extends More {
  readonly type?: "email";
  readonly autoComplete?: "off";
  readonly inputMode?: "decimal";
  readonly maxLength?: number;
  readonly width?: FieldWidth;
}

interface DateMore extends More {
  readonly min?: string;
  readonly max?: string;
}

interface ChoiceMore extends More {
  readonly options: readonly SelectOption[];
  readonly placeholder?: string;
  readonly width?: FieldWidth;
}

type Labelled<Rest> = Rest & { readonly label: string };

export type ActField<Name extends string = string> =
  | { readonly kind: "text"; readonly name: Name; readonly props: Labelled<TextMore> }
  | { readonly kind: "lines"; readonly name: Name; readonly props: Labelled<More & { readonly rows: number }> }
  | { readonly kind: "date"; readonly name: Name; readonly props: Labelled<DateMore> }
  | { readonly kind: "choice"; readonly name: Name; readonly props: Labelled<ChoiceMore> }
  | { readonly kind: "box"; readonly name: Name; readonly props: Labelled<More> }
  /** A UK delivery address, as cells of a grid. */
  | { readonly kind: "address" }
  | { readonly kind: "grid"; readonly fields: readonly ActField<Name>[] };

export function text<Name extends string>(name: Name, label: string, more: TextMore = {}): ActField<Name> {
  return { kind: "text", name, props: { label, ...more } };
}

export function lines<Name extends string>(name: Name, label: string, more: More & { rows: number }): ActField<Name> {
  return { kind: "lines", name, props: { label, ...more } };
}

export function date<Name extends string>(name: Name, label: string, more: DateMore = {}): ActField<Name> {
  return { kind: "date", name, props: { label, ...more } };
}

export function choice<Name extends string>(name: Name, label: string, more: ChoiceMore): ActField<Name> {
  return { kind: "choice", name, props: { label, ...more } };
}

export function box<Name extends string>(name: Name, label: string): ActField<Name> {
  return { kind: "box", name, props: { label } };
}

/** Why it is done; kept with the act. */
export function reason(hint?: string): ActField<"reason"> {
  return text("reason", "Reason", { hint, maxLength: 500 });
}

type FieldSet = Readonly<Record<string, ConformField>>;

export function ActFields({ of, fields }: { readonly of: readonly ActField[]; readonly fields: FieldSet }) {
  return of.map((field) => <FieldOf key={"name" in field ? field.name : field.kind} field={field} fields={fields} />);
}

function FieldOf({ field, fields }: { readonly field: ActField; readonly fields: FieldSet }) {
  if (field.kind === "address") return <AddressFields fields={fields as AddressFieldsProps["fields"]} />;
  if (field.kind === "grid") {
    return (
      <div className="form-grid">
        <ActFields of={field.fields} fields={fields} />
      </div>
    );
  }
  const meta = fields[field.name];
  if (!meta) return null;
  switch (field.kind) {
    case "text":
      return <TextField {...fieldOf(meta)} {...field.props} />;
    case "lines":
      return <TextArea {...fieldOf(meta)} {...field.props} />;
    case "date":
      return <DateField {...fieldOf(meta)} {...field.props} />;
    case "choice":
      return <SelectField {...fieldOf(meta)} {...field.props} />;
    case "box":
      return <Checkbox {...checkboxOf(meta)} {...field.props} />;
  }
}
