import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import SqliteFile from "better-sqlite3";
import type { App } from "../../support/app";
import { becomeCustomer, type Customer } from "./customers";
import { giveGift } from "./gifts";
import { giveEntries, giveLoop } from "./loops";
import { takePhoto } from "./photographs";
import { change, rowOf } from "./records";
import { makeVoucher } from "./vouchers";

/** Somebody who owns one of everything, with a unique word in all of it. */

export const MARK = "Quetzal";
const CHECKOUT = "cs_test_a1b2c3d4e5f6a7b8c9d0";

export interface Fixtures {
  owner: Customer;
  loopId: string;
  completedLoopId: string;
  /** The value of each name in an address: ids of the owner's things, and fixed values of the product. */
  names: Readonly<Record<string, string>>;
  /** Every id, key and number of the owner's rows. */
  ids: readonly string[];
}

/** The tables and columns with text of people's own. */
const WORDS = [
  ...["title", "highlight", "gratitude", "learned", "content", "moderation_notes"].map((name) => ["entries", name]),
  ...["caption", "file_name"].map((name) => ["photos", name]),
  ...["first_name", "last_name"].map((name) => ["orders", name]),
];

/** Made first in a database, so that everything in it is the owner's. */
export async function buildFixtures(app: App): Promise<Fixtures> {
  const owner = await becomeCustomer(app);
  const { accountId, browser } = owner;
  const loopId = giveLoop(owner, { title: `${MARK} and the sea`, startedDaysAgo: 65 });
  const completedLoopId = giveLoop(owner, {
    title: `${MARK} of old`,
    startedDaysAgo: 380,
    status: "COMPLETED",
  });
  giveEntries(loopId, [2, 3]);
  giveEntries(completedLoopId, [1, 2]);
  await browser.visit(`/dashboard?loop=${loopId}&week=1`);
  await browser.submit("Save week 1", {
    photos: await takePhoto(`${MARK}.jpg`),
  });
  await browser.visit(`/book?loop=${loopId}`);
  await browser.submit("Make the PDF");
  const file = finishBook(loopId);
  await browser.visit("/account-settings/addresses/new");
  await browser.submit("Save address", {
    "Address label": `${MARK} house`,
    "Address line 1": `4 ${MARK} Row`,
    "Town or city": MARK,
    Postcode: "YO21 3PU",
  });
  const order = giveGift(owner);
  const recipient = { name: MARK, email: `${MARK}@example.org`, message: MARK, sendOnDay: null };
  const { voucherId } = await makeVoucher({ orderId: order, purchasedByAccountId: accountId, recipient });
  givePayment(order);
  change(
    "UPDATE accounts SET first_name = ?, last_name = ?, phone = '07700900412' WHERE id = ?",
    MARK,
    `${MARK}ova`,
    accountId,
  );
  for (const [table, column] of WORDS) change(`UPDATE ${table} SET ${column} = ?`, MARK);
  change("UPDATE orders SET gift_details = ?", JSON.stringify({ recipientName: MARK, giftMessage: MARK }));
  const idOf = (table: string) => String(rowOf(`SELECT id FROM ${table} LIMIT 1`).id);
  return {
    owner,
    loopId,
    completedLoopId,
    names: {
      loop: loopId,
      week: "1",
      lane: "weekly",
      entry: idOf("entries"),
      photo: idOf("photos"),
      size: "screen",
      file,
      address: idOf("addresses"),
      order,
      checkout: CHECKOUT,
      voucher: voucherId,
      session: idOf("sessions"),
      email: idOf("emails"),
      account: accountId,
      token: `${"x".repeat(40)}.${"x".repeat(43)}`,
      provider: "postmark",
      call: "hello",
      hash: keepTerms(order),
      link: `${"1".repeat(13)}.${"x".repeat(43)}`,
      theme: "family",
      type: "parent-and-child",
      picture: "0000000000001.svg",
    },
    ids: idsOfEverything(),
  };
}

/** The terms that an order was made under. Gives the hash they are stored under. */
function keepTerms(orderId: string): string {
  const hash = "7".repeat(64);
  const page = { title: "Terms & Conditions", lead: "Ours.", changedOn: "2026-11-26", passages: [] };
  change("INSERT INTO kept_texts (hash, page, kept_at) VALUES (?, ?, 1)", hash, JSON.stringify(page));
  change("UPDATE orders SET terms_hash = ? WHERE id = ?", hash, orderId);
  return hash;
}

/** As if the worker had rendered the requested book. Gives the id of the file. */
function finishBook(loopId: string): string {
  const key = `books/${loopId}.pdf`;
  const place = join(process.env.DATA_DIR ?? "", "photos", key);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, `%PDF-1.7 ${MARK}`);
  change(
    "UPDATE book_files SET state = 'ready', storage_key = ?, page_count = 24, bytes = ?, sha256 = 'feed' WHERE loop_id = ?",
    ...[key, 9 + MARK.length, loopId],
  );
  return String(rowOf("SELECT id FROM book_files WHERE loop_id = ?", loopId).id);
}

function givePayment(orderId: string): void {
  const now = Date.now();
  change(
    `INSERT INTO payments (id, order_id, attempt, status, amount_pence, checkout_id, created_at, updated_at)
     VALUES ('paym3nt0fth30wn3r001', ?, 1, 'paid', 6999, ?, ?, ?)`,
    ...[orderId, CHECKOUT, now, now],
  );
}

/** Numbers of attempts and visits, and the row that `/ready` writes to see that it can. */
const UNWATCHED = new Set(["attempts", "sqlite_sequence", "funnel_events", "service_checks"]);

type Reader = ReturnType<typeof openReader>;
let reader: Reader | undefined;

/** Every row of the database as text, except when and how often somebody was active. */
export function everyRow(): readonly string[] {
  reader ??= openReader();
  return reader();
}

/** Reads again only when SQLite's data_version says that another connection has written; no test changes a table. */
function openReader(): () => readonly string[] {
  const file = new SqliteFile(join(process.env.DATA_DIR ?? "", "loop.db"), { readonly: true });
  const tables = file
    .prepare<[], string>("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    .pluck()
    .all()
    .filter((table) => !UNWATCHED.has(table))
    .map((table) => ({ table, rows: file.prepare<[], Record<string, unknown>>(`SELECT * FROM "${table}"`) }));
  let version: unknown;
  let found: readonly string[] = [];
  return () => {
    const newest = file.pragma("data_version", { simple: true });
    if (newest === version) return found;
    version = newest;
    found = tables
      .flatMap(({ table, rows }) => rows.all().map(({ seen_at: _, ...row }) => `${table} ${JSON.stringify(row)}`))
      .sort();
    return found;
  };
}

function idsOfEverything(): string[] {
  const found = everyRow().flatMap((line) => {
    const row: Record<string, unknown> = JSON.parse(line.slice(line.indexOf("{")));
    return Object.entries(row).flatMap(([name, value]) =>
      /(?:^|_)(?:id|key|hash|number|email)$/.test(name) && typeof value === "string" ? [value] : [],
    );
  });
  return [...new Set(found)].filter((id) => id.length >= 8);
}
