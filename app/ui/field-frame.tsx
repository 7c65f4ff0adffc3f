import type { ReactNode } from "react";
import { classes } from "./classes";
import { WarnIcon } from "./icons";
import { VisuallyHidden } from "./visually-hidden";

/**
 * The props of every field. The id, to which an error summary links, defaults to the name. Of several errors the first
 * is shown, so that people correct one thing at a time.
 */
export interface FieldText {
  readonly label: ReactNode;
  readonly name: string;
  readonly id?: string;
  /** One sentence below the label; tied to the input. */
  readonly hint?: ReactNode;
  readonly error?: string | null;
  readonly errors?: readonly string[] | null;
  /** Adds "(optional)"; compulsory fields are never marked. */
  readonly optional?: boolean;
  /** Ids of further descriptions of the input, such as a word count. */
  readonly describedBy?: string;
  /** Lets the field span a grid's full row or shrink to its content. */
  readonly className?: string;
}

export interface FieldWiring {
  readonly id: string;
  readonly hintId: string;
  readonly errorId: string;
  readonly message: string | null;
  /** Attributes that the input itself must have. */
  readonly attributes: { id: string; "aria-invalid"?: true; "aria-describedby"?: string };
}

/** Derives ids and aria attributes: the description is the hint, then the error, then `describedBy`. */
export function wireField(
  field: Pick<FieldText, "id" | "name" | "hint" | "error" | "errors" | "describedBy">,
): FieldWiring {
  const id = field.id ?? field.name;
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const message = field.error || field.errors?.[0] || null;
  const described = [field.hint ? hintId : "", message ? errorId : "", field.describedBy ?? ""].filter(Boolean);
  return {
    id,
    hintId,
    errorId,
    message,
    attributes: {
      id,
      "aria-invalid": message ? true : undefined,
      "aria-describedby": described.length > 0 ? described.join(" ") : undefined,
    },
  };
}

/** The message above an input: triangle, bold text, and "Error:" for screen readers. */
export function ErrorMessage({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <p className="error-message" id={id}>
      <WarnIcon />
      <span>
        <VisuallyHidden>Error: </VisuallyHidden>
        {children}
      </span>
    </p>
  );
}

export function Hint({ id, children }: { readonly id?: string; readonly children: ReactNode }) {
  return (
    <p className="hint" id={id}>
      {children}
    </p>
  );
}

export function OptionalMark() {
  return <span className="optional"> (optional)</span>;
}

interface FieldFrameProps {
  readonly field: FieldText;
  readonly wiring: FieldWiring;
  readonly children: ReactNode;
}

/** Label, hint, error and input, in that order. */
export function FieldFrame({ field, wiring, children }: FieldFrameProps) {
  return (
    <div className={classes("field", wiring.message && "field-wrong", field.className)}>
      <label className="label" htmlFor={wiring.id}>
        {field.label}
        {field.optional && <OptionalMark />}
      </label>
      {field.hint && <Hint id={wiring.hintId}>{field.hint}</Hint>}
      {wiring.message && <ErrorMessage id={wiring.errorId}>{wiring.message}</ErrorMessage>}
      {children}
    </div>
  );
}

interface FieldSetProps {
  readonly legend: ReactNode;
  readonly wiring: FieldWiring;
  readonly hint?: ReactNode;
  readonly optional?: boolean;
  /** Hides the legend visually when a heading just above says the same. */
  readonly legendHidden?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The same frame around a group of choices; the group has the description instead of its inputs. */
export function ChoiceFrame({ legend, wiring, hint, optional, legendHidden, className, children }: FieldSetProps) {
  return (
    <fieldset
      className={classes("field", "choices", wiring.message && "field-wrong", className)}
      aria-describedby={wiring.attributes["aria-describedby"]}
    >
      <legend className={legendHidden ? "visually-hidden" : "label"}>
        {legend}
        {optional && <OptionalMark />}
      </legend>
      {hint && <Hint id={wiring.hintId}>{hint}</Hint>}
      {wiring.message && <ErrorMessage id={wiring.errorId}>{wiring.message}</ErrorMessage>}
      {children}
    </fieldset>
  );
}
