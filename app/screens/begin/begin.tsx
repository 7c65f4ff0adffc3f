import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { readPrices } from "~/domain/diary/catalogue/prices.server";
import { formatLoopPrice } from "~/domain/shop/order-rules/price-words";
import { Frame } from "~/screens/frame";
import { Button, LinkButton } from "~/ui/button";
import { ClothBand } from "~/ui/cloth-band";
import { PostForm } from "~/ui/post-form";
import { YearTimeline } from "~/ui/year-timeline";
import { countStep } from "~/web/funnel.server";
import { startJourney } from "~/web/journey";
import { readJourney, storeJourney } from "~/web/journey.server";
import { seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = {
  title: "Begin Your Loop",
  description: "Start a year of weekly photos and words. We print it as a luxury hardback and deliver it in the UK.",
  cached: { step: { stage: "product", journey: "purchase" } },
  guard: { cachedForm: true },
};

/** Public. */
export async function loader({ request }: LoaderFunctionArgs) {
  await countStep(request, { stage: "product", journey: "purchase" });
  const journey = await readJourney(request);
  const chosen = findLoopType(journey.selectedTheme ?? "", journey.selectedType ?? "");
  return data({ price: formatLoopPrice(readPrices()), chosen: chosen?.displayName ?? null });
}

/** Public. */
export async function action({ request }: ActionFunctionArgs) {
  const journey = await readJourney(request);
  return await seeOther("/loop-theme", {
    cookies: [await storeJourney(startJourney(journey, "purchase"))],
  });
}

export default function Begin() {
  const { price, chosen } = useLoaderData<typeof loader>();
  return (
    <Frame variant="shop">
      <ClothBand className="begin-band">
        <div className="begin-words">
          <h1 className="display">
            Start your <em>year today.</em>
          </h1>
          <p className="lead">
            Choose what kind of year it’ll be. Add a photo and a few lines each week, and at the end we bind it all into
            a book.
          </p>
          <PostForm>
            <Button variant="light">Choose a theme</Button>
          </PostForm>
          <p>{price.inFull}. No subscription.</p>
          <p>
            Doesn’t fit a theme? <a href="/streamlined-signup">Choose Classic</a>
          </p>
          {chosen && (
            <p>
              <a className="stand-alone-link" href="/payment">
                Carry on with {chosen}
              </a>
            </p>
          )}
        </div>
        <img className="begin-picture on-cloth" src="/artwork/ring-1-linen.svg" alt="" width="720" height="720" />
      </ClothBand>
      <section className="container section" aria-labelledby="begin-how">
        <h2 id="begin-how">What happens, and when</h2>
        <YearTimeline today="Choose a theme and a loop, and pay once" />
        <p className="begin-more">
          <LinkButton href="/terms" variant="line" size="small">
            Read the terms first
          </LinkButton>
        </p>
      </section>
    </Frame>
  );
}
