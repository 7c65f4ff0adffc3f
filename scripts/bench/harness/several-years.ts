import { VOUCHER_SEAL } from "../../../app/domain/shop/vouchers/vouchers.server";
import { rawConnection } from "../../../db/client.server";
import { seal } from "../../../db/sealing.server";

const ACCOUNTS = 100_000;
const VOUCHERS = 50_000;
/** Each with fifty weeks written: a million entries. */
const LOOPS = 20_000;
const VISITS = 200_000;
const SESSIONS = 30_000;

/**
 * Fills the tables with several years by SQL: 100,000 accounts, 100,000 orders, 50,000 vouchers, 30,000 sessions and
 * 1,000,000 entries; times reach back two years from `now`, in milliseconds.
 */
export function fillSeveralYears(now: number): void {
  const connection = rawConnection();
  const upTo = (many: number) => `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${many})`;
  /** The i-th of this many times, spread evenly over two years and ending now. */
  const at = (many: number) => `(${now} - CAST((${many} - i) * ${(730 * 86_400_000) / many} AS INTEGER) - 1000)`;
  const run = (sql: string) => connection.exec(sql);
  run("BEGIN IMMEDIATE");
  run(`${upTo(ACCOUNTS)} INSERT INTO accounts (id, email, first_name, last_name, password_hash, email_verified_at,
    status, terms_accepted_at, privacy_accepted_at, last_signed_in_at, created_at, updated_at)
    SELECT 'account' || i, 'person' || i || '@example.com', 'Person', 'Number ' || i, '-', ${at(ACCOUNTS)},
    CASE WHEN i % 50 = 0 THEN 'suspended' ELSE 'active' END, ${at(ACCOUNTS)}, ${at(ACCOUNTS)}, ${at(ACCOUNTS)},
    ${at(ACCOUNTS)}, ${at(ACCOUNTS)} FROM n`);
  run(`${upTo(SESSIONS)} INSERT INTO sessions (key_hash, id, account_id, created_at, seen_at, expires_at)
    SELECT 'key' || i, 'session' || i, 'account' || (1 + (i * 3) % ${ACCOUNTS}), ${at(SESSIONS)}, ${at(SESSIONS)},
    ${at(SESSIONS)} + 7776000000 FROM n`);
  run(`${upTo(ACCOUNTS)} INSERT INTO orders (id, number, account_id, basket_key, kind, theme, type, status, subtotal_pence,
    total_pence, pricing, email, created_at, paid_at, updated_at)
    SELECT 'order' || i, printf('LP-%04d-%04d', i / 10000, i % 10000), 'account' || (1 + (i * 7) % ${ACCOUNTS}),
    'basket' || i, CASE i % 3 WHEN 0 THEN 'gift' ELSE 'loop' END, 'pet', 'puppys-first-year',
    CASE WHEN i % 20 = 0 THEN 'PENDING' ELSE 'PAID' END, 6999, 6999, '{}', 'person' || i || '@example.com',
    ${at(ACCOUNTS)}, CASE WHEN i % 20 = 0 THEN NULL ELSE ${at(ACCOUNTS)} END, ${at(ACCOUNTS)} FROM n`);
  run(`${upTo(VOUCHERS)} INSERT INTO vouchers (id, code_hash, code_sealed, last_four, status, value_pence, valid_from,
    expires_at, recipient_email, purchased_by_account_id, redeemed_at, created_at, updated_at)
    SELECT 'voucher' || i, 'hash' || i, '${seal(VOUCHER_SEAL, "K4D2K4D2K4D2")}', printf('%04X', i % 65536),
    CASE i % 3 WHEN 0 THEN 'REDEEMED' ELSE 'ACTIVE' END, 6999, ${at(VOUCHERS)},
    ${at(VOUCHERS)} + 31536000000, 'gift' || i || '@example.com', 'account' || (i * 2),
    CASE i % 3 WHEN 0 THEN ${at(VOUCHERS)} ELSE NULL END, ${at(VOUCHERS)}, ${at(VOUCHERS)} FROM n`);
  run(`${upTo(LOOPS)} INSERT INTO loops (id, account_id, theme, type, start_day, delivery_day, created_at, updated_at)
    SELECT 'loop' || i, 'account' || i, 'pet', 'puppys-first-year', '2026-01-01', '2027-01-14', ${at(LOOPS)},
    ${at(LOOPS)} FROM n`);
  run(`${upTo(50)} INSERT INTO entries (id, loop_id, week, title, highlight, prompt, content, moderation, created_at, updated_at)
    SELECT 'entry' || l.rowid || '-' || i, l.id, i, 'A week', 'Socks', 'What happened?', 'It rained, and then it did not.',
    CASE WHEN (l.rowid + i) % 200 = 0 THEN 'FLAGGED' WHEN (l.rowid + i) % 20 = 0 THEN 'PENDING' ELSE 'APPROVED' END,
    l.created_at + i * 604800000, l.created_at + i * 604800000 FROM loops l CROSS JOIN n`);
  for (const [place, stage] of ["visit", "product", "theme", "type", "address", "payment"].entries()) {
    run(`${upTo(VISITS)} INSERT INTO funnel_events (visit, stage, at)
      SELECT 'visit' || i, '${stage}', ${at(VISITS)} FROM n WHERE i % ${2 ** place} = 0`);
  }
  run(`${upTo(500)} INSERT INTO discounts (id, code, type, value, created_at, updated_at)
    SELECT 'discount' || i, 'CODE' || i, 'PERCENTAGE', 10, ${at(500)}, ${at(500)} FROM n`);
  run(`${upTo(ACCOUNTS)} INSERT INTO emails (id, kind, account_id, to_name, to_email, subject, text_body, html_body,
    dedupe_key, message_id, state, next_try_at, created_at, sent_at)
    SELECT 'email' || i, 'order_confirmation', 'account' || i, 'Person', 'person' || i || '@example.com', 'Your order',
    'Thank you.', '<p>Thank you.</p>', 'bench' || i, 'message' || i, 'sent', ${at(ACCOUNTS)}, ${at(ACCOUNTS)},
    ${at(ACCOUNTS)} FROM n`);
  run("COMMIT");
}
