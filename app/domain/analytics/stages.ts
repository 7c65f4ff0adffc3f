/**
 * The way from a visit to an order, step by step. A theme is chosen before the kind of loop within it, so that is
 * their order here. Whoever takes a step has taken those before it, even where a link led past them.
 */
export const STAGES = ["visit", "product", "theme", "type", "address", "payment"] as const;

/** A step that a visitor takes. The last one of the way, an order, is counted from the orders themselves. */
export type Stage = (typeof STAGES)[number];

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

/** What programs that read pages for search engines, watch over sites or are written for a day call themselves. */
const ROBOT =
  /(?<!cu)bot(?:\b|_)|crawl|spider|slurp|preview|facebookexternalhit|embedly|monitor|uptime|pingdom|lighthouse|headless|phantom|puppeteer|playwright|selenium|curl|wget|python|java\/|go-http|okhttp|axios|node-fetch|undici|httpclient|libwww|scrapy|feed/i;

/** Whether a User-Agent header is that of a known robot. Every browser of people sends one that begins alike. */
export function isRobot(userAgent: string): boolean {
  return !userAgent.startsWith("Mozilla/") || ROBOT.test(userAgent);
}
