import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { count, sql } from "drizzle-orm";
import { SMTPServer } from "smtp-server";
import { startDayFor } from "../../../app/domain/diary/rules/calendar";
import { addDays, londonDay } from "../../../app/domain/kernel/time/days";
import { WEEK_MS } from "../../../app/domain/kernel/time/durations";
import { changeLane } from "../../../app/domain/mail/outbox/lanes.server";
import { db, write } from "../../../db/client.server";
import { accounts, emails, loops, settings } from "../../../db/schema";

/** An evening of weekly emails: the years that get one, a relay that takes its time, and workers that can be killed. */

/** How long the relay takes for each. */
export const RELAY_MS = 100;
const AS_FAST_AS_CAN_BE = { warmsUp: false, weekly: 1_000_000, domain: 1_000_000 };

interface Arrival {
  readonly id: string;
  /** How many workers had been started. */
  readonly worker: number;
}
/** What the relay took: weekly emails in their order, and when each code came, by its address. */
export const relayed = { weekly: [] as Arrival[], codes: new Map<string, number>() };
let workers = 0;

/** Pauses the weekly emails as staff do, or sends them again. */
export function pause(isPaused: boolean): void {
  write((tx) => changeLane(tx, "weekly", { pausedAt: isPaused ? new Date() : null }));
}

/** From here on they leave as fast as the relay takes them. */
export function liftRates(): void {
  const row = { value: JSON.stringify(AS_FAST_AS_CAN_BE), updatedAt: new Date() };
  db.insert(settings)
    .values({ key: "emailRates", ...row })
    .onConflictDoUpdate({ target: settings.key, set: row })
    .run();
}

/** Years of people of their own, whose email of the last Sunday is due. */
export function giveYears(name: string, count: number): void {
  const at = new Date(Date.now() - 2 * WEEK_MS);
  const startDay = addDays(londonDay(new Date()), -10);
  const deliveryDay = addDays(startDay, 378);
  if (startDayFor(deliveryDay) !== startDay) throw new Error("A year is of 378 days.");
  for (let from = 0; from < count; from += 500)
    write((tx) => {
      for (let place = from; place < Math.min(count, from + 500); place += 1) {
        const agreed = { termsAcceptedAt: at, privacyAcceptedAt: at, createdAt: at, updatedAt: at };
        const id = `${name}${place}`;
        const email = `${id}@domain${place % 50}.example`;
        tx.insert(accounts)
          .values({ id, email, firstName: "Ada", lastName: "Byron", passwordHash: "-", emailVerifiedAt: at, ...agreed })
          .run();
        const year = {
          theme: "family",
          type: "family-adventures",
          startDay,
          deliveryDay,
          createdAt: at,
          updatedAt: at,
        };
        tx.insert(loops)
          .values({ id, accountId: id, title: "A year", ...year })
          .run();
      }
    });
}

/** How many weekly emails wait. */
export const countWeekly = () =>
  db
    .select({ found: count() })
    .from(sql`${emails} INDEXED BY emails_waiting`)
    .where(sql`${emails.state} = 'waiting' AND ${emails.lane} = 'weekly'`)
    .get()?.found ?? 0;

export async function openRelay() {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      let raw = "";
      stream.on("data", (part: Buffer) => {
        raw += part.toString();
      });
      // A worker that was killed before the end of the email.
      stream.on("error", () => {});
      stream.on("end", async () => {
        const [, id = ""] = /^Message-ID: <([^>]+)>/im.exec(raw) ?? [];
        const [to] = session.envelope.rcptTo;
        await wait(RELAY_MS);
        if (to?.address.startsWith("code-")) relayed.codes.set(to.address, performance.now());
        else relayed.weekly.push({ id, worker: workers });
        done();
      });
    },
  });
  // A killed worker breaks its connections.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, close: () => server.close() };
}

export async function startWorker(url: string): Promise<ChildProcess> {
  const worker = spawn(process.execPath, ["build/processes/worker.js"], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: { ...process.env, SMTP_URL: url, MAIL_FROM: "hello@known.example", NODE_ENV: "production" },
  });
  workers += 1;
  const [said] = await Promise.race([once(worker.stdout ?? worker, "data"), once(worker, "exit")]);
  if (!String(said).includes("ready")) throw new Error(`The worker said ${said}.`);
  worker.stdout?.resume();
  return worker;
}

export async function kill(worker: ChildProcess): Promise<void> {
  const gone = once(worker, "exit");
  worker.kill("SIGKILL");
  await gone;
}
