import type { InputHTMLAttributes } from "react";
import { Button } from "./button";
import { FieldFrame, type FieldText, wireField } from "./field-frame";
import { TickIcon } from "./icons";
import { PageScript } from "./page-script";

/** One requirement of a password. `met` is left out until the server or a script has checked it. */
export interface PasswordRequirement {
  /** Stable name by which a script finds the line: "length", "upper", "lower", "digit", "special". */
  readonly key: string;
  readonly text: string;
  /** A regular expression with the flag u, by which a script checks the password while it is typed. */
  readonly pattern?: string;
  readonly met?: boolean;
}

export interface PasswordStrength {
  /** Requirements met, 0 to 5; fills that many bars. */
  readonly score: number;
  /** "weak", "medium", "strong". */
  readonly word: string;
}

export interface PasswordFieldProps
  extends FieldText,
    Omit<InputHTMLAttributes<HTMLInputElement>, "name" | "id" | "className" | "width" | "type"> {
  /** current-password to sign in, new-password to choose one. */
  readonly autoComplete: "current-password" | "new-password";
  readonly requirements?: readonly PasswordRequirement[];
  readonly strength?: PasswordStrength;
  /**
   * Renders the Show button, hidden. A script removes `hidden` and switches the type of the input named by
   * `data-reveals`; without scripts the button never appears.
   */
  readonly reveal?: boolean;
}

/** A password is never printed back into the page, so there is no default value. */
export function PasswordField({ requirements, strength, reveal = true, ...props }: PasswordFieldProps) {
  const { label, name, id, hint, error, errors, optional, describedBy, className, defaultValue: _, ...rest } = props;
  const fieldId = id ?? name;
  const rulesId = requirements ? `${fieldId}-rules` : "";
  const field: FieldText = {
    label,
    name,
    id,
    hint,
    error,
    errors,
    optional,
    className,
    describedBy: [describedBy, rulesId].filter(Boolean).join(" "),
  };
  const wiring = wireField(field);
  return (
    <FieldFrame field={field} wiring={wiring}>
      <div className="password-row">
        <input
          className="input"
          type="password"
          name={name}
          autoCapitalize="none"
          spellCheck={false}
          {...rest}
          {...wiring.attributes}
        />
        {reveal && (
          <Button type="button" variant="line" hidden data-reveals={fieldId} aria-controls={fieldId}>
            Show
          </Button>
        )}
      </div>
      {requirements && <PasswordRules id={rulesId} requirements={requirements} strength={strength} />}
      {(reveal || requirements) && <PageScript name="password" />}
    </FieldFrame>
  );
}

interface PasswordRulesProps {
  readonly id: string;
  readonly requirements: readonly PasswordRequirement[];
  readonly strength?: PasswordStrength;
}

function PasswordRules({ id, requirements, strength }: PasswordRulesProps) {
  return (
    <div className="password-rules" id={id} data-score={strength?.score}>
      <div className="password-meter" hidden={!strength} aria-hidden="true">
        {requirements.map((requirement) => (
          <span key={requirement.key} />
        ))}
      </div>
      <p className="hint">
        <span data-strength="" hidden={!strength}>
          Strength: <b data-strength-word="">{strength?.word}</b>.{" "}
        </span>
        It needs:
      </p>
      <ul className="password-list">
        {requirements.map((requirement) => (
          <li
            key={requirement.key}
            className={requirement.met ? "requirement-met" : undefined}
            data-requirement={requirement.key}
            data-pattern={requirement.pattern}
          >
            <TickIcon />
            <span className="requirement-open" aria-hidden="true" />
            <span>
              {requirement.text}
              <span className="visually-hidden" data-met="">
                {requirement.met === undefined ? "" : requirement.met ? ", met" : ", not met yet"}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
