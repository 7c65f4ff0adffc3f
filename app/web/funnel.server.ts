import type { IncomingMessage } from "node:http";
import { recordStep } from "~/domain/backoffice/analytics/funnel.server";
import type { Step } from "~/domain/backoffice/analytics/stages";
import { currentTime } from "./clock.server";
import { clientAddress, isForEverybody } from "./connection.server";
import { logError } from "./error-log.server";
import { impersonationOf } from "./impersonation.server";
import type { Journey } from "./journey";
import { sessionUserOf } from "./sessions.server";

/** Paths outside the shop. */
const NOT_COUNTED = /^\/(?:hyperloop|mailbox|debug-test|test-voucher)(?:\/|\.|$)/;

/**
 * Counts a step on the way to an order, without the visitor's identity. Pages that a browser prefetches do not count. A
 * failure to count is logged and does not stop the request.
 */
export async function countStep(request: Request, step: Step): Promise<void> {
  if (isForEverybody()) return;
  if (request.method === "HEAD" || request.headers.get("sec-purpose")?.includes("prefetch")) return;
  if (NOT_COUNTED.test(new URL(request.url).pathname)) return;
  try {
    // Staff impersonating a customer are not visitors.
    if (await impersonationOf(request)) return;
    const isTest = (await sessionUserOf(request))?.isTest ?? false;
    const userAgent = request.headers.get("user-agent") ?? "";
    recordStep({ address: clientAddress(), userAgent, isTest }, step, currentTime());
  } catch (error) {
    logError(error, request);
  }
}

/** The same for a page that is sent from memory: its visitor is nobody that we know. */
export function countCachedVisit(request: IncomingMessage, step: Step, now: Date): void {
  const { method, headers } = request;
  if (method === "HEAD" || headers["sec-purpose"]?.includes("prefetch")) return;
  try {
    const userAgent = headers["user-agent"] ?? "";
    recordStep({ address: clientAddress(), userAgent, isTest: false }, step, now);
  } catch (error) {
    logError(error, request);
  }
}

/**
 * The same for a step of this journey, with its choices so far. Redeeming a voucher is not counted, as it leads to no
 * order.
 */
export async function countJourneyStep(request: Request, stage: Step["stage"], chosen: Journey): Promise<void> {
  const { journeyType: journey = "purchase", selectedTheme: theme, selectedType: type } = chosen;
  if (journey !== "redeem") await countStep(request, { stage, journey, theme, type });
}
