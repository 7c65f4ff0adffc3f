import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { lockFolder } from "./folder-lock.ts";
import { openAlbum } from "./seed/album";
import { folderBeside, isUntouchedFolder, moveIn, openBeside } from "./seed/moving-in";
import { openPayments } from "./seed/payments";

/**
 * Seeds the demo world in an empty data folder. Refuses in production, with an external service configured by the
 * owner, and on a database that has been used. All or nothing, also after a kill: it is made beside and moved in when it
 * is whole.
 */

const SANDBOX_KEY = "sk_test_sandbox";
/** How long a world that was being made when its start was killed may take to end. */
const LONGEST_WAIT_MS = 60_000;
const LOOKS_AFTER_PARENT_MS = 500;
const { env } = process;

function refuse(why: string): never {
  console.error(`No demo world was made: ${why}`);
  process.exit(1);
}

if (env.APP_ENV === "production") refuse("this is production.");
const configured = ["SMTP_URL", "S3_BUCKET"].filter((name) => env[name]);
if (env.STRIPE_SECRET_KEY && env.STRIPE_SECRET_KEY !== SANDBOX_KEY) configured.push("STRIPE_SECRET_KEY");
if (configured.length > 0) refuse(`${configured.join(", ")} is set, and that is for real people.`);

const starter = Number(process.argv[2] ?? process.ppid);
setInterval(() => {
  // The start was killed; the next one removes what is here, or moves in what is whole.
  if (process.ppid !== starter) process.exit(1);
}, LOOKS_AFTER_PARENT_MS).unref();

const dataFolder = resolve(env.DATA_DIR || "data");
mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
if (!isUntouchedFolder(dataFolder)) {
  // A start that was killed may have left one that moved in a moment ago.
  if (existsSync(join(dataFolder, "demo-logins.txt"))) process.exit(0);
  refuse(`${dataFolder} has been used before.`);
}
// Kept in a variable, because the lock is let go when nothing refers to it any more.
const lock = await lockOfSeeding();
// Another one may have been moved in while this one waited.
if (isUntouchedFolder(dataFolder)) {
  if (openBeside(dataFolder)) await makeWorld();
  await moveIn(dataFolder);
}
lock.release();

/** One world is made at a time: a start that was killed may have left its own at work for a moment. */
async function lockOfSeeding() {
  for (const end = Date.now() + LONGEST_WAIT_MS; ; ) {
    const locked = await lockFolder(dataFolder, "seeding.lock");
    if (locked) return locked;
    if (Date.now() > end) refuse(`another one is being made in ${dataFolder}.`);
    await new Promise((done) => setTimeout(done, LOOKS_AFTER_PARENT_MS));
  }
}

async function makeWorld(): Promise<void> {
  const folder = folderBeside(dataFolder);
  // Settings are read once: folder and sandbox are known before any app module is loaded.
  const payments = await openPayments(folder, env.PAYMENT_SANDBOX_PUBLIC_ORIGIN);
  Object.assign(env, {
    DATA_DIR: folder,
    STRIPE_SECRET_KEY: SANDBOX_KEY,
    STRIPE_PUBLISHABLE_KEY: env.STRIPE_PUBLISHABLE_KEY || "pk_test_sandbox",
    STRIPE_WEBHOOK_SECRETS: env.STRIPE_WEBHOOK_SECRETS || "whsec_sandbox",
    STRIPE_API_ORIGIN: payments.origin,
  });
  const { closeDatabase, migrateDatabase } = await import("../db/client.server");
  const { makeDemoWorld } = await import("./seed/demo-world");
  const { leaveEmails } = await import("./seed/helping");
  const { finishYears } = await import("./seed/finished-years");
  const { simulateQuarter, markDemo } = await import("./seed/quarter");
  const { writeWholeSync } = await import("../app/adapters/files/whole-file.server");

  migrateDatabase();
  const now = new Date();
  // Without photographs no further week can be written; the catch below removes the rest.
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  const album = openAlbum(join(folder, "seeding"), stop.signal);
  const leave = async () => {
    await payments.close();
    closeDatabase();
  };

  try {
    const logins = await makeDemoWorld(now, { payments, album }, console.log);
    console.log(await simulateQuarter(now, { payments, album }));
    console.log(await finishYears(now, payments, album));
    markDemo();
    await leaveEmails(now);
    await leave();
    writeWholeSync(join(folder, "demo-logins.txt"), logins);
  } catch (error) {
    await leave();
    rmSync(folder, { recursive: true, force: true });
    if (!stop.signal.aborted) throw error;
    refuse("it was stopped.");
  }
  for (const name of ["seeding", "work", "incoming"])
    if (existsSync(join(folder, name))) rmSync(join(folder, name), { recursive: true, force: true });
}
