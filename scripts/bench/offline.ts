import { type Browser as Chromium, chromium } from "playwright";
import sharp from "sharp";
import { db } from "../../db/client.server";
import { drafts, entries, entryVersions, photos } from "../../db/schema";
import { ensureChromium } from "../testing/browser.ts";
import { type Random, seededRandom } from "../testing/random.ts";
import { type Figure, none, seen } from "./harness/figures";
import { giveLoop } from "./harness/loops";
import { closeWeek, type Device, land, openWeek, setOffline, tried, type } from "./harness/offline-device";
import { makePeople, signIn } from "./harness/people";
import type { ServedApp } from "./harness/served-app";

/**
 * Weeks written in Chromium while the network is cut and restored and tabs are closed at random moments, on a phone that
 * two people share and a laptop beside it. Every paragraph has a name, and is looked for in the database afterwards: the
 * week, its draft and its earlier versions. WEEKS=20 makes a short run; SEED repeats one.
 */

const WEEKS = Number(process.env.WEEKS ?? 200);
const SEED = Number(process.env.SEED ?? Date.now() % 100_000);
/** Pairs that write at the same time. */
const PAIRS = 4;
/** Until the phone changes hands. */
const WEEKS_IN_A_ROW = 5;
const WEEKS_A_PERSON = 50;

interface Person {
  readonly name: string;
  readonly email: string;
  readonly loopId: string;
  readonly laptop: Device;
}

interface Written {
  readonly loopId: string;
  readonly week: number;
  readonly paragraphs: string[];
  hasPhoto: boolean;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export async function measure(app: ServedApp): Promise<Figure[]> {
  console.log(`  ${WEEKS} weeks with the seed ${SEED}: SEED=${SEED} WEEKS=${WEEKS} repeats what happens, not when.`);
  process.env.REQUESTS_PER_MINUTE = "100000";
  await app.serveTogether();
  const executablePath = await ensureChromium();
  if (!executablePath) throw new Error("No Chromium was found or could be installed.");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const began = Date.now();
    const written: Written[] = [];
    const shown: string[] = [];
    const failed: string[] = [];
    const perPair = Math.ceil(WEEKS / PAIRS);
    await Promise.all(
      Array.from({ length: PAIRS }, async (_, pair) => {
        for (let first = 0; first < perPair; first += 2 * WEEKS_A_PERSON) {
          const weeks = Math.min(2 * WEEKS_A_PERSON, perPair - first);
          await writeAsPair(browser, app.origin, `${pair}x${first}`, weeks, { written, shown, failed });
        }
      }),
    );
    return [
      ...figuresOf(written),
      none(`paragraphs shown to another account${listed(shown)}`, shown.length),
      none(`weeks that could not be written to their end${listed(failed)}`, failed.length),
      seen("weeks, minutes, seed", `${written.length}, ${((Date.now() - began) / 60_000).toFixed(1)}, ${SEED}`),
    ];
  } finally {
    await browser.close();
  }
}

interface Outcome {
  readonly written: Written[];
  readonly shown: string[];
  readonly failed: string[];
}

/** Two people share a phone; each has a laptop. */
async function writeAsPair(browser: Chromium, origin: string, pair: string, weeks: number, outcome: Outcome) {
  const random = seededRandom(SEED + [...pair].reduce((sum, sign) => sum * 31 + sign.charCodeAt(0), 7));
  const openDevice = async (): Promise<Device> => ({
    context: await browser.newContext({ baseURL: origin }),
    page: undefined,
    isOffline: false,
  });
  const phone = await openDevice();
  const people: Person[] = [];
  for (const place of [0, 1]) {
    const name = `p${pair}${place}`;
    const email = `${name}@bench.example`;
    const [id = ""] = await makePeople([email], { isProven: true });
    const laptop = await openDevice();
    await enter(laptop, origin, email);
    people.push({ name, email, loopId: giveLoop(id, 0), laptop });
  }
  const next = [1, 1];
  for (let number = 0; number < weeks; number += 1) {
    const turn = Math.floor(number / WEEKS_IN_A_ROW) % 2;
    const [person, other] = [people[turn], people[1 - turn]];
    if (!person || !other) return;
    if (number % WEEKS_IN_A_ROW === 0) await handOver(phone, origin, person, other, outcome);
    const week = next[turn] ?? 1;
    next[turn] = week + 1;
    const one: Written = { loopId: person.loopId, week, paragraphs: [], hasPhoto: false };
    outcome.written.push(one);
    try {
      await writeOne(phone, origin, person, other, one, random, outcome);
    } catch (error) {
      outcome.failed.push(`${person.name} week ${week}: ${error instanceof Error ? error.message : error}`);
      await closeWeek(phone);
      await closeWeek(person.laptop);
    }
  }
  for (const { context } of [phone, ...people.map(({ laptop }) => laptop)]) await context.close();
}

async function enter({ context }: Device, origin: string, email: string) {
  const cookies = (await signIn(origin, email)).cookieLine().split("; ");
  await context.clearCookies();
  await context.addCookies(
    cookies.map((pair) => ({
      name: pair.slice(0, pair.indexOf("=")),
      value: pair.slice(pair.indexOf("=") + 1),
      url: origin,
    })),
  );
}

