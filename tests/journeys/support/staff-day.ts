import { join } from "node:path";
import Database from "better-sqlite3";
import { Secret, TOTP } from "otpauth";
import { type Browser, type BrowserContext, expect, type Page } from "playwright/test";
import { makeStaffAndVoucher } from "../browsers/own-staff-and-voucher";
import { cardPageOrigin, dataFolder } from "./world";

/** Staff of the demo world, as the README names them, and what is in the records behind their pages. */

export const DEMO_STAFF = {
  joan: ["joan@demo.loop.example", "Ledger-and-lamp-7", "MFZWCZDPNVSW45DPOJ4XEYLTNFXGO2LU"],
  sunil: ["sunil@demo.loop.example", "Second-pair-of-eyes-2", "NRXW64DTMVRXK4TJOR4WO33PMRXGSZ3I"],
  bea: ["bea@demo.loop.example", "Kettle-then-telephone-3", "ORUGK5DFNRSXA2DPNZSXE2LOM5ZWC5DO"],
  hal: ["hal@demo.loop.example", "Ribbon-and-raffle-8", "OJUWEYTPNZQW4ZDSMFTGM3DFORUWG23F"],
} as const;

/** A window of its own in which this colleague is signed in to the back office. */
export async function staffPage(browser: Browser, who: keyof typeof DEMO_STAFF): Promise<Page> {
  const [email, password, secret] = DEMO_STAFF[who];
  const page = await (await browser.newContext()).newPage();
  await signInToHyperLoop(page, { email, password, secret: Secret.fromBase32(secret) });
  return page;
}

/** Signs a staff member in with password and code, and waits for the dashboard. */
export async function signInToHyperLoop(
  page: Page,
  { email, password, secret }: { email: string; password: string; secret: string | Secret },
): Promise<void> {
  await page.goto("/hyperloop");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Code").fill(new TOTP({ secret }).generate());
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/hyperloop/dashboard");
}

type Cookies = Parameters<BrowserContext["addCookies"]>[0];
const signedIn = new Map<string, Cookies>();

/** Signs in a new member of the staff with this role, one for all tests that this process runs. */
export async function signInNewStaff(page: Page, role: "support" | "super_admin"): Promise<void> {
  const cookies = signedIn.get(role);
  if (cookies) {
    await page.context().addCookies(cookies);
    await page.goto("/hyperloop/dashboard");
    return;
  }
  const { staff } = makeStaffAndVoucher(`of-${process.pid}`, role);
  await signInToHyperLoop(page, staff);
  signedIn.set(role, (await page.context().storageState()).cookies);
}

/** Rows of the product's database, read only. */
export function rowsOf<Row>(sql: string, ...values: readonly (string | number)[]): Row[] {
  const connection = new Database(join(dataFolder(), "loop.db"), { readonly: true });
  try {
    return connection.prepare<unknown[], Row>(sql).all(...values);
  } finally {
    connection.close();
  }
}

/** The one row that is expected. */
export function rowOf<Row>(sql: string, ...values: readonly (string | number)[]): Row {
  const [row, ...others] = rowsOf<Row>(sql, ...values);
  if (!row || others.length > 0) throw new Error(`Not one row, but ${row ? others.length + 1 : 0}: ${sql}`);
  return row;
}

interface BalanceTransaction {
  id: string;
  type: string;
  amount: number;
  source: { payment_intent?: string | null } | null;
}

/** What is left of each payment by the provider's own statement, by the payment's name. */
async function leftAtProvider(): Promise<Map<string, number>> {
  const left = new Map<string, number>();
  for (let after = ""; ; ) {
    const query = `limit=100&expand[]=data.source${after && `&starting_after=${after}`}`;
    const response = await fetch(`${cardPageOrigin()}/v1/balance_transactions?${query}`, {
      headers: { authorization: "Bearer sk_test_sandbox" },
    });
    const page = (await response.json()) as { data: BalanceTransaction[]; has_more: boolean };
    for (const { type, amount, source } of page.data) {
      const payment = source?.payment_intent;
      if (type !== "payout" && payment) left.set(payment, (left.get(payment) ?? 0) + amount);
    }
    after = page.data.at(-1)?.id ?? "";
    if (!page.has_more) return left;
  }
}

/** What is left of each payment by our ledger. */
function leftInLedger(): Map<string, number> {
  const rows = rowsOf<{ payment: string; pence: number }>(
    `SELECT payments.payment_intent_id AS payment, sum(ledger.amount_pence) AS pence
     FROM ledger JOIN payments ON payments.order_id = ledger.order_id AND payments.status = 'paid'
     WHERE payments.payment_intent_id IS NOT NULL GROUP BY payments.id`,
  );
  return new Map(rows.map(({ payment, pence }) => [payment, pence]));
}

/** Waits until the ledger and the provider agree about every payment, to the penny. */
export async function expectEveryPenny(): Promise<void> {
  // Other journeys buy meanwhile, and a webhook takes its time.
  await expect
    .poll(
      async () => {
        const theirs = await leftAtProvider();
        const ours = leftInLedger();
        const names = new Set([...theirs.keys(), ...ours.keys()]);
        return [...names].filter((name) => theirs.get(name) !== ours.get(name));
      },
      { message: "payments on which the ledger and the provider differ", timeout: 60_000 },
    )
    .toEqual([]);
}
