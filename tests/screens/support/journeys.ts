import { journeyStorage } from "~/web/cookies.server";
import type { Journey } from "~/web/journey";
import type { Visitor } from "../../support/visitor";

/** Gives a browser a journey cookie that our pages did not make: an older version, or a kind not sold yet. */
export async function plantJourney(
  browser: Visitor,
  choices: Partial<Journey> & Record<string, unknown>,
): Promise<void> {
  const session = await journeyStorage.getSession();
  session.set("journey", { version: 1, startedAt: Date.now(), ...choices });
  browser.cookies.keep(await journeyStorage.commitSession(session));
}
