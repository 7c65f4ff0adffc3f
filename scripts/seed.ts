import { existsSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { openAlbum } from "./seed/album";
import { openPayments } from "./seed/payments";

/**
 * Seeds the demo world in an empty data folder. Refuses in production, with an external service configured by the
 * owner, and on a database that has been used. All or nothing: after a failure or a stop everything is removed, so that
 * the next start begins from nothing.
 */

const SANDBOX_KEY = "sk_test_sandbox";
const { env } = process;

function refuse(why: string): never {
  console.error(`No demo world was made: ${why}`);
  process.exit(1);
}

if (env.APP_ENV === "production") refuse("this is production.");
const configured = ["SMTP_URL", "S3_BUCKET"].filter((name) => env[name]);
if (env.STRIPE_SECRET_KEY && env.STRIPE_SECRET_KEY !== SANDBOX_KEY) configured.push("STRIPE_SECRET_KEY");
if (configured.length > 0) refuse(`${configured.join(", ")} is set, and that is for real people.`);

const dataFolder = resolve(env.DATA_DIR || "data");
const mine = ["demo-logins.txt", "mail", "photos", "seeding", "work"]
  .concat(["loop.db", "payment-sandbox.db"].flatMap((name) => [name, `${name}-wal`, `${name}-shm`]))
  .map((name) => join(dataFolder, name));
const before = new Set(mine.filter(existsSync));

// The sandbox's address is a setting, and settings are read once: the sandbox starts before any app module is loaded.
const payments = await openPayments(dataFolder, env.PAYMENT_SANDBOX_PUBLIC_ORIGIN);
Object.assign(env, {
  STRIPE_SECRET_KEY: SANDBOX_KEY,
  STRIPE_PUBLISHABLE_KEY: env.STRIPE_PUBLISHABLE_KEY || "pk_test_sandbox",
  STRIPE_WEBHOOK_SECRETS: env.STRIPE_WEBHOOK_SECRETS || "whsec_sandbox",
  STRIPE_API_ORIGIN: payments.origin,
});
const { closeDatabase, migrateDatabase } = await import("../db/client.server");
const { isUntouched, makeDemoWorld, picturesOfEverybody } = await import("./seed/demo-world");
const { leaveEmails } = await import("./seed/helping");
const { finishYears } = await import("./seed/finished-years");
const { simulateQuarter, markDemo } = await import("./seed/quarter");
const { picturesOfSmallYears } = await import("./seed/small-years");

migrateDatabase();
if (!isUntouched()) {
  await payments.close();
  refuse(`somebody has been in ${dataFolder} before.`);
}

const now = new Date();
const album = await openAlbum(join(dataFolder, "seeding"), [
  ...picturesOfEverybody(now),
  ...picturesOfSmallYears(),
]);

let isStopped = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    // Without pictures no further week can be written; the catch below removes the rest.
    isStopped = true;
    album.close();
  });
}

try {
  const logins = await makeDemoWorld(now, { payments, album }, console.log);
  console.log(await simulateQuarter(now, { payments, album }));
  console.log(await finishYears(now, payments, album));
  markDemo();
  await leaveEmails(now);
  await leave();
  writeFileSync(join(dataFolder, "demo-logins.txt"), logins, { mode: 0o600 });
} catch (error) {
  await leave();
  for (const file of mine) {
    // The database file existed before, but was empty.
    if (!before.has(file) || basename(file).startsWith("loop.db"))
      rmSync(file, { recursive: true, force: true });
  }
  if (!isStopped) throw error;
  refuse("it was stopped.");
}

async function leave(): Promise<void> {
  await album.close();
  await payments.close();
  closeDatabase();
}
