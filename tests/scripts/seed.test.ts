import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Album, fileNameOf, openAlbum, pictureOn } from "../../scripts/seed/album";
import { CAST, STAFF } from "../../scripts/seed/cast";
import { isUntouchedFolder, moveIn, openBeside } from "../../scripts/seed/moving-in";
import { openPayments, type Payments } from "../../scripts/seed/payments";
import type { WrittenWeek } from "../../scripts/seed/written-years";

/** An evening in summer time that follows a winter, so that the seed spans both offsets of London. */
const NOW = new Date("2026-04-02T21:30:00Z");
const dataFolder = process.env.DATA_DIR ?? "";
const YEARS: [string, readonly WrittenWeek[]][] = [
  ["Margaret", CAST.margaret.loop.weeks],
  ["Rosie", CAST.rosie.loop.weeks],
];

/** The app is loaded after the payment provider has started, since it reads its settings when it is loaded. */
async function loadApp() {
  return {
    ...(await import("#db/client.server")),
    ...(await import("#db/sealing.server")),
    tables: await import("#db/schema"),
    ...(await import("~/adapters/adapters.server")),
    ...(await import("~/domain/people/accounts/accounts.server")),
    ...(await import("~/domain/people/accounts/passwords.server")),
    ...(await import("~/domain/people/accounts/sign-in.server")),
    ...(await import("~/domain/diary/catalogue/prompts")),
    ...(await import("~/domain/diary/rules/calendar")),
    ...(await import("~/domain/kernel/time/days")),
    ...(await import("~/domain/diary/loops/loops.server")),
    ...(await import("~/domain/diary/photos/photos.server")),
    ...(await import("~/domain/mail/outbox/mailbox.server")),
    ...(await import("~/domain/people/staff/staff-list.server")),
    ...(await import("~/domain/people/staff/staff-sign-in.server")),
    ...(await import("~/domain/shop/vouchers/code")),
    ...(await import("~/domain/shop/vouchers/typed-code")),
    ...(await import("~/domain/shop/vouchers/vouchers.server")),
    ...(await import("~/domain/backoffice/checks/results.server")),
    ...(await import("~/domain/shop/discounts/admin-discounts.server")),
    ...(await import("~/domain/backoffice/moderation/moderation-queue.server")),
    ...(await import("~/domain/shop/orders/admin-orders.server")),
    ...(await import("~/domain/shop/orders/refund-requests.server")),
    ...(await import("~/domain/operations/printing/print-queue.server")),
    ...(await import("~/domain/backoffice/staff/account-list.server")),
    ...(await import("~/domain/people/staff/audit.server")),
    ...(await import("~/domain/people/staff/impersonations.server")),
    ...(await import("~/domain/backoffice/staff/admin-emails.server")),
    ...(await import("~/domain/system/status/admin-alarms.server")),
    ...(await import("~/domain/shop/vouchers/batch-records.server")),
    ...(await import("~/domain/shop/vouchers/batches.server")),
    ...(await import("~/domain/shop/vouchers/admin-vouchers.server")),
    ...(await import("#db/invariants.server")),
    ...(await import("../../scripts/seed/demo-world")),
    ...(await import("../../scripts/seed/helping")),
    ...(await import("../../scripts/seed/finished-years")),
    ...(await import("../../scripts/seed/quarter")),
    ...(await import("../../scripts/seed/year")),
  };
}

let app: Awaited<ReturnType<typeof loadApp>>;
let payments: Payments;
let logins = "";
const told: string[] = [];

/** Small plain photos that are processed quickly; those of the album have tests of their own. */
function openPlainAlbum(): Album {
  const folder = join(dataFolder, "plain-photos");
  mkdirSync(folder, { recursive: true });
  return {
    async photograph(picture) {
      const file = join(folder, fileNameOf(picture));
      const background = { r: picture.seed, g: 120, b: 90 };
      await sharp({ create: { width: 400, height: 300, channels: 3, background } })
        .jpeg()
        .toFile(file);
      return file;
    },
  };
}

