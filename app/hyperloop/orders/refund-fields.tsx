import type { FieldMetadata } from "@conform-to/react";
import { formatPence } from "~/domain/kernel/money/pounds";
import type { LineToRefund } from "~/domain/shop/orders/admin-refunds.server";
import type { RefundInput } from "~/domain/shop/orders/forms";
import { ReasonField } from "~/hyperloop/staff-form";
import { Button } from "~/ui/button";
import { Checkbox, RadioCards } from "~/ui/choice";
import { checkboxOf, fieldOf } from "~/ui/conform-field";
import { SelectField } from "~/ui/field";
import { NumberField } from "~/ui/known-fields";
import { LINE_STAGES } from "./order-labels";

interface RefundFieldsProps {
  readonly fields: { readonly [Name in keyof RefundInput]-?: FieldMetadata<RefundInput[Name]> };
  readonly lines: readonly LineToRefund[];
  /** A gift's voucher that nobody has redeemed. */
  readonly hasOpenVoucher: boolean;
}

/** What is taken back, line by line, what is given on top, and what becomes of a gift's voucher. */
export function RefundFields({ fields, lines, hasOpenVoucher }: RefundFieldsProps) {
  const list = fields.lines.getFieldList();
  return (
    <>
      {lines.map((line, place) => {
        const field = list[place]?.getFieldset();
        if (!field) return null;
        const { lineId, quantity } = field;
        return (
          <div key={line.id}>
            <input type="hidden" name={lineId.name} value={line.id} />
            <SelectField
              {...fieldOf(quantity)}
              label={`Refund: ${line.name}`}
              hint={formatLine(line)}
              options={choicesUpTo(line.left)}
              width="s"
            />
          </div>
        );
      })}
      <NumberField
        of={fields.goodwill}
        label="Goodwill"
        hint="In pounds, with a refund or on its own"
        width="s"
        optional
      />
      {hasOpenVoucher && (
        <RadioCards
          {...fieldOf(fields.voucher)}
          legend="The unredeemed voucher"
          hint="If you refund the gift, or all of its price, we always cancel the voucher."
          options={[
            { value: "cancel", label: "Cancel it", description: "The code stops working" },
            { value: "keep", label: "Keep it", description: "It still buys a loop" },
          ]}
        />
      )}
      <ReasonField of={fields.reason} />
      <Checkbox
        {...checkboxOf(fields.evenIfUsed)}
        label="Refund even if its date is chosen, or it’s redeemed or printed"
      />
      <div className="row">
        <Button size="staff" variant="line" name="intent" value="sum">
          Show the amount
        </Button>
        <Button size="staff" variant="danger" name="intent" value="give">
          Refund
        </Button>
      </div>
    </>
  );
}

function formatLine({ quantity, left, eachPence, stage }: LineToRefund): string {
  const back = quantity - left;
  const count = back === 0 ? `${quantity} bought` : `${quantity} bought, ${back} already refunded`;
  return `${count}. ${formatPence(eachPence)} each. ${LINE_STAGES[stage]}`;
}

function choicesUpTo(most: number) {
  return Array.from({ length: most + 1 }, (_, many) => ({
    value: String(many),
    label: many === 0 ? "None" : String(many),
  }));
}
