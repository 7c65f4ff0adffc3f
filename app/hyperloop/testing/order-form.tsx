import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { TestOrderWanted } from "~/domain/backoffice/checks/forms";
import { AddressFields } from "~/ui/address-fields";
import { Button } from "~/ui/button";
import { fieldOf, problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { SelectField, type SelectOption } from "~/ui/field";
import { NumberField } from "~/ui/known-fields";
import { PostForm } from "~/ui/post-form";

interface OrderFormProps {
  readonly reply?: SubmissionResult;
  readonly loops: readonly SelectOption[];
}

const JOURNEYS = [
  { value: "purchase", label: "Purchase" },
  { value: "gift", label: "Gift" },
];

/** An order of a test account, whose payment is opened as the shop opens it; nobody is charged. */
export function OrderForm({ reply, loops }: OrderFormProps) {
  const usual = {
    amount: "69.99",
    journeyType: "purchase",
    loop: loops[0]?.value,
    firstName: "Payment",
    lastName: "Test",
    line1: "1 Test Street",
    city: "London",
    postcode: "SW1A 1AA",
  };
  const [form, fields] = useForm<TestOrderWanted>({ id: "payment", lastResult: reply, defaultValue: usual });
  return (
    <section className="staff-panel">
      <h2>Payment</h2>
      <p className="muted">Places a test account’s order and opens its payment as the shop does. Nobody is charged.</p>
      <ErrorSummary problems={problemsOf(form)} />
      <PostForm {...getFormProps(form)} className="form-stack">
        <div className="form-grid">
          <NumberField of={fields.amount} label="Amount" hint="Compared with the price" />
          <SelectField {...fieldOf(fields.journeyType)} label="Journey" options={JOURNEYS} width="full" />
          <SelectField
            {...fieldOf(fields.loop)}
            className="full-row"
            label="Theme and loop"
            options={loops}
            width="full"
          />
          <AddressFields fields={fields} />
        </div>
        <Button size="staff">Try a payment</Button>
      </PostForm>
    </section>
  );
}
