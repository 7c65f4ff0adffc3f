import { rmSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import type { Visitor } from "../../../../tests/support/visitor";
import { atMost, exactly, type Figure, holds, none, seconds, seen } from "../figures";
import { buyLoop, expectWords, fetchPhoto, photosField, photosOn, writeFirstWeek } from "../first-days";
import { isRestorable, lose, newMachine, openShop, originAt, type Place, pause, run, wordsIn } from "../machine";
import { benchAddress, newAddress } from "../network-machine";
import { PASSWORD } from "../people";
import { phonePhoto } from "../phone-photo";
import { makeVisitors, Visitor as Saver } from "../saving-visitor";
import { startProvider, startRelay } from "../service-processes";
import { visitorOf } from "../visitor-acts";
import { openMachines, type Real } from "./machines";
import { makeWriters, type Writer } from "./week-writer";

/**
 * The whole of it, by the address of a machine that only reads: a year is bought and its first week written with a photo,
 * a week is written day by day, others save all the time; the writer is killed on Wednesday, a third machine takes over,
 * and everything goes on at the same address.
 */

const MOST_SECONDS = 60;
const MOST_LOST_SECONDS = 10;
/** Everybody saves for longer than may be lost. */
const SAVING_MS = 20_000;
const SAVING_AGAIN_MS = 8_000;
const LONGEST_OPENING_MS = 180_000;
const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
const sentenceOf = (day: string) => `On ${day} we walked to the sea and back.`;

export async function measureWholeStory(bucket: Real): Promise<Figure[]> {
  const path = "story";
  const began = Date.now();
  const tell = (what: string) => console.log(`  ${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${what}`);
  const [diarist] = await makeWriters("diarist", 1);
  if (!diarist) throw new Error("Nobody writes.");
  const savers = await makeVisitors(path);
  const relay = await startRelay(benchAddress());
  const address = newAddress();
  const provider = await startProvider(benchAddress(), originAt({ address }));
  const settings = {
    SMTP_URL: relay.url,
    STRIPE_SECRET_KEY: provider.secretKey,
    STRIPE_PUBLISHABLE_KEY: provider.publishableKey,
    STRIPE_WEBHOOK_SECRETS: provider.webhookSecret,
    STRIPE_API_ORIGIN: provider.origin,
    STRIPE_CHECKOUT_ORIGIN: provider.origin,
    STRIPE_SCRIPT_ORIGIN: provider.origin,
  };
  const next = newMachine({ bucket, path }, false);
  let machines: Awaited<ReturnType<typeof openMachines>> | undefined;
  try {
    machines = await openMachines({ bucket, path, address, settings });
    const { origin, writer, place } = machines;
    tell("The writer and the reader are open; the third machine has an empty folder.");

    const buyer = { browser: visitorOf(origin, 1), email: "anna@story.example" };
    await buyLoop(buyer, relay);
    tell("Anna has registered, bought a year and been emailed, all by the reader’s address.");
    const week = await writeFirstWeek(buyer, [await phonePhoto(1)]);
    await buyer.browser.visit(week);
    const [photo = ""] = photosOn(buyer.browser);
    const photoBytes = (await fetchPhoto(buyer.browser, photo)).bytes.length;
    tell(`Anna’s first week is saved with a photo of 12 megapixels; it is shown with ${photoBytes} bytes.`);

    const writing = await DayByDay.signIn(origin, diarist);
    for (const day of DAYS.slice(0, 3)) await writing.write(day);
    tell("Monday, Tuesday and Wednesday of a week are kept, and each was read back.");
    const saving = await Promise.all(savers.map((saver) => Saver.signIn(origin, saver)));
    const first = saving.map((saver) => saver.saveAllTheTime());
    await pause(SAVING_MS);

    const lostAt = Date.now();
    void lose(writer);
    tell("The writer is killed while five people save.");
    await Promise.all(first);
    const refused = await writing.refuse("Thursday");
    tell(`Thursday is answered ${refused.status}${refused.isKept ? ", and comes back with its words" : ""}.`);
    const isRead = await writing.isReadWithout(DAYS.slice(0, 3));
    tell(`The week is ${isRead ? "read, with the line that saving is paused" : "not read as it should be"}.`);

    const taken = await run("take-over", next);
    if (taken.code !== 0) throw new Error(taken.output);
    tell(`The third machine takes over: ${taken.output.split("\n").find((line) => line.includes("newest")) ?? ""}`);
    await machines.openWriter(next);
    const [one] = saving;
    await one?.moveTo(origin, LONGEST_OPENING_MS);
    const untilWriting = (Date.now() - lostAt) / 1000;
    tell("The third machine has opened at the writer’s address, and words are saved again.");
    await Promise.all(saving.slice(1).map((saver) => saver.moveTo(origin, LONGEST_OPENING_MS)));

    await writing.sendAgain("Thursday");
    for (const day of DAYS.slice(4)) await writing.write(day);
    const second = await writing.end(await phonePhoto(2));
    tell(`Thursday was sent again; the week is saved with Sunday and a photo, which is shown with ${second} bytes.`);
    const isPhotoThere = (await fetchPhoto(buyer.browser, photo)).bytes.length === photoBytes;
    await buyer.browser.visit(week);
    expectWords(buyer.browser, "the street smelt of rain");
    const other = { browser: visitorOf(origin, 2), email: "ben@story.example" };
    await buyLoop(other, relay);
    tell("Anna’s week and photo are there; Ben has bought a year as well.");
    const again = saving.map((saver) => saver.saveAllTheTime());
    await pause(SAVING_AGAIN_MS);
    for (const saver of saving) saver.stop();
    await Promise.all(again);

    const stored = new Set(wordsIn(next));
    const acknowledged = saving.flatMap(({ saved }) => [...saved]);
    const lost = acknowledged.filter(([words]) => !stored.has(words)).map(([, at]) => (lostAt - at) / 1000);
    const old = acknowledged.filter(([, at]) => at < lostAt - MOST_LOST_SECONDS * 1000);
    const isWhole = await isRestorable(next);
    // Its address is the new one’s now.
    const started = await openShop({ ...place, address: newAddress() });
    const isRefused = (await started.ended) === 1 && started.output().includes("may be older");
    tell(`The lost machine is started again and ${isRefused ? "refused" : "not refused"}.`);
    return [
      none(`of ${old.length} saves older than ten seconds, lost`, old.filter(([words]) => !stored.has(words)).length),
      atMost(
        `of ${acknowledged.length} saves in all ${lost.length} lost, the oldest before the kill`,
        Math.max(0, ...lost),
        MOST_LOST_SECONDS,
        seconds,
      ),
      atMost("from the kill until words were saved again by the reader’s address", untilWriting, MOST_SECONDS, seconds),
      exactly("orders paid, of two bought", paidOrders(next), 2),
      holds("the photo from before", isPhotoThere ? "there" : "other bytes", "there", isPhotoThere),
      holds(
        "while there was no writer",
        `${refused.status} with words, week read`,
        "503, read",
        refused.isKept && isRead,
      ),
      holds("the lost machine, started again", isRefused ? "refused" : "opened", "refused", isRefused),
      holds("the copies of the new one", isWhole ? "whole" : "damaged", "whole", isWhole),
      seen("load of the machine at the end", loadavg()[0]?.toFixed(1) ?? ""),
    ];
  } finally {
    await machines?.close();
    rmSync(next.dataFolder, { recursive: true, force: true });
    await Promise.all([relay.close(), provider.close()]);
  }
}

function paidOrders({ dataFolder }: Place): number {
  const connection = new SqliteFile(join(dataFolder, "loop.db"), { readonly: true });
  const paid = connection.prepare<[], number>("SELECT count(*) FROM orders WHERE status = 'PAID'").pluck().get();
  connection.close();
  return paid ?? 0;
}

/** Somebody who adds a sentence to one week each day, by its form. */
class DayByDay {
  private readonly browser: Visitor;
  private readonly path: string;

  private constructor(browser: Visitor, loopId: string) {
    this.browser = browser;
    this.path = `/dashboard?loop=${loopId}&week=1`;
  }

  static async signIn(origin: string, { email, loopId }: Writer): Promise<DayByDay> {
    const browser = visitorOf(origin, 3);
    await browser.visit("/auth");
    await browser.submit("Sign in", { "Email address": email, Password: PASSWORD });
    return new DayByDay(browser, loopId);
  }

  private content(day: string): string {
    return `${this.browser.page.field("content").value ?? ""} ${sentenceOf(day)}`.trim();
  }

  async write(day: string): Promise<void> {
    await this.browser.visit(this.path);
    await this.browser.submit("Keep as a draft", { content: this.content(day) });
    expectWords(this.browser, sentenceOf(day));
  }

  /** Sends a day while nobody can save it. */
  async refuse(day: string): Promise<{ status: number; isKept: boolean }> {
    await this.browser.visit(this.path);
    const { status, body } = await this.browser.submit("Keep as a draft", { content: this.content(day) });
    return { status, isKept: status === 503 && body.includes(sentenceOf(day)) };
  }

  async sendAgain(day: string): Promise<void> {
    await this.browser.submit("Send it again");
    expectWords(this.browser, sentenceOf(day));
  }

  /** Whether a browser without the form shows these days, and says that saving is paused. */
  async isReadWithout(days: readonly string[]): Promise<boolean> {
    const { status, body } = await this.browser.send(this.path);
    return status === 200 && body.includes("Saving is paused") && days.every((day) => body.includes(sentenceOf(day)));
  }

  /** Saves the week with every day and a photo. Gives the bytes with which that is shown. */
  async end(photo: Buffer): Promise<number> {
    await this.browser.visit(this.path);
    await this.browser.submit("Save week 1", {
      "The highlight": "The sea",
      "One thing you’re grateful for": "The path",
      content: DAYS.map(sentenceOf).join(" "),
      ...photosField(this.browser, [photo]),
    });
    expectWords(this.browser, "Week 1 entry submitted successfully");
    const loop = new URL(this.path, "http://localhost").searchParams.get("loop");
    await this.browser.visit(`/entry?loop=${loop}&week=1`);
    for (const day of DAYS) expectWords(this.browser, sentenceOf(day));
    const [shown = ""] = photosOn(this.browser);
    return (await fetchPhoto(this.browser, shown)).bytes.length;
  }
}
