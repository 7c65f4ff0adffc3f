import type SqliteFile from "better-sqlite3";

/**
 * Fills an empty database with a shop of so many years that are being written, by SQL: triggers and indexes are taken away
 * first and made again at the end, and nothing waits for the disk, so that a million years take minutes. Rows are in the
 * order in which they would have come, week after week, so that one year lies in as many places as it would; ids are
 * spread as random ones are. Every invariant of money holds.
 */

export interface Filling {
  /** Years that are being written. */
  years: number;
  /** Of how many of the latest weeks there are entries, photos and weekly emails. */
  weeks: number;
  /** Of how many of the latest days emails still have their text; the shop empties them after thirty. */
  textDays: number;
}

/** What only the product can make. */
export interface Made {
  passwordHash: string;
  hashSession(key: string): string;
  hashVoucher(code: string): string;
  sealVoucher(code: string): string;
}

const SPREAD = 2_654_435_761;
const SPREAD_MOD = 4_294_967_296;
const DAY_MS = 86_400_000;
const PRICE_PENCE = 6999;
/** On the 25th of December, in any shop that has as many years. */
export const CHRISTMAS_VOUCHERS = 20_000;
/** For further runs on a database that was kept. */
const MORE_VOUCHERS = 1_000;
const DISCOUNT_PENCE = 700;
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** As long as a weekly email's text and HTML were in October 2026, less what is different in each. */
const EMAIL_TEXT = { text: 1_400, html: 9_000 } as const;

/** The files that all photos name: of the first year, so that none is swept. */
export const SHARED = { loopId: idOf("l", 1), name: "0".repeat(20) } as const;
export const sharedKey = (size: "original" | "print" | "screen" | "medium" | "thumb") =>
  `photos/${SHARED.loopId}/${SHARED.name}-${size}.jpg`;
export const SHARED_PHOTO = { width: 3000, height: 2000 } as const;

/** The public id of the i-th row of a kind: 20 characters, of which the first eight are spread as random ones are. */
export function idOf(kind: string, i: number): string {
  const spread = Number((BigInt(i) * BigInt(SPREAD)) % BigInt(SPREAD_MOD));
  return `${spread.toString(16).padStart(8, "0")}${kind}${String(i).padStart(11, "0")}`;
}
const idSql = (kind: string, i: string) => `printf('%08x${kind}%011d', ((${i}) * ${SPREAD}) & ${SPREAD_MOD - 1}, ${i})`;
const randomId = "lower(hex(randomblob(10)))";

export const emailOf = (i: number) => `person${i}@domain${i % 500}.example`;
const emailSql = (i: string) => `'person' || (${i}) || '@domain' || ((${i}) % 500) || '.example'`;
export const sessionKeyOf = (i: number) => `session-of-${i}`.padEnd(43, "x");

/** The code of the i-th order's voucher. */
export function codeOf(i: number): string {
  let rest = BigInt(i) * 7_368_787n + 982_451_653n;
  let code = "";
  for (let place = 0; place < 12; place += 1) {
    code += ALPHABET[Number(rest % 32n)];
    rest = rest / 32n + BigInt(place * i);
  }
  return code;
}

export interface Counts {
  accounts: number;
  givers: number;
  /** Orders of the years, then gifts that nobody has redeemed, then orders that were not paid. */
  ordersOfYears: number;
  openGifts: number;
  unpaid: number;
}

export function countsOf(years: number): Counts {
  const givers = Math.ceil(years / 5);
  return {
    ...{ accounts: years + givers, givers, ordersOfYears: years },
    openGifts: Math.max(Math.ceil(years / 5), Math.min(years, CHRISTMAS_VOUCHERS + MORE_VOUCHERS)),
    unpaid: Math.ceil(years / 20),
  };
}

const isGift = (o: string, years: number) => `(${o} > ${years} OR ${o} % 5 < 2)`;

