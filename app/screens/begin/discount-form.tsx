import { Button } from "~/ui/button";
import { type ConformField, fieldOf } from "~/ui/conform-field";
import { TextField } from "~/ui/field";
import { TickIcon } from "~/ui/icons";

interface DiscountPartProps {
  /** The form that the field and its buttons belong to, wherever they are on the page. */
  readonly formId: string;
  readonly code: ConformField;
  /** The code that applies now. */
  readonly discount: { code: string; takes: string; asks: string | null } | null;
  readonly isGuest?: boolean;
  readonly isOpen?: boolean;
}

/** Applies or removes a code; the page's action handles "apply" and "remove". */
export function DiscountPart({ formId, code, discount, isGuest, isOpen }: DiscountPartProps) {
  if (discount) {
    return (
      <p className="discount-applied" role="status">
        <TickIcon />
        <span>
          {[`${discount.code} takes ${discount.takes} off.`, isGuest && discount.asks].filter(Boolean).join(" ")}
        </span>
        <button className="link-button" type="submit" form={formId} name="intent" value="remove">
          Remove<span className="visually-hidden"> discount {discount.code}</span>
        </button>
      </p>
    );
  }
  return (
    <details className="discount" open={isOpen || undefined}>
      <summary>Got a discount code?</summary>
      <div className="discount-form">
        <TextField
          {...fieldOf(code)}
          form={formId}
          label="Discount code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Button variant="line" size="small" form={formId} name="intent" value="apply">
          Apply
        </Button>
      </div>
    </details>
  );
}
