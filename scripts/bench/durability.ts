import { openWeek } from "../../app/domain/entries/entries.server";
import { versionsOf } from "../../app/domain/entries/versions.server";
import { WEEKS } from "../../app/domain/loops/calendar";
import { Browser } from "./harness/browser";
import type { Figure } from "./harness/figures";
import { giveLoop, givePhoto } from "./harness/loops";
import { makePeople, PASSWORD } from "./harness/people";
import type { ServedApp } from "./harness/served-app";

/**
 * People write while the web process is killed repeatedly at random moments. Everything acknowledged must exist
 * afterwards: the newest draft of each week, and every text that became an entry.
 */

const KILLS = 100;
const WRITERS = 4;
/** One in this many texts is saved as an entry, the others as drafts. */
const SAVES_EVERY = 4;
const LONGEST_LIFE_MS = 600;

interface Writer {
  accountId: string;
  loopId: string;
  browser: Browser;
  /** Texts are numbered, to tell the newer of two drafts. */
  written: number;
  acknowledged: number;
  /** By week: the number of the newest acknowledged text, draft or entry. */
  newest: Map<number, number>;
  /** By week: the numbers of texts acknowledged as entries. */
  entries: Map<number, number[]>;
}

export async function measure(app: ServedApp): Promise<Figure[]> {
  const emails = Array.from({ length: WRITERS }, (_, place) => `writer-${place}@known.example`);
  const ids = await makePeople(emails, { isProven: true });
  const writers: Writer[] = [];
  for (const [place, accountId] of ids.entries()) {
    const browser = new Browser(app.origin);
    await browser.open("/auth");
    await browser.enter("/auth", { email: emails[place] ?? "", password: PASSWORD });
    const loopId = giveLoop(accountId, 0);
    for (let week = 1; week <= WEEKS; week += 1) givePhoto(loopId, week, 1);
    await browser.open(`/dashboard?loop=${loopId}`);
    writers.push({
      accountId,
      loopId,
      browser,
      written: 0,
      acknowledged: 0,
      newest: new Map(),
      entries: new Map(),
    });
  }
  const missing: string[] = [];
  let brokenOff = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const life = { isOver: false };
    const writing = writers.map(async (writer) => {
      while (!life.isOver) if (!(await writeOnce(writer))) brokenOff += 1;
    });
    await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * LONGEST_LIFE_MS));
    await app.kill();
    life.isOver = true;
    await Promise.all(writing);
    await app.serveAgain();
    for (const writer of writers) missing.push(...missingOf(writer));
  }
  const told = (count: (writer: Writer) => number) => writers.reduce((sum, one) => sum + count(one), 0);
  const entries = told((writer) => [...writer.entries.values()].flat().length);
  const acknowledged = told((writer) => writer.acknowledged);
  const isEnough = entries > 0 && acknowledged > KILLS && brokenOff > 0;
  return [
    {
      what: `${KILLS} kills, ${acknowledged} texts acknowledged (${entries} as entries), ${brokenOff} broken off: missing`,
      value: `${missing.length}${missing.length > 0 ? ` (${missing.slice(0, 5).join("; ")})` : ""}`,
      limit: "0",
      isMet: missing.length === 0 && isEnough,
    },
  ];
}

/** Sends one more text and records it if it was acknowledged. Returns whether it was. */
async function writeOnce(writer: Writer): Promise<boolean> {
  const { accountId, loopId, browser } = writer;
  const number = writer.written + 1;
  const week = 1 + (number % WEEKS);
  const opened = openWeek(accountId, loopId, week, new Date());
  if (!opened.ok) throw new Error(`Week ${week} cannot be written: ${opened.reason}.`);
  const isSaved = number % SAVES_EVERY === 0;
  const fields = {
    loop: loopId,
    week: String(week),
    revision: opened.writing.revision,
    intent: "save",
    content: `Text ${number}. ${"It looked at us for a long time. ".repeat(40)}`,
  };
  const path = isSaved ? "/dashboard" : "/dashboard/draft";
  const answer = await browser
    .post(path, fields, `10.9.${number % 250}.${(number >> 8) % 250}`)
    .catch(() => null);
  // A text whose connection broke may have arrived, so its number is used up.
  writer.written = number;
  if (answer?.status !== (isSaved ? 303 : 204)) {
    if (answer) throw new Error(`${path} answered ${answer.status}.`);
    return false;
  }
  writer.acknowledged += 1;
  writer.newest.set(week, number);
  if (isSaved) writer.entries.set(week, [...(writer.entries.get(week) ?? []), number]);
  return true;
}

/** The acknowledged texts that are missing. */
function missingOf({ accountId, loopId, newest, entries }: Writer): string[] {
  const missing: string[] = [];
  for (const [week, number] of newest) {
    const opened = openWeek(accountId, loopId, week, new Date());
    if (!opened.ok || numberOf(opened.writing.words) < number) missing.push(`week ${week}: text ${number}`);
    const input = entries.get(week) ?? [];
    if (input.length === 0) continue;
    const found = versionsOf(accountId, loopId, week);
    const kept = new Set(found ? [found.entry, ...found.versions].map(numberOf) : []);
    missing.push(...input.filter((one) => !kept.has(one)).map((one) => `week ${week}: entry ${one}`));
  }
  return missing;
}

function numberOf({ content }: { content: string }): number {
  return Number(/^Text (\d+)\./.exec(content)?.[1] ?? 0);
}
