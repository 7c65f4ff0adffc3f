import { formatBookDay } from "~/domain/diary/loops/book-days";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { formatPence } from "~/domain/kernel/money/pounds";
import { capitalise } from "~/domain/kernel/text/numbers";
import { formatDay } from "~/domain/kernel/time/format-days";
import { CHANGE_ADDRESS } from "~/domain/shop/order-rules/order-address";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { DescriptionList } from "~/ui/description-list";
import { PostForm } from "~/ui/post-form";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { GiftsList } from "./gifts-list";
import type { OrderData } from "./order-data.server";
import { StoredTexts } from "./stored-texts";

export function OrdersTab({ view }: { readonly view: OrderData & { readonly inCart: number } }) {
  return (
    <div className="settings-column">
      {view.gifts.length > 0 && <GiftsList gifts={view.gifts} />}
      <h2>Your orders</h2>
      {view.inCart > 0 && (
        <p>
          <a className="stand-alone-link" href="/checkout">
            View Cart ({view.inCart})
          </a>
        </p>
      )}
      {view.orders.length === 0 && <p>You haven’t ordered anything yet.</p>}
      <ul className="settings-list">
        {view.orders.map((order) => (
          <li key={order.id}>
            <div className="settings-list-head">
              <h3>{order.title}</h3>
              <Badge tone={order.tone}>{order.status}</Badge>
            </div>
            <DescriptionList items={dataOf(order)} />
            {order.paidDay && (
              <p>
                <a className="stand-alone-link" href={`/order/${order.id}/receipt`}>
                  Download Receipt<VisuallyHidden> of {order.number}</VisuallyHidden>
                </a>
              </p>
            )}
            {order.address?.canChange && (
              <p>
                <a className="stand-alone-link" href={`/account-settings/orders/${order.id}/address`}>
                  {CHANGE_ADDRESS}
                  <VisuallyHidden> of {order.number}</VisuallyHidden>
                </a>
              </p>
            )}
            <StoredTexts {...order} />
            {order.cancelling && (
              <p>
                {order.cancelling.until}{" "}
                <a href={`/account-settings/orders/${order.id}/cancel`}>
                  {order.cancelling.words}
                  <VisuallyHidden> {order.number}</VisuallyHidden>
                </a>
              </p>
            )}
            {order.copyOf && (
              <PostForm action="/checkout">
                <input type="hidden" name="item" value={order.copyOf} />
                <Button variant="line" size="small" name="intent" value="add">
                  Order Book Copy
                </Button>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const REPLACEMENT = {
  waiting: "Goes to the printer next",
  printing: "Being printed",
  shipped: "On its way",
  delivered: "Delivered",
} as const;

function dataOf(order: OrderData["orders"][number]) {
  return [
    ...(order.lines.length > 0 ? [{ name: "In this order", value: <Lines lines={order.lines} /> }] : []),
    { name: "Order number", value: order.number },
    { name: "Price", value: formatPence(order.totalPence) },
    ...(order.refundedPence > 0 ? [{ name: "Refunded", value: formatPence(order.refundedPence) }] : []),
    ...(order.paidDay ? [{ name: "Ordered", value: formatDay(order.paidDay) }] : []),
    ...(order.address ? [{ name: "Book goes to", value: order.address.words }] : []),
    ...(order.loop
      ? [
          { name: "Start date", value: formatDay(order.loop.startDay) },
          order.loop.deliveredDay
            ? { name: "Delivered", value: formatDay(order.loop.deliveredDay) }
            : { name: "Delivery date", value: capitalise(formatBookDay(order.loop.deliveryDay)) },
          { name: "Entries", value: `${order.loop.entriesCount} of ${WEEKS}` },
        ]
      : []),
    ...order.shipments.flatMap((shipment) => [
      ...(shipment.isReplacement ? [{ name: "Replacement", value: REPLACEMENT[shipment.state] }] : []),
      ...(shipment.expectedDay ? [{ name: "Expected by", value: formatDay(shipment.expectedDay) }] : []),
      ...(shipment.carrier
        ? [
            {
              name: "Sent with",
              value: shipment.trackingNumber
                ? `${shipment.carrier}, tracking number ${shipment.trackingNumber}`
                : shipment.carrier,
            },
          ]
        : []),
    ]),
  ];
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