beforeAll(async () => {
  payments = await openPayments(dataFolder);
  process.env.STRIPE_API_ORIGIN = payments.origin;
  app = await loadApp();
  logins = await app.makeDemoWorld(NOW, { payments, album: openPlainAlbum() }, (line) => told.push(line));
});

afterAll(async () => {
  await payments?.close();
});

function loopOf(email: string) {
  const account = app.verifiedAccountOf(email);
  const [loop] = app.loopsOf(account?.id ?? "");
  if (!loop) throw new Error(`${email} has no loop.`);
  return loop;
}

describe("the people of the demonstration", () => {
  it("have an account each, marked as of the demonstration and confirmed by the code in their email", () => {
    const rows = app.db.select().from(app.tables.accounts).all();
    expect(rows).toHaveLength(5);
    expect(rows.every(({ isDemo, emailVerifiedAt }) => isDemo && emailVerifiedAt)).toBe(true);
    expect(app.db.select().from(app.tables.sessions).all()).toEqual([]);
  });

  it.each(Object.values(CAST))("$firstName signs in with what the logins page says", async (person) => {
    expect(logins).toContain(`${person.email}\n  password  ${person.password}\n`);
    const { email, password } = person;
    const request = { email, password, clientAddress: "203.0.113.7", userAgent: null };
    expect(await app.signIn(request, NOW)).toMatchObject({ ok: true });
  });

  it("are reported in one line each", () => {
    expect(told).toHaveLength(5);
    expect(told.join("\n")).toContain("Margaret Okafor: Nell’s First Year, 19 weeks written");
  });

  it("did nothing that lies ahead", () => {
    const { accounts, entries, emails, orders, photos } = app.tables;
    for (const table of [accounts, entries, emails, orders, photos]) {
      const rows: { createdAt: Date }[] = app.db.select({ createdAt: table.createdAt }).from(table).all();
      expect(rows.filter(({ createdAt }) => createdAt > NOW)).toEqual([]);
    }
  });
});

describe("Margaret, in the middle of a year", () => {
  it("is in week 23 with 19 weeks written and weeks 8, 15 and 19 open", () => {
    const loop = loopOf(CAST.margaret.email);
    expect(loop).toMatchObject({ title: "Nell’s First Year", status: "ACTIVE", entriesCount: 19 });
    expect(app.currentWeek(loop.startDay, app.londonDay(NOW))).toBe(23);
    const written = app.writtenWeeks(loop.id).map(({ week }) => week);
    const open = Array.from({ length: 22 }, (_, place) => place + 1).filter((week) => !written.includes(week));
    expect(open).toEqual([8, 15, 19]);
  });
});

describe("Rosie, at the end of hers", () => {
  it("has written all 52, is past the last, and has not sent it to print", () => {
    const loop = loopOf(CAST.rosie.email);
    expect(loop).toMatchObject({ title: "Rosie & Tom", status: "ACTIVE", entriesCount: 52 });
    expect(app.daysBetween(app.weekDays(loop.startDay, 52).to, app.londonDay(NOW))).toBeGreaterThan(0);
  });
});

describe("every week that was written", () => {
  it("answers the question its loop asked that week", () => {
    const { entries, loops } = app.tables;
    for (const entry of app.db.select().from(entries).all()) {
      const loop = app.db
        .select()
        .from(loops)
        .all()
        .find(({ id }) => id === entry.loopId);
      const theme = loop?.theme === "family" ? "family" : "celebration";
      expect(entry.prompt).toBe(app.promptForWeek(theme, loop?.type ?? "", entry.week));
    }
  });

  it("was written within that week and is no draft any more", () => {
    const { entries, loops, drafts } = app.tables;
    const starts = new Map(
      app.db
        .select()
        .from(loops)
        .all()
        .map(({ id, startDay }) => [id, startDay]),
    );
    for (const entry of app.db.select().from(entries).all()) {
      const { from, to } = app.weekDays(starts.get(entry.loopId) ?? "", entry.week);
      const day = app.londonDay(entry.createdAt);
      expect(day >= from && day <= to).toBe(true);
      expect(entry.caughtUp).toBe(false);
    }
    expect(app.db.select().from(drafts).all()).toEqual([]);
  });

  it("has one to three photos whose files are there in every size", async () => {
    const { entries, photos } = app.tables;
    for (const { loopId, week } of app.db.select().from(entries).all()) {
      expect([1, 2, 3]).toContain(app.photosOf(loopId, week).length);
    }
    for (const { originalKey, printKey, screenKey, mediumKey, thumbKey } of app.db.select().from(photos).all()) {
      for (const key of [originalKey, printKey, screenKey, mediumKey ?? "none", thumbKey]) {
        expect(existsSync(join(dataFolder, "photos", key))).toBe(true);
      }
    }
  });
});

