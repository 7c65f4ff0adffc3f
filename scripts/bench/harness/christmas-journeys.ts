import { setTimeout as wait } from "node:timers/promises";
import { weekLink } from "../../../app/domain/diary/loops/weekly-email-links.server";
import type { Visitor } from "../../../tests/support/visitor";
import { Browser } from "./browser";
import { spreadOver, weekOf } from "./christmas-pages";
import { codeOf, countsOf, emailOf, idOf } from "./filled-shop";
import { PASSWORD } from "./people";
import { visitorOf } from "./visitor-acts";
import type { WholeShop } from "./whole-shop";

/** What people do at Christmas, in a filled shop, by its own forms: a Sunday's weeks, vouchers on the 25th, books in January. */

export interface Journeys {
  perMinute: number;
  /** Milliseconds, by step. */
  steps: Readonly<Record<string, number[]>>;
}

const SUNDAY_PEOPLE = 4;
const REDEEMERS = 4;
const CODE_WAIT_MS = 30_000;

/** Runs journeys beside each other, one after another in each of these lanes, for a time or a number. */
async function inLanes(lanes: number, goesOn: (turn: number) => boolean, walk: (turn: number) => Promise<void>) {
  let turn = 0;
  let done = 0;
  const began = performance.now();
  const lane = async () => {
    while (goesOn(turn)) {
      const mine = turn;
      turn += 1;
      await walk(mine);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return (done * 60_000) / (performance.now() - began);
}

/** Signs in, looks at the year, follows the email's link and saves a week with a photo. */
export async function walkSunday(shop: WholeShop, years: number, photo: Buffer, seconds: number): Promise<Journeys> {
  const steps: Record<string, number[]> = { "sign in": [], dashboard: [], "an email's link": [], "a week saved": [] };
  const until = performance.now() + seconds * 1000;
  const perMinute = await inLanes(
    SUNDAY_PEOPLE,
    () => performance.now() < until,
    async (turn) => {
      const i = unwrittenYear(turn, years);
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
  return { perMinute, steps };
}

const latestWeek = (i: number) => Math.max(1, Math.floor((((i * 37) % 364) + 6) / 7));

/** A year whose latest week is not written: its number ends in what `filled-shop.ts` leaves out. */
function unwrittenYear(turn: number, years: number): number {
  let i = spreadOver(turn, years);
  while ((i * 31) % 10 < 7) i += 1;
  return i;
}

/** Somebody who was given a year: types the code, opens an account with the code of an email, and begins. */
export async function redeem(shop: WholeShop, years: number, count: number): Promise<Journeys> {
  const steps: Record<string, number[]> = {
    "the code typed": [],
    "the account made": [],
    "its code there": [],
    "the year begun": [],
  };
  const { openGifts } = countsOf(years);
  // Of a database that was kept, those that an earlier run gave to somebody are used.
  const [{ last = -1 } = {}] = shop.read<{ last: number | null }>(
    "SELECT max(CAST(substr(email, 10) AS INTEGER)) AS last FROM accounts WHERE email LIKE 'christmas%'",
  );
  const first = (last ?? -1) + 1;
  const perMinute = await inLanes(
    REDEEMERS,
    (turn) => turn < count,
    async (turn) => {
      const place = first + turn;
      if (place >= openGifts) throw new Error("Every voucher was redeemed: fewer, or a new database.");
      const visitor = visitorOf(shop.origin, 10_000 + place);
      const email = `christmas${place}.${Date.now()}@example.org`;
      await visitor.visit("/redeem");
      const timed = async (step: string, run: () => Promise<unknown>) => {
        const began = performance.now();
        await run();
        steps[step]?.push(performance.now() - began);
      };
      const code = codeOf(years + 1 + place);
      await timed("the code typed", () =>
        visitor.submit("Redeem voucher", { "Voucher code": code, acceptedTerms: true }),
      );
      expectPath(visitor, "/register");
      await timed("the account made", () => visitor.submit("Create account", newcomer(email)));
      let digits = "";
      await timed("its code there", async () => {
        digits = await codeFor(shop, email);
      });
      await visitor.submit("Confirm my email", { "Your 6-digit code": digits });
      expectPath(visitor, "/voucher-info");
      await visitor.submit("Start my year");
      await timed("the year begun", () => visitor.submit("Confirm"));
      if (!visitor.page.text().includes("Voucher redeemed successfully!"))
        throw new Error(`${visitor.page.path}: ${visitor.page.text().slice(0, 400)}`);
    },
  );
  return { perMinute, steps };
}

const newcomer = (email: string) => ({
  "First name": "Margaret",
  "Last name": "Okafor",
  "Email address": email,
  Password: PASSWORD,
  "Confirm password": PASSWORD,
  acceptedTerms: true,
  acceptedPrivacy: true,
});

function expectPath({ page }: Visitor, path: string): void {
  if (!page.path.startsWith(path)) throw new Error(`Not ${path}, but ${page.path}: ${page.text().slice(0, 400)}`);
}

async function codeFor(shop: WholeShop, email: string): Promise<string> {
  const until = performance.now() + CODE_WAIT_MS;
  while (performance.now() < until) {
    const place = shop.relay.received.findIndex((raw) => raw.includes(email));
    const [raw] = place < 0 ? [] : shop.relay.received.splice(place, 1);
    const digits = raw && /\b\d{6}\b/.exec(plain(raw))?.[0];
    if (digits) return digits;
    await wait(20);
  }
  throw new Error(`No code came for ${email}.`);
}

/** The text of an email without its headers, in which numbers are too. */
const plain = (raw: string) => raw.slice(raw.indexOf("\r\n\r\n")).replaceAll(/=\r\n/g, "");

/** A year whose proof was not made ahead: its number ends in what `filled-shop.ts` leaves out. */
function withoutProof(turn: number, years: number): number {
  let i = spreadOver(turn * 31 + 7, years);
  while (i % 10 < 6) i += 1;
  return i;
}

/** Proofs that are asked for one after another: seconds of each, from the question to the book. */
export async function makeBooks(shop: WholeShop, years: number, count: number): Promise<number[]> {
  const seconds: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const i = withoutProof(turn, years);
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
      if (row?.state === "failed" || performance.now() - began > 120_000)
        throw new Error(`The book of ${idOf("l", i)} is ${row?.state ?? "not asked for"}.`);
      await wait(50);
    }
    seconds.push((performance.now() - began) / 1000);
  }
  return seconds;
}
