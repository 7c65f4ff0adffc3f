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

/** First and last name: two cells of a `form-grid`. */
export function NameFields({ fields }: { readonly fields: Record<"firstName" | "lastName", ConformField> }) {
  return (
    <>
      <TextField {...fieldOf(fields.firstName)} label="First name" autoComplete="given-name" />
      <TextField {...fieldOf(fields.lastName)} label="Last name" autoComplete="family-name" />
    </>
  );
}

const POSTCODE = { width: "s", autoComplete: "postal-code", autoCapitalize: "characters" } as const;

/** A UK postcode and the only country we deliver to, with a `hint` below it. */
export function PostcodeAndCountry({ of, hint }: Pick<KnownFieldProps, "of" | "hint">) {
  return (
    <>
      <TextField {...fieldOf(of)} label="Postcode" {...POSTCODE} />
      <div className="field">
        <span className="label">Country</span>
        <p className="field-fixed">United Kingdom</p>
        {hint && <p className="small muted">{hint}</p>}
      </div>
    </>
  );
}

export function PhoneField({ of }: Pick<KnownFieldProps, "of">) {
  return <TextField {...fieldOf(of)} label="Phone" type="tel" width="m" optional autoComplete="tel" />;
}
