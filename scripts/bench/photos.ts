import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request as ask } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { photosOf } from "../../app/domain/diary/photos/photos.server";
import { ENTRY_LIMITS } from "../../app/web/limits";
import { addressOf, Browser } from "./harness/browser";
import { atMost, exactly, type Figure, holds, megabytes, ms, quantile } from "./harness/figures";
import { askImageProcessor } from "./harness/image-processing";
import { giveLoop } from "./harness/loops";
import { readMeanwhile } from "./harness/meanwhile";
import { makePeople, signIn } from "./harness/people";
import { phonePhoto } from "./harness/phone-photo";
import type { ServedApp } from "./harness/served-app";

/**
 * A phone's photo, from the click to its display, while others read; and many bodies far above the limits at once,
 * which must cost neither memory nor other people's time.
 */

const TIMES = 8;
const MOST_VISIBLE_MS = 3_000;
const THREES = 6;
const MOST_ANSWERED_MS = 1_000;
const MOST_PAGE_MS = 500;
const FLOODS = 20;
const FLOOD_BYTES = 100 * 1024 * 1024;
const MOST_GROWTH_MB = 100;
const MOST_AFTER_CAP_MS = 1_000;
const MOST_HOSTILE_MS = 2_000;
const MOST_HOSTILE_GROWTH_MB = 300;
const OTHER_PAGES = ["/", "/about", "/begin", "/auth", "/dashboard"];

export async function measure(app: ServedApp): Promise<Figure[]> {
  const email = "photographer@known.example";
  const [accountId = ""] = await makePeople([email], { isProven: true });
  const browser = await signIn(app.origin, email);
  const loopId = giveLoop(accountId, 0);
  for (const path of OTHER_PAGES) await browser.another().open(path);
  return [
    ...(await measurePhotos(app, browser, loopId)),
    await measureThree(browser, loopId),
    ...(await measureHostile()),
    ...(await measureFlood(app, browser)),
  ];
}

async function measurePhotos({ origin }: ServedApp, browser: Browser, loopId: string): Promise<Figure[]> {
  const times: number[] = [];
  let size = 0;
  const others = readMeanwhile(new Browser(origin), OTHER_PAGES);
  for (let week = 1; week <= TIMES; week += 1) {
    const content = await phonePhoto(week);
    size = content.length;
    await browser.open(`/dashboard?loop=${loopId}&week=${week}`);
    const began = performance.now();
    const fields = {
      loop: loopId,
      week: String(week),
      revision: "0.0",
      intent: "save",
      content: "It looked at us.",
    };
    const saved = await browser.bring(`/dashboard?loop=${loopId}&week=${week}`, fields, [
      { field: "photos", name: "seal.jpg", content },
    ]);
    if (saved.status !== 303) throw new Error(`The photo of week ${week} was answered with ${saved.status}.`);
    await browser.open(`/entry?loop=${loopId}&week=${week}`);
    const [photo] = photosOf(loopId, week);
    const shown = await browser.open(`/photos/${photo?.id}/screen`);
    if (shown.status !== 200) throw new Error(`The photo of week ${week} is not to be seen: ${shown.status}.`);
    times.push(performance.now() - began);
  }
  const worst = Math.max(...times);
  return [
    atMost(
      `12 megapixels, ${(size / 1_000_000).toFixed(1)} MB: sent and seen as it came, median ${ms(quantile(times, 0.5))}, worst of ${TIMES}`,
      worst,
      MOST_VISIBLE_MS,
    ),
    await others.stop(MOST_PAGE_MS),
  ];
}

/** A week with all its photos: the time until its form is answered, which is as long as its writer waits. */
async function measureThree(browser: Browser, loopId: string): Promise<Figure> {
  const times: number[] = [];
  for (let week = TIMES + 1; week <= TIMES + THREES; week += 1) {
    const files = await Promise.all([0, 1, 2].map((place) => phonePhoto(week + place * THREES)));
    const address = `/dashboard?loop=${loopId}&week=${week}`;
    await browser.open(address);
    const began = performance.now();
    const saved = await browser.bring(
      address,
      { loop: loopId, week: String(week), revision: "0.0", intent: "save", content: "It looked at us." },
      files.map((content, place) => ({ field: "photos", name: `seal-${place}.jpg`, content })),
    );
    if (saved.status !== 303) throw new Error(`The photos of week ${week} were answered with ${saved.status}.`);
    times.push(performance.now() - began);
  }
  const median = ms(quantile(times, 0.5));
  return atMost(
    `three photos of 12 megapixels: the form is answered, median ${median}, worst of ${THREES}`,
    Math.max(...times),
    MOST_ANSWERED_MS,
  );
}