export function fillShop(connection: SqliteFile.Database, filling: Filling, made: Made, now: Date): void {
  const { years, weeks, textDays } = filling;
  const counts = countsOf(years);
  const at = now.getTime();
  const run = (sql: string, values: Record<string, unknown> = {}) => connection.prepare(sql).run({ text, ...values });
  // Of bytes SQLite takes a part at once, of text only by counting its characters.
  const text = Buffer.from(wordsOf(200_000));
  connection.function("session_hash", { deterministic: true }, (i) => made.hashSession(sessionKeyOf(Number(i))));
  connection.function("voucher_hash", { deterministic: true }, (i) => made.hashVoucher(codeOf(Number(i))));
  connection.function("voucher_seal", { deterministic: true }, (i) => made.sealVoucher(codeOf(Number(i))));
  connection.function("voucher_end", { deterministic: true }, (i) => codeOf(Number(i)).slice(-4));
  const restore = takeAway(connection);
  // A connection that is safe keeps its log, through which each page would go twice.
  connection.unsafeMode(true);
  for (const pragma of ["journal_mode = OFF", "synchronous = OFF", "foreign_keys = OFF", "secure_delete = OFF"])
    connection.pragma(pragma);
  connection.pragma("cache_size = -1500000");
  connection.exec("BEGIN");
  const upTo = (most: number, from = 1) =>
    `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${from + most - 1})`;
  /** Days since the i-th year began: evenly over a year. */
  const daysAgo = (i: string) => `((${i}) * 37 % 364)`;
  const week = (i: string) => `max(1, (${daysAgo(i)} + 6) / 7)`;
  const began = (i: string) => `(${at} - ${daysAgo(i)} * ${DAY_MS} - (${i}) % ${DAY_MS})`;
  const day = (i: string, days: number) => `date(${at} / 1000, 'unixepoch', (${days} - ${daysAgo(i)}) || ' days')`;
  const words = (seed: string, least: number, more: number) =>
    `CAST(substr(@text, 1 + (${seed}) * 7919 % ${text.length - least - more}, ${least} + (${seed}) * 31 % ${more}) AS TEXT)`;

  run(
    `${upTo(counts.accounts)} INSERT INTO accounts (id, email, first_name, last_name, password_hash, email_verified_at, status,
    terms_accepted_at, privacy_accepted_at, last_signed_in_at, created_at, updated_at)
    SELECT ${idSql("a", "i")}, ${emailSql("i")}, 'Person' || (i % 3000), 'Number ' || i, @hash, ${began("i")}, 'active',
    ${began("i")}, ${began("i")}, ${at} - i * 7919 % (90 * ${DAY_MS}), ${began("i")}, ${began("i")} FROM n`,
    { hash: made.passwordHash },
  );
  run(`INSERT INTO sessions (key_hash, id, account_id, user_agent, created_at, seen_at, expires_at)
    ${upTo(Math.ceil(counts.accounts / 2))} SELECT session_hash(i), ${idSql("s", "i")}, ${idSql("a", "i")},
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
    ${at} - 15 * ${DAY_MS}, ${at} - i * 104729 % (12 * ${DAY_MS}), ${at} + 15 * ${DAY_MS} FROM n`);
  run(`${upTo(counts.accounts)} INSERT INTO addresses (id, account_id, first_name, last_name, line1, city, postcode, is_default,
    created_at, updated_at) SELECT ${randomId}, ${idSql("a", "i")}, 'Person', 'Number ' || i, (i % 200) || ' Larch Row', 'Leeds',
    'LS' || (i % 29) || ' ' || (i % 9) || 'AB', 1, ${began("i")}, ${began("i")} FROM n WHERE i % 2 = 0`);
  fillOrders();
  run(`${upTo(years)} INSERT INTO loops (id, account_id, title, theme, type, start_day, delivery_day, content_version, asked_version, email_week,
    next_email_at, created_at, updated_at) SELECT ${idSql("l", "i")}, ${idSql("a", "i")}, 'The year of ' || i, 'family',
    'family-adventures', ${day("i", 0)}, ${day("i", 378)}, 1 + ${week("i")}, ${week("i")} + (i % 10 < 6), ${week("i")},
    ${nextSunday(now)} + i % 1800 * 1000, ${began("i")}, max(${began("i")}, ${at} - i * 48271 % (21 * ${DAY_MS})) FROM n`);
  // A year has something from this age of weeks where its owner wrote then: seven in ten do.
  const ofWeek = (age: number, share = 7) =>
    `${upTo(years)} SELECT i, ${week("i")} - ${age} AS week, ${at} - ${age * 7 * DAY_MS} - i * 48271 % (6 * ${DAY_MS}) AS moment
     FROM n WHERE ${week("i")} > ${age} AND (i * 31 + ${age} * 17) % 10 < ${share}`;
  for (let age = Math.min(weeks, 52) - 1; age >= 0; age -= 1) {
    run(`INSERT INTO entries (id, loop_id, week, highlight, gratitude, prompt, content, answer_words, all_words, begun_at, moderation,
      created_at, updated_at) SELECT ${randomId}, ${idSql("l", "i")}, week, ${words(`i + ${age}`, 30, 60)},
      ${words(`i * 3 + ${age}`, 30, 60)}, ${words("week", 70, 10)}, ${words(`i * 7 + ${age}`, 300, 1100)}, 150, 180, moment,
      CASE WHEN ${age} = 0 AND i % 5 = 0 THEN 'PENDING' WHEN (i + ${age}) % 500 = 0 THEN 'FLAGGED' ELSE 'APPROVED' END,
      moment, moment FROM (${ofWeek(age)})`);
    for (const place of [1, 2])
      run(
        `INSERT INTO photos (id, loop_id, week, position, file_name, width, height, bytes, sent_bytes, sha256, original_key, print_key,
        print_width, print_height, screen_key, medium_key, thumb_key, point_x, point_y, created_at)
        SELECT ${randomId}, ${idSql("l", "i")}, week, ${place}, 'IMG_' || (i % 9999) || '.jpg', ${SHARED_PHOTO.width},
        ${SHARED_PHOTO.height}, @bytes, 3000000, lower(hex(randomblob(32))), '${sharedKey("original")}', '${sharedKey("print")}',
        ${SHARED_PHOTO.width}, ${SHARED_PHOTO.height}, '${sharedKey("screen")}', '${sharedKey("medium")}', '${sharedKey("thumb")}',
        500, 400, moment FROM (${ofWeek(age)}) WHERE ${place} = 1 OR i % 2 = 0`,
        { bytes: sharedBytes },
      );
    const hasText = age * 7 < textDays;
    run(
      `INSERT INTO emails (id, kind, lane, account_id, to_name, to_email, subject, text_body, html_body, is_transactional, dedupe_key,
      message_id, state, tries, first_tried_at, next_try_at, handed_over_at, relay_reply, created_at, sent_at, is_emptied)
      SELECT ${randomId}, 'weekly', 'weekly', ${idSql("a", "i")}, 'Person Number ' || i, ${emailSql("i")},
      'Week ' || week || ': ' || CAST(substr(@text, 1 + i % 9000, 40) AS TEXT),
      ${hasText ? words("i", EMAIL_TEXT.text, 1) : "''"}, ${hasText ? words("i * 13", EMAIL_TEXT.html, 1) : "''"}, 0, 'weekly:' || ${idSql("l", "i")} || ':' || week,
      hex(randomblob(10)) || '@loop.example', 'sent', 1, moment, moment, moment, '250 2.0.0 Ok: queued as 4b8Xk12tQnz1Rs', moment, moment,
      ${hasText ? 0 : 1} FROM (${ofWeek(age, 10)})`,
    );
  }
  run(`${upTo(years)} INSERT INTO book_files (id, loop_id, kind, content_version, state, steps_done, steps_total, page_count, bytes,
    sha256, storage_key, created_at, updated_at) SELECT ${randomId}, ${idSql("l", "i")}, 'screen', 1 + ${week("i")}, 'ready', 60, 60, 120,
    9000000, lower(hex(randomblob(32))), 'books/' || ${idSql("l", "i")} || '/' || ${randomId} || '.pdf', ${at}, ${at} FROM n WHERE i % 10 < 6`);
  connection.exec("COMMIT");
  restore();
  for (const pragma of ["journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON"])
    connection.pragma(pragma);
  connection.unsafeMode(false);

  function fillOrders(): void {
    const paid = counts.ordersOfYears + counts.openGifts;
    /** A gift's buyer gives several; who writes for themselves buys for themselves. */
    const buyer = (o: string) =>
      `CASE WHEN ${isGift(o, years)} THEN ${years} + 1 + (${o}) % ${counts.givers} ELSE ${o} END`;
    const placed = (o: string) =>
      `CASE WHEN ${o} > ${years} THEN ${at} - (${o}) * 7919 % (28 * ${DAY_MS}) ELSE ${began(o)} - ${DAY_MS} END`;
    const discount = `CASE WHEN i % 10 = 0 THEN ${DISCOUNT_PENCE} ELSE 0 END`;
    const address = `json_object('firstName', 'Person', 'lastName', 'Number ' || i, 'line1', (i % 200) || ' Larch Row', 'city', 'Leeds', 'postcode', 'LS' || (i % 29) || ' ' || (i % 9) || 'AB', 'country', 'GB')`;
    const discounted = Math.floor(paid / 10);
    run(
      `INSERT INTO discounts (id, code, description, type, value, used_count, created_at, updated_at)
      VALUES ('discount', 'ADVENT', 'Advent', 'FIXED_AMOUNT', ${DISCOUNT_PENCE}, ${discounted}, ${at}, ${at})`,
    );
    run(
      `${upTo(paid + counts.unpaid)} INSERT INTO orders (id, number, account_id, basket_key, kind, theme, type, status, subtotal_pence,
      discount_pence, total_pence, discount_id, discount_code, pricing, delivery_address, email, first_name, last_name, created_at,
      paid_at, updated_at) SELECT ${idSql("o", "i")}, printf('LP-%04d-%04d', i / 10000, i % 10000), ${idSql("a", buyer("i"))},
      'basket' || i, CASE WHEN ${isGift("i", years)} THEN 'gift' ELSE 'loop' END, 'family', 'family-adventures',
      CASE WHEN i <= ${paid} THEN 'PAID' ELSE 'PENDING' END, ${PRICE_PENCE}, CASE WHEN i <= ${paid} THEN ${discount} ELSE 0 END,
      ${PRICE_PENCE} - CASE WHEN i <= ${paid} THEN ${discount} ELSE 0 END, CASE WHEN i <= ${paid} AND i % 10 = 0 THEN 'discount' END,
      CASE WHEN i <= ${paid} AND i % 10 = 0 THEN 'ADVENT' END, '{"loop":6999,"copy":3999,"delivery":0,"tax":8,"valid":"2026-01-01"}',
      ${address}, ${emailSql(buyer("i"))}, 'Person', 'Number ' || (${buyer("i")}), ${placed("i")},
      CASE WHEN i <= ${paid} THEN ${placed("i")} + 60000 END, ${placed("i")} FROM n`,
    );
    run(`${upTo(discounted)} INSERT INTO discount_uses (id, discount_id, order_id, customer_key, state, created_at)
      SELECT ${randomId}, 'discount', ${idSql("o", "i * 10")}, 'customer' || i, 'counted', ${at} - i FROM n`);
    run(`${upTo(paid + counts.unpaid)} INSERT INTO order_lines (id, order_id, item_id, name, unit_pence, quantity)
      SELECT ${randomId}, ${idSql("o", "i")}, 'loop', 'A Loop: Family Adventures', ${PRICE_PENCE}, 1 FROM n`);
    run(`${upTo(paid)} INSERT INTO payments (id, order_id, attempt, status, surface, amount_pence, checkout_id, payment_intent_id, charge_id,
      card_brand, card_last4, created_at, updated_at) SELECT ${randomId}, ${idSql("o", "i")}, 1, 'paid', 'element',
      ${PRICE_PENCE} - ${discount}, 'cs_' || hex(randomblob(15)) || i, 'pi_' || printf('%024d', i), 'ch_' || printf('%024d', i),
      'visa', printf('%04d', i % 10000), ${placed("i")}, ${placed("i")} + 60000 FROM n`);
    run(`${upTo(paid)} INSERT INTO ledger (id, order_id, kind, amount_pence, provider_reference, at) SELECT ${randomId},
      ${idSql("o", "i")}, 'payment', ${PRICE_PENCE} - ${discount}, 'pi_' || printf('%024d', i), ${placed("i")} + 60000 FROM n`);
    run(`${upTo(paid)} INSERT INTO fulfilments (order_id, kind, at) SELECT ${idSql("o", "i")},
      CASE WHEN ${isGift("i", years)} THEN 'voucher' ELSE 'loop_credit' END, ${placed("i")} + 60000 FROM n`);
    run(`${upTo(paid * 3)} INSERT INTO webhook_events (id, type, object_id, payload, received_at, processed_at)
      SELECT 'evt_' || hex(randomblob(12)) || i, 'payment_intent.succeeded', 'pi_' || printf('%024d', 1 + i / 3),
      CASE WHEN ${placed("(1 + i / 3)")} > ${at} - 90 * ${DAY_MS} THEN CAST(substr(@text, 1 + i % 9000, 1500) AS TEXT) ELSE '' END,
      ${placed("(1 + i / 3)")} + 60000, ${placed("(1 + i / 3)")} + 61000 FROM n`);
    const sent = `CASE WHEN i > ${years} AND i % 3 = 0 THEN NULL ELSE ${placed("i")} + 90000 END`;
    run(`${upTo(paid)} INSERT INTO vouchers (id, code_hash, code_sealed, last_four, status, value_pence, theme, type, valid_from,
      expires_at, recipient_name, recipient_email, gift_message, send_on_day, sent_at, purchased_by_account_id, order_id,
      redeemed_by_account_id, redeemed_at, loop_id, created_at, updated_at) SELECT ${idSql("v", "i")}, voucher_hash(i), voucher_seal(i),
      voucher_end(i), CASE WHEN i > ${years} THEN 'ACTIVE' ELSE 'REDEEMED' END, ${PRICE_PENCE}, 'family', 'family-adventures',
      ${placed("i")}, ${placed("i")} + 365 * ${DAY_MS}, 'Recipient ' || i, 'gift' || i || '@domain' || (i % 500) || '.example',
      'A whole year, for you.', CASE WHEN i > ${years} AND i % 3 = 0 THEN date(${at} / 1000, 'unixepoch', '+27 days') END,
      ${sent}, ${idSql("a", buyer("i"))}, ${idSql("o", "i")}, CASE WHEN i <= ${years} THEN ${idSql("a", "i")} END,
      CASE WHEN i <= ${years} THEN ${began("i")} END, CASE WHEN i <= ${years} THEN ${idSql("l", "i")} END, ${placed("i")}, ${placed("i")}
      FROM n WHERE ${isGift("i", years)}`);
    run(`${upTo(years)} INSERT INTO loop_credits (id, account_id, order_id, voucher_id, theme, type, loop_id, created_at, spent_at)
      SELECT ${randomId}, ${idSql("a", "i")}, CASE WHEN NOT ${isGift("i", years)} THEN ${idSql("o", "i")} END,
      CASE WHEN ${isGift("i", years)} THEN ${idSql("v", "i")} END, 'family', 'family-adventures', ${idSql("l", "i")}, ${began("i")},
      ${began("i")} FROM n`);
    run(`${upTo(paid)} INSERT INTO emails (id, kind, lane, account_id, to_name, to_email, subject, text_body, html_body, dedupe_key, message_id,
      state, tries, next_try_at, created_at, sent_at, is_emptied) SELECT ${randomId}, 'order_confirmation', 'orders',
      ${idSql("a", buyer("i"))}, 'Person', ${emailSql(buyer("i"))}, 'Your Loop order', '', '', 'order-paid:' || ${idSql("o", "i")},
      hex(randomblob(10)) || '@loop.example', 'sent', 1, ${placed("i")}, ${placed("i")}, ${placed("i")} + 61000, 1 FROM n`);
    for (const [place, stage] of ["visit", "product", "theme", "type", "address", "payment"].entries())
      run(`${upTo(paid)} INSERT INTO funnel_events (visit, stage, at) SELECT 'visit' || printf('%016d', i), '${stage}',
        ${placed("i")} FROM n WHERE i % ${place + 1} = 0`);
  }
}

