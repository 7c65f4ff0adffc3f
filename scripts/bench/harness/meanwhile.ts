import { setTimeout as wait } from "node:timers/promises";
import type { Browser } from "./browser";
import { atMost, type Figure, ms, quantile } from "./figures";

/** Somebody who opens page after page while something else is measured, until `stop`, which gives their figure. */
export function readMeanwhile(browser: Browser, paths: readonly string[], { pauseMs = 0 } = {}) {
  const times: number[] = [];
  let isOver = false;
  const reading = (async () => {
    for (let turn = 0; !isOver; turn += 1) {
      times.push((await browser.open(paths[turn % paths.length] ?? "/")).milliseconds);
      if (pauseMs > 0) await wait(pauseMs);
    }
  })();
  return {
    async stop(mostMs: number): Promise<Figure> {
      isOver = true;
      await reading;
      const what = `${times.length} other pages meanwhile: median ${ms(quantile(times, 0.5))}, p95`;
      return atMost(what, quantile(times, 0.95), mostMs);
    },
  };
}