describe("what was bought", () => {
  it("was paid at the provider, written down once and confirmed by email", async () => {
    const { orders, payments, ledger, emails } = app.tables;
    const bought = app.db.select().from(orders).all();
    expect(bought).toHaveLength(3);
    for (const order of bought) {
      expect(order).toMatchObject({ status: "PAID", isDemo: true, totalPence: 6999 });
      const payment = app.db
        .select()
        .from(payments)
        .all()
        .find(({ orderId }) => orderId === order.id);
      const found = await app.payments.readPayment(payment?.checkoutId ?? "");
      expect(found).toMatchObject({ ok: true, paymentStatus: "paid", orderId: order.id });
    }
    const movements = app.db.select().from(ledger).all();
    expect(movements.map(({ amountPence }) => amountPence)).toEqual([6999, 6999, 6999]);
    const kinds = app.db
      .select()
      .from(emails)
      .all()
      .map(({ kind, state }) => `${kind} ${state}`);
    expect(kinds.filter((kind) => kind === "order_confirmation sent")).toHaveLength(3);
    expect(kinds.filter((kind) => /^gift/.test(kind))).toEqual(["gift_voucher sent", "gift sent"]);
    expect(kinds.filter((kind) => kind === "verification_code sent")).toHaveLength(5);
    expect(kinds.filter((kind) => kind === "year_dates sent")).toHaveLength(2);
  });

  it("left its emails in the mailbox", async () => {
    expect(await app.openLocalMailbox()?.newest()).toHaveLength(12);
  });
});

describe("Callum’s voucher", () => {
  it("is the one on the logins page, bought by Winifred and not redeemed", () => {
    const shown = /^Callum’s voucher {2}(\S+)$/m.exec(logins)?.[1] ?? "";
    const code = app.readVoucherCode(shown) ?? "";
    const [voucher, ...others] = app.db.select().from(app.tables.vouchers).all();
    expect(others).toEqual([]);
    expect(app.voucherHashes(code)).toContain(voucher?.codeHash);
    expect(voucher).toMatchObject({
      status: "ACTIVE",
      isDemo: true,
      valuePence: 6999,
      recipientEmail: CAST.callum.email,
      purchasedByAccountId: app.verifiedAccountOf(CAST.winifred.email)?.id,
      redeemedAt: null,
    });
    expect(voucher && voucher.expiresAt > NOW).toBe(true);
  });
});

describe("the staff", () => {
  it("sign in with the password and the second factor that the logins page shows", async () => {
    const rows = app.db.select().from(app.tables.staff).all();
    expect(rows).toHaveLength(4);
    for (const member of Object.values(STAFF)) {
      const row = rows.find(({ email }) => email === member.email);
      expect(row).toMatchObject({ role: member.role, isDemo: true });
      const code = app.demoCodeOf(row?.id ?? "", NOW) ?? "";
      const { email, password } = member;
      const entered = await app.signInStaff({ email, password, code, clientAddress: "192.0.2.1" }, NOW);
      expect(entered).toMatchObject({ ok: true });
      for (const shown of [email, password, member.totpSecret]) expect(logins).toContain(shown);
    }
    expect(logins).toContain("Staff of the demo world, and of no other");
  });
});

