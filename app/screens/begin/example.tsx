import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findLoopType, findTheme } from "~/domain/diary/catalogue/catalogue";
import { readPrices } from "~/domain/diary/catalogue/prices.server";
import { formatLoopPrice } from "~/domain/shop/order-rules/price-words";
import { exampleOf } from "~/domain/shop/selling/cards";
import { sampleSpreads, typePagePath } from "~/domain/shop/selling/type-pages";
import { Frame } from "~/screens/frame";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { SampleWeek } from "~/ui/sample-week";
import { INSIDE_SHEET } from "~/ui/style-sheets";
import { BackLink, TextLink } from "~/ui/text-link";
import { readJourney } from "~/web/journey.server";
import { param } from "~/web/params";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { SHOWN_FIELD } from "~/web/shown-choice";
import { shownKey } from "~/web/shown-choice.server";

/** The week that is shown of every type that has an example. */
const WEEK = 1;

export const handle: ScreenHandle<{ type: { name: string } }> = {
  title: ({ type }) => `${type.name}: week ${WEEK}`,
  // The type's own page has it too.
  noindex: true,
};

/** Public; the button goes on with the journey that this browser is on, otherwise for oneself. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const theme = findTheme(param(params, "theme"));
  const type = findLoopType(param(params, "theme"), param(params, "type"));
  if (!theme || !type || type.hidden || !type.active) notFound();
  const { journeyType = "purchase", voucherHold } = await readJourney(request);
  return data({
    theme: { id: theme.id, name: theme.name },
    type: { key: type.key, name: type.displayName },
    example: exampleOf(type) && sampleSpreads(theme.id, type.key).find(({ week }) => week === WEEK),
    isPaidFor: journeyType === "redeem",
    shown: shownKey({ journeyType, selectedTheme: theme.id, voucherHold }),
    price: formatLoopPrice(readPrices()),
  });
}

export default function Example() {
  const { theme, type, example, isPaidFor, shown, price } = useLoaderData<typeof loader>();
  return (
    <Frame variant="shop" theme={theme.id}>
      <div className="container example">
        <BackLink href="/loop-type">All {theme.name} loops</BackLink>
        <h1>
          {type.name}: <em>week {WEEK}</em>
        </h1>
        <div className="example-sheet" data-example-sheet="">
          <link rel="stylesheet" href={INSIDE_SHEET} />
          <PostForm action="/loop-type" className="example-choose">
            <input type="hidden" name={SHOWN_FIELD} value={shown} />
            <p className="small">
              <b>{isPaidFor ? "Paid for" : price.amount}</b>
              {!isPaidFor && price.postage}
            </p>
            <Button variant="theme" name="type" value={type.key}>
              Choose this loop
            </Button>
          </PostForm>
          {example ? (
            <SampleWeek spread={example} theme={theme.id} level={2} />
          ) : (
            <p className="lead">No example available.</p>
          )}
        </div>
        <TextLink href={typePagePath(type.key)} arrow>
          See the whole loop
        </TextLink>
      </div>
    </Frame>
  );
}
