import type { Browser } from "./harness/browser";
import { atMost, type Figure, quantile } from "./harness/figures";
import type { ServedApp } from "./harness/served-app";
import { fillSeveralYears } from "./harness/several-years";
import { staffBrowser } from "./harness/staff-browser";

/**
 * The back office with the data of several years. Measures every list and search, and the figures of ninety days
 * compared with the ninety before.
 */

const LISTS = [
  ...["/hyperloop/people", "/hyperloop/people?q=person4242", "/hyperloop/people?status=suspended"],
  ...["/hyperloop/people?page=2000", "/hyperloop/people?q=nobody-like-that"],
  ...["/hyperloop/people?q=Person+Number+4242", "/hyperloop/impersonations?q=person4242"],
  ...["/hyperloop/orders", "/hyperloop/orders?q=LP-0042", "/hyperloop/orders?status=PENDING"],
  ...["/hyperloop/orders?q=person4242", "/hyperloop/orders?page=2000"],
  ...["/hyperloop/vouchers", "/hyperloop/vouchers?status=ACTIVE", "/hyperloop/vouchers?status=EXPIRED"],
  ...["/hyperloop/vouchers?status=REDEEMED", "/hyperloop/vouchers?q=K4D2"],
  ...["/hyperloop/vouchers?q=gift4242", "/hyperloop/vouchers?soon=1"],
  ...["/hyperloop/discounts", "/hyperloop/discounts?q=code"],
  ...["/hyperloop/moderation", "/hyperloop/moderation?status=FLAGGED", "/hyperloop/moderation?q=person4242"],
  ...["/hyperloop/search?q=person4242", "/hyperloop/search?q=Person+Number+4242", "/hyperloop/search?q=LP-0042"],
  ...["/hyperloop/search?q=example.com", "/hyperloop/search?q=K4D2", "/hyperloop/search?q=nobody-like-that"],
  ...["/hyperloop/search?q=person&kind=person", "/hyperloop/search?q=person&kind=order"],
  ...["/hyperloop/emails", "/hyperloop/print-queue", "/hyperloop/audit"],
  ...["/hyperloop/orders?sort=placed", "/hyperloop/orders?sort=-total&page=2000"],
  ...["/hyperloop/orders?sort=total&status=PENDING", "/hyperloop/orders?sort=-total&status=REFUNDED"],
  ...["/hyperloop/orders?q=person4242&sort=-total", "/hyperloop/people?sort=name&status=suspended"],
  ...["/hyperloop/people?sort=name&page=2000", "/hyperloop/people?sort=last-sign-in&status=inactive"],
  ...["/hyperloop/vouchers?sort=-value&status=REDEEMED", "/hyperloop/vouchers?sort=until&status=EXPIRED"],
  ...["/hyperloop/moderation?sort=submitted", "/hyperloop/moderation?sort=submitted&status=FLAGGED"],
  ...["/hyperloop/emails?sort=written&state=dead", "/hyperloop/audit?sort=when"],
];
const FIGURES = [
  "/hyperloop/analytics?period=90d",
  "/hyperloop/analytics?period=90d&view=comparison",
  "/hyperloop/finishing",
];

const TIMES = 7;
/** A busy machine gets more rounds, never a wider limit: the quickest counts, because other load can only add time. */
const MOST_ROUNDS = 3;
const MOST_LIST_MS = 50;
const MOST_FIGURES_MS = 200;

export async function measure({ origin }: ServedApp): Promise<Figure[]> {
  fillSeveralYears(Date.now());
  const browser = await staffBrowser(origin);
  const figures: Figure[] = [];
  for (const [paths, limit] of [[LISTS, MOST_LIST_MS] as const, [FIGURES, MOST_FIGURES_MS] as const]) {
    for (const path of paths) {
      let median = Number.POSITIVE_INFINITY;
      for (let round = 0; round < MOST_ROUNDS && median >= limit; round += 1) {
        median = Math.min(median, await medianOf(browser, path));
      }
      figures.push(atMost(`${path}, median`, median, limit));
    }
  }
  return figures;
}

async function medianOf(browser: Browser, path: string): Promise<number> {
  const times: number[] = [];
  // The first request warms the page up.
  for (let time = 0; time <= TIMES; time += 1) {
    const { status, milliseconds } = await browser.open(path);
    if (status !== 200) throw new Error(`${path} answered ${status}.`);
    if (time > 0) times.push(milliseconds);
  }
  return quantile(times, 0.5);
}
