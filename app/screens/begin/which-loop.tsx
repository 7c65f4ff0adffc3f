import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Frame } from "~/screens/frame";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { Swatch } from "~/ui/swatch";
import { nextPlace } from "~/web/journey";
import { readJourney, storeJourney } from "~/web/journey.server";
import { PRIVATE, seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { sessionUserOf } from "~/web/sessions.server";
import { isSameChoice } from "~/web/shown-choice";
import { readShown } from "~/web/shown-choice.server";
import { formOf } from "~/web/submission.server";
import { readTyped } from "~/web/typed-payment.server";
import { describeChoice, journeyWith } from "./which-loop.server";

export const handle: ScreenHandle = { title: "Which loop do you mean?", noindex: true };

/** Public; for a browser in which two tabs have chosen different loops. */
export async function loader({ request }: LoaderFunctionArgs) {
  const [journey, person] = await Promise.all([readJourney(request), sessionUserOf(request)]);
  const accountId = person?.accountId ?? null;
  const typed = await readTyped(request, accountId);
  const shown = readShown(typed.shown);
  if (!shown || isSameChoice(shown, journey)) throw redirect(nextPlace(journey));
  const { discountCode } = journey;
  const choices = [{ ...shown, discountCode }, journey].map((choice) => describeChoice(choice, accountId));
  return data({ choices, isWhole: typed.isWhole }, { headers: PRIVATE });
}

/** Public. Only says what the journey goes on with; its page is shown again before anything is bought. */
export async function action({ request }: ActionFunctionArgs) {
  const journey = await readJourney(request);
  const choice = readShown(formOf(request).get("choice"));
  const chosen = choice ? journeyWith(journey, choice) : journey;
  return await seeOther(nextPlace(chosen), { cookies: [await storeJourney(chosen)] });
}

export default function WhichLoop() {
  const { choices, isWhole } = useLoaderData<typeof loader>();
  return (
    <Frame variant="checkout">
      <div className="stack stack-large">
        <h1>
          Which loop do <em>you mean?</em>
        </h1>
        <p className="lead">
          You chose something else in another tab. We haven’t bought or used anything, and we’ve kept what you typed
          {isWhole ? "" : ", except for what was too long"}.
        </p>
        <ul className="type-list type-list-few">
          {choices.map(({ key, name, how, price, picture }) => (
            <li className="type-row" key={key}>
              {picture && <Swatch src={picture.image} name={name} theme={picture.theme} />}
              <div className="type-words">
                <h2 className="as-h3">{name}</h2>
                <p>{how}</p>
              </div>
              <div className="type-choose">
                <p className="type-price">
                  <b>{price}</b>
                </p>
                <PostForm>
                  <Button wide name="choice" value={key}>
                    This one
                    <span className="visually-hidden">
                      : {name}, {how}
                    </span>
                  </Button>
                </PostForm>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </Frame>
  );
}
