import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/kernel/money/pounds";
import { londonDay } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";
import { formatEndedLink, formatLink } from "~/domain/shop/order-links/order-links";
import { CANCEL_REFUSALS, CANCEL_WORDS, formatUntil } from "~/domain/shop/order-rules/cancellation";
import { CHANGE_ADDRESS } from "~/domain/shop/order-rules/order-address";
import { cancelStateOf } from "~/domain/shop/orders/cancellation.server";
import { linesOf, type Order } from "~/domain/shop/orders/orders.server";
import { giftOfOrder } from "~/domain/shop/vouchers/gifts.server";
import { Frame } from "~/screens/frame";
import { Badge } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { DescriptionList } from "~/ui/description-list";
import { currentTime } from "~/web/clock.server";
import { loaderHeaders } from "~/web/headers";
import type { ScreenHandle } from "~/web/screen";
import { addressData } from "./address-change.server";
import { sendAgain } from "./gift-actions.server";
import { describeGift } from "./gift-data.server";
import { GiftPart } from "./gifts-list";
import { LINK_HEADERS, type LinkedOrder, linkedOrderOf, requireLinkedOrder } from "./linked-order.server";
import { labelOf } from "./order-data.server";
import { StoredTexts } from "./stored-texts";

export const handle: ScreenHandle<object | null> = {
  title: (view) => (view ? "Your order" : "This link no longer works"),
  noindex: true,
  guard: { secretParams: ["link"] },
};

export const headers = loaderHeaders;

/** Public: the link in a guest's emails is the right to its order. Following it changes nothing. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const linked = await linkedOrderOf(request, params);
  if (!linked) return data(null, { status: 404, headers: LINK_HEADERS });
  return data(yourOrderData(linked, currentTime()), { headers: LINK_HEADERS });
}

/** Public, as the loader: sends the gift of this order again. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { order, guestId, path } = await requireLinkedOrder(request, params);
  const gift = giftOfOrder(guestId, order.id, currentTime());
  return await sendAgain(guestId, gift?.voucher.id ?? "", path);
}

export default function YourOrder() {
  const view = useLoaderData<typeof loader>();
  return <Frame variant="reading">{view ? <OpenOrder view={view} /> : <NoOrder />}</Frame>;
}

function NoOrder() {
  return (
    <>
      <h1>This link no longer works</h1>
      <p className="lead">
        It may have run out, or part of it may be missing. Create an account with the email address you ordered with,
        and you’ll find your orders there.
      </p>
      <p className="row">
        <LinkButton href="/register">Create an account</LinkButton>
        <LinkButton href="/auth" variant="line">
          Sign in
        </LinkButton>
      </p>
    </>
  );
}

function OpenOrder({ view }: { readonly view: YourOrderData }) {
  const { path, order, gift, address, cancelling } = view;
  return (
    <div className="settings-column">
      <h1>Your order</h1>
      <p className="small muted">{view.link}</p>
      <h2>What you bought</h2>
      <ul className="settings-list">
        <li>
          <div className="settings-list-head">
            <h3>{order.number}</h3>
            <Badge tone={view.tone}>{view.status}</Badge>
          </div>
          <DescriptionList items={factsOf(view)} />
          {address && <p className="small muted">{address.says}</p>}
          {address?.canChange && (
            <p>
              <a className="stand-alone-link" href={`${path}/address`}>
                {CHANGE_ADDRESS}
              </a>
            </p>
          )}
          <p>
            <a className="stand-alone-link" href={`${path}/receipt`}>
              Download Receipt
            </a>
          </p>
          <StoredTexts {...order} />
        </li>
        {gift && <GiftPart gift={gift} print={`${path}/voucher`} change={null} />}
      </ul>
      {view.isLoopWaiting && (
        <>
          <h2>Choose your delivery date</h2>
          <p>
            That sets when your year starts. Press “Choose your delivery date” in your receipt, or{" "}
            <a href="/register">create an account</a> with {order.email}.
          </p>
        </>
      )}
      {gift?.isOpen && (
        <>
          <h2>Change who it’s for</h2>
          <p>
            To change who the voucher is for, or the day we email it, <a href="/register">create an account</a> with{" "}
            {order.email}. It’s under Orders.
          </p>
        </>
      )}
      {cancelling && (
        <>
          <h2>Changed your mind?</h2>
          <p>
            {cancelling.says} {cancelling.words && <a href={`${path}/cancel`}>{cancelling.words}</a>}
          </p>
        </>
      )}
    </div>
  );
}

function factsOf({ order, lines, paidDay, address }: YourOrderData) {
  return [
    { name: "In this order", value: lines.join(", ") },
    { name: "Price", value: formatPence(order.totalPence) },
    ...(order.refundedPence > 0 ? [{ name: "Refunded", value: formatPence(order.refundedPence) }] : []),
    ...(paidDay ? [{ name: "Ordered", value: formatDay(paidDay) }] : []),
    ...(address ? [{ name: "Book goes to", value: address.words }] : []),
  ];
}

/** What a guest sees of one order, by its link. */
function yourOrderData({ order, guestId, path }: LinkedOrder, now: Date) {
  const gift = giftOfOrder(guestId, order.id, now);
  const isOver = order.status === "REFUNDED" || order.status === "CANCELLED";
  const { number, email, kind, totalPence, refundedPence, termsHash, privacyHash } = order;
  return {
    path,
    order: { number, email, kind, totalPence, refundedPence, termsHash, privacyHash },
    ...labelOf(order.status),
    paidDay: order.paidAt && londonDay(order.paidAt),
    lines: linesOf(order.id).map(({ name, quantity }) => `${quantity} × ${name}`),
    link: isOver && order.paidAt ? formatEndedLink(order.paidAt) : formatLink(order.kind),
    gift: gift ? describeGift(gift, now) : null,
    isLoopWaiting: order.kind === "loop" && !isOver,
    // Its badge says that it is over.
    address: isOver ? null : addressData(guestId, order.id),
    cancelling: isOver ? null : cancelData(guestId, order, now),
  };
}

type YourOrderData = ReturnType<typeof yourOrderData>;

/** The label of its link and until when; or why not. */
function cancelData(guestId: string, order: Order, now: Date) {
  const state = cancelStateOf(guestId, order.id, now);
  if (!state) return null;
  if (!state.ok) return { words: null, says: CANCEL_REFUSALS[state.reason] };
  return { words: CANCEL_WORDS[order.kind], says: formatUntil(order) };
}
