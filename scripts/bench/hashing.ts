import { monitorEventLoopDelay } from "node:perf_hooks";
import { fitsPassword, hashPassword } from "../../app/domain/people/accounts/passwords.server";
import { addressOf, Browser } from "./harness/browser";
import { atMost, type Figure, ms, quantile } from "./harness/figures";
import { makePeople, PASSWORD } from "./harness/people";
import type { ServedApp } from "./harness/served-app";

/** Hashing a password is slow on purpose; other requests must not be affected. */

const PEOPLE = 200;
const OTHER_PAGES = ["/", "/about", "/begin", "/auth", "/register"];

export async function measure({ origin }: ServedApp): Promise<Figure[]> {
  return [...(await measureDigests()), ...(await measureCrowd(origin))];
}

async function measureDigests(): Promise<Figure[]> {
  const digest = await hashPassword(PASSWORD);
  const single: number[] = [];
  for (let time = 0; time < 20; time += 1) {
    const began = performance.now();
    await fitsPassword(PASSWORD, digest);
    single.push(performance.now() - began);
  }
  const median = quantile(single, 0.5);
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const began = performance.now();
  await Promise.all(Array.from({ length: 100 }, () => fitsPassword(PASSWORD, digest)));
  const together = performance.now() - began;
  delay.disable();
  // The monitor includes its own interval of 10 ms.
  const blocked = Math.max(0, delay.percentile(99) / 1e6 - 10);
  return [
    atMost("one digest, median of 20", median, 250),
    {
      what: "100 digests at once, against 100 in a row",
      value: `${(together / (100 * median)).toFixed(2)} × (${ms(together)})`,
      limit: "≤ 3 ×",
      isMet: together <= 300 * median,
    },
    atMost("meanwhile the event loop is late, p99", blocked, 50),
  ];
}

async function measureCrowd(origin: string): Promise<Figure[]> {
  const emails = Array.from({ length: PEOPLE }, (_, place) => `crowd-${place}@known.example`);
  await makePeople(emails, { isProven: true });
  const browser = new Browser(origin);
  await browser.open("/auth");
  const reader = browser.another();
  for (const path of OTHER_PAGES) await reader.open(path);
  let isOver = false;
  const began = performance.now();
  const crowd = Promise.all(
    emails.map((email, place) => browser.post("/auth", { email, password: PASSWORD }, addressOf(0x10000 + place))),
  ).then((responses) => {
    isOver = true;
    return responses;
  });
  const times: number[] = [];
  for (let turn = 0; !isOver; turn += 1) {
    const { milliseconds } = await reader.open(OTHER_PAGES[turn % OTHER_PAGES.length] ?? "/");
    times.push(milliseconds);
  }
  const responses = await crowd;
  const took = performance.now() - began;
  const signedIn = responses.filter(({ status }) => status === 303).length;
  const p95 = quantile(times, 0.95);
  return [
    {
      what: `${PEOPLE} people sign in at once, in ${(took / 1000).toFixed(1)} s`,
      value: `${signedIn} are in`,
      limit: `${PEOPLE}`,
      isMet: signedIn === PEOPLE,
    },
    atMost(`other pages meanwhile, ${times.length} asked, p95`, p95, 500),
  ];
}
