import { createHash } from "node:crypto";
import { loadavg } from "node:os";
import { networkTransport } from "../../tests/support/network";
import { Visitor } from "../../tests/support/visitor";
import { memoryOf, watchMemory } from "./harness/container-processes";
import {
  countRows,
  damageDatabase,
  deleteAccount,
  fillYear,
  rowsOf,
  rowsThatAreGone,
} from "./harness/container-volume";
import { type Figure, none, seen } from "./harness/figures";
import {
  buyLoop,
  credentialsIn,
  expectWords,
  fetchBook,
  fetchPhoto,
  makeBook,
  makeVoucher,
  type Person,
  photosField,
  photosOn,
  redeem,
  type StaffCredentials,
  signIn,
  signInAsStaff,
  writeFirstWeek,
} from "./harness/first-days";
import { blocksBelow } from "./harness/guide";
import {
  containerOf,
  follow,
  type Machine,
  nameReplica,
  ORIGIN,
  OWNER,
  pause,
  prepareMachine,
  shell,
  sizeOfImage,
  start,
  untilLogged,
  whyNotHere,
  writeNextRelease,
} from "./harness/guide-machine";
import { phonePhoto } from "./harness/phone-photo";

/**
 * The deployment guide followed on a machine of one's own, command by command as it is written: the image built from the
 * Dockerfile, the shop opened, the first days lived through by the real forms, a release that migrates and the way back, the
 * volume thrown away, and everything back. podman takes Docker's place, and /etc lies in a folder of the bench. Not
 * followed: DNS, Caddy and its certificate, the CORS rule (MinIO lets every origin in), a reboot, Docker's own
 * configuration, HEALTHCHECK, and the payment provider, which the sandbox replaces.
 */

const MOST_START_MS = 3_000;
const MOST_PEAK_MEGABYTES = 1_100;
/** Longer than the replica may be behind. */
const REPLICA_MS = 10_000;
/** Sign-ins stay ended, and the search's index gives its rows other numbers. */
const NOT_BROUGHT_BACK = /^(?:sessions|one_time_codes|search_entries):/;
const MEGABYTE = 1024 * 1024;

export async function measure(): Promise<Figure[]> {
  const reason = whyNotHere();
  if (reason) {
    const isMet = process.env.SERVICES !== "required";
    return [{ what: "the guide", value: `skipped, not followed: ${reason}`, isMet }];
  }
  const machine = await prepareMachine();
  try {
    return await followGuide(machine);
  } finally {
    await machine.close();
  }
}

