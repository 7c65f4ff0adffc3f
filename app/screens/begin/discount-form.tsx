import { type FieldMetadata, type FormMetadata, getFormProps } from "@conform-to/react";
import { Button } from "~/ui/button";
import { fieldOf } from "~/ui/conform-field";
import { TextField } from "~/ui/field";
import { TickIcon } from "~/ui/icons";
import { PostForm } from "~/ui/post-form";

interface DiscountFormProps {
  readonly form: FormMetadata<{ code: string }, string[]>;
  readonly code: FieldMetadata<string>;
  /** The code that applies now. */
  readonly discount: { code: string; percent: number | null } | null;
}

/** Applies or removes a code; the page's action handles "apply" and "remove". */
export function DiscountForm({ form, code, discount }: DiscountFormProps) {
  return (
    <PostForm {...getFormProps(form)} className="discount-form">
      {discount ? (
        <p className="discount-applied">
          <TickIcon />
          {discount.percent === null ? "Discount applied." : `${discount.percent}% off applied.`}
          <button className="link-button" type="submit" name="intent" value="remove">
            Remove<span className="visually-hidden"> discount {discount.code}</span>
          </button>
        </p>
      ) : (
        <>
          <TextField
            {...fieldOf(code)}
            label="Discount code"
            optional
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <Button variant="line" size="small" name="intent" value="apply">
            Apply
          </Button>
        </>
      )}
    </PostForm>
  );
}
