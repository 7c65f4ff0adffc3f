import { checkPassword, type PasswordAdvice } from "~/domain/accounts/password-rules";
import type { secretOf } from "./conform-field";
import { PasswordField } from "./password-field";

type SecretField = ReturnType<typeof secretOf>;

export interface NewPasswordFieldsProps {
  readonly password: SecretField;
  readonly label?: string;
  /** Asked for a second time where there is one. */
  readonly confirmation?: SecretField;
  readonly confirmationLabel?: string;
  /** What the server has found of the password that was sent; left out until one was. */
  readonly advice?: PasswordAdvice;
}

/** Choosing a password: the field with its checklist and strength, and once more to be sure. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const {
    password,
    label = "Password",
    confirmation,
    confirmationLabel = "Confirm password",
    advice,
  } = props;
  return (
    <>
      <PasswordField
        {...password}
        label={label}
        autoComplete="new-password"
        requirements={(advice?.criteria ?? checkPassword("")).map(({ key, label: text, pattern, met }) => ({
          key,
          text,
          pattern,
          met: advice ? met : undefined,
        }))}
        strength={advice && { score: advice.criteria.filter(({ met }) => met).length, word: advice.strength }}
      />
      {confirmation && (
        <PasswordField
          {...confirmation}
          label={confirmationLabel}
          autoComplete="new-password"
          reveal={false}
        />
      )}
    </>
  );
}
