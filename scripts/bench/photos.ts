import { readFileSync } from "node:fs";
import { Agent, request as ask } from "node:http";
import sharp from "sharp";
import { photosOf } from "../../app/domain/loops/photos.server";
import { addressOf, Browser } from "./apparatus/browser";
import { type Figure, ms, quantile } from "./apparatus/figures";
import { giveLoop } from "./apparatus/loops";
import { makePeople, PASSWORD } from "./apparatus/people";
import type { ServedHouse } from "./apparatus/served-house";

/**
 * A photo as telephones take them, from the button to the picture on the page, while others read; and bodies far
 * over every limit, many at once, which may cost neither memory nor anybody else's time.
 */

const TIMES = 8;
const MOST_VISIBLE_MS = 3_000;
const MOST_PAGE_MS = 500;
const FLOODS = 20;
const FLOOD_BYTES = 100 * 1024 * 1024;
const MOST_GROWTH_MB = 100;
const OTHER_PAGES = ["/", "/about", "/begin", "/auth", "/dashboard"];

export async function measure(house: ServedHouse): Promise<Figure[]> {
  const email = "photographer@known.example";
  const [accountId = ""] = await makePeople([email], { isProven: true });
  const browser = new Browser(house.origin);
  await browser.open("/auth");
  await browser.enter("/auth", { email, password: PASSWORD });
  const loopId = giveLoop(accountId, 0);
  for (const path of OTHER_PAGES) await browser.another().open(path);
  return [...(await measurePhotos(house, browser, loopId)), ...(await measureFlood(house, browser))];
}

async function measurePhotos({ origin }: ServedHouse, browser: Browser, loopId: string): Promise<Figure[]> {
  const times: number[] = [];
  let size = 0;
  const others = new Reader(origin);
  for (let week = 1; week <= TIMES; week += 1) {
    const content = await takePhoto(week);
    size = content.length;
    await browser.open(`/dashboard?loop=${loopId}&week=${week}`);
    others.read();
    const began = performance.now();
    const fields = {
      loop: loopId,
      week: String(week),
      mark: "0.0",
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
    if (shown.status !== 200)
      throw new Error(`The photo of week ${week} is not to be seen: ${shown.status}.`);
    times.push(performance.now() - began);
    await others.stop();
  }
  const worst = Math.max(...times);
  return [
    {
      what: `12 megapixels, ${(size / 1_000_000).toFixed(1)} MB: sent, developed and seen, median ${ms(quantile(times, 0.5))}, worst of ${TIMES}`,
      value: ms(worst),
      limit: `< ${MOST_VISIBLE_MS} ms`,
      isMet: worst < MOST_VISIBLE_MS,
    },
    others.figure("other pages meanwhile"),
  ];
}

/** A scene with grain in it, as large as a telephone's camera makes them. */
async function takePhoto(seed: number): Promise<Buffer> {
  const size = { width: 4000, height: 3000 };
  const noise = { type: "gaussian" as const, mean: 128, sigma: 18 };
  const background = { r: 40 + seed * 20, g: 120, b: 160 };
  const grain = await sharp({ create: { ...size, channels: 3, background, noise } })
    .jpeg({ quality: 80 })
    .toBuffer();
  return await sharp(grain)
    .withExif({ IFD0: { Make: "Telephone", Orientation: "6" }, IFD3: { GPSLatitudeRef: "N" } })
    .jpeg({ quality: 85 })
    .toBuffer();
}

async function measureFlood(house: ServedHouse, browser: Browser): Promise<Figure[]> {
  const before = residentMegabytes(house.pid());
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, residentMegabytes(house.pid()));
  }, 50);
  const others = new Reader(house.origin);
  others.read();
  const [length, boundary] = [FLOOD_BYTES, "----flood"];
  const statuses = await Promise.all(
    Array.from({ length: FLOODS }, (_, place) =>
      flood(house.origin, browser.cookieLine(), { boundary, length: place % 2 === 0 ? length : null, place }),
    ),
  );
  clearInterval(watch);
  await others.stop();
  const refused = statuses.filter((status) => status === 413).length;
  const growth = most - before;
  return [
    {
      what: `${FLOODS} bodies of 100 MB at once: refused`,
      value: `${refused}`,
      limit: `${FLOODS}`,
      isMet: refused === FLOODS,
    },
    {
      what: `memory grows, from ${before.toFixed(0)} MB, by`,
      value: `${growth.toFixed(0)} MB`,
      limit: `< ${MOST_GROWTH_MB} MB`,
      isMet: growth < MOST_GROWTH_MB,
    },
    others.figure("other pages meanwhile"),
  ];
}

function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes ?? 0) / 1024;
}

/** Sends a body of one endless photo, as fast as it is taken. Gives the status, or 0 where the line was cut. */
function flood(
  origin: string,
  cookies: string,
  { boundary, length, place }: { boundary: string; length: number | null; place: number },
): Promise<number> {
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n\r\n`,
  );
  const piece = Buffer.alloc(256 * 1024, "x");
  return new Promise((resolve) => {
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
      (answer) => {
        answer.resume();
        answer.once("close", () => sending.destroy());
        resolve(answer.statusCode ?? 0);
      },
    );
    sending.once("error", () => resolve(0));
    sending.write(head);
    let left = FLOOD_BYTES - head.length;
    const go = () => {
      while (left > 0 && !sending.destroyed) {
        const next = piece.subarray(0, Math.min(left, piece.length));
        left -= next.length;
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

/** Somebody who turns from page to page and knows how long each took. */
class Reader {
  private readonly times: number[] = [];
  private readonly browser: Browser;
  private reading: Promise<void> = Promise.resolve();
  private isOver = false;

  constructor(origin: string) {
    this.browser = new Browser(origin);
  }

  read(): void {
    this.isOver = false;
    this.reading = this.turnPages();
  }

  private async turnPages(): Promise<void> {
    for (let turn = 0; !this.isOver; turn += 1) {
      const { milliseconds } = await this.browser.open(OTHER_PAGES[turn % OTHER_PAGES.length] ?? "/");
      this.times.push(milliseconds);
    }
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.reading;
  }

  figure(what: string): Figure {
    const p95 = quantile(this.times, 0.95);
    return {
      what: `${what}, ${this.times.length} asked, p95`,
      value: ms(p95),
      limit: `< ${MOST_PAGE_MS} ms`,
      isMet: this.times.length > 0 && p95 < MOST_PAGE_MS,
    };
  }
}
