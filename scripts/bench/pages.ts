import { once } from "node:events";
import { get } from "node:http";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { storage } from "../../app/adapters/adapters.server";
import { WEEKS } from "../../app/domain/diary/rules/calendar";
import { THUMB_EDGE } from "../../app/domain/diary/rules/photo-rules";
import { db } from "../../db/client.server";
import { photos } from "../../db/schema";
import { Browser } from "./harness/browser";
import { atMost, type Figure, kilobytes, ms, quantile, seen } from "./harness/figures";
import { type Load, load, openRawServer } from "./harness/load";
import { giveLoop } from "./harness/loops";
import { makePeople, signIn } from "./harness/people";
import { processorTimeOf } from "./harness/processor-time";
import type { ServedApp } from "./harness/served-app";
import { fillSeveralYears } from "./harness/several-years";
import { staffBrowser } from "./harness/staff-browser";

/**
 * How many pages, JSON responses, photos and files a second, with the data of several years, as shares of what a bare
 * node:http server in as many processes serves in the same run: shares hold on any machine, if nothing else is at
 * work on it.
 */

interface Goal {
  /** The least share of the bare server's responses a second. */
  share: number;
  /** The longest that 99 of 100 requests may take, in milliseconds. */
  p99?: number;
}

const PUBLIC: Goal = { share: 0.25, p99: 25 };
const CUSTOMER: Goal = { share: 0.02, p99: 120 };
const STAFF: Goal = { share: 0.015, p99: 120 };
const JSON_READ: Goal = { share: 0.08 };
const PHOTO: Goal = { share: 0.04 };
const FILE: Goal = { share: 0.5 };

const ROUNDS = 3;
const REQUESTS = 3_000;
/** The bare server and files are quick: more requests, so that the round lasts as long as a clock can tell. */
const QUICK_REQUESTS = 20_000;
const WARM_UP = 600;
/** Of the home page's HTML: the first flight of a connection carries some 14 KB. */
const MOST_HOME_KB = 7.6;

export async function measure({ origin, pid, serveTogether }: ServedApp): Promise<Figure[]> {
  fillSeveralYears(Date.now());
  const reader = await readerWithYear(origin);
  const staff = await staffBrowser(origin);
  const asked: { path: string; goal: Goal; cookie?: string; accept?: string; requests?: number; name?: string }[] = [
    ...PUBLIC_PAGES.map((path) => ({ path, goal: PUBLIC, requests: QUICK_REQUESTS })),
    ...[
      { path: `/dashboard?loop=${reader.halfWritten}`, name: "/dashboard" },
      { path: `/dashboard?loop=${reader.loopId}`, name: "/dashboard of a finished year" },
      { path: "/account-settings" },
      { path: `/book?loop=${reader.loopId}`, name: "/book" },
      { path: `/entry?loop=${reader.loopId}&week=7`, name: "/entry" },
    ].map((page) => ({ ...page, goal: CUSTOMER, cookie: reader.cookie })),
    ...STAFF_LISTS.map((path) => ({ path, goal: STAFF, cookie: staff.cookieLine() })),
    ...JSON_READS.map((path) => ({ path, goal: JSON_READ, cookie: reader.cookie, accept: "application/json" })),
    { path: `/photos/${reader.photo}/thumb`, goal: PHOTO, cookie: reader.cookie },
    ...(await filesOf(origin)).map((path) => ({ path, goal: FILE, requests: QUICK_REQUESTS })),
  ];
  const times = await processorTimes(origin, pid(), reader, staff.cookieLine());
  const processes = await serveTogether();
  const raw = await openRawServer(processes);
  const rawLoads: number[] = [];
  const loads = new Map<string, Load[]>(asked.map(({ path }) => [path, []]));
  try {
    await load(raw.url, { requests: QUICK_REQUESTS });
    for (const { path, cookie, accept } of asked) await load(`${origin}${path}`, { requests: WARM_UP, cookie, accept });
    for (let round = 0; round < ROUNDS; round += 1) {
      rawLoads.push((await load(raw.url, { requests: 2 * QUICK_REQUESTS })).perSecond);
      for (const { path, cookie, accept, requests = REQUESTS } of asked) {
        loads.get(path)?.push(await load(`${origin}${path}`, { requests, cookie, accept }));
      }
    }
  } finally {
    raw.close();
  }
  const most = median(rawLoads);
  return [
    seen(`bare node:http server, in ${processes} processes as the product`, `${most.toFixed(0)}/s`),
    ...asked.map(({ path, goal, name }) => figureOf(name ?? path, loads.get(path) ?? [], goal, most)),
    await homeFigure(origin),
    ...times,
  ];
}

/** Signed in, with a header, a footer and one button. */
const YARDSTICK = "/logout";
const CPU_ROUNDS = 9;
const CPU_REQUESTS = 150;

