/**
 * The steps from a visit to an order. A theme is chosen before the type within it. A visit that takes a step counts as
 * having taken those before it, even where a link skipped them.
 */
export const STAGES = ["visit", "product", "theme", "type", "address", "payment"] as const;

/** A step of a visit. The last one, an order, is counted from the orders. */
export type Stage = (typeof STAGES)[number];

/** A step of a visit, with what was chosen so far. */
export interface Step {
  stage: Stage;
  journey?: "purchase" | "gift";
  theme?: string;
  type?: string;
}

export const STAGE_NAMES: Readonly<Record<Stage | "order", string>> = {
  visit: "Website visitors",
  product: "Product page views",
  theme: "Theme selection",
  type: "Loop type selection",
  address: "Address form",
  payment: "Payment page",
  order: "Order completed",
};

/** This step and every one before it. */
export function stagesUpTo(stage: Stage): readonly Stage[] {
  return STAGES.slice(0, STAGES.indexOf(stage) + 1);
}

/** What crawlers, monitors and scripts call themselves. */
const ROBOT =
  /(?<!cu)bot(?:\b|_)|crawl|spider|slurp|preview|facebookexternalhit|embedly|monitor|uptime|pingdom|lighthouse|headless|phantom|puppeteer|playwright|selenium|curl|wget|python|java\/|go-http|okhttp|axios|node-fetch|undici|httpclient|libwww|scrapy|feed/i;

/** Whether a User-Agent header is that of a known robot. Every browser sends one that begins alike. */
export function isRobot(userAgent: string): boolean {
  return !userAgent.startsWith("Mozilla/") || ROBOT.test(userAgent);
}
