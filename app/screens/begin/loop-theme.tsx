import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findTheme, type JourneyType, listLoopTypes, listThemes } from "~/domain/diary/catalogue/catalogue";
import { readPrices } from "~/domain/diary/catalogue/prices.server";
import { formatLoopPrice } from "~/domain/shop/order-rules/price-words";
import { Frame } from "~/screens/frame";
import { Hoop } from "~/ui/hoop";
import { ArrowIcon } from "~/ui/icons";
import { PostForm } from "~/ui/post-form";
import { countJourneyStep } from "~/web/funnel.server";
import { readJourney, storeJourney } from "~/web/journey.server";
import { seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { SHOWN_FIELD } from "~/web/shown-choice";
import { readShown, shownKey } from "~/web/shown-choice.server";
import { formOf } from "~/web/submission.server";
import { JOURNEY_NAMES } from "./journey-copy";
import { voucherInHand } from "./voucher-in-hand.server";
import { journeyWith } from "./which-loop.server";

export const handle: ScreenHandle<{ journeyType: keyof typeof JOURNEY_NAMES }> = {
  title: ({ journeyType }) => `${JOURNEY_NAMES[journeyType].title} - Choose a Theme`,
  description: "Celebration, family, education or pets: choose what kind of year your loop is for.",
  // The shelf of the home page sends its form here.
  guard: { cachedForm: true },
};

/** Public; a voucher in hand is redeemed. */
export async function loader({ request }: LoaderFunctionArgs) {
  const journey = await readJourney(request);
  const held = journey.journeyType === "redeem" ? await voucherInHand(request, journey) : null;
  const journeyType = journeyAt(request, held !== null);
  await countJourneyStep(request, "product", {
    ...journey,
    journeyType,
    selectedTheme: undefined,
    selectedType: undefined,
  });
  const themes = listThemes().map((theme) => ({
    id: theme.id,
    name: theme.name,
    image: theme.image,
    types: listLoopTypes({ themeId: theme.id, journey: journeyType }).map((type) => type.displayName),
  }));
  return data({
    journeyType,
    shown: shownKey({ journeyType, voucherHold: journey.voucherHold }),
    themes,
    price: formatLoopPrice(readPrices()),
    givenTheme: held?.theme ?? null,
  });
}

/** "Begin your loop" leads here at once, so a gift names itself in the address; a voucher in hand is redeemed. */
function journeyAt(request: Request, holdsVoucher: boolean): JourneyType {
  if (new URL(request.url).searchParams.get("journey") === "gift") return "gift";
  return holdsVoucher ? "redeem" : "purchase";
}

/** Public. */
export async function action({ request }: ActionFunctionArgs) {
  const form = formOf(request);
  const theme = findTheme(String(form.get("theme") ?? ""));
  if (!theme || theme.hidden) return await seeOther("/loop-theme");
  const shown = readShown(form.get(SHOWN_FIELD));
  const before = await readJourney(request);
  const journey = shown ? journeyWith(before, shown) : before;
  // A link that buys or gives a theme overrides an earlier journey.
  const journeyType = STARTS.find((start) => start === form.get("journey")) ?? journey.journeyType;
  const chosen = { ...journey, journeyType: journeyType ?? "purchase", selectedTheme: theme.id };
  await countJourneyStep(request, "theme", { ...chosen, selectedType: undefined });
  return await seeOther("/loop-type", {
    cookies: [await storeJourney({ ...chosen, selectedType: undefined })],
  });
}

const STARTS = ["purchase", "gift"] as const;

export default function LoopTheme() {
  const { journeyType, shown, themes, price, givenTheme } = useLoaderData<typeof loader>();
  return (
    <Frame variant="shop">
      <div className="container theme-head">
        <h1>
          {JOURNEY_NAMES[journeyType].spoken}: <em>choose a theme</em>
        </h1>
        <p className="lead muted">
          {journeyType === "gift" ? "What kind of year will it be for them?" : "What kind of year will it be?"}
        </p>
      </div>
      <PostForm action="/loop-theme" className="bolts">
        <input type="hidden" name={SHOWN_FIELD} value={shown} />
        {themes.map((theme, place) => (
          <button
            type="submit"
            className="bolt cloth pinked"
            data-theme={theme.id}
            key={theme.id}
            name="theme"
            value={theme.id}
          >
            <Hoop theme={theme.id} name={theme.name} eager={place === 0} />
            <span className="bolt-words">
              <span className="bolt-name serif">{theme.name}</span>
              {theme.id === givenTheme && <span className="bolt-chosen">Chosen for you</span>}
              <span className="bolt-types">
                {theme.types.map((type) => (
                  <span key={type}>{type}</span>
                ))}
              </span>
              <span className="bolt-go">
                Choose {theme.name} <ArrowIcon />
              </span>
            </span>
          </button>
        ))}
      </PostForm>
      <div className="container theme-foot">
        <p className="muted">
          {journeyType === "redeem"
            ? "Your voucher covers any of them, with the printed book and UK delivery."
            : `Every loop is ${price.inFull}.`}
          {journeyType !== "redeem" && (
            <>
              {" "}
              Have a voucher? <a href="/redeem">Redeem it here</a>. Doesn’t fit a theme?{" "}
              <a href="/streamlined-signup">Choose Classic</a>.
            </>
          )}
        </p>
      </div>
    </Frame>
  );
}