async function followGuide(machine: Machine): Promise<Figure[]> {
  const [opening = [], again = []] = blocksBelow("A machine of one's own, with Caddy");
  const [release = [], back = [], afterMigration = [], tidy = []] = blocksBelow("A new release, and back");
  const [update = []] = blocksBelow("Updates of the machine");
  const [whenLost = []] = blocksBelow("When the machine or its disk is lost");
  const [beside = [], swap = []] = blocksBelow("For a moment before an accident");
  const [damaged = []] = blocksBelow("When the database is damaged");
  const [account = []] = blocksBelow("When one account was deleted by accident");
  const busy = loadavg()[0] ?? 0;

  const first = await start(machine, opening);
  console.log(first.output.slice(first.output.indexOf("Loop is open at")));
  const credentials = credentialsIn(first.output, OWNER);
  const second = await start(machine, again);
  const days = await liveFirstDays(machine, credentials);
  const atRest = memoryOf((await containerOf(machine)).pid);
  const peak = await makeBookAndUpload(machine, days);
  const updated = await start(machine, update);
  writeNextRelease(machine);
  const upgraded = await start(machine, release);
  await follow(machine, tidy);
  await follow(machine, back);
  await untilLogged(machine, "written by a newer release");
  const older = await start(machine, afterMigration);
  const stored = await whatIsKept(machine, days, peak.book.path, credentials);

  await shell(machine, "docker exec loop npm run backup");
  const whole = rowsOf(machine.volume);
  deleteAccount(machine.volume, days.anna.email);
  const deleted = rowsThatAreGone(whole, rowsOf(machine.volume)).length;
  console.log(await follow(machine, account));
  const stillGone = rowsThatAreGone(whole, rowsOf(machine.volume)).filter((one) => !NOT_BROUGHT_BACK.test(one));
  await signIn(days.anna);

  await pause(REPLICA_MS);
  const sound = rowsOf(machine.volume);
  await damageDatabase(machine.volume);
  await untilLogged(machine, "Nothing is written any more.");
  const log = await follow(machine, damaged);
  const [, command = ""] = /^In a container: (.*)$/m.exec(log) ?? [];
  if (!command) throw new Error(`The log names no command for a container:\n${log}`);
  await start(machine, [{ text: command, until: null }]);
  const lostToDamage = rowsThatAreGone(sound, rowsOf(machine.volume));

  await pause(REPLICA_MS);
  const lostAt = Date.now();
  await shell(machine, "docker rm -f loop");
  const rows = rowsOf(machine.volume);
  await shell(machine, "docker volume rm loop_data");
  const restored = await start(machine, whenLost);
  const backAfter = (await containerOf(machine)).startedAt + restored.took - lostAt;
  const gone = rowsThatAreGone(rows, rowsOf(machine.volume));
  const found = await whatIsKept(machine, days, peak.book.path, credentials);
  const { bytes } = await makeBook(days.ben);
  const differences = Object.keys(stored).filter((name) => stored[name] !== found[name]);

  console.log(await follow(machine, beside, days.beforeCustomers));
  console.log(await follow(machine, swap));
  const atMoment = {
    vouchers: countRows(machine.volume, "SELECT count(*) FROM vouchers WHERE status = 'ACTIVE'"),
    accounts: countRows(machine.volume, "SELECT count(*) FROM accounts"),
  };
  nameReplica(machine, "loop-after-the-accident");
  await start(machine, whenLost.slice(1));
  await days.staff.browser.visit("/auth");
  expectWords(days.staff.browser, "Email address");

  const size = await sizeOfImage(machine, "loop:1");
  const rss = (pattern: RegExp) =>
    megabytes(atRest.filter(({ command }) => pattern.test(command)).reduce((sum, one) => sum + one.rss, 0));
  const starts = [first, second, updated, upgraded, older].map(({ took }) => took);
  const written = [...rows.values()].reduce((sum, { length }) => sum + length, 0);
  return [
    seen("the image", megabytes(size)),
    {
      what: `start to first answer: first, again, updated machine, new release, the one before (load of the machine ${busy.toFixed(1)})`,
      value: starts.map(seconds).join(", "),
      limit: `≤ ${seconds(MOST_START_MS)}`,
      isMet: Math.max(...starts) <= MOST_START_MS,
    },
    seen(
      "RSS after the first days: web, worker, Litestream",
      [/remix-run\/serve/, /processes\/worker/, /litestream replicate/].map(rss).join(", "),
    ),
    {
      what: `peak while a year's book of ${megabytes(peak.book.bytes.length)} was made and ${peak.uploads} photos of 12 megapixels came, ${peak.samples} samples: PSS`,
      value: `${megabytes(peak.pss)} (RSS ${megabytes(peak.rss)})`,
      limit: `≤ ${MOST_PEAK_MEGABYTES} MB`,
      isMet: peak.pss <= MOST_PEAK_MEGABYTES * MEGABYTE,
    },
    seen("volume thrown away to first answer after the restore", seconds(backAfter)),
    none(`of ${written} rows, lost or changed${gone.length > 0 ? ` (${gone.join("; ")})` : ""}`, gone.length),
    none(
      `of ${Object.keys(stored).length} things seen before, not as before${differences.length > 0 ? ` (${differences.join("; ")})` : ""}`,
      differences.length,
    ),
    seen("a book made after the restore", megabytes(bytes.length)),
    {
      what: `an account deleted by hand (${deleted} tables), brought back: tables in which a row is gone or changed${stillGone.length > 0 ? ` (${stillGone.join("; ")})` : ""}`,
      value: String(stillGone.length),
      limit: "none",
      isMet: deleted > 0 && stillGone.length === 0,
    },
    none(
      `half of the database overwritten under the shop, restored by its log's command: tables in which a row is gone or changed${lostToDamage.length > 0 ? ` (${lostToDamage.join("; ")})` : ""}`,
      lostToDamage.length,
    ),
    {
      what: "restored to a moment before the customers: usable vouchers, accounts",
      value: `${atMoment.vouchers}, ${atMoment.accounts}`,
      limit: "1, 0",
      isMet: atMoment.vouchers === 1 && atMoment.accounts === 0,
    },
  ];
}

