import { loadavg } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { weekLink } from "../../../app/domain/diary/loops/weekly-email-links.server";
import { Browser } from "./browser";
import { spreadOver, weekOf } from "./christmas-pages";
import { emailOf, idOf } from "./filled-shop";
import { PASSWORD } from "./people";
import type { WholeShop } from "./whole-shop";

/** What people do at Christmas, in a filled shop, by its own forms: a Sunday's weeks, and books in January. */

export interface Journeys {
  /** How many came to their end. */
  done: number;
  perMinute: number;
  /** Milliseconds, by step. */
  steps: Readonly<Record<string, number[]>>;
}

const SUNDAY_PEOPLE = 4;
const PROGRESS_MS = 30_000;
/** A book waits for those that the worker makes ahead. */
const LONGEST_BOOK_MS = 300_000;

/**
 * Runs journeys beside each other, one after another in each of these lanes, for a time or a number, and says twice a
 * minute how far they are.
 */
export async function inLanes(
  { lanes, name }: { lanes: number; name: string },
  goesOn: (turn: number) => boolean,
  walk: (turn: number) => Promise<void>,
): Promise<{ done: number; perMinute: number }> {
  let turn = 0;
  let done = 0;
  const began = performance.now();
  const perMinute = () => (done * 60_000) / (performance.now() - began);
  const progress = setInterval(() => {
    const load = loadavg()[0]?.toFixed(1);
    console.log(`  ${name}: ${done}, ${perMinute().toFixed(0)} a minute, load ${load}`);
  }, PROGRESS_MS);
  const lane = async () => {
    while (goesOn(turn)) {
      const mine = turn;
      turn += 1;
      await walk(mine);
      done += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
    return { done, perMinute: perMinute() };
  } finally {
    clearInterval(progress);
  }
}

/** Signs in, looks at the year, follows the email's link and saves a week with a photo. */
export async function walkSunday(shop: WholeShop, years: number, photo: Buffer, seconds: number): Promise<Journeys> {
  const steps: Record<string, number[]> = { "sign in": [], dashboard: [], "an email's link": [], "a week saved": [] };
  const until = performance.now() + seconds * 1000;
  let place = 0;
  const nextYear = () => {
    for (;;) {
      const i = unwrittenYear(place, years);
      place += 1;
      if (!isWritten(shop, i)) return i;
    }
  };
  const walked = await inLanes(
    { lanes: SUNDAY_PEOPLE, name: "Sunday's journeys" },
    () => performance.now() < until,
    async () => {
      const i = nextYear();
      const loop = idOf("l", i);
      const browser = new Browser(shop.origin);
      await browser.open("/auth");
      const entered = await browser.enter("/auth", { email: emailOf(i), password: PASSWORD });
      if (entered.status !== 303) throw new Error(`The sign-in of ${emailOf(i)} was answered with ${entered.status}.`);
      steps["sign in"]?.push(entered.milliseconds);
      steps.dashboard?.push((await browser.open("/dashboard")).milliseconds);
      steps["an email's link"]?.push((await browser.open(weekLink(loop, weekOf(i)))).milliseconds);
      const week = String(latestWeek(i));
      const place = `/dashboard?loop=${loop}&week=${week}`;
      await browser.open(place);
      const fields = { loop, week, revision: "0.0", intent: "save", content: "It looked at us." };
      const saved = await browser.bring(place, fields, [{ field: "photos", name: "seal.jpg", content: photo }]);
      if (saved.status !== 303) throw new Error(`A week was answered with ${saved.status}.`);
      steps["a week saved"]?.push(saved.milliseconds);
    },
  );
  return { ...walked, steps };
}

const latestWeek = (i: number) => Math.max(1, Math.floor((((i * 37) % 364) + 6) / 7));

/** A year whose latest week is not written: its number ends in what `filled-shop.ts` leaves out. */
function unwrittenYear(turn: number, years: number): number {
  let i = spreadOver(turn, years);
  while ((i * 31) % 10 < 7) i += 1;
  return i;
}

/** Whether its latest week was saved, as by an earlier run on a database that was kept. */
function isWritten(shop: WholeShop, i: number): boolean {
  const sql = `SELECT 1 FROM entries WHERE loop_id = @loop AND week = @week
    UNION ALL SELECT 1 FROM drafts WHERE loop_id = @loop AND week = @week`;
  return shop.read(sql, { loop: idOf("l", i), week: latestWeek(i) }).length > 0;
}

/** Years whose proof nobody has made, neither `filled-shop.ts` nor an earlier run on a database that was kept. */
function withoutProof(shop: WholeShop, years: number, count: number): number[] {
  const found: number[] = [];
  for (let turn = 0; found.length < count; turn += 1) {
    let i = spreadOver(turn * 31 + 7, years);
    while (i % 10 < 6) i += 1;
    const isMade = shop.read("SELECT 1 FROM book_files WHERE loop_id = ?", idOf("l", i)).length > 0;
    if (!isMade && !found.includes(i)) found.push(i);
  }
  return found;
}

/** Proofs that are asked for one after another: seconds of each, from the question to the book. */
export async function makeBooks(shop: WholeShop, years: number, count: number): Promise<number[]> {
  const seconds: number[] = [];
  for (const i of withoutProof(shop, years, count)) {
    const browser = new Browser(shop.origin);
    await browser.open("/auth");
    await browser.enter("/auth", { email: emailOf(i), password: PASSWORD });
    const began = performance.now();
    await browser.open(`/proof/${idOf("l", i)}`);
    for (;;) {
      const [row] = shop.read<{ state: string }>(
        "SELECT state FROM book_files WHERE loop_id = ? ORDER BY updated_at DESC, created_at DESC LIMIT 1",
        idOf("l", i),
      );
      if (row?.state === "ready") break;
      if (row?.state === "failed" || performance.now() - began > LONGEST_BOOK_MS)
        throw new Error(`The book of ${idOf("l", i)} is ${row?.state ?? "not asked for"}.`);
      await wait(50);
    }
    seconds.push((performance.now() - began) / 1000);
  }
  return seconds;
}
