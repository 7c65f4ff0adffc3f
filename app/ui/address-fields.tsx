import type { FieldMetadata } from "@conform-to/react";
import { fieldOf } from "./conform-field";
import { TextField } from "./field";

type AddressField = "firstName" | "lastName" | "line1" | "line2" | "city" | "county" | "postcode";

export interface AddressFieldsProps {
  /** conform's fields of a form that contains an address. */
  readonly fields: { readonly [Name in AddressField]: FieldMetadata<string> };
}

/** A UK delivery address: the cells of a `form-grid`, in the order of an envelope. */
export function AddressFields({ fields }: AddressFieldsProps) {
  return (
    <>
      <TextField {...fieldOf(fields.firstName)} label="First name" autoComplete="given-name" />
      <TextField {...fieldOf(fields.lastName)} label="Last name" autoComplete="family-name" />
      <TextField
        {...fieldOf(fields.line1)}
        className="full-row"
        label="Address line 1"
        autoComplete="address-line1"
      />
      <TextField
        {...fieldOf(fields.line2)}
        className="full-row"
        label="Address line 2"
        optional
        autoComplete="address-line2"
      />
      <TextField {...fieldOf(fields.city)} label="Town or city" autoComplete="address-level2" />
      <TextField {...fieldOf(fields.county)} label="County" optional autoComplete="address-level1" />
      <TextField
        {...fieldOf(fields.postcode)}
        label="Postcode"
        width="s"
        autoComplete="postal-code"
        autoCapitalize="characters"
      />
      <div className="field">
        <span className="label">Country</span>
        <p className="field-fixed">United Kingdom</p>
      </div>
    </>
  );
}
