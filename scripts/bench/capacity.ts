import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { createSmtpMail } from "../../app/adapters/mail/smtp.server";
import { renderBook } from "../../app/domain/book/books/book-renderer.server";
import { WEEKS } from "../../app/domain/diary/rules/calendar";
import { AT_ONCE } from "../../app/domain/mail/outbox/delivery-policy";
import { queueEmail } from "../../app/domain/mail/outbox/outbox.server";
import { sendLane } from "../../app/domain/mail/outbox/outbox-worker.server";
import { accountExists } from "../../app/domain/people/accounts/account-emails";
import { write } from "../../db/client.server";
import type { Browser } from "./harness/browser";
import { atMost, type Figure, ms, quantile, seen } from "./harness/figures";
import { orderIn, takePhotos } from "./harness/full-year";
import { giveLoop } from "./harness/loops";
import { makePeople, signIn } from "./harness/people";
import { phonePhoto } from "./harness/phone-photo";
import type { ServedApp } from "./harness/served-app";

/**
 * What this machine carries: weeks written with a photo by as many people at once as keep it busy, dashboards read,
 * emails sent and books made, each alone for its time. What follows for a shop is in the deployment guide.
 */

const WRITERS = 8;
const READERS = 16;
const SECONDS = 40;
const EMAILS = 300;
const BOOKS = 2;
/** Longer than this and people press the button again. */
const MOST_SAVE_MS = 10_000;
const HOUR_SECONDS = 3600;
/** Most people write on Sunday evening, after the email of that day. */
const EVENING_HOURS = 3;

export async function measure(app: ServedApp): Promise<Figure[]> {
  return [...(await measureSunday(app)), await measureDashboards(app), await measureEmails(), await measureBooks()];
}

interface Person {
  browser: Browser;
  loopId: string;
}

async function signedIn(app: ServedApp, name: string, count: number, weeks: number): Promise<Person[]> {
  const emails = Array.from({ length: count }, (_, place) => `${name}-${place}@known.example`);
  const people: Person[] = [];
  for (const [place, accountId] of (await makePeople(emails, { isProven: true })).entries()) {
    const browser = await signIn(app.origin, emails[place] ?? "");
    people.push({ browser, loopId: giveLoop(accountId, weeks) });
  }
  return people;
}

/** Runs one after another for each person, all at once, for `SECONDS`. Gives how many ended in a minute. */
async function perMinute(people: readonly Person[], act: (person: Person, turn: number) => Promise<void>) {
  let done = 0;
  const began = performance.now();
  const end = began + SECONDS * 1000;
  await Promise.all(
    people.map(async (person) => {
      for (let turn = 0; performance.now() < end; turn += 1) {
        await act(person, turn);
        done += 1;
      }
    }),
  );
  return (done * 60_000) / (performance.now() - began);
}

async function measureSunday(app: ServedApp): Promise<Figure[]> {
  const content = await phonePhoto(1);
  const saves: number[] = [];
  const pages: number[] = [];
  const rate = await perMinute(await signedIn(app, "writer", WRITERS, 0), async ({ browser, loopId }, turn) => {
    const week = String((turn % WEEKS) + 1);
    const place = `/dashboard?loop=${loopId}&week=${week}`;
    pages.push((await browser.open(place)).milliseconds);
    const revision = turn < WEEKS ? "0.0" : null;
    if (revision === null) throw new Error("Every week was written: fewer seconds, or more people.");
    const fields = { loop: loopId, week, revision, intent: "save", content: "It looked at us." };
    const saved = await browser.bring(place, fields, [{ field: "photos", name: "seal.jpg", content }]);
    if (saved.status !== 303) throw new Error(`A week was answered with ${saved.status}.`);
    saves.push(saved.milliseconds);
  });
  const slow = quantile(saves, 0.95);
  return [
    seen(`weeks saved with a photo of 12 megapixels, by ${WRITERS} at once: a minute`, rate.toFixed(0)),
    seen(
      `so many active loops, if each week is written within ${EVENING_HOURS} hours of one evening`,
      Math.round(rate * 60 * EVENING_HOURS).toLocaleString("en-GB"),
    ),
    atMost("such a save, p95", slow, MOST_SAVE_MS),
    seen("a dashboard meanwhile, p95", ms(quantile(pages, 0.95))),
  ];
}

async function measureDashboards(app: ServedApp): Promise<Figure> {
  const people = await signedIn(app, "reader", READERS, WEEKS / 2);
  const rate = await perMinute(people, async ({ browser }) => {
    const { status } = await browser.open("/dashboard");
    if (status !== 200) throw new Error(`A dashboard answered ${status}.`);
  });
  return seen(`dashboards read, by ${READERS} at once: a second`, (rate / 60).toFixed(0));
}

/** Through a real SMTP connection. */
async function measureEmails(): Promise<Figure> {
  const now = new Date();
  const message = accountExists({
    firstName: "Margaret",
    signInUrl: "https://loop.example/auth",
    resetUrl: "https://loop.example/forgot-password",
  });
  write((tx) => {
    for (let place = 0; place < EMAILS; place += 1) {
      queueEmail(tx, {
        accountId: null,
        to: { name: "Margaret Okafor", email: `reader-${place}@known.example` },
        dedupeKey: `capacity:${place}`,
        message,
        now,
      });
    }
  });
  const relay = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      stream.resume().once("end", () => done());
    },
  });
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  const { port } = relay.server.address() as AddressInfo;
  const mail = createSmtpMail({
    clientName: "localhost",
    url: `smtp://127.0.0.1:${port}`,
    from: { name: "Loop", address: "hello@known.example" },
  });
  const began = performance.now();
  let sent = 0;
  for (let more = 1; more > 0; sent += more) more = (await sendLane("codes", new Date(), mail)).sent;
  const seconds = (performance.now() - began) / 1000;
  relay.close();
  if (sent !== EMAILS) throw new Error(`Of ${EMAILS} emails ${sent} were sent.`);
  return seen(
    `emails an hour in a lane without a rate, ${AT_ONCE.codes} at once, to a relay beside us`,
    Math.round((HOUR_SECONDS / seconds) * EMAILS).toLocaleString("en-GB"),
  );
}

async function measureBooks(): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), "loop-bench-capacity-"));
  try {
    const { photoFiles } = await takePhotos(folder);
    let taken = 0;
    for (let book = 0; book < BOOKS; book += 1) {
      const order = orderIn(join(folder, `book-${book}`), photoFiles);
      const began = performance.now();
      const made = await renderBook(order);
      taken += performance.now() - began;
      if (!made.ok) throw new Error(made.detail);
    }
    const each = taken / BOOKS / 1000;
    return seen(
      `books of a full year a day, one after another, ${each.toFixed(1)} s each`,
      Math.round((24 * HOUR_SECONDS) / each).toLocaleString("en-GB"),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
