import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findTheme, listLoopTypes, listThemes } from "~/domain/catalogue/catalogue";
import { readPrices } from "~/domain/orders/prices.server";
import { Frame } from "~/screens/frame";
import { formatPence } from "~/ui/format";
import { Hoop } from "~/ui/hoop";
import { ArrowIcon } from "~/ui/icons";
import { PostForm } from "~/ui/post-form";
import { Stepper } from "~/ui/stepper";
import { goOn } from "~/web/answers.server";
import { keepJourney, readJourney } from "~/web/journey.server";
import type { ScreenHandle } from "~/web/screen";
import { formOf } from "~/web/submission.server";
import { JOURNEY_NAMES, JOURNEY_STEPS } from "./journey-words";

export const handle: ScreenHandle<{ journeyType: keyof typeof JOURNEY_NAMES }> = {
  title: ({ journeyType }) => `${JOURNEY_NAMES[journeyType].title} - Choose a Theme`,
  description: "Celebration, family, education or pets: choose what kind of year your loop is for.",
};

/** Public. */
export async function loader({ request }: LoaderFunctionArgs) {
  const journeyType = (await readJourney(request)).journeyType ?? "purchase";
  const themes = listThemes().map((theme) => ({
    id: theme.id,
    name: theme.name,
    image: theme.image,
    types: listLoopTypes({ themeId: theme.id, journey: journeyType }).map((type) => type.displayName),
  }));
  return data({ journeyType, themes, loopPence: readPrices().loopPence });
}

/** Public. */
export async function action({ request }: ActionFunctionArgs) {
  const theme = findTheme(String(formOf(request).get("theme") ?? ""));
  if (!theme || theme.hidden) return await goOn("/loop-theme");
  const journey = await readJourney(request);
  const chosen = { ...journey, journeyType: journey.journeyType ?? "purchase", selectedTheme: theme.id };
  return await goOn("/loop-type", { cookies: [await keepJourney({ ...chosen, selectedType: undefined })] });
}

export default function LoopTheme() {
  const { journeyType, themes, loopPence } = useLoaderData<typeof loader>();
  return (
    <Frame variant="shop">
      <div className="container theme-head">
        <div>
          <h1>
            {JOURNEY_NAMES[journeyType].spoken}: <em>choose a theme</em>
          </h1>
          <p className="lead muted">What kind of year is this going to be?</p>
        </div>
        <Stepper steps={JOURNEY_STEPS} current={1} />
      </div>
      <PostForm className="bolts">
        {themes.map((theme) => (
          <button
            type="submit"
            className="bolt cloth pinked"
            data-theme={theme.id}
            key={theme.id}
            name="theme"
            value={theme.id}
          >
            <Hoop theme={theme.id} eager />
            <span className="bolt-words">
              <span className="bolt-name serif">{theme.name}</span>
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
          Every loop is {formatPence(loopPence)}, with the printed book and UK delivery included.
        </p>
      </div>
    </Frame>
  );
}
