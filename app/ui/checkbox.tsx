import type { InputHTMLAttributes } from "react";
import { classes } from "./classes";
import { ErrorMessage, type FieldText, Hint, OptionalMark, wireField } from "./field-frame";

export type NativeCheckbox = Omit<InputHTMLAttributes<HTMLInputElement>, "name" | "id" | "className" | "type">;

export interface CheckboxProps extends FieldText, NativeCheckbox {}

/** A single checkbox. The value sent is "on" unless given. */
export function Checkbox(props: CheckboxProps) {
  const { label, name, id, hint, error, errors, optional, describedBy, className, ...rest } = props;
  const wiring = wireField({ id, name, hint, error, errors, describedBy });
  return (
    <div className={classes("field", wiring.message && "field-wrong", className)}>
      {wiring.message && <ErrorMessage id={wiring.errorId}>{wiring.message}</ErrorMessage>}
      <div className="check">
        <input type="checkbox" name={name} {...rest} {...wiring.attributes} />
        <label htmlFor={wiring.id}>
          {label}
          {optional && <OptionalMark />}
        </label>
      </div>
      {hint && (
        <div className="check-hint">
          <Hint id={wiring.hintId}>{hint}</Hint>
        </div>
      )}
    </div>
  );
}
