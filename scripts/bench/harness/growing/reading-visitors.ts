import type { Browser } from "../browser";
import { type Figure, holds, ms, none, quantile, seen } from "../figures";
import { pause } from "../machine";
import { signIn } from "../people";
import type { Writer } from "./week-writer";

/** Signed-in visitors who open page after page, and how each was answered. */

const PAUSE_MS = 100;

interface Look {
  at: number;
  path: string;
  /** 0 where no answer came. */
  status: number;
  milliseconds: number;
}

export interface Reading {
  looks: readonly Look[];
  stop(): Promise<void>;
}

/** Signs everybody in and lets them read. */
export async function readAllTheTime(origin: string, people: readonly Writer[]): Promise<Reading> {
  const looks: Look[] = [];
  let isOver = false;
  const browsers: Browser[] = [];
  for (const { email } of people) browsers.push(await signIn(origin, email));
  const all = people.map(async ({ loopId }, place) => {
    const week = `loop=${loopId}&week=1`;
    const paths = ["/dashboard", `/dashboard?${week}`, "/account-settings", "/", `/book?loop=${loopId}`, "/begin"];
    for (let turn = place; !isOver; turn += 1) {
      looks.push(await look(browsers[place], paths[turn % paths.length] ?? "/"));
      await pause(PAUSE_MS);
    }
  });
  return {
    looks,
    async stop() {
      isOver = true;
      await Promise.all(all);
    },
  };
}

async function look(browser: Browser | undefined, path: string): Promise<Look> {
  const at = performance.now();
  const status = await browser
    ?.open(path)
    .then((page) => page.status)
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNRESET" || error.code === "ECONNREFUSED") return 0;
      throw error;
    });
  return { at, path, status: status ?? 0, milliseconds: performance.now() - at };
}

/** What the visitors saw between these moments. */
export function figuresOf(what: string, { looks }: Reading, from: number, to: number): Figure[] {
  const during = looks.filter(({ at }) => at >= from && at < to);
  const times = during.map(({ milliseconds }) => milliseconds);
  const failed = during.filter(({ status }) => status >= 500 || status === 0);
  for (const { path, status, at } of failed.slice(0, 10))
    console.log(`  ${what}: ${path} was answered ${status} after ${((at - from) / 1000).toFixed(1)} s`);
  const others = during.filter(({ status }) => status !== 200 && !failed.some((one) => one.status === status));
  return [
    none(`${what}, of ${during.length} pages: 5xx or no answer`, failed.length),
    holds(`${what}: pages other than 200`, String(others.length), "0", others.length === 0 && during.length > 0),
    seen(
      `${what}: median, p99, longest`,
      `${ms(quantile(times, 0.5))}, ${ms(quantile(times, 0.99))}, ${ms(Math.max(...times))}`,
    ),
  ];
}
