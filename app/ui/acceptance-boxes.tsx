import type { ReactNode } from "react";
import type { ConformField } from "./conform-field";
import { ChoiceFrame, type FieldWiring, wireField } from "./field-frame";

/** Registration requires both boxes; they share one message. */
export function AcceptanceBoxes({ terms, privacy }: { readonly terms: ConformField; readonly privacy: ConformField }) {
  const wiring = wireField({ id: terms.id, name: terms.id, errors: terms.errors ?? privacy.errors });
  return (
    <ChoiceFrame legend="Terms and privacy" legendHidden wiring={wiring}>
      <AcceptanceBox box={terms} wiring={wiring}>
        I accept the <a href="/terms">Terms &amp; Conditions</a>
      </AcceptanceBox>
      <AcceptanceBox box={privacy} wiring={wiring}>
        I’ve read the <a href="/privacy">Privacy Policy</a>
      </AcceptanceBox>
    </ChoiceFrame>
  );
}

interface AcceptanceBoxProps {
  readonly box: ConformField;
  readonly wiring: FieldWiring;
  readonly children: ReactNode;
}

/** The message is about each box that is not selected. */
function AcceptanceBox({ box, wiring, children }: AcceptanceBoxProps) {
  const isSelected = box.initialValue === "on";
  const isWrong = wiring.message !== null && !isSelected;
  return (
    <div className="check">
      <input
        type="checkbox"
        id={box.id}
        name={String(box.name)}
        defaultChecked={isSelected}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? wiring.errorId : undefined}
      />
      <label htmlFor={box.id}>{children}</label>
    </div>
  );
}
