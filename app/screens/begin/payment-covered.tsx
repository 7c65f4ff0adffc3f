import { MAKING_WEEKS, WEEKS_IN_WORDS } from "~/domain/diary/rules/calendar";
import { LONGEST_REFLECTION_WORDS } from "~/domain/diary/rules/entry-limits";
import { PHOTOS_A_WEEK } from "~/domain/diary/rules/photo-rules";
import { capitalise, numberInWords } from "~/domain/kernel/text/numbers";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { PriceSummary } from "~/ui/price-summary";
import { BackLink } from "~/ui/text-link";
import { TickList } from "~/ui/tick-list";
import { SHOWN_FIELD } from "~/web/shown-choice";
import { JOURNEY_NAMES } from "./journey-copy";
import type { PaymentData } from "./payment-data.server";

const PAID_FOR = "Paid for";

/** The payment page of a redeemed voucher: nothing to pay, no price, on to the delivery date. */
export function PaymentCovered({ view }: { readonly view: PaymentData }) {
  const { loop, covered } = view;
  return (
    <div className="two-columns two-columns-first">
      <div className="stack stack-large">
        <div>
          <BackLink href="/loop-type">Change loop</BackLink>
          <h1>
            {JOURNEY_NAMES.redeem.spoken}: <em>payment</em>
          </h1>
        </div>
        <p className="lead">
          There’s nothing to pay. Your voucher, which ends in {covered?.lastFour}, covers everything.
        </p>
        <TickList
          items={[
            `${capitalise(WEEKS_IN_WORDS)} weeks of questions written for this loop`,
            `Up to ${numberInWords(PHOTOS_A_WEEK)} photos and ${LONGEST_REFLECTION_WORDS} words in every entry`,
            "One luxury hardback, titled by you",
            `UK delivery, about ${numberInWords(MAKING_WEEKS)} weeks after your last entry`,
          ]}
        />
        <p className="muted">We only use the voucher on the next page, when you confirm your delivery date.</p>
      </div>
      <PriceSummary
        item={
          loop
            ? {
                name: loop.name,
                detail: `${loop.themeName} loop, given to you`,
                motif: loop.image,
                theme: loop.theme,
              }
            : undefined
        }
        rows={[
          { label: "Loop and hardback book", amount: PAID_FOR },
          { label: "UK delivery", amount: PAID_FOR },
        ]}
        totalPence={0}
        totalLabel="To pay"
      >
        <PostForm>
          <input type="hidden" name={SHOWN_FIELD} value={view.shown} />
          <Button wide name="intent" value="covered">
            Continue to the delivery date
          </Button>
        </PostForm>
      </PriceSummary>
    </div>
  );
}
