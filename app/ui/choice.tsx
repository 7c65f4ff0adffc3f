import type { ReactNode } from "react";
import type { NativeCheckbox } from "./checkbox";
import { classes } from "./classes";
import { ChoiceFrame, ErrorMessage, type FieldText, Hint, wireField } from "./field-frame";

export { Checkbox, type CheckboxProps } from "./checkbox";

export interface RadioOption {
  readonly value: string;
  readonly label: ReactNode;
  readonly description?: ReactNode;
  readonly picture?: ReactNode;
  /** At the card's far end: a price, the logos of accepted cards. */
  readonly aside?: ReactNode;
  readonly disabled?: boolean;
}

export interface RadioCardsProps {
  readonly legend: ReactNode;
  readonly legendHidden?: boolean;
  readonly name: string;
  /** Id of the first radio; defaults to the name. */
  readonly id?: string;
  readonly options: readonly RadioOption[];
  readonly defaultValue?: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  readonly errors?: readonly string[] | null;
  readonly optional?: boolean;
  readonly className?: string;
}

/** Radio buttons, each on a card that is clickable as a whole. */
export function RadioCards(props: RadioCardsProps) {
  const { legend, name, id, options, defaultValue, hint, error, errors, ...group } = props;
  const wiring = wireField({ id, name, hint, error, errors });
  return (
    <ChoiceFrame legend={legend} wiring={wiring} hint={hint} {...group}>
      {options.map((option, index) => {
        const optionId = index === 0 ? wiring.id : `${wiring.id}-${index + 1}`;
        return (
          <div className="radio-card" key={option.value}>
            <input
              type="radio"
              id={optionId}
              name={name}
              value={option.value}
              defaultChecked={option.value === defaultValue}
              disabled={option.disabled}
              aria-invalid={wiring.message ? true : undefined}
              aria-describedby={option.description ? `${optionId}-about` : undefined}
            />
            <div>
              {option.picture}
              <label htmlFor={optionId}>{option.label}</label>
              {option.description && (
                <p className="radio-card-about" id={`${optionId}-about`}>
                  {option.description}
                </p>
              )}
            </div>
            {option.aside && <div className="radio-card-aside">{option.aside}</div>}
          </div>
        );
      })}
    </ChoiceFrame>
  );
}

export interface SwitchProps extends Omit<FieldText, "optional">, NativeCheckbox {}

/** On or off, saved by its form's button. */
export function Switch(props: SwitchProps) {
  const { label, name, id, hint, error, errors, describedBy, className, ...rest } = props;
  const wiring = wireField({ id, name, hint, error, errors, describedBy });
  return (
    <div className={classes("field", "switch", wiring.message && "field-wrong", className)}>
      <div className="switch-words">
        <label className="label" htmlFor={wiring.id}>
          {label}
        </label>
        {hint && <Hint id={wiring.hintId}>{hint}</Hint>}
        {wiring.message && <ErrorMessage id={wiring.errorId}>{wiring.message}</ErrorMessage>}
      </div>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its own checked state */}
      <input type="checkbox" role="switch" name={name} {...rest} {...wiring.attributes} />
    </div>
  );
}