/**
 * The processor time of one process for each page, and how many times that of an emptiest one, in turn: these hold
 * where other programs are at work, when pages a second do not.
 */
async function processorTimes(origin: string, pid: number, reader: Reader, staff: string): Promise<Figure[]> {
  const pages = [
    { path: YARDSTICK, most: 1, cookie: reader.cookie },
    { path: `/dashboard?loop=${reader.halfWritten}`, most: 2.6, cookie: reader.cookie },
    { path: "/account-settings", most: 2.2, cookie: reader.cookie },
    { path: `/entry?loop=${reader.loopId}&week=7`, most: 1.6, cookie: reader.cookie },
    { path: `/book?loop=${reader.loopId}`, most: 1.6, cookie: reader.cookie },
    { path: "/hyperloop/orders", most: 2.4, cookie: staff },
  ].map((page) => ({ ...page, times: [] as number[] }));
  for (const { path, cookie } of pages) await load(`${origin}${path}`, { requests: WARM_UP, cookie });
  for (let round = 0; round < CPU_ROUNDS; round += 1) {
    for (const { path, cookie, times } of pages) {
      const before = processorTimeOf(pid);
      await load(`${origin}${path}`, { requests: CPU_REQUESTS, cookie });
      times.push((processorTimeOf(pid) - before) / CPU_REQUESTS);
    }
  }
  const yardstick = median(pages[0]?.times ?? []);
  return pages.map(({ path, most, times }) => {
    const [name] = path.split("?");
    const beside = ` times ${YARDSTICK}, ${median(times).toFixed(2)} ms of CPU`;
    return atMost(`CPU of ${name}`, median(times) / yardstick, most, (times) => times.toFixed(2), beside);
  });
}

const PUBLIC_PAGES = ["/", "/about", "/terms", "/begin", "/register", "/auth"];
const STAFF_LISTS = ["orders", "people", "vouchers", "moderation", "emails"].map((name) => `/hyperloop/${name}`);
const JSON_READS = ["/account/me", "/loops", "/account/addresses"];

function figureOf(path: string, loads: readonly Load[], goal: Goal, raw: number): Figure {
  const perSecond = median(loads.map((each) => each.perSecond));
  const p99 = median(loads.map((each) => each.p99));
  const share = perSecond / raw;
  return {
    what: path,
    value: `${perSecond.toFixed(0).padStart(6)}/s, share ${share.toFixed(3)}, p99 ${ms(p99)}`,
    limit: `≥ ${goal.share}${goal.p99 ? `, ≤ ${goal.p99} ms` : ""}`,
    isMet: share >= goal.share && p99 <= (goal.p99 ?? Number.POSITIVE_INFINITY),
  };
}

async function homeFigure(origin: string): Promise<Figure> {
  const [response] = await once(get(origin, { headers: { "Accept-Encoding": "br" } }), "response");
  let bytes = 0;
  for await (const chunk of response) bytes += chunk.length;
  return atMost("the home page's HTML, compressed", bytes / 1_000, MOST_HOME_KB, kilobytes);
}

const median = (samples: readonly number[]) => quantile(samples, 0.5);

interface Reader {
  cookie: string;
  /** A year in its last week of which all is written. */
  loopId: string;
  /** A year in its last week of which half is written. */
  halfWritten: string;
  /** A photo with a file. */
  photo: string;
}

/** Somebody signed in with two years. */
async function readerWithYear(origin: string): Promise<Reader> {
  const email = "reader@year.example";
  const [accountId = ""] = await makePeople([email], { isProven: true });
  const loopId = giveLoop(accountId, WEEKS);
  const halfWritten = giveLoop(accountId, WEEKS / 2);
  const photo = db.select({ id: photos.id }).from(photos).where(eq(photos.loopId, loopId)).get()?.id ?? "";
  const thumbKey = `photos/bench/thumb.jpg`;
  db.update(photos).set({ thumbKey }).where(eq(photos.id, photo)).run();
  const noise = { type: "gaussian", mean: 128, sigma: 13 } as const;
  const picture = sharp({
    create: { width: THUMB_EDGE, height: THUMB_EDGE, channels: 3, background: "#777", noise },
  });
  await storage.put(thumbKey, await picture.jpeg().toBuffer(), "image/jpeg");
  const browser = await signIn(origin, email);
  return { cookie: browser.cookieLine(), loopId, halfWritten, photo };
}

/** A script or style sheet whose name carries a hash, a font and a picture. */
async function filesOf(origin: string): Promise<string[]> {
  const home = (await new Browser(origin).open("/")).body;
  const styles = /href="(\/assets\/[^"]+\.css)"/.exec(home)?.[1];
  if (!styles) throw new Error("The home page has no style sheet.");
  return [styles, "/fonts/figtree.woff2", "/favicon.svg"];
}
