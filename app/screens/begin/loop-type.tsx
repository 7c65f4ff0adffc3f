import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findTheme, listLoopTypes } from "~/domain/diary/catalogue/catalogue";
import { readPrices } from "~/domain/diary/catalogue/prices.server";
import { formatLoopPrice } from "~/domain/shop/order-rules/price-words";
import { describeLoopType } from "~/domain/shop/selling/cards";
import { Frame } from "~/screens/frame";
import { Button } from "~/ui/button";
import { ClothBand } from "~/ui/cloth-band";
import { Hoop } from "~/ui/hoop";
import { PageScript } from "~/ui/page-script";
import { PostForm } from "~/ui/post-form";
import { Swatch } from "~/ui/swatch";
import { BackLink } from "~/ui/text-link";
import { countJourneyStep } from "~/web/funnel.server";
import type { Journey } from "~/web/journey";
import { newBasketKey, readJourney, storeJourney } from "~/web/journey.server";
import { seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { sessionUserOf } from "~/web/sessions.server";
import { SHOWN_FIELD } from "~/web/shown-choice";
import { readShown, shownKey } from "~/web/shown-choice.server";
import { formOf } from "~/web/submission.server";
import { JOURNEY_NAMES } from "./journey-copy";
import { voucherInHand } from "./voucher-in-hand.server";
import { journeyWith } from "./which-loop.server";

export const handle: ScreenHandle<{ journeyType: keyof typeof JOURNEY_NAMES; theme: { name: string } }> = {
  title: ({ journeyType, theme }) => `${JOURNEY_NAMES[journeyType].title} - ${theme.name}`,
  description: "Choose the loop closest to your year. You can look at an example week first.",
  // What it shows depends on what was chosen before; each type has a public page of its own.
  noindex: true,
  guard: { cachedForm: true },
};

/** Public; needs a chosen theme, and a voucher to redeem one. */
export async function loader({ request }: LoaderFunctionArgs) {
  const journey = await readJourney(request);
  const theme = findTheme(journey.selectedTheme ?? "");
  if (!theme || theme.hidden) throw redirect("/years");
  const journeyType = journey.journeyType ?? "purchase";
  const held = journeyType === "redeem" ? await voucherInHand(request, journey) : null;
  if (journeyType === "redeem" && !held) throw redirect("/voucher-redeem");
  const types = listLoopTypes({ themeId: theme.id, journey: journeyType }).map((type) => ({
    key: type.key,
    name: type.displayName,
    image: type.image,
    isGiven: held?.theme === theme.id && held.type === type.key,
    ...describeLoopType(type, journeyType),
  }));
  const { id, name } = theme;
  const lead = theme.lead[journeyType === "gift" ? "gift" : "purchase"];
  const { voucherHold } = journey;
  const shown = shownKey({ journeyType, selectedTheme: id, voucherHold });
  return data({ journeyType, theme: { id, name, lead }, types, shown, price: formatLoopPrice(readPrices()) });
}

/** Public. */
export async function action({ request }: ActionFunctionArgs) {
  const form = formOf(request);
  const shown = readShown(form.get(SHOWN_FIELD));
  const before = await readJourney(request);
  const journey = { ...(shown ? journeyWith(before, shown) : before), ...startOn(form) };
  const journeyType = journey.journeyType ?? "purchase";
  const theme = findTheme(journey.selectedTheme ?? "");
  if (!theme) return await seeOther("/begin");
  const wanted = form.get("type");
  const type = listLoopTypes({ themeId: theme.id, journey: journeyType }).find(({ key }) => key === wanted);
  if (!type) return await seeOther("/loop-type");
  const chosen = {
    ...journey,
    journeyType,
    selectedType: type.key,
    redirectAfterAuth: journeyType === "redeem" ? ("loop-end-date" as const) : ("payment" as const),
  };
  await countJourneyStep(request, "type", chosen);
  const cookies = [await storeJourney({ ...chosen, basketKey: newBasketKey() })];
  if (journeyType !== "redeem") return await seeOther("/payment", { cookies });
  return await seeOther((await sessionUserOf(request)) ? "/loop-end-date" : "/register", { cookies });
}

/** The public page of a type also names the theme, and whether the loop is for oneself or a gift. */
function startOn(form: FormData): Partial<Journey> {
  const journeyType = (["purchase", "gift"] as const).find((start) => start === form.get("journey"));
  const theme = findTheme(String(form.get("theme") ?? ""));
  return journeyType && theme && !theme.hidden ? { journeyType, selectedTheme: theme.id } : {};
}

export default function LoopType() {
  const { journeyType, theme, types, shown, price } = useLoaderData<typeof loader>();
  return (
    <Frame variant="shop" theme={theme.id}>
      <ClothBand className="type-band">
        <div className="type-band-words">
          <BackLink href={journeyType === "gift" ? "/loop-theme?journey=gift" : "/loop-theme"}>All themes</BackLink>
          <h1>
            {JOURNEY_NAMES[journeyType].spoken}: <em>{theme.name}</em>
          </h1>
          <p className="lead">{theme.lead}</p>
        </div>
        <Hoop theme={theme.id} name={theme.name} eager />
      </ClothBand>
      <div className="container">
        <ul className="type-list">
          {types.map((type) => (
            <li className="type-row" key={type.key}>
              <Swatch src={type.image} name={type.name} theme={theme.id} />
              <div className="type-words">
                <h2 className="as-h3" id={type.key}>
                  {type.name}
                </h2>
                {type.isGiven && <p className="type-chosen">Chosen for you</p>}
                <p>{type.description}</p>
                <ul className="stitched-list">
                  {type.bullets.map((bullet) => (
                    <li key={bullet}>{bullet}</li>
                  ))}
                </ul>
              </div>
              <div className="type-choose">
                <p className="type-price small">
                  <b>{journeyType === "redeem" ? "Paid for" : price.amount}</b>{" "}
                  <span>{journeyType === "redeem" ? "P&P paid for" : price.postage}</span>
                  {journeyType === "gift" && <span>Loop voucher included</span>}
                </p>
                <PostForm>
                  <input type="hidden" name={SHOWN_FIELD} value={shown} />
                  <Button variant="theme" wide name="type" value={type.key}>
                    Choose {type.name}
                  </Button>
                </PostForm>
                <a className="stand-alone-link" href={`/loop-type/example/${theme.id}/${type.key}`} data-example="">
                  Preview Example<span className="visually-hidden"> of {type.name}</span>
                </a>
              </div>
            </li>
          ))}
        </ul>
        {journeyType === "purchase" && (
          <PostForm action="/loop-theme" className="type-foot muted">
            <input type="hidden" name="journey" value="gift" />
            <p>
              Giving it to someone?{" "}
              <button className="link-button" type="submit" name="theme" value={theme.id}>
                Give {/^[AEIOU]/.test(theme.name) ? "an" : "a"} {theme.name} loop
              </button>{" "}
              instead and we’ll include a voucher to print or send.
            </p>
          </PostForm>
        )}
      </div>
      <PageScript name="example" />
    </Frame>
  );
}
