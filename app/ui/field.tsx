import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from "react";
import { classes } from "./classes";
import { FieldFrame, type FieldText, wireField } from "./field-frame";

/** Widths by content: s 190 (postcode), m 320 (phone), full. */
export type FieldWidth = "s" | "m" | "full";

function inputClass(width: FieldWidth): string {
  return classes("input", width !== "full" && `width-${width}`);
}

/** Separates the frame's props from the input's. */
function splitField<Rest extends object>(props: FieldText & Rest) {
  const { label, name, id, hint, error, errors, optional, describedBy, className, ...rest } = props;
  const field: FieldText = { label, name, id, hint, error, errors, optional, describedBy, className };
  return { field, wiring: wireField(field), rest };
}

export interface TextFieldProps
  extends FieldText,
    Omit<InputHTMLAttributes<HTMLInputElement>, "name" | "id" | "className" | "width"> {
  readonly width?: FieldWidth;
}

/** One line of text: also email, phone, number and search, by `type`. */
export function TextField({ width = "full", type = "text", ...props }: TextFieldProps) {
  const { field, wiring, rest } = splitField(props);
  return (
    <FieldFrame field={field} wiring={wiring}>
      <input className={inputClass(width)} type={type} name={field.name} {...rest} {...wiring.attributes} />
    </FieldFrame>
  );
}

export interface TextAreaProps
  extends FieldText,
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "name" | "id" | "className" | "children"> {
  /** Just below the text: a word count, linked by `describedBy`. */
  readonly children?: ReactNode;
}

export function TextArea({ rows = 5, children, ...props }: TextAreaProps) {
  const { field, wiring, rest } = splitField(props);
  return (
    <FieldFrame field={field} wiring={wiring}>
      <textarea className="input" rows={rows} name={field.name} {...rest} {...wiring.attributes} />
      {children}
    </FieldFrame>
  );
}

export interface DateFieldProps
  extends FieldText,
    Omit<InputHTMLAttributes<HTMLInputElement>, "name" | "id" | "className" | "width" | "type" | "min" | "max"> {
  /** First and last day that may be chosen, "YYYY-MM-DD". */
  readonly min?: string;
  readonly max?: string;
}

/** A calendar day from the browser's own picker; the value is "YYYY-MM-DD", or free text in a browser without one. */
export function DateField(props: DateFieldProps) {
  const { field, wiring, rest } = splitField(props);
  return (
    <FieldFrame field={field} wiring={wiring}>
      <input className="input width-m" type="date" name={field.name} {...rest} {...wiring.attributes} />
    </FieldFrame>
  );
}

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

export interface SelectFieldProps
  extends FieldText,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, "name" | "id" | "className"> {
  readonly options: readonly SelectOption[];
  /** A first, empty choice: "Choose a country". */
  readonly placeholder?: string;
  readonly width?: FieldWidth;
}

export function SelectField({ options, placeholder, width = "m", ...props }: SelectFieldProps) {
  const { field, wiring, rest } = splitField(props);
  return (
    <FieldFrame field={field} wiring={wiring}>
      <span className={classes("select", width !== "full" && `width-${width}`)}>
        <select className="input" name={field.name} {...rest} {...wiring.attributes}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      </span>
    </FieldFrame>
  );
}
