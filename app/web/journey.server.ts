import { randomBytes } from "node:crypto";
import { DAY_MS } from "~/domain/time/durations";
import { currentTime } from "./clock.server";
import { JOURNEY_DAYS } from "./cookie-lengths";
import { journeyStorage } from "./cookies.server";
import { type Destination, Journey, newJourney } from "./journey";

const LONGEST_MS = JOURNEY_DAYS * DAY_MS;

/** The journey of this browser; empty when the cookie is forged, old or of another version. */
export async function readJourney(request: Request): Promise<Journey> {
  const now = currentTime();
  const session = await journeyStorage.getSession(request.headers.get("cookie"));
  const parsed = Journey.safeParse(session.get("journey"));
  if (!parsed.success || now.getTime() - parsed.data.startedAt > LONGEST_MS) return newJourney(now);
  return parsed.data;
}

export async function keepJourney(journey: Journey): Promise<string> {
  const session = await journeyStorage.getSession();
  session.set("journey", journey);
  return await journeyStorage.commitSession(session);
}

export async function forgetJourney(): Promise<string> {
  return await journeyStorage.destroySession(await journeyStorage.getSession());
}

/** The cookie that keeps where to go after signing in, with the data that place needs. */
export async function rememberDestination(
  request: Request,
  destination: Destination,
  known: Pick<Journey, "weekToken"> = {},
): Promise<string> {
  return await keepJourney({ ...(await readJourney(request)), ...known, redirectAfterAuth: destination });
}

/** Names a basket: only one order can be made of it. */
export function newBasketKey(): string {
  return randomBytes(16).toString("base64url");
}
