import type { ReactNode } from "react";
import { FieldFrame, type FieldText, wireField } from "./field-frame";
import { PageScript } from "./page-script";

export interface CodeInputProps extends FieldText {
  readonly defaultValue?: string;
  /** Below the input: "Send it again in 1:42". */
  readonly children?: ReactNode;
}

/** Six digits in one input, so that paste, autofill and screen readers work without scripts. */
export function CodeInput({ defaultValue, children, ...field }: CodeInputProps) {
  const wiring = wireField(field);
  return (
    <FieldFrame field={field} wiring={wiring}>
      <input
        className="input code-input"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        // A code pasted from an email may come with spaces, which the server takes out.
        maxLength={20}
        data-digits="6"
        name={field.name}
        defaultValue={defaultValue}
        {...wiring.attributes}
      />
      {children}
      <PageScript name="one-time-code" />
    </FieldFrame>
  );
}
