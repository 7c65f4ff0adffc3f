import { randomBytes } from "node:crypto";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { currentTime } from "./clock.server";
import { JOURNEY_DAYS } from "./cookie-lengths";
import { cookieValue } from "./cookie-value.server";
import { journeyStorage } from "./cookies.server";
import { type Destination, Journey, newJourney } from "./journey";

const stored = cookieValue<Journey>(journeyStorage, "journey");
const LONGEST_MS = JOURNEY_DAYS * DAY_MS;

/** The journey of this browser; empty when the cookie is forged, old or of another version. */
export async function readJourney(request: Request): Promise<Journey> {
  const now = currentTime();
  const parsed = Journey.safeParse(await stored.read(request));
  if (!parsed.success || now.getTime() - parsed.data.startedAt > LONGEST_MS) return newJourney(now);
  return parsed.data;
}

export const storeJourney = stored.store;
export const forgetJourney = stored.forget;

/** The cookie that stores where to go after signing in, with the data that place needs. */
export async function rememberDestination(
  request: Request,
  destination: Destination,
  known: Pick<Journey, "weekToken"> = {},
): Promise<string> {
  const { pathname, search } = new URL(request.url);
  const { redirectAddress } = Journey.shape;
  const asked = redirectAddress.safeParse(`${pathname}${search}`);
  const journey = { ...(await readJourney(request)), ...known, redirectAfterAuth: destination };
  return await storeJourney({ ...journey, redirectAddress: asked.success ? asked.data : undefined });
}

/** Names a basket: only one order can be made of it. */
export function newBasketKey(): string {
  return randomBytes(16).toString("base64url");
}
