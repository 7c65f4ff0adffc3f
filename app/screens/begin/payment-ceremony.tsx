import type { ReactNode } from "react";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import { formatPence } from "~/domain/kernel/money/pounds";
import { formatDay } from "~/domain/kernel/time/format-days";
import { IN_SHORT } from "~/domain/shop/order-rules/cancellation";
import { ClothBand } from "~/ui/cloth-band";
import { Swatch } from "~/ui/swatch";
import type { ThemeName } from "~/ui/theme";
import type { BoughtData } from "./payment-success-data.server";

interface CeremonyProps {
  readonly theme: ThemeName;
  readonly picture: { readonly src: string; readonly alt: string; readonly height: number };
  readonly children: ReactNode;
}

/** The cloth of what was bought, with its picture at the left, where the dashboard has it too. */
export function Ceremony({ theme, picture, children }: CeremonyProps) {
  return (
    <ClothBand theme={theme} className="ceremony">
      <div className="ceremony-grid">
        <img className="ceremony-picture" src={picture.src} alt={picture.alt} width="720" height={picture.height} />
        <div className="stack ceremony-words">{children}</div>
      </div>
    </ClothBand>
  );
}

const CM = 10;
const SIZE = `${BOOK_FORMAT.trimWidth / CM} × ${BOOK_FORMAT.trimHeight / CM} cm`;

/** What was bought and paid, as on a bookplate; the order's number is small below it. */
export function Bookplate({ bought }: { readonly bought: BoughtData }) {
  const { loop, gift, order } = bought;
  return (
    <section className="container receipt-section" aria-labelledby="bought">
      <div className="receipt">
        {loop?.image && <Swatch src={loop.image} theme={loop.theme} />}
        <div className="receipt-what">
          <h2 id="bought">
            {loop?.name}
            {gift?.recipientName && `, for ${gift.recipientName}`}
          </h2>
          <p className="muted">
            {loop?.themeName} loop{gift && ", as a gift"}
          </p>
          <ul className="stitched-list">
            <li>A question a week for {WEEKS} weeks</li>
            <li>One luxury hardback, {SIZE}</li>
            <li>{gift ? "They choose when it starts and where it goes" : "Delivered anywhere in the UK"}</li>
          </ul>
        </div>
        <dl className="price-rows">
          <Row label={`${loop?.name} loop`} amount={formatPence(order.subtotalPence)} />
          {order.discountPence > 0 && (
            <Row
              label={order.discountCode ? `Discount ${order.discountCode}` : "Discount"}
              amount={formatPence(-order.discountPence)}
            />
          )}
          <Row label="UK delivery" amount={order.deliveryPence === 0 ? "Free" : formatPence(order.deliveryPence)} />
          {order.taxPence > 0 && <Row label="Tax" amount={formatPence(order.taxPence)} />}
          <div className="price-total receipt-total">
            <dt>Paid</dt>
            <dd>{formatPence(order.totalPence)}</dd>
          </div>
        </dl>
      </div>
      <p className="receipt-order small muted">
        Order <b>{order.number}</b>, {formatDay(order.paidDay)}. We’ve emailed your receipt to {order.email}.{" "}
        {gift?.lastDay
          ? `${gift.recipientName ? `${gift.recipientName}’s` : "The"} voucher is valid until ${formatDay(gift.lastDay)}.`
          : `Changed your mind? ${IN_SHORT.loop}`}
      </p>
    </section>
  );
}

function Row({ label, amount }: { readonly label: string; readonly amount: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{amount}</dd>
    </div>
  );
}

export function Thanks({ firstName, isGift }: { readonly firstName: string; readonly isGift: boolean }) {
  return (
    <h1>
      Thank you{firstName && `, ${firstName}`}.{" "}
      <em>{isGift ? "The first stitch is yours." : "Your first stitch is in."}</em>
    </h1>
  );
}

/** What was bought, and what comes next. */
export function StitchWords({ bought, hasDate }: { readonly bought: BoughtData; readonly hasDate: boolean }) {
  const { gift, loop } = bought;
  if (gift) {
    return (
      <p className="lead">
        {gift.recipientName ? `${gift.recipientName}’s` : "Their"} voucher is ready. They can start whenever they like.
      </p>
    );
  }
  return (
    <p className="lead">
      {loop?.name} is yours.{!hasDate && " Now choose when your book should arrive."}
    </p>
  );
}