/** The hostile files, one after another, in a separate process: none may take long, or much memory. */
async function measureHostile(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "loop-bench-photos-"));
  try {
    const { taken, megabytes: most, megabytesBefore } = await askImageProcessor("hostile", folder);
    const [slowest, growth] = [Math.max(...taken), Math.max(0, most - megabytesBefore)];
    return [
      atMost(`${taken.length} hostile files judged, the slowest`, slowest, MOST_HOSTILE_MS),
      atMost(
        `memory of the image processor grows, from ${megabytesBefore.toFixed(0)} MB, by`,
        growth,
        MOST_HOSTILE_GROWTH_MB,
        megabytes,
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureFlood(app: ServedApp, browser: Browser): Promise<Figure[]> {
  const [length, boundary] = [FLOOD_BYTES, "----flood"];
  const alone: FloodResponse[] = [];
  for (const [place, announced] of [length, null].entries()) {
    const line = FLOODS + place;
    alone.push(await flood(app.origin, browser.cookieLine(), { boundary, length: announced, place: line }));
  }
  const before = residentMegabytes(app.pid());
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, residentMegabytes(app.pid()));
  }, 50);
  const others = readMeanwhile(new Browser(app.origin), OTHER_PAGES);
  const responses = await Promise.all(
    Array.from({ length: FLOODS }, (_, place) =>
      flood(app.origin, browser.cookieLine(), { boundary, length: place % 2 === 0 ? length : null, place }),
    ),
  );
  clearInterval(watch);
  const othersFigure = await others.stop(MOST_PAGE_MS);
  const refused = responses.filter(({ status }) => status === 413).length;
  const latest = Math.max(...alone.map(({ afterCap }) => afterCap));
  const isRefused = alone.every(({ status }) => status === 413);
  const growth = most - before;
  return [
    exactly(`${FLOODS} bodies of 100 MB at once: refused`, refused, FLOODS),
    holds(
      `one alone, refused after ${ENTRY_LIMITS.bodyBytes / 1024 / 1024} MiB were sent, or so many announced, by`,
      isRefused ? ms(latest) : "not refused",
      `< ${MOST_AFTER_CAP_MS} ms`,
      isRefused && latest < MOST_AFTER_CAP_MS,
    ),
    atMost(`memory grows, from ${before.toFixed(0)} MB, by`, growth, MOST_GROWTH_MB, megabytes),
    othersFigure,
  ];
}

function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes ?? 0) / 1024;
}

interface FloodResponse {
  /** 0 when the connection was closed. */
  status: number;
  /** Milliseconds since the server could know, which is at once when the length was announced. */
  afterCap: number;
}

/** Sends a body with one endless photo, as fast as the server reads. */
function flood(
  origin: string,
  cookies: string,
  { boundary, length, place }: { boundary: string; length: number | null; place: number },
): Promise<FloodResponse> {
  const head = Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n\r\n`);
  const piece = Buffer.alloc(256 * 1024, "x");
  let passedCap = length === null ? Number.POSITIVE_INFINITY : performance.now();
  return new Promise((resolve) => {
    const response = (status: number) => resolve({ status, afterCap: Math.max(0, performance.now() - passedCap) });
    const sending = ask(
      new URL("/dashboard", origin),
      {
        method: "POST",
        agent: new Agent(),
        headers: {
          "Content-Type": `multipart/form-data; boundary=${boundary}`,
          Cookie: cookies,
          Origin: origin,
          "X-Forwarded-For": addressOf(0xa00000 + place),
          ...(length === null ? {} : { "Content-Length": String(length) }),
        },
      },
      (incoming) => {
        incoming.resume();
        incoming.once("close", () => sending.destroy());
        response(incoming.statusCode ?? 0);
      },
    );
    sending.once("error", () => response(0));
    sending.write(head);
    let left = FLOOD_BYTES - head.length;
    const go = () => {
      while (left > 0 && !sending.destroyed) {
        const next = piece.subarray(0, Math.min(left, piece.length));
        left -= next.length;
        if (FLOOD_BYTES - left > ENTRY_LIMITS.bodyBytes) passedCap = Math.min(passedCap, performance.now());
        if (!sending.write(next)) {
          sending.once("drain", go);
          return;
        }
      }
      if (!sending.destroyed) sending.end();
    };
    go();
  });
}
