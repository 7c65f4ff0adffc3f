import { recordStep, type Step } from "~/domain/analytics/funnel.server";
import { currentTime } from "./clock.server";
import { clientAddress } from "./connection.server";
import { noteError } from "./error-log.server";
import { impersonationOf } from "./impersonation.server";
import type { Journey } from "./journey";
import { sessionUserOf } from "./sessions.server";

/** Parts of the house that are no shop. */
const NOT_COUNTED = /^\/(?:hyperloop|mailbox|debug-test|test-voucher)(?:\/|\.|$)/;

/**
 * Counts a step on the way to an order, without who takes it. Pages that a browser fetches before anybody asked for
 * them do not count. A step that could not be counted is noted, and holds nobody up.
 */
export async function noteStep(request: Request, step: Step): Promise<void> {
  if (request.method === "HEAD" || request.headers.get("sec-purpose")?.includes("prefetch")) return;
  if (NOT_COUNTED.test(new URL(request.url).pathname)) return;
  try {
    // Staff who look as a customer are no visitors.
    if (await impersonationOf(request)) return;
    const isTest = (await sessionUserOf(request))?.isTest ?? false;
    const userAgent = request.headers.get("user-agent") ?? "";
    recordStep({ address: clientAddress(), userAgent, isTest }, step, currentTime());
  } catch (error) {
    noteError(error, request);
  }
}

/** The same for a step of this journey, with what has been chosen so far. Redeeming a voucher leads to no order. */
export async function noteJourneyStep(
  request: Request,
  stage: Step["stage"],
  chosen: Journey,
): Promise<void> {
  const { journeyType: journey = "purchase", selectedTheme: theme, selectedType: type } = chosen;
  if (journey !== "redeem") await noteStep(request, { stage, journey, theme, type });
}
