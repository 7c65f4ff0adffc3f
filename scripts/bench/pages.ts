import { Browser } from "./harness/browser";
import { type Figure, ms, quantile } from "./harness/figures";
import { makePeople, PASSWORD } from "./harness/people";
import type { ServedApp } from "./harness/served-app";

/** How long the server takes for its main pages, requested one after the other. */

const PAGES = [
  ...["/", "/about", "/begin", "/register", "/auth"],
  ...["/dashboard", "/account-settings", "/account-settings?tab=privacy", "/book"],
];
const TIMES = 60;
/** Generous, as the machine may be busy; the medians are the figures to compare. */
const MOST_P95_MS = 200;

export async function measure({ origin }: ServedApp): Promise<Figure[]> {
  const browser = new Browser(origin);
  await makePeople(["reader@known.example"], { isProven: true });
  await browser.open("/auth");
  await browser.enter("/auth", { email: "reader@known.example", password: PASSWORD });
  const figures: Figure[] = [];
  for (const path of PAGES) {
    const times: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      const { status, milliseconds } = await browser.open(path);
      if (status !== 200 && status !== 302) throw new Error(`${path} answered ${status}.`);
      // The first requests warm the page up.
      if (time >= TIMES / 6) times.push(milliseconds);
    }
    const p95 = quantile(times, 0.95);
    figures.push({
      what: `${path}: median ${ms(quantile(times, 0.5))}, p95`,
      value: ms(p95),
      limit: `< ${MOST_P95_MS} ms`,
      isMet: p95 < MOST_P95_MS,
    });
  }
  return figures;
}
