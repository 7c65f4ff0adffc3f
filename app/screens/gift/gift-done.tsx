import { formatPence } from "~/domain/money/pounds";
import { formatDay } from "~/domain/time/format-days";
import { VOUCHER_MONTHS } from "~/domain/vouchers/validity";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { ClothBand } from "~/ui/cloth-band";
import { PriceSummary } from "~/ui/price-summary";
import { VoucherCard } from "~/ui/voucher-card";
import { useAnswer } from "~/web/answer-context";
import type { GiftDoneData } from "./gift-done-data.server";

/** The voucher over the cloth, what happens next, and what was paid. */
export function GiftDone({ gift }: { readonly gift: GiftDoneData }) {
  const { nonce } = useAnswer();
  const { recipientName, order } = gift;
  return (
    <>
      {/* Before the links, and neither deferred nor a module: a download requested while it loads would stop it. */}
      <script src="/scripts/gift.js" nonce={nonce} />
      <ClothBand className="gift-done-band">
        <h1>Gift Purchase Successful!</h1>
        <p className="lead">
          {recipientName ? `${recipientName}’s voucher` : "The voucher"} is ready. Print it, send it, or hide
          it in a cake.
        </p>
      </ClothBand>
      <div className="container gift-done-voucher">
        <VoucherCard
          theme={gift.theme}
          message={gift.message}
          code={{ shown: gift.code, place: gift.place, lastDay: gift.lastDay, loopName: gift.loopName }}
        />
        <div className="stack">
          <div className="gift-done-acts">
            <LinkButton href={`/voucher/${gift.id}/pdf`}>Download Voucher</LinkButton>
            <Button type="button" variant="line" hidden data-copies={gift.code}>
              Copy Code
            </Button>
            <Button type="button" variant="line" hidden data-shares={gift.link}>
              Share
            </Button>
            <LinkButton href={emailAround(gift)} variant="line">
              Send by email
            </LinkButton>
          </div>
          <p className="gift-done-said" role="status" data-said="" />
        </div>
      </div>
      <div className="container two-columns gift-done-rest">
        <div className="stack stack-large">
          <h2>What happens next</h2>
          <ol className="gift-steps">
            <li>
              <b>Give it.</b> The voucher prints on ordinary A4 and folds to a card. It’s drawn in outline, so
              it’s kind to your ink.
            </li>
            <li>
              <b>They start.</b> They type the code and choose when their book should arrive.
            </li>
            <li>
              <b>A year later.</b> Their book’s printed and delivered.
            </li>
          </ol>
          <p>{sendingWords(gift)}</p>
          {gift.isGuest && (
            <Banner action={<a href="/account-creation">Create your account</a>}>
              <b>Keep this page, or create an account.</b> You’ll then find the voucher under My Gifts, where
              you can send it, change who it’s for, or cancel it.
            </Banner>
          )}
          <Banner>
            The voucher is valid for {VOUCHER_MONTHS} months, until <b>{formatDay(gift.lastDay)}</b>.
          </Banner>
        </div>
        <PriceSummary
          title="Payment summary"
          sticky={false}
          rows={[
            { label: `${gift.loopName ?? "One"} loop, as a gift`, amount: order.subtotalPence },
            ...(order.discountPence > 0
              ? [
                  {
                    label: "Discount",
                    amount: -order.discountPence,
                    chip: order.discountCode ?? undefined,
                  },
                ]
              : []),
            { label: "UK delivery", amount: order.deliveryPence === 0 ? "Free" : order.deliveryPence },
          ]}
          totalPence={order.totalPence}
          totalLabel="Paid"
        >
          <p className="small muted">
            Order {order.number}, {formatDay(order.paidDay)}. We’ve emailed your receipt for{" "}
            {formatPence(order.totalPence)} to {order.email}.
          </p>
          <div className="gift-done-more">
            <LinkButton href={`/order/${order.id}/receipt`} variant="line" size="small" wide>
              Download Receipt
            </LinkButton>
            <LinkButton href="/" variant="line" size="small" wide>
              Return Home
            </LinkButton>
          </div>
        </PriceSummary>
      </div>
    </>
  );
}

/** A draft email from the giver, with the voucher in it. */
function emailAround(gift: GiftDoneData): string {
  const subject = encodeURIComponent("A year in a book, for you");
  const words = `I’ve given you a loop: a year of questions, and a book of your answers.\n\nYour voucher code: ${gift.code}\nStart at ${gift.link} by ${formatDay(gift.lastDay)}.`;
  return `mailto:${encodeURIComponent(gift.recipientEmail ?? "")}?subject=${subject}&body=${encodeURIComponent(words)}`;
}

function sendingWords({ state, recipientEmail, sendOnDay, isGuest }: GiftDoneData) {
  const change = isGuest ? (
    <>{recipientEmail ? "You can change that" : "We can send it for you"} once you have an account</>
  ) : (
    <a href="/account-settings?tab=orders">
      {recipientEmail ? "Change that" : "Have us send it"} under My gifts
    </a>
  );
  if (recipientEmail === null) return <>You’re giving this one yourself. {change}, on a day you choose.</>;
  if (state !== "scheduled")
    return (
      <>
        We’ve emailed it to {recipientEmail}. {change}.
      </>
    );
  return (
    <>
      We’ll email it to {recipientEmail}{" "}
      {sendOnDay ? `on the morning of ${formatDay(sendOnDay)}` : "in a minute"}. {change}.
    </>
  );
}
