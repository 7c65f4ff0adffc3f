import {
  ADDRESS_LINES,
  addressLineNames,
  type DeliveryAddress,
  type LineDeclaration,
} from "~/domain/people/addresses/forms";
import { type ConformField, fieldOf } from "./conform-field";
import { TextField } from "./field";
import { NameFields, PostcodeAndCountry } from "./known-fields";

export interface AddressFieldsProps {
  /** conform's fields of a form that contains an address. */
  readonly fields: { readonly [Name in keyof DeliveryAddress]: ConformField };
}

/** A UK delivery address: the cells of a `form-grid`, in the order of an envelope. */
export function AddressFields({ fields }: AddressFieldsProps) {
  return (
    <>
      <NameFields fields={fields} />
      {addressLineNames.map((name) => {
        const { isStreet, ...line }: LineDeclaration = ADDRESS_LINES[name];
        return <TextField key={name} {...fieldOf(fields[name])} className={isStreet && "full-row"} {...line} />;
      })}
      <PostcodeAndCountry of={fields.postcode} />
    </>
  );
}