describe("the quarter of business behind them", () => {
  let line = "";
  beforeAll(async () => {
    const album = openPlainAlbum();
    line = await app.simulateQuarter(NOW, { payments, album });
    await app.finishYears(NOW, payments, album);
    app.markDemo();
    await app.leaveEmails(NOW);
  });

  it("breaks no money invariant, and its audit trail is intact", () => {
    expect(line).toMatch(/A quarter of business: 1\d\d orders/);
    expect(app.findBrokenInvariants(app.rawConnection(), NOW)).toEqual([]);
    expect(app.verifyAuditChain()).toMatchObject({ ok: true });
  });

  it("is marked as of the demonstration, all of it, and no action or email of it lies ahead", () => {
    const { accounts, orders, staff, vouchers } = app.tables;
    for (const table of [accounts, orders, vouchers, staff]) {
      const marks: { isDemo: boolean }[] = app.db.select({ isDemo: table.isDemo }).from(table).all();
      expect(marks.length).toBeGreaterThan(3);
      expect(marks.filter(({ isDemo }) => !isDemo)).toEqual([]);
    }
    for (const moment of ["audit_events.at", "entries.created_at", "emails.sent_at", "orders.paid_at"]) {
      const [table, column] = moment.split(".");
      const ahead = app.rawConnection().prepare(`SELECT count(*) FROM ${table} WHERE ${column} > ?`);
      expect([moment, ahead.pluck().get(NOW.getTime())]).toEqual([moment, 0]);
    }
  });

  it("has sent the dates of its years and what went to print, and refused none of them", () => {
    const { emails } = app.tables;
    const told = app.db
      .select()
      .from(emails)
      .all()
      .filter(({ kind }) => kind === "year_dates" || kind === "sent_to_print");
    expect(new Set(told.map(({ kind, state }) => `${kind} ${state}`))).toEqual(
      new Set(["year_dates sent", "sent_to_print sent"]),
    );
  });

  it("puts something into every list of the back office, in every state it can be in", () => {
    const reader = { now: NOW, role: "super_admin" } as const;
    const found: [string, number][] = [
      ["accounts", app.ACCOUNT_LIST.read({}, reader).rows.length],
      ...(["PAID", "PARTLY_REFUNDED", "REFUNDED"] as const).map((status): [string, number] => [
        `orders ${status}`,
        app.ORDER_LIST.read({ status }, reader).rows.length,
      ]),
      ...app.QUEUE_VIEWS.map((view): [string, number] => [
        `shipments ${view}`,
        app.SHIPMENT_LIST.read({ view }, reader).rows.length,
      ]),
      ...app.tables.EMAIL_STATES.map((state): [string, number] => [
        `emails ${state}`,
        app.EMAIL_LIST.read({ state }, reader).rows.length,
      ]),
      ...(["ACTIVE", "REDEEMED", "CANCELLED", "SUSPENDED"] as const).map((status): [string, number] => [
        `vouchers ${status}`,
        app.VOUCHER_LIST.read({ status }, reader).rows.length,
      ]),
      ...(["active", "inactive", "expired", "waiting"] as const).map((filter): [string, number] => [
        `discounts ${filter}`,
        app.DISCOUNT_LIST.read({ status: filter }, reader).rows.length,
      ]),
      ...app.tables.MODERATION_STATUSES.map((status): [string, number] => [
        `weeks ${status}`,
        app.ENTRY_LIST.read({ status }, reader).rows.length,
      ]),
      ["batches that wait", app.listBatches(10).filter(({ state }) => state === "waiting").length],
      ["refunds that wait", app.refundsPending()],
      ["looks as a customer", app.IMPERSONATION_LIST.read({}, reader).rows.length],
      ["open alarms", app.alarmsToShow().open.length],
      ["resolved alarms", app.alarmsToShow().resolved.length],
      ["results of checks", app.recentResults().length],
    ];
    expect(found.filter(([, rows]) => rows === 0)).toEqual([]);
  });

  it("has books whose files are there to be opened", async () => {
    const { shipments } = app.tables;
    const prints = app.db
      .select()
      .from(shipments)
      .all()
      .flatMap((shipment) => shipment.prints);
    expect(prints).toHaveLength(3);
    for (const { keys } of prints)
      for (const key of Object.values(keys)) expect(existsSync(join(dataFolder, "photos", key))).toBe(true);
  });
});

