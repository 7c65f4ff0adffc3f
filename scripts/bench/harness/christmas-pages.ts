import { weekLink } from "../../../app/domain/diary/loops/weekly-email-links.server";
import { sessionCookie, staffCookie } from "../../../app/web/cookies.server";
import { Browser } from "./browser";
import { quantile } from "./figures";
import { idOf, sessionKeyOf } from "./filled-shop";

/** The pages of a filled shop, each opened by one person after another: how long they take, and SQLite for them. */

export interface PageTimes {
  name: string;
  isList: boolean;
  p50: number;
  p95: number;
  /** The median of SQLite's milliseconds. */
  sql: number;
}

const TIMES = 40;
/** The one with a limit: its p95 is that of ten people, and not of two. */
const DASHBOARD_TIMES = 200;
const LIST_TIMES = 8;
const WARM_UP = 6;

const CUSTOMER_PAGES: Readonly<Record<string, (i: number) => string>> = {
  "home (nobody)": () => "/",
  dashboard: () => "/dashboard",
  "a week of it": (i) => `/dashboard?loop=${idOf("l", i)}&week=1`,
  "an entry": (i) => `/entry?loop=${idOf("l", i)}&week=${weekOf(i)}`,
  "the book": (i) => `/book?loop=${idOf("l", i)}`,
  "its proof": (i) => `/proof/${idOf("l", i)}`,
  "an email's link": (i) => weekLink(idOf("l", i), weekOf(i)),
  account: () => "/account-settings",
};

const LISTS: Readonly<Record<string, (i: number) => string>> = {
  "staff: dashboard": () => "/hyperloop/dashboard",
  "staff: people": () => "/hyperloop/people",
  "staff: people by name, page 2000": () => "/hyperloop/people?sort=name&page=2000",
  "staff: orders": () => "/hyperloop/orders",
  "staff: vouchers": () => "/hyperloop/vouchers",
  "staff: moderation": () => "/hyperloop/moderation",
  "staff: emails": () => "/hyperloop/emails",
  "staff: print queue": () => "/hyperloop/print-queue",
  "staff: search of an address": (i) => `/hyperloop/search?q=person${i}@`,
  "staff: search of a name": () => "/hyperloop/search?q=Person",
  "staff: a person": (i) => `/hyperloop/people/${idOf("a", i)}`,
  "staff: an order": (i) => `/hyperloop/orders/${idOf("o", i)}`,
  "staff: figures of 90 days": () => "/hyperloop/analytics?period=90d&view=comparison",
  "staff: finishing": () => "/hyperloop/finishing",
  "staff: system": () => "/hyperloop/system",
};

/** A week that the i-th year has written: its latest. */
export function weekOf(i: number): number {
  const week = Math.max(1, Math.floor((((i * 37) % 364) + 6) / 7));
  const age = Array.from({ length: week }, (_, one) => one).find((one) => (i * 31 + one * 17) % 10 < 7) ?? 0;
  return week - age;
}

/** People all over the shop. */
export const spreadOver = (turn: number, years: number) => 1 + ((turn * 7_919 + 13) % Math.floor(years / 2));

export async function signedIn(origin: string, i: number): Promise<Browser> {
  const browser = new Browser(origin);
  browser.plant(await sessionCookie.serialize(sessionKeyOf(i)));
  return browser;
}

export async function measurePages(origin: string, years: number, staffKey: string): Promise<PageTimes[]> {
  const results: PageTimes[] = [];
  for (const [name, pathOf] of Object.entries(CUSTOMER_PAGES))
    results.push(
      await timesOf(name, name === "dashboard" ? DASHBOARD_TIMES : TIMES, async (turn) => {
        const i = spreadOver(turn, years);
        return { browser: await signedIn(origin, i), path: pathOf(i) };
      }),
    );
  const staff = new Browser(origin);
  staff.plant(await staffCookie.serialize(staffKey));
  for (const [name, pathOf] of Object.entries(LISTS))
    results.push({
      ...(await timesOf(name, LIST_TIMES, async (turn) => ({ browser: staff, path: pathOf(spreadOver(turn, years)) }))),
      isList: true,
    });
  return results;
}

interface Asked {
  browser: Browser;
  path: string;
}

/** These read every year, and hold a web process for as long. */
const READS_ALL = ["staff: dashboard", "staff: figures of 90 days", "staff: finishing"];

async function timesOf(name: string, most: number, ask: (turn: number) => Promise<Asked>): Promise<PageTimes> {
  const [times, sql]: [number[], number[]] = [[], []];
  const warmUp = READS_ALL.includes(name) ? 0 : WARM_UP;
  const last = READS_ALL.includes(name) ? 1 : most + WARM_UP;
  for (let turn = 0; turn < last; turn += 1) {
    const { browser, path } = await ask(turn);
    const { status, location, timing, milliseconds } = await browser.open(path);
    if (status !== 200 && !(status === 302 || status === 303)) throw new Error(`${path} answered ${status}.`);
    if (location?.includes("/auth")) throw new Error(`${path} asked for a sign-in.`);
    if (turn < warmUp) continue;
    times.push(milliseconds);
    sql.push(Number(/sql;dur=([\d.]+)/.exec(timing ?? "")?.[1] ?? Number.NaN));
  }
  const found = { name, isList: false, p50: quantile(times, 0.5), p95: quantile(times, 0.95), sql: quantile(sql, 0.5) };
  console.log(`  ${name}: ${found.p50.toFixed(1)}, p95 ${found.p95.toFixed(1)}, SQL ${found.sql.toFixed(1)} ms`);
  return found;
}