/** Of the print file that all photos name. */
let sharedBytes = 0;
export const setSharedBytes = (bytes: number) => {
  sharedBytes = bytes;
};

function nextSunday(now: Date): number {
  const day = new Date(now);
  day.setUTCHours(18, 0, 0, 0);
  day.setUTCDate(day.getUTCDate() + ((7 - day.getUTCDay()) % 7 || 7));
  return day.getTime();
}

/** Takes the triggers and indexes away; the function makes them again, and the search from its views. */
function takeAway(connection: SqliteFile.Database): () => void {
  const made = connection
    .prepare<[], { type: string; name: string; sql: string }>(
      "SELECT type, name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL",
    )
    .all();
  const kinds = connection
    .prepare<[], string>("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'search_words_of_%_added'")
    .pluck()
    .all()
    .map((sql) => [/NEW\.`kind` = '(\w+)'/.exec(sql)?.[1] ?? "", /INTO `(\w+)`/.exec(sql)?.[1] ?? ""] as const);
  // What a migration says of how rare values are goes with an index.
  const statistics = connection
    .prepare<[], { tbl: string; idx: string; stat: string }>("SELECT tbl, idx, stat FROM sqlite_stat1")
    .all();
  for (const { type, name } of made) connection.exec(`DROP ${type} "${name}"`);
  return () => {
    connection.pragma("temp_store = FILE");
    connection.pragma("threads = 2");
    for (const { sql } of made.filter(({ type }) => type === "index")) connection.exec(sql);
    fillSearch(connection, kinds);
    for (const { sql } of made.filter(({ type }) => type === "trigger")) connection.exec(sql);
    const note = connection.prepare("INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (@tbl, @idx, @stat)");
    connection.exec("DELETE FROM sqlite_stat1");
    for (const row of statistics) note.run(row);
  };
}

