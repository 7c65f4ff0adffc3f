import { getFormProps, useForm } from "@conform-to/react";
import type { DeliveryAddress } from "~/domain/people/addresses/forms";
import { AddressFields } from "~/ui/address-fields";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { RadioCards } from "~/ui/choice";
import { problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { PostForm } from "~/ui/post-form";
import { SignupAside, type StepProps } from "./signup-aside";
import type { AddressData } from "./signup-data.server";

/** Third step: a saved address, or a new one. */
export function SignupAddress({ view, onSale, actionData }: StepProps<AddressData>) {
  const [form, fields] = useForm<DeliveryAddress & { choice: string }>({
    id: "address",
    lastResult: actionData?.intent === "address" ? actionData.reply : undefined,
    defaultValue: { choice: view.choice, ...view.address },
  });
  const { offered } = view;
  return (
    <>
      <ErrorSummary problems={problemsOf(form)} />
      {view.hasLoopToBegin && (
        <Banner>
          You’ve paid for a loop and haven’t started it. <a href="/loop-end-date">Choose its delivery date</a>, or carry
          on here to buy another.
        </Banner>
      )}
      <div className="with-aside signup-columns">
        <div className="form-column">
          <h1>
            Where should <em>your book go?</em>
          </h1>
          <p className="lead">We’ll send your book here after your year. We only deliver to UK addresses.</p>
          <PostForm {...getFormProps(form)} action="/streamlined-signup?step=address" className="form-stack">
            {offered.length > 0 && (
              <RadioCards
                legend="Your addresses"
                name="choice"
                id={fields.choice.id}
                defaultValue={String(fields.choice.initialValue ?? view.choice)}
                options={[
                  ...offered.map(({ id, label, words }) => ({ value: id, label, description: words })),
                  { value: "new", label: "The address below" },
                ]}
              />
            )}
            <fieldset className="form-part">
              <legend className={offered.length > 0 ? "as-h3 serif" : "visually-hidden"}>
                {offered.length > 0 ? "Another address" : "Delivery address"}
              </legend>
              <div className="form-grid">
                <AddressFields fields={fields} />
              </div>
            </fieldset>
            <p className="row">
              <Button name="intent" value="address">
                Continue to payment
              </Button>
              <Button variant="line" name="intent" value="back">
                Back
              </Button>
            </p>
          </PostForm>
        </div>
        <SignupAside onSale={onSale} />
      </div>
    </>
  );
}
