import { setTimeout as wait } from "node:timers/promises";
import { atMost, type Figure, ms, quantile } from "./figures";
import { giveLoop } from "./loops";
import { makePeople, signIn } from "./people";
import type { ServedApp } from "./served-app";

const PAGES = ["/", "/faq", "/dashboard", "/account-settings"];
const PAUSE_MS = 30;

/** Somebody signed in who opens page after page, and how long each took in which phase. */
export async function openReader(app: ServedApp) {
  const [accountId = ""] = await makePeople(["reader@known.example"], { isProven: true });
  const browser = await signIn(app.origin, "reader@known.example");
  giveLoop(accountId, 0);
  const phases = new Map<string, number[]>();
  let phase = "";
  let isOver = false;
  const reading = (async () => {
    for (let turn = 0; !isOver; turn += 1) {
      const during = phase;
      const { milliseconds } = await browser.open(PAGES[turn % PAGES.length] ?? "/");
      if (during === phase) phases.get(phase)?.push(milliseconds);
      await wait(PAUSE_MS);
    }
  })();
  const timesOf = (name: string) => phases.get(name) ?? [];
  return {
    async during<Result>(name: string, work: () => Promise<Result>) {
      phases.set(name, timesOf(name));
      phase = name;
      const began = performance.now();
      const result = await work();
      phase = "";
      return { result, milliseconds: performance.now() - began };
    },
    compare(name: string, quiet: string): Figure {
      const [now, then] = [quantile(timesOf(name), 0.95), quantile(timesOf(quiet), 0.95)];
      const what = `${timesOf(name).length} pages while ${name}: p95 ${ms(now)}, ${quiet} ${ms(then)}`;
      return atMost(what, now / then, 1.3, (value) => `${value.toFixed(2)} ×`);
    },
    async stop() {
      isOver = true;
      await reading;
    },
  };
}
