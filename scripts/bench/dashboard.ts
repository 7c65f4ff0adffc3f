import { WEEKS } from "../../app/domain/diary/rules/calendar";
import { atMost, type Figure, ms, quantile } from "./harness/figures";
import { giveLoop } from "./harness/loops";
import { makePeople, signIn } from "./harness/people";
import type { ServedApp } from "./harness/served-app";

/**
 * The dashboards of a full year and of an empty one, requested in turn: 52 entries and 156 photos cost a few
 * milliseconds, which rules out a query per row.
 */

const TIMES = 150;
const WARM_UP = 30;
/** A busy machine gets more samples, never a wider limit. */
const MOST_ROUNDS = 3;
const MOST_APART_MS = 3;

export async function measure({ origin }: ServedApp): Promise<Figure[]> {
  const emails = ["empty@year.example", "full@year.example"];
  const [emptyHanded, fullHanded] = await makePeople(emails, { isProven: true });
  giveLoop(emptyHanded ?? "", 0);
  giveLoop(fullHanded ?? "", WEEKS);
  const browsers = [];
  for (const email of emails) {
    const browser = await signIn(origin, email);
    browsers.push(browser);
  }
  const times: number[][] = [[], []];
  let apart = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MOST_ROUNDS && apart >= MOST_APART_MS; round += 1) {
    for (let time = 0; time < TIMES; time += 1) {
      for (const [place, browser] of browsers.entries()) {
        const { status, milliseconds } = await browser.open("/dashboard");
        if (status !== 200) throw new Error(`The dashboard of ${emails[place]} answered ${status}.`);
        if (round > 0 || time >= WARM_UP) times[place]?.push(milliseconds);
      }
    }
    apart = quantile(times[1] ?? [], 0.5) - quantile(times[0] ?? [], 0.5);
  }
  const [empty, full] = times.map((all) => quantile(all, 0.5));
  return [atMost(`dashboard, medians: empty ${ms(empty ?? 0)}, full ${ms(full ?? 0)}, apart`, apart, MOST_APART_MS)];
}
