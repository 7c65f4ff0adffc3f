import type { FieldMetadata } from "@conform-to/react";
import { CheckboxGroup } from "./choice";

export interface AcceptanceBoxesProps {
  readonly terms: FieldMetadata<boolean>;
  readonly privacy: FieldMetadata<boolean>;
}

/** Registration requires both boxes; they share one message. */
export function AcceptanceBoxes({ terms, privacy }: AcceptanceBoxesProps) {
  return (
    <CheckboxGroup
      legend="Terms and privacy"
      legendHidden
      id={terms.id}
      errors={terms.errors ?? privacy.errors}
      options={[
        {
          ...boxOf(terms),
          label: (
            <>
              I accept the <a href="/terms">Terms &amp; Conditions</a>
            </>
          ),
        },
        {
          ...boxOf(privacy),
          label: (
            <>
              I’ve read the <a href="/privacy">Privacy Policy</a>
            </>
          ),
        },
      ]}
    />
  );
}

function boxOf(box: FieldMetadata<boolean>) {
  const isSelected = box.initialValue === "on";
  return { name: String(box.name), id: box.id, defaultChecked: isSelected, wrong: !isSelected };
}
