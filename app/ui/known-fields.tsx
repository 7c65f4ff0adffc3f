import { type ConformField, fieldOf, secretOf } from "./conform-field";
import { TextField, type TextFieldProps } from "./field";

/** Fields whose keyboard, width and autocomplete are always the same, from conform's field. */

interface KnownFieldProps extends Omit<TextFieldProps, "name" | "id" | "label"> {
  readonly of: ConformField;
  readonly label?: string;
}

/** An email address of the person who types it. */
export function EmailField({ of, label = "Email address", ...rest }: KnownFieldProps) {
  return <TextField {...fieldOf(of)} label={label} type="email" autoComplete="email" {...rest} />;
}

/** A number, whole or with decimals, with the keyboard for it. */
export function NumberField(props: KnownFieldProps & { readonly label: string; readonly whole?: boolean }) {
  const { of, whole = false, ...rest } = props;
  return <TextField {...fieldOf(of)} inputMode={whole ? "numeric" : "decimal"} {...rest} />;
}

/** The six digits of an authenticator, which are never printed back. */
export function AuthenticatorField({ of, hint }: Pick<KnownFieldProps, "of" | "hint">) {
  const keyboard = { inputMode: "numeric", autoComplete: "one-time-code" } as const;
  return <TextField {...secretOf(of)} label="Code" hint={hint} width="s" {...keyboard} />;
}
