import { CARRIERS, OTHER_CARRIER } from "~/domain/operations/printing/tracking";
import { type ConformField, fieldOf } from "~/ui/conform-field";
import { SelectField, TextField } from "~/ui/field";

interface CarrierFieldsProps {
  readonly fields: Readonly<Record<"carrier" | "otherCarrier", ConformField>>;
}

/** One of the carriers we know, or the name of another. */
export function CarrierFields({ fields }: CarrierFieldsProps) {
  return (
    <>
      <SelectField
        {...fieldOf(fields.carrier)}
        label="Carrier"
        placeholder="Choose a carrier"
        options={[
          ...CARRIERS.map(({ name }) => ({ value: name, label: name })),
          { value: OTHER_CARRIER, label: "Another carrier" },
        ]}
      />
      <TextField
        {...fieldOf(fields.otherCarrier)}
        label="Name of another carrier"
        optional
        hint="We can’t check its tracking numbers."
        maxLength={60}
        width="m"
      />
    </>
  );
}
