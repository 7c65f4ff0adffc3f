import { checkPassword, type PasswordAdvice } from "~/domain/people/accounts/password-rules";
import type { secretOf } from "./conform-field";
import { PasswordField } from "./password-field";

type SecretField = ReturnType<typeof secretOf>;

export interface NewPasswordFieldsProps {
  readonly password: SecretField;
  readonly label?: string;
  /** Present where the password is typed twice. */
  readonly confirmation?: SecretField;
  readonly confirmationLabel?: string;
  /** The server's findings about the password sent; left out before one was sent. */
  readonly advice?: PasswordAdvice;
}

/** A new password: the field with its checklist and strength, and the confirmation. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { password, label = "Password", confirmation, confirmationLabel = "Confirm password", advice } = props;
  const score = advice?.criteria.filter(({ met }) => met).length ?? 0;
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
        strength={advice && score > 0 ? { score, word: advice.strength } : undefined}
      />
      {confirmation && (
        <PasswordField {...confirmation} label={confirmationLabel} autoComplete="new-password" reveal={false} />
      )}
    </>
  );
}
