import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { expect, test } from "playwright/test";
import { ADDRESS_PERMISSIONS } from "../support/permissions";
import { newestEmailTo } from "./support/emails";
import { HOSTILE_TEXTS } from "./support/hostile-words";
import { openAccount } from "./support/own-account";
import { dataFolder } from "./support/world";

/**
 * Texts that would run as code if a page did not escape them, in every field at once, on every page of their owner's.
 */

/** Columns with text of people's own, by table; the rows are those of one person. */
const FIELDS: Record<string, readonly string[]> = {
  accounts: ["first_name", "last_name"],
  loops: ["title", "occasion", "recipient_name", "dedication"],
  entries: ["title", "highlight", "gratitude", "learned", "prompt", "content", "moderation_notes"],
  drafts: ["title", "highlight", "gratitude", "learned", "prompt", "content"],
  photos: ["caption", "file_name"],
  addresses: ["label", "first_name", "last_name", "line1", "line2", "city", "county", "postcode"],
  orders: ["first_name", "last_name", "discount_code"],
  vouchers: ["recipient_name", "gift_message"],
  sessions: ["user_agent"],
};

/**
 * Not pages of this person: pictures, calls for others, what says how the machine is, the logout, and the staff's, who
 * are shown such words in tests/hyperloop/sales-kpis.test.ts.
 */
const ELSEWHERE = /^\/(?:exports|photos|art|webhooks|csp-reports|health|ready|mailbox|logout|hyperloop)/;

interface Kept {
  names: Record<string, string>;
  fill(words: string): void;
  close(): void;
}

test("run nowhere, and no page’s policy has to stop them", async ({ page }) => {
  const email = `hostile-${Date.now()}@example.com`;
  await openAccount(page, email);
  const kept = keepEverything(email);
  const problems: string[] = [];
  page.on("dialog", (dialog) => {
    problems.push(`ran on ${page.url()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) problems.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.message}`));
  const everything = Object.entries(ADDRESS_PERMISSIONS)
    .filter(([pattern]) => !ELSEWHERE.test(pattern))
    .flatMap(([pattern, { asks = [] }]) => ["", ...asks].map((query) => fillIn(pattern + query, kept.names)));
  let seen = 0;
  for (const words of HOSTILE_TEXTS) {
    kept.fill(words);
    for (const path of everything) {
      // Only pages that show any of this person's text are opened in the browser.
      const response = await page.request.get(path);
      expect(response.status(), path).toBeLessThan(500);
      if (!/^text\/html/.test(response.headers()["content-type"] ?? "")) continue;
      if (!(await response.text()).includes("771")) continue;
      await page.goto(path);
      seen += 1;
    }
  }
  kept.close();
  expect(problems).toEqual([]);
  expect(seen).toBeGreaterThan(15 * HOSTILE_TEXTS.length);
});

test("are words in an email too", async ({ page }) => {
  const email = `hostile-email-${Date.now()}@example.com`;
  const name = "<img src=x onerror=alert(771)>";
  await openAccount(page, email, name);
  const message = await newestEmailTo(email, "Your Loop verification code");
  expect(message.text).toContain("771");
  expect(message.html).toContain("&lt;img src=x onerror=alert(771)&gt;");
  expect(message.html).not.toMatch(/<img[^>]*onerror/);
});

function fillIn(input: string, names: Record<string, string>): string {
  return input
    .replace(/\/\*$/, "/nowhere")
    .replace(/([/=]):(\w+)/g, (_, before: string, name: string) => before + (names[name] ?? "nobody"));
}

/** One of everything for this person, written straight into the database: no form would take some of these texts. */
function keepEverything(email: string): Kept {
  const file = new SqliteFile(join(dataFolder(), "loop.db"), { timeout: 10_000 });
  const now = Date.now();
  const account = String(file.prepare("SELECT id FROM accounts WHERE email = ?").pluck().get(email));
  const [loop, entry, address, order, voucher] = ["loop", "entry", "address", "order", "voucher"].map(
    (kind) => `${kind}${now}hostile`,
  );
  const dayFrom = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10);
  const insert = (table: string, row: Record<string, unknown>) => {
    const columns = Object.keys(row);
    const marks = columns.map(() => "?").join(", ");
    file.prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${marks})`).run(...Object.values(row));
  };
  const dates = { created_at: now, updated_at: now };
  const family = { theme: "family", type: "family-adventures" };
  insert("loops", {
    id: loop,
    account_id: account,
    ...family,
    start_day: dayFrom(-65),
    delivery_day: dayFrom(313),
    ...dates,
  });
  insert("entries", { id: entry, loop_id: loop, week: 1, prompt: "x", content: "x", ...dates });
  insert("drafts", { id: `draft${now}hostile`, loop_id: loop, week: 2, updated_at: now });
  const photo = file.prepare<[], Record<string, unknown>>("SELECT * FROM photos LIMIT 1").get();
  insert("photos", { ...photo, id: `photo${now}hostile`, loop_id: loop, week: 1, position: 1 });
  const place = { line1: "x", city: "x", postcode: "YO21 3PU" };
  insert("addresses", {
    id: address,
    account_id: account,
    first_name: "x",
    last_name: "x",
    ...place,
    ...dates,
  });
  insert("orders", {
    id: order,
    number: `LP-${now}`,
    account_id: account,
    basket_key: order,
    kind: "gift",
    ...family,
    status: "PAID",
    subtotal_pence: 6999,
    total_pence: 6999,
    pricing: "{}",
    email,
    paid_at: now,
    ...dates,
  });
  const sealed = file.prepare("SELECT code_sealed FROM vouchers LIMIT 1").pluck().get();
  insert("vouchers", {
    id: voucher,
    code_hash: voucher,
    code_sealed: sealed,
    last_four: "QZAL",
    value_pence: 6999,
    valid_from: now,
    expires_at: now + 86_400_000,
    purchased_by_account_id: account,
    order_id: order,
    ...dates,
  });
  const ownRows: Record<string, [column: string, value: string | undefined]> = {
    accounts: ["id", account],
    loops: ["id", loop],
    addresses: ["id", address],
    orders: ["id", order],
    vouchers: ["id", voucher],
    sessions: ["account_id", account],
    entries: ["loop_id", loop],
    drafts: ["loop_id", loop],
    photos: ["loop_id", loop],
  };
  return {
    names: {
      loop: loop ?? "",
      week: "1",
      entry: entry ?? "",
      address: address ?? "",
      order: order ?? "",
      voucher: voucher ?? "",
      theme: "family",
      type: "parent-and-child",
    },
    fill(words) {
      for (const [table, columns] of Object.entries(FIELDS)) {
        const [column, value] = ownRows[table] ?? ["id", ""];
        const changes = columns.map((name) => `${name} = ?`).join(", ");
        file.prepare(`UPDATE ${table} SET ${changes} WHERE ${column} = ?`).run(...columns.map(() => words), value);
      }
    },
    close: () => file.close(),
  };
}
