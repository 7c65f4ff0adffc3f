import { type ConformField, fieldOf } from "./conform-field";
import { TextField } from "./field";
import { NameFields, PostcodeAndCountry } from "./known-fields";

type AddressField = "firstName" | "lastName" | "line1" | "line2" | "city" | "county" | "postcode";

export interface AddressFieldsProps {
  /** conform's fields of a form that contains an address. */
  readonly fields: { readonly [Name in AddressField]: ConformField };
}

const LINE_1 = { className: "full-row", autoComplete: "address-line1" } as const;
const LINE_2 = { className: "full-row", autoComplete: "address-line2" } as const;

/** A UK delivery address: the cells of a `form-grid`, in the order of an envelope. */
export function AddressFields({ fields }: AddressFieldsProps) {
  return (
    <>
      <NameFields fields={fields} />
      <TextField {...fieldOf(fields.line1)} label="Address line 1" {...LINE_1} />
      <TextField {...fieldOf(fields.line2)} label="Address line 2" {...LINE_2} optional />
      <TextField {...fieldOf(fields.city)} label="Town or city" autoComplete="address-level2" />
      <TextField {...fieldOf(fields.county)} label="County" optional autoComplete="address-level1" />
      <PostcodeAndCountry of={fields.postcode} />
    </>
  );
}
