import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addToCart, countCopies, readItemId, setQuantity } from "~/domain/shop/orders/cart";
import { elementData } from "~/domain/shop/orders/checkout.server";
import { orderOf } from "~/domain/shop/orders/orders.server";
import { latestDecline } from "~/domain/shop/orders/payments.server";
import { Frame } from "~/screens/frame";
import { LinkButton } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { handlingCard } from "~/web/card-responses.server";
import { type Cart, readCart, storeCart } from "~/web/cart.server";
import { currentTime } from "~/web/clock.server";
import { PRIVATE, seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { formOf } from "~/web/submission.server";
import { chooseAddress, payForCopies } from "./checkout-actions.server";
import { checkoutData } from "./checkout-data.server";
import { CheckoutDelivery } from "./checkout-delivery";
import { CheckoutPayment } from "./checkout-payment";

const NOT_SAVED = "We couldn’t save that just now. Please try again.";
/** The buttons of the steps that show a problem. */
const SHOWS_PROBLEMS = new Set(["address", "pay", "hosted", "element"]);

export const handle: ScreenHandle = {
  title: "Checkout",
  description: "Copies of your book: how many, where they go, and a secure way to pay.",
  noindex: true,
  formAgain: (form) => (SHOWS_PROBLEMS.has(String(form.get("intent"))) ? { problem: NOT_SAVED } : null),
  pays: true,
};

/** Needs a customer signed in. One page; "?step=delivery" chooses another address. */
export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requireCustomer(request, "checkout");
  const cart = await readCart(request);
  const url = new URL(request.url);
  const view = checkoutData(person.accountId, cart, currentTime());
  const order = cart.basketKey ? orderOf(person.accountId, cart.basketKey) : undefined;
  return data(
    {
      isChoosing: url.searchParams.get("step") === "delivery",
      view,
      element: elementData(),
      wasCancelled: url.searchParams.has("cancelled"),
      lastError: order ? latestDecline(order.id) : null,
    },
    { headers: PRIVATE },
  );
}

/** Needs a customer signed in; each query selects by their account. */
export const action = handlingCard(async ({ request }: ActionFunctionArgs) => {
  const person = await requireCustomer(request, "checkout");
  const cart = await readCart(request);
  const form = formOf(request);
  switch (form.get("intent")) {
    case "add":
      return await add(form, cart);
    case "fewer":
      return await change(form, cart, -1);
    case "more":
      return await change(form, cart, 1);
    case "remove":
      return await change(form, cart, Number.NEGATIVE_INFINITY);
    case "address":
      return await chooseAddress(form, cart, person);
    case "pay":
    case "hosted":
    case "element":
      return await payForCopies(form, cart, person);
    default:
      throw new Response(null, { status: 400 });
  }
});

/** The item that a form names. @throws 400 for anything else. */
function itemOf(form: FormData): string {
  const item = form.get("item");
  if (typeof item !== "string" || !readItemId(item)) throw new Response(null, { status: 400 });
  return item;
}

async function add(form: FormData, cart: Cart) {
  const added = addToCart(cart.items, itemOf(form));
  if (!added.ok) {
    const message = "Your cart is full.";
    return await seeOther("/checkout", {
      flash: { tone: "warn", message, more: "Place this order first, then add more." },
    });
  }
  return await seeOther("/checkout", { cookies: [await storeCart({ ...cart, items: added.items })] });
}

async function change(form: FormData, cart: Cart, by: number) {
  const item = itemOf(form);
  const quantity = cart.items.find(({ itemId }) => itemId === item)?.quantity ?? 0;
  const items = setQuantity(cart.items, item, quantity + by);
  return await seeOther("/checkout", { cookies: [await storeCart({ ...cart, items })] });
}

export default function Checkout() {
  const { isChoosing, view, element, wasCancelled, lastError } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>() as { problem?: string; cardProblem?: string } | undefined;
  if (view.lines.length === 0) {
    return (
      <Frame variant="checkout">
        <EmptyState
          level={1}
          title="Your Cart is Empty"
          action={
            <LinkButton variant="light" href="/account-settings?tab=books">
              Back to account settings
            </LinkButton>
          }
        >
          Choose a book under “Books” and it’ll appear here.
        </EmptyState>
      </Frame>
    );
  }
  const copies = countCopies(view.lines);
  return (
    <Frame variant="checkout">
      {isChoosing ? (
        <CheckoutDelivery view={view} problem={actionData?.problem} />
      ) : (
        <CheckoutPayment
          view={view}
          element={element}
          copies={copies}
          problem={actionData ? actionData.problem : lastError}
          cardProblem={actionData?.cardProblem}
          wasCancelled={wasCancelled && !actionData}
        />
      )}
    </Frame>
  );
}
