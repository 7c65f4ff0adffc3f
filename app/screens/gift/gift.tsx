import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readPrices } from "~/domain/diary/catalogue/prices.server";
import { WEEKS_IN_WORDS } from "~/domain/diary/rules/calendar";
import { IN_SHORT } from "~/domain/shop/order-rules/cancellation";
import { formatLoopPrice } from "~/domain/shop/order-rules/price-words";
import { NOTHING_TO_PAY, SWAP, VALIDITY } from "~/domain/shop/vouchers/gift-words";
import { Frame } from "~/screens/frame";
import { Button } from "~/ui/button";
import { ClothBand } from "~/ui/cloth-band";
import { GivingWay, GivingWays } from "~/ui/giving-ways";
import { PostForm } from "~/ui/post-form";
import { Timeline } from "~/ui/timeline";
import { VoucherCard } from "~/ui/voucher-card";
import { countStep } from "~/web/funnel.server";
import { startJourney } from "~/web/journey";
import { readJourney, storeJourney } from "~/web/journey.server";
import { seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = {
  title: "Gift a Loop",
  description: `Give somebody a year: ${WEEKS_IN_WORDS} weekly questions and a hardback book of the answers. Print the voucher, or we’ll email it on the day.`,
};

/** Public. */
export async function loader({ request }: LoaderFunctionArgs) {
  await countStep(request, { stage: "product", journey: "gift" });
  return data({ price: formatLoopPrice(readPrices()) });
}

/** Public. */
export async function action({ request }: ActionFunctionArgs) {
  const journey = await readJourney(request);
  return await seeOther("/loop-theme?journey=gift", {
    cookies: [await storeJourney(startJourney(journey, "gift"))],
  });
}

const MESSAGE = "To Maya and Dev. Write it all down, even the boring Tuesdays. Especially the boring Tuesdays.";

export default function Gift() {
  const { price } = useLoaderData<typeof loader>();
  return (
    <Frame variant="shop" theme="celebration">
      <ClothBand className="gift-band">
        <div className="gift-words">
          <h1 className="display">
            Give somebody <em>their own year.</em>
          </h1>
          <p className="lead">
            A voucher to print, email or tuck into a card. They get {WEEKS_IN_WORDS} questions, and a hardback book of
            their answers.
          </p>
          <PostForm>
            <Button variant="light">Choose a theme</Button>
          </PostForm>
          <p>
            {price.inFull}. {NOTHING_TO_PAY}
          </p>
        </div>
        <VoucherCard theme="celebration" message={MESSAGE} />
      </ClothBand>
      <section className="container section gift-how" aria-labelledby="gift-how">
        <h2 id="gift-how">How giving works</h2>
        <Timeline
          down
          items={[
            { title: "You choose", text: `A theme and a loop. ${SWAP.giver}` },
            { title: "You give", text: "Print the card, or choose the morning we email it" },
            { title: "They start", text: "They type the code and start when it suits them" },
            { title: "A year later", text: "We print their book and deliver it" },
          ]}
        />
        <GivingWays>
          <GivingWay way="print">
            <p>A card to fold, with your message inside. No price on it.</p>
          </GivingWay>
          <GivingWay way="email">
            <p>We send it on the morning you choose.</p>
          </GivingWay>
          <GivingWay way="message">
            <p>A link with the code in it, from your own phone.</p>
          </GivingWay>
        </GivingWays>
        <p className="redeem-more muted">
          {VALIDITY.giver} Changed your mind? {IN_SHORT.gift} Got a code? <a href="/redeem">Redeem a loop</a>.
        </p>
      </section>
    </Frame>
  );
}
