import { BindingPicture } from "~/ui/binding-picture";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import type { CheckoutData } from "./checkout-data.server";

type Line = CheckoutData["lines"][number];

/** One book of the cart: its name, its price with tax, and how many. */
export function CartLine({ line }: { readonly line: Line }) {
  const name = `${line.title}, ${line.binding.toLowerCase()}`;
  return (
    <li>
      <BindingPicture binding={line.edition} theme={line.cloth} />
      <div className="cart-line-words">
        <h2 className="as-h3">{line.title}</h2>
        <p>
          {line.binding}, <b className="figures">{line.each} each</b>
        </p>
        <p className="muted">{line.arrives}</p>
        <PostForm className="row cart-line-acts">
          <input type="hidden" name="item" value={line.itemId} />
          <span className="quantity">
            <Button variant="line" size="small" name="intent" value="fewer" aria-label={`One fewer: ${name}`}>
              −
            </Button>
            <output aria-label={`How many: ${name}`}>{line.quantity}</output>
            <Button variant="line" size="small" name="intent" value="more" aria-label={`One more: ${name}`}>
              +
            </Button>
          </span>
          <button type="submit" className="text-link" name="intent" value="remove" aria-label={`Remove: ${name}`}>
            <span className="text-link-words">Remove</span>
          </button>
        </PostForm>
      </div>
    </li>
  );
}
