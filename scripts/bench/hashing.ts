import { monitorEventLoopDelay } from "node:perf_hooks";
import { fitsPassword, hashPassword } from "../../app/domain/people/accounts/passwords.server";
import { addressOf, Browser } from "./harness/browser";
import { atMost, exactly, type Figure, ms, quantile, seconds } from "./harness/figures";
import { readMeanwhile } from "./harness/meanwhile";
import { makePeople, PASSWORD } from "./harness/people";
import type { ServedApp } from "./harness/served-app";

/** Hashing a password is slow on purpose; other requests must not be affected. */

const PEOPLE = 200;
const times = (value: number) => `${value.toFixed(2)} ×`;
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
    atMost("100 digests at once, against 100 in a row", together / (100 * median), 3, times, ` (${ms(together)})`),
    atMost("meanwhile the event loop is late, p99", blocked, 50),
  ];
}

async function measureCrowd(origin: string): Promise<Figure[]> {
  const emails = Array.from({ length: PEOPLE }, (_, place) => `crowd-${place}@known.example`);
  await makePeople(emails, { isProven: true });
  const browser = new Browser(origin);
  await browser.open("/auth");
  const others = readMeanwhile(browser.another(), OTHER_PAGES);
  const began = performance.now();
  const responses = await Promise.all(
    emails.map((email, place) => browser.post("/auth", { email, password: PASSWORD }, addressOf(0x10000 + place))),
  );
  const took = (performance.now() - began) / 1000;
  const signedIn = responses.filter(({ status }) => status === 303).length;
  return [
    exactly(`${PEOPLE} people sign in at once, in ${seconds(took)}: are in`, signedIn, PEOPLE),
    await others.stop(500),
  ];
}
