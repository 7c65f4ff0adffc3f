import type { ReactNode } from "react";
import { classes } from "./classes";
import { WarnIcon } from "./icons";
import { VisuallyHidden } from "./visually-hidden";

/**
 * What every field takes. The id is what an error summary links to: it defaults to the name. Of several errors
 * the first is shown, so that one thing is put right at a time.
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
  /** Further ids that describe the input, such as a word count's. */
  readonly describedBy?: string;
  /** Lets the field span a grid's full row or narrow itself to its content. */
  readonly className?: string;
}

export interface FieldWiring {
  readonly id: string;
  readonly hintId: string;
  readonly errorId: string;
  readonly message: string | null;
  /** What the input itself must carry. */
  readonly attributes: { id: string; "aria-invalid"?: true; "aria-describedby"?: string };
}

/** Works out ids and aria attributes: description = hint, then error, then whatever else describes the input. */
export function wireField(
  field: Pick<FieldText, "id" | "name" | "hint" | "error" | "errors" | "describedBy">,
): FieldWiring {
  const id = field.id ?? field.name;
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const message = field.error || field.errors?.[0] || null;
  const described = [field.hint ? hintId : "", message ? errorId : "", field.describedBy ?? ""].filter(
    Boolean,
  );
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

/** The message above an input: triangle, bold words, and "Error:" for those who listen. */
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
  /** Keeps the legend for those who listen when a heading just above already says it. */
  readonly legendHidden?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The same frame around a group of choices; the group carries the description, its inputs stay plain. */
export function ChoiceFrame({
  legend,
  wiring,
  hint,
  optional,
  legendHidden,
  className,
  children,
}: FieldSetProps) {
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
