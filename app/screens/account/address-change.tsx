import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { DeliveryAddress } from "~/domain/people/addresses/forms";
import { ADDRESS_RULE, CHANGE_ADDRESS } from "~/domain/shop/order-rules/order-address";
import { AddressFields } from "~/ui/address-fields";
import { Button } from "~/ui/button";
import { problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { PostForm } from "~/ui/post-form";
import { BackLink } from "~/ui/text-link";
import type { AddressView } from "./address-change.server";
import { WhatGoesThere } from "./what-goes-there";

interface AddressChangeProps {
  readonly view: AddressView;
  readonly reply: SubmissionResult | undefined;
  readonly back: { readonly href: string; readonly words: string };
}

/** Where the book of one order goes, as a form until the printer has begun. */
export function AddressChange({ view, reply, back }: AddressChangeProps) {
  const { number, place, refusal, books } = view;
  const [form, fields] = useForm<DeliveryAddress>({
    id: "address",
    lastResult: reply,
    defaultValue: place ?? undefined,
  });
  return (
    <div className="two-columns">
      <div className="form-column">
        <ErrorSummary problems={problemsOf(form)} />
        <div>
          <BackLink href={back.href}>{back.words}</BackLink>
          <h1>{CHANGE_ADDRESS}</h1>
        </div>
        <p className="lead">Order {number}</p>
        {refusal ? (
          <p>{refusal}</p>
        ) : (
          <PostForm {...getFormProps(form)} className="form-stack">
            <div className="form-grid">
              <AddressFields fields={fields} />
            </div>
            <p className="small muted">{ADDRESS_RULE}</p>
            <Button>Save address</Button>
          </PostForm>
        )}
      </div>
      {books.length > 0 && <WhatGoesThere books={books} />}
    </div>
  );
}
