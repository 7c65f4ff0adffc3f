import { formatDay } from "~/domain/kernel/time/format-days";
import { VOUCHER_MONTHS } from "~/domain/kernel/time/voucher-validity";
import { CANCEL_WORDS } from "~/domain/shop/order-rules/cancellation";
import { ORDER_LINK_LABEL } from "~/domain/shop/order-rules/order-places";
import { formatReminders, GIVER_SEES_NOTHING } from "~/domain/shop/vouchers/gift-words";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { ClothBand } from "~/ui/cloth-band";
import { CardNote, CardStart } from "~/ui/gift-card";
import { GivingWay, GivingWays } from "~/ui/giving-ways";
import { TickIcon } from "~/ui/icons";
import { PageScript } from "~/ui/page-script";
import { PriceSummary } from "~/ui/price-summary";
import { Timeline, type TimelineItem } from "~/ui/timeline";
import type { GiftDoneData } from "./gift-done-data.server";

interface GiftDoneProps {
  readonly gift: GiftDoneData;
}

/** The inside of the card over the cloth, what happens next, and what was paid. */
export function GiftDone({ gift }: GiftDoneProps) {
  const { recipientName } = gift;
  return (
    <>
      {/* Before the links, and neither deferred nor a module: a download requested while it loads would stop it. */}
      <PageScript name="gift" isBlocking />
      <ClothBand className="gift-done-band">
        <p className="gift-done-status">
          <TickIcon /> <b>Gift Purchase Successful!</b>
        </p>
        <h1>
          {recipientName ? `${recipientName}’s voucher` : "Your voucher"} <em>is ready.</em>
        </h1>
        <p className="lead">Print it, email it or tuck it into a card. {formatWhen(gift)}</p>
      </ClothBand>
      <div className="container gift-done-voucher">
        <div className="gift-done-pair">
          <CardNote recipient={recipientName} message={gift.message} giver={gift.giverName} />
          <CardStart code={gift.code} square={gift.square} place={gift.place} lastDay={gift.lastDay} />
        </div>
        {gift.cardRemark && <p className="muted">{gift.cardRemark}</p>}
        <GiftActions gift={gift} />
      </div>
      <div className="container two-columns gift-done-rest">
        <div className="stack stack-large">
          <h2>What happens next</h2>
          <Timeline items={stepsOf(gift)} down />
          <p>{GIVER_SEES_NOTHING}</p>
          {gift.isGuest && (
            <Banner
              action={
                <a href="/account-creation">{gift.isSignedIn ? "Put it in your account" : "Create your account"}</a>
              }
            >
              <b>Want to find this voucher again?</b> Press “{ORDER_LINK_LABEL}” in our email about your order. You can
              print the voucher, send it again or cancel it there. {gift.isSignedIn ? "In your" : "With an"} account you
              can also change who it’s for.
            </Banner>
          )}
        </div>
        <GiftOrder gift={gift} />
      </div>
    </>
  );
}

function GiftActions({ gift }: GiftDoneProps) {
  return (
    <section className="stack" aria-label="How to give it">
      <GivingWays>
        <GivingWay way="print">
          <p>One side of A4, at actual size. Fold the top half back, then the left half back. It fits a C6 envelope.</p>
          <LinkButton href={gift.voucherHref}>Download Voucher</LinkButton>
        </GivingWay>
        <GivingWay way="email">
          <p>{formatWhen(gift) || "A letter from you, with the code and the link in it."}</p>
          <LinkButton href={emailAround(gift)} variant="line">
            {gift.recipientEmail ? "Write to them yourself" : "Send by email"}
          </LinkButton>
        </GivingWay>
        <GivingWay way="message">
          <p>
            Send the link, which has the code in it: <span className="gift-done-link">{gift.link}</span>
          </p>
          <Button type="button" variant="line" hidden data-shares={gift.link}>
            Share
          </Button>
          <Button type="button" variant="line" hidden data-copies={gift.code}>
            Copy Code
          </Button>
        </GivingWay>
      </GivingWays>
      <p className="gift-done-said" role="status" data-said="" />
      {!gift.isGuest && (
        <p>
          <a className="stand-alone-link" href={`/account-settings/gifts/${gift.id}`}>
            Change it or send it again
          </a>
        </p>
      )}
    </section>
  );
}

function GiftOrder({ gift }: GiftDoneProps) {
  const { order } = gift;
  return (
    <PriceSummary
      title="Payment summary"
      sticky={false}
      rows={[
        { label: "Order number", amount: order.number },
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
        { label: "UK delivery to them", amount: order.deliveryPence === 0 ? "Free" : order.deliveryPence },
      ]}
      totalPence={order.totalPence}
      totalLabel="Paid"
    >
      <p className="small muted">
        The voucher is valid for {VOUCHER_MONTHS} months, until {formatDay(gift.lastDay)}. {order.cancelling}{" "}
        {order.cancelHref && <a href={order.cancelHref}>{CANCEL_WORDS.gift}</a>}
      </p>
      <div className="gift-done-more">
        <LinkButton href={gift.receiptHref} variant="line" size="small" wide>
          Download Receipt
        </LinkButton>
        <LinkButton href="/" variant="line" size="small" wide>
          Return Home
        </LinkButton>
      </div>
    </PriceSummary>
  );
}

/** A draft email from the giver, with the voucher in it. */
function emailAround(gift: GiftDoneData): string {
  const subject = encodeURIComponent("A year in a book, for you");
  const words = `I’ve given you a loop: a year of questions, and a book of your answers.\n\nYour voucher code: ${gift.code}\nStart at ${gift.link} by ${formatDay(gift.lastDay)}.`;
  return `mailto:${encodeURIComponent(gift.recipientEmail ?? "")}?subject=${subject}&body=${encodeURIComponent(words)}`;
}

const isWaiting = ({ state }: GiftDoneData) => state === "scheduled";

function formatWhen(gift: GiftDoneData): string {
  const { recipientEmail, sendOnDay } = gift;
  if (recipientEmail === null) return "";
  if (!isWaiting(gift)) return "We’ve emailed it to them.";
  return sendOnDay
    ? `We’ll email it to them on the morning of ${formatDay(sendOnDay)}.`
    : "We’re emailing it to them now.";
}

function stepsOf(gift: GiftDoneData): TimelineItem[] {
  const { recipientEmail, order, lastDay, isReminded } = gift;
  const who = recipientEmail === null ? "you" : "them";
  const reminders = `. If they haven’t, ${formatReminders(who)}`;
  return [
    order.hasNoReceipt
      ? { title: "Today", text: `Our email to ${order.email} couldn’t be delivered. Download your receipt here` }
      : { title: "Today", text: `Your receipt is on its way to ${order.email}`, done: true },
    handover(gift),
    {
      title: `Any time until ${formatDay(lastDay)}`,
      text: `They start their year${isReminded ? reminders : ""}`,
    },
    { title: "A year after they start", text: "Their book’s printed and delivered" },
  ];
}

function handover(gift: GiftDoneData): TimelineItem {
  const { recipientEmail, sendOnDay } = gift;
  if (recipientEmail === null) {
    return {
      title: "Whenever you like",
      text: "Give them the card, or send the email or the message",
    };
  }
  if (!isWaiting(gift)) return { title: "Sent", text: `We emailed the voucher to ${recipientEmail}`, done: true };
  return {
    title: sendOnDay ? formatDay(sendOnDay) : "In a minute",
    text: `We email the voucher to ${recipientEmail}, from you`,
  };
}