type Days = Awaited<ReturnType<typeof liveFirstDays>>;

/** The first voucher, a purchase, a written week, its book, and a gift that is redeemed. */
async function liveFirstDays({ host, port, relay }: Machine, credentials: StaffCredentials) {
  const person = (email: string): Person => ({
    email,
    browser: new Visitor(networkTransport(port, ORIGIN, host), "127.0.0.1"),
  });
  const [staff, anna, ben] = [person(OWNER), person("anna@customer.example"), person("ben@customer.example")];
  await signInAsStaff(staff.browser, credentials);
  const code = await makeVoucher(staff.browser);
  // A moment to which the last restore goes: the voucher is there, and no customer yet.
  await pause(REPLICA_MS);
  const beforeCustomers = new Date();
  await pause(REPLICA_MS);
  const photos = await Promise.all([1, 2, 3].map(phonePhoto));
  await buyLoop(anna, relay);
  const week = await writeFirstWeek(anna, photos);
  await makeBook(anna);
  await redeem(ben, code, relay);
  return { staff, anna, ben, code, beforeCustomers, photos, week };
}

/** The book of a whole year is made while somebody else saves photos, one after the other. */
async function makeBookAndUpload(machine: Machine, { anna, ben, photos }: Days) {
  fillYear(machine.volume, anna.email);
  const memory = watchMemory((await containerOf(machine)).pid);
  let isMade = false;
  const made = makeBook(anna, "print").finally(() => {
    isMade = true;
  });
  let uploads = 0;
  for (const photo of photos) {
    if (isMade) break;
    await ben.browser.visit("/dashboard");
    await ben.browser.submit("Save week 1", {
      "The highlight": "A seal!",
      content: "It looked at us for a long time, and we looked back.",
      ...photosField(ben.browser, [photo]),
    });
    expectWords(ben.browser, "Week 1 entry");
    uploads += 1;
  }
  const book = await made;
  return { ...memory.stop(), uploads, book };
}

/** What people see of their things, each as one text that can be compared. */
async function whatIsKept(
  machine: Machine,
  { staff, anna, ben, code, week }: Days,
  bookPath: string,
  credentials: StaffCredentials,
): Promise<Record<string, string>> {
  const colleague = new Visitor(networkTransport(machine.port, ORIGIN, machine.host), "127.0.0.1");
  await signInAsStaff(colleague, credentials);
  await colleague.visit(`/hyperloop/orders?q=${anna.email}`);
  const [order] = colleague.page.links().filter(({ href }) => /^\/hyperloop\/orders\/[^/?]+$/.test(href));
  await colleague.visit("/hyperloop/vouchers");
  // Of a code staff see the last four characters.
  const hasVoucher = colleague.page.body.includes(code.slice(-4));
  await staff.browser.visit("/hyperloop/system");
  expectWords(staff.browser, "Last drill");
  await anna.browser.visit(week);
  expectWords(anna.browser, "The kettle sang");
  const photos = await Promise.all(photosOn(anna.browser).map((path) => fetchPhoto(anna.browser, path)));
  if (!order || !hasVoucher || photos.length === 0)
    throw new Error(`Not there: order ${order?.words}, voucher ${hasVoucher}, ${photos.length} photos.`);
  await ben.browser.visit("/dashboard");
  return {
    order: order.words,
    voucher: String(hasVoucher),
    "the week’s photos": photos.map(({ bytes }) => hashOf(bytes)).join(),
    "the year’s book": hashOf(await fetchBook(anna.browser, bookPath)),
    "Ben’s loop": ben.browser.page.heading,
  };
}

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const megabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`;
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
