import { formatDay } from "~/domain/kernel/time/format-days";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { DescriptionList } from "~/ui/description-list";
import { PostForm } from "~/ui/post-form";
import { VisuallyHidden } from "~/ui/visually-hidden";
import type { GiftData } from "./gift-data.server";

/** The bought gifts with their states. */
export function GiftsList({ gifts }: { readonly gifts: readonly GiftData[] }) {
  return (
    <>
      <h2>Your gifts</h2>
      <ul className="settings-list">
        {gifts.map((gift) => (
          <GiftPart
            key={gift.id}
            gift={gift}
            print={`/voucher/${gift.id}/pdf`}
            change={`/account-settings/gifts/${gift.id}`}
          />
        ))}
      </ul>
    </>
  );
}

interface GiftPartProps {
  readonly gift: GiftData;
  /** Its voucher as a card. */
  readonly print: string;
  /** Where its recipient and day are changed; null for a guest, who opens an account for it. */
  readonly change: string | null;
}

/** One gift, as an item of a list. */
export function GiftPart({ gift, print, change }: GiftPartProps) {
  return (
    <li>
      <div className="settings-list-head">
        <h3>{gift.title}</h3>
        <Badge tone={gift.tone}>{gift.state}</Badge>
      </div>
      <DescriptionList items={dataOf(gift)} />
      {gift.isOpen && <GiftActions gift={gift} print={print} change={change} />}
    </li>
  );
}

function GiftActions({ gift, print, change }: GiftPartProps) {
  const which = <VisuallyHidden>: {gift.title}</VisuallyHidden>;
  return (
    <div className="row settings-acts">
      <a href={print}>Print{which}</a>
      {change && (
        <a href={change}>
          {gift.recipientEmail ? "Change the recipient or the date" : "Add a recipient or a date"}
          {which}
        </a>
      )}
      {gift.canBeSent && (
        <PostForm>
          <input type="hidden" name="gift" value={gift.id} />
          <Button variant="line" size="small" name="intent" value="resend-gift">
            {gift.wasSent ? "Resend Code" : "Send now"}
            {which}
          </Button>
        </PostForm>
      )}
    </div>
  );
}

function dataOf(gift: GiftData) {
  return [
    ...(gift.code ? [{ name: "Voucher code", value: <span className="figures">{gift.code}</span> }] : []),
    ...(gift.recipientEmail ? [{ name: "Goes to", value: gift.recipientEmail }] : []),
    ...(gift.sending ? [{ name: "Will be sent", value: formatWhen(gift.sending) }] : []),
    ...(gift.sentDay ? [{ name: "Sent", value: formatDay(gift.sentDay) }] : []),
    ...(gift.redeemedDay
      ? [{ name: "Redeemed", value: formatDay(gift.redeemedDay) }]
      : gift.lastDay
        ? [{ name: "Valid until", value: formatDay(gift.lastDay) }]
        : []),
  ];
}

const formatWhen = (sending: string) =>
  sending === "now" ? "Within a few minutes" : `${formatDay(sending)}, in the morning`;
