import { BindingPicture } from "~/ui/binding-picture";
import { Button, LinkButton } from "~/ui/button";
import { RadioCards } from "~/ui/choice";
import { ErrorSummary } from "~/ui/error-summary";
import { PostForm } from "~/ui/post-form";
import { BackLink, TextLink } from "~/ui/text-link";
import type { CheckoutData } from "./checkout-data.server";

const NEW_ADDRESS = "/account-settings/addresses/new?for=checkout";

/** Which of the customer's addresses the copies go to. */
export function CheckoutDelivery({ view, problem }: { readonly view: CheckoutData; readonly problem?: string | null }) {
  return (
    <>
      {problem && <ErrorSummary problems={[{ field: "address", message: problem }]} />}
      <div className="two-columns">
        <div className="form-column">
          <div>
            <BackLink href="/checkout">Back to your order</BackLink>
            <h1>
              Where should we <em>send your copies?</em>
            </h1>
          </div>
          <p className="muted">We only deliver to UK addresses.</p>
          {view.addresses.length === 0 ? <NoAddress /> : <AddressChoice view={view} problem={problem} />}
        </div>
        <aside className="stack" aria-labelledby="copies">
          <h2 className="as-h3" id="copies">
            Your copies
          </h2>
          <ul className="cart-lines">
            {view.lines.map((line) => (
              <li key={line.itemId}>
                <BindingPicture binding={line.edition} theme={line.cloth} />
                <div className="cart-line-words">
                  <h3>{line.title}</h3>
                  <p>
                    {line.quantity} × {line.binding}
                  </p>
                  <p className="muted">{line.arrives}</p>
                </div>
              </li>
            ))}
          </ul>
        </aside>
      </div>
    </>
  );
}

export function NoAddress() {
  return (
    <>
      <p className="lead">No addresses found</p>
      <p>
        <LinkButton href={NEW_ADDRESS}>Add Your First Address</LinkButton>
      </p>
    </>
  );
}

function AddressChoice({ view, problem }: { readonly view: CheckoutData; readonly problem?: string | null }) {
  return (
    <PostForm className="form-stack">
      <RadioCards
        legend="Delivery address"
        name="address"
        error={problem}
        defaultValue={view.chosenId ?? undefined}
        options={view.addresses.map((address) => ({
          value: address.id,
          label: address.label,
          description: address.isDeliverable ? address.words : `${address.words}. We can’t deliver there.`,
          disabled: !address.isDeliverable,
        }))}
      />
      <p>
        <TextLink href={NEW_ADDRESS}>Add another address</TextLink>
      </p>
      {view.chosenId && (
        <Button name="intent" value="address">
          Continue to payment
        </Button>
      )}
    </PostForm>
  );
}
