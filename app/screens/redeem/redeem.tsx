import { Frame } from "~/screens/frame";
import { ClothBand } from "~/ui/cloth-band";
import { YearTimeline } from "~/ui/year-timeline";
import type { ScreenHandle } from "~/web/screen";
import { VoucherForm } from "./voucher-form";

export const handle: ScreenHandle = {
  title: "Redeem a Loop",
  description: "Have you been given a loop? Type your voucher code and start your year. There’s nothing to pay.",
};

/** Public. Names no price: who was given a loop reads it. */
export default function Redeem() {
  return (
    <Frame variant="shop">
      <ClothBand className="redeem-band">
        <div className="redeem-words">
          <h1 className="display">
            Somebody gave you <em>a whole year.</em>
          </h1>
          <p className="lead">
            Type the code from your voucher, then choose when your book should arrive. There’s nothing to pay.
          </p>
        </div>
        <div className="redeem-sheet">
          <VoucherForm>
            <h2 className="as-h3">Your voucher</h2>
          </VoucherForm>
        </div>
      </ClothBand>
      <section className="container section" aria-labelledby="redeem-how">
        <h2 id="redeem-how">What happens, and when</h2>
        <YearTimeline today="Type your code and create an account" />
        <p className="redeem-more muted">
          No voucher? <a href="/loop-theme">Start a loop of your own</a>, or <a href="/gift">give one to somebody</a>.
        </p>
      </section>
    </Frame>
  );
}