/** The session of the one is over, with whatever the phone keeps, and the other signs in: offline there is nothing to see. */
async function handOver(phone: Device, origin: string, person: Person, other: Person, outcome: Outcome) {
  await setOffline(phone, false);
  await enter(phone, origin, person.email);
  const page = await phone.context.newPage();
  await page.goto("/about");
  await tried(page.waitForFunction(async () => (await caches.keys()).length === 0));
  await setOffline(phone, true);
  await tried(page.goto("/dashboard"));
  await look(page, other, outcome);
  await page.close();
  await setOffline(phone, false);
}

async function look(page: { content(): Promise<string> }, other: Person, { shown }: Outcome) {
  const html = (await tried(page.content())) ?? "";
  const found = new RegExp(`${other.name}w\\d+n\\d+`).exec(html)?.[0];
  if (found) shown.push(found);
}

/** Some things that happen in any order; the rest of the week is landing. */
async function writeOne(
  phone: Device,
  origin: string,
  person: Person,
  other: Person,
  one: Written,
  random: Random,
  outcome: Outcome,
) {
  const address = `/dashboard?loop=${one.loopId}&week=${one.week}`;
  const hasTwo = random() < 0.4;
  const write = async (device: Device) => {
    const page = await openWeek(device, address);
    await look(page, other, outcome);
    const paragraph = `${person.name}w${one.week}n${one.paragraphs.length + 1}`;
    if (await type(page, paragraph)) one.paragraphs.push(paragraph);
    await pause(random() * 400);
  };
  const press = async (device: Device) => {
    const label = random() < 0.5 ? "Keep as a draft" : `Save week ${one.week}`;
    // The page may open itself again meanwhile, or be the browser's own for a form that had no connection.
    const button = device.page?.getByRole("button", { name: label, exact: true });
    if (button) await tried(button.click({ timeout: 2_000 }));
    await pause(500 + random() * 500);
    await closeWeek(device);
  };
  const choosePhoto = async (device: Device) => {
    if (one.hasPhoto || random() < 0.5) return;
    const page = await openWeek(device, address);
    const picker = page.locator("input[type=file]");
    const name = `${person.name}w${one.week}.jpg`;
    const file = { name, mimeType: "image/jpeg", buffer: await photoOf(random) };
    // A page that opened itself again while the network was cut may be the browser's own.
    await tried(picker.setInputFiles(file, { timeout: 3_000 }));
    const preview = page.locator("[data-previews] figure", { hasText: name });
    one.hasPhoto = (await tried(preview.waitFor({ timeout: 3_000 }).then(() => true))) ?? false;
    await pause(300);
  };
  const acts: readonly ((device: Device) => Promise<unknown>)[] = [
    write,
    write,
    (device) => setOffline(device, !device.isOffline),
    (device) => setOffline(device, !device.isOffline),
    closeWeek,
    () => pause(random() * 4_000),
    press,
    choosePhoto,
  ];
  await write(phone);
  for (let step = 0; step < 8; step += 1) {
    const device = hasTwo && random() < 0.4 ? person.laptop : phone;
    const happens = acts[Math.floor(random() * acts.length)];
    await happens?.(device);
  }
  await land(phone, origin);
  if (hasTwo) await land(person.laptop, origin);
}

async function photoOf(random: Random): Promise<Buffer> {
  const channel = () => Math.floor(random() * 256);
  const background = { r: channel(), g: channel(), b: channel() };
  return await sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

function figuresOf(written: readonly Written[]): Figure[] {
  const texts = [
    db.select().from(entries).all(),
    db.select().from(drafts).all(),
    db.select().from(entryVersions).all(),
  ].flat();
  const stored = db.select().from(photos).all();
  const [lost, doubled]: [string[], string[]] = [[], []];
  for (const { loopId, week, paragraphs, hasPhoto } of written) {
    const isHere = (row: { loopId: string; week: number }) => row.loopId === loopId && row.week === week;
    const here = texts.filter(isHere).map(({ content }) => content.split(/\s+/));
    for (const paragraph of paragraphs) {
      const times = here.map((words) => words.filter((word) => word === paragraph).length);
      if (times.every((count) => count === 0)) lost.push(paragraph);
      if (times.some((count) => count > 1)) doubled.push(paragraph);
    }
    const count = stored.filter((row) => isHere(row) && row.state === "ready").length;
    if (hasPhoto && count < 1) lost.push(`the photo of week ${week}`);
    if (count > 1) doubled.push(`the photo of week ${week}`);
  }
  const all = written.flatMap(({ paragraphs }) => paragraphs).length;
  const allPhotos = written.filter(({ hasPhoto }) => hasPhoto).length;
  return [
    none(`lost of ${all} paragraphs and ${allPhotos} photos${listed(lost)}`, lost.length),
    none(`doubled of them${listed(doubled)}`, doubled.length),
  ];
}

const listed = (found: readonly string[]) => (found.length > 0 ? `: ${found.slice(0, 10).join("; ")}` : "");