/** As the migration that made the search does. */
const SEARCHED = [
  { kind: "person", table: "accounts", view: "search_people", from: 1_099_511_627_776 },
  { kind: "order", table: "orders", view: "search_orders", from: 2_199_023_255_552 },
  { kind: "voucher", table: "vouchers", view: "search_vouchers", from: 3_298_534_883_328 },
] as const;

function fillSearch(connection: SqliteFile.Database, kinds: readonly (readonly [kind: string, words: string])[]): void {
  connection.exec("BEGIN");
  for (const { kind, table, view, from } of SEARCHED) {
    connection.exec(`INSERT INTO search_entries (id, kind, subject_id, words)
      SELECT ${from} + t.rowid, '${kind}', w.subject_id, w.words FROM ${table} t JOIN ${view} w ON w.subject_id = t.id`);
    const words = kinds.find(([name]) => name === kind)?.[1];
    if (words)
      connection.exec(
        `INSERT INTO ${words} (rowid, words) SELECT id, words FROM search_entries WHERE kind = '${kind}' ORDER BY id`,
      );
  }
  connection.exec("COMMIT");
}

/** Words of everyday length, the same each time. */
function wordsOf(length: number): string {
  const syllables = [
    "ba",
    "sea",
    "lo",
    "ning",
    "ter",
    "win",
    "dow",
    "rain",
    "ma",
    "the",
    "and",
    "we",
    "gar",
    "den",
    "li",
    "ght",
  ];
  let state = 42;
  const next = (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % most;
  };
  let text = "";
  while (text.length < length) {
    for (let place = 0; place <= next(3); place += 1) text += syllables[next(syllables.length)];
    text += next(12) === 0 ? ". " : " ";
  }
  return text;
}