describe("the words", () => {
  it.each(YEARS)("%s’s are their own: no sentence appears twice", (_, weeks) => {
    const sentences = weeks.flatMap(({ highlight, gratitude, content }) =>
      [highlight, gratitude, ...content.split(/(?<=[.!?])\s+/)].filter((one) => one.split(" ").length > 3),
    );
    expect(sentences.filter((one, place) => sentences.indexOf(one) !== place)).toEqual([]);
  });

  it("Margaret’s reflections have 40 to 140 words, and twenty of Rosie’s more than 80", () => {
    const lengths = (weeks: readonly WrittenWeek[]) => weeks.map(({ content }) => content.split(/\s+/).length);
    expect(lengths(CAST.margaret.loop.weeks).every((words) => words >= 40 && words <= 140)).toBe(true);
    expect(lengths(CAST.rosie.loop.weeks).filter((words) => words > 80).length).toBeGreaterThanOrEqual(20);
  });

  it.each(YEARS)("%s shows no photo twice", (_, weeks) => {
    const names = weeks.flatMap(({ photos }) => photos);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(["2026-01-15", "2026-04-15", "2026-07-15", "2026-10-15"])(
    "there is a picture for every outing that falls on %s",
    (day) => {
      for (const { weeks, outdoors } of [CAST.margaret.loop, CAST.rosie.loop])
        for (const name of weeks.flatMap(({ photos }) => photos)) {
          const { kind, seed } = pictureOn(day, name, outdoors);
          expect(existsSync(`scripts/seed/photographs/${kind}-${seed}.webp`), name).toBe(true);
        }
    },
  );
});

describe("the album", () => {
  it("has photographs in two frames as JPEG files, large enough for a page at 300 to the inch", async () => {
    const album = openAlbum(join(dataFolder, "album"), new AbortController().signal);
    const [whole, closer] = await Promise.all([
      album.photograph({ kind: "cake", seed: 1, frame: "" }),
      album.photograph({ kind: "cake", seed: 1, frame: "b" }),
    ]);
    expect(await sharp(whole).metadata()).toMatchObject({ format: "jpeg", width: 3402, height: 2551 });
    expect(await sharp(closer).metadata()).toMatchObject({ format: "jpeg", width: 2481, height: 1861 });
  });

  it("gives none once the seed is stopped", async () => {
    const stop = new AbortController();
    const album = openAlbum(join(dataFolder, "album"), stop.signal);
    stop.abort();
    await expect(album.photograph({ kind: "lake", seed: 3, frame: "" })).rejects.toThrow("aborted");
  });

  it("is made of small files that are all shown by somebody", () => {
    const told = readdirSync("scripts/seed", { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.(?:ts|json)$/.test(name),
    );
    const words = told.map((name) => readFileSync(join("scripts/seed", name), "utf8")).join("\n");
    const files = readdirSync("scripts/seed/photographs");
    expect(files).toHaveLength(30);
    expect(files.filter((name) => !new RegExp(`"${name.slice(0, -5)}[bcde]?"`).test(words))).toEqual([]);
    expect(files.filter((name) => statSync(join("scripts/seed/photographs", name)).size > 60 * 1024)).toEqual([]);
  });
});

describe("npm start’s seeding", () => {
  const command = ["--import", "tsx", "scripts/seed.ts"];
  const environment = (changes: Record<string, string>) => ({
    ...process.env,
    STRIPE_SECRET_KEY: "",
    ...changes,
  });

  /** What is in a folder besides the lock, which stays. */
  const madeIn = (folder: string) => readdirSync(folder).filter((name) => !name.startsWith("seeding.lock"));

  function seed(changes: Record<string, string>) {
    const options = { env: environment(changes), encoding: "utf8" } as const;
    const { status, stderr } = spawnSync(process.execPath, command, options);
    return { status, stderr };
  }

  it("is refused where somebody has been before, and changes nothing", () => {
    const before = app.db.select().from(app.tables.accounts).all();
    const { status, stderr } = seed({});
    expect(stderr).toContain("has been used before");
    expect(status).toBe(1);
    expect(app.db.select().from(app.tables.accounts).all()).toEqual(before);
    expect(existsSync(join(dataFolder, "demo-logins.txt"))).toBe(false);
  });

  it.each([
    ["in production", { APP_ENV: "production" }, "this is production"],
    ["where emails are really posted", { SMTP_URL: "smtp://localhost" }, "SMTP_URL is set"],
    ["where photos lie elsewhere", { S3_BUCKET: "photos" }, "S3_BUCKET is set"],
    ["where cards are really charged", { STRIPE_SECRET_KEY: "sk_test_own" }, "STRIPE_SECRET_KEY is set"],
  ])("is refused %s, before anything is touched", (_, changes, why) => {
    const empty = join(dataFolder, "empty");
    const { status, stderr } = seed({ ...changes, DATA_DIR: empty });
    expect(stderr).toContain(why);
    expect(status).toBe(1);
    expect(existsSync(empty)).toBe(false);
  });

  it("takes away what it has made when it is stopped half-way, so that the next start begins afresh", async () => {
    const folder = join(dataFolder, "stopped");
    mkdirSync(folder);
    const program = spawn(process.execPath, command, { env: environment({ DATA_DIR: folder }) });
    const left = once(program, "exit");
    const errors: string[] = [];
    program.stderr.on("data", (words) => errors.push(String(words)));
    await once(program.stdout, "data");
    expect(madeIn(folder)).toEqual(["demo-world"]);
    program.kill("SIGTERM");
    expect(await left).toEqual([1, null]);
    expect(errors).toEqual(["No demo world was made: it was stopped.\n"]);
    expect(madeIn(folder)).toEqual([]);
  });

  it("leaves no database where it is killed half-way, and no other world than its own in the next start’s way", async () => {
    const folder = join(dataFolder, "killed");
    mkdirSync(folder);
    const program = spawn(process.execPath, command, { env: environment({ DATA_DIR: folder }) });
    const left = once(program, "exit");
    await once(program.stdout, "data");
    program.kill("SIGKILL");
    await left;
    // A start takes a folder without a database as new.
    expect(madeIn(folder)).toEqual(["demo-world"]);
    expect(openBeside(folder)).toBe(join(folder, "demo-world"));
    expect(readdirSync(join(folder, "demo-world"))).toEqual([]);
  });
});

describe("a world that is moved in", () => {
  const PIECES = [
    "demo-logins.txt",
    "mail/one.eml",
    "mail/two.eml",
    "payment-sandbox.db",
    "photos/photos/a.jpg",
    "loop.db",
  ];

  function worldBeside(folder: string): void {
    for (const piece of PIECES) {
      mkdirSync(dirname(join(folder, "demo-world", piece)), { recursive: true });
      writeFileSync(join(folder, "demo-world", piece), piece);
    }
    writeFileSync(join(folder, "demo-world", "whole"), "");
  }

  it.each(PIECES.map((_, moved) => moved))("is whole after a kill when %i of it had been moved", async (moved) => {
    const folder = join(dataFolder, `moved-${moved}`);
    worldBeside(folder);
    for (const piece of PIECES.slice(0, moved)) {
      mkdirSync(dirname(join(folder, piece)), { recursive: true });
      renameSync(join(folder, "demo-world", piece), join(folder, piece));
    }
    expect(existsSync(join(folder, "loop.db"))).toBe(false);
    expect(openBeside(folder)).toBeNull();
    await moveIn(folder);
    for (const piece of PIECES) expect(readFileSync(join(folder, piece), "utf8")).toBe(piece);
    expect(existsSync(join(folder, "demo-world"))).toBe(false);
  });

  it("takes the place of a database that nobody has used, and of no other", async () => {
    const folder = join(dataFolder, "unused");
    mkdirSync(folder);
    const template = join(dataFolder, "..", "template.db");
    copyFileSync(template, join(folder, "loop.db"));
    expect(isUntouchedFolder(folder)).toBe(true);
    worldBeside(folder);
    await moveIn(folder);
    expect(readFileSync(join(folder, "loop.db"), "utf8")).toBe("loop.db");
    expect(isUntouchedFolder(dataFolder)).toBe(false);
  });
});
