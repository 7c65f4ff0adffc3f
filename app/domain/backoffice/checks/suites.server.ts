import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { databaseFile, type Transaction, writeAndRollBack } from "#db/client.server";
import { newId } from "#db/identifiers";
import { accounts, vouchers } from "#db/schema";
import { payments, storage } from "~/adapters/adapters.server";
import { listLoopTypes, listThemes } from "~/domain/diary/catalogue/catalogue";
import { openWeek, writeWeek } from "~/domain/diary/entries/entries.server";
import { DAYS_FROM_START_TO_DELIVERY } from "~/domain/diary/rules/calendar";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { isCommonPassword } from "~/domain/people/accounts/password-rules";
import { fitsPassword, hashPassword } from "~/domain/people/accounts/passwords.server";
import { beginSession, findSession } from "~/domain/people/accounts/sessions.server";
import { quoteLoop } from "~/domain/shop/orders/orders.server";
import { redeemVoucher } from "~/domain/shop/vouchers/redemption.server";
import { issueVoucher, voucherHashes } from "~/domain/shop/vouchers/vouchers.server";
import { findBrokenIn } from "~/domain/system/backups/databases.server";
import { checkHealth, partNames } from "~/domain/system/checks/health.server";
import { setSuspended } from "../staff/admin-accounts.server";
import { type CheckKind, type Found, storeResults } from "./results.server";

/**
 * Suites of checks over the running system, using the same functions as customers do. Writes happen in a transaction
 * that is rolled back, so that nobody else ever sees them.
 */

interface Check {
  name: string;
  run(now: Date): void | Promise<void>;
}

export interface Suite {
  id: CheckKind;
  name: string;
  description: string;
  checks: readonly Check[];
}

/** Fails the check with this message. */
function assert(isTrue: boolean, otherwise: string): void {
  if (!isTrue) throw new Error(otherwise);
}

/** What was asked for; what the provider refused or failed to do fails the check. */
export function succeeded<Result extends { ok: true } | { ok: false; message: string }>(result: Result) {
  if (!result.ok) throw new Error(result.message);
  return result as Extract<Result, { ok: true }>;
}

/** An account that exists only within such a transaction. */
function makeTestAccount(tx: Transaction, now: Date): string {
  const id = newId();
  const at = { termsAcceptedAt: now, privacyAcceptedAt: now, createdAt: now, updatedAt: now };
  tx.insert(accounts)
    .values({
      id,
      email: `check.${id}@loop.test`,
      firstName: "Check",
      lastName: "User",
      passwordHash: "-",
      emailVerifiedAt: now,
      isTest: true,
      ...at,
    })
    .run();
  return id;
}

const NO_RECIPIENT = { name: null, email: null, message: null, sendOnDay: null };
const issue = (tx: Transaction, now: Date) =>
  issueVoucher(
    tx,
    { valuePence: 4900, choice: null, purchasedByAccountId: null, orderId: null, recipient: NO_RECIPIENT },
    now,
  );

function redeem(tx: Transaction, now: Date, voucherId = issue(tx, now).voucherId) {
  const accountId = makeTestAccount(tx, now);
  const [type] = listThemes().flatMap(({ id }) => listLoopTypes({ themeId: id, journey: "redeem" }));
  const deliveryDay = addDays(londonDay(now), DAYS_FROM_START_TO_DELIVERY);
  const wanted = { accountId, voucherId, theme: type?.themeId ?? "", type: type?.key ?? "", deliveryDay };
  return { accountId, result: redeemVoucher(wanted, now) };
}

/** Changes a voucher and returns why it can then not be redeemed. */
function refusalOf(change: Partial<typeof vouchers.$inferInsert>, now: Date): string {
  let refusal = "none";
  writeAndRollBack((tx) => {
    const { voucherId } = issue(tx, now);
    tx.update(vouchers).set(change).where(eq(vouchers.id, voucherId)).run();
    const { result } = redeem(tx, now, voucherId);
    if (!result.ok) refusal = result.reason;
  });
  return refusal;
}

const user: Suite = {
  id: "user",
  name: "Accounts",
  description: "Passwords, sessions and suspension",
  checks: [
    {
      name: "A password matches its hash, and another doesn’t",
      async run() {
        const digest = await hashPassword("Right-password-1");
        assert(await fitsPassword("Right-password-1", digest), "The right password was refused.");
        assert(!(await fitsPassword("Wrong-password-1", digest)), "A wrong password was accepted.");
      },
    },
    {
      name: "A common password is refused",
      run: () => assert(isCommonPassword("Password1!"), "Password1! would be accepted."),
    },
    {
      name: "A session opens, and a suspension ends it at once",
      run: (now) =>
        writeAndRollBack((tx) => {
          const accountId = makeTestAccount(tx, now);
          const key = beginSession(tx, accountId, null, now);
          assert(findSession(key, now)?.accountId === accountId, "The session doesn’t work.");
          setSuspended({ accountId, isSuspended: true, reason: "A check" }, "checks", now);
          assert(findSession(key, now) === undefined, "The session outlived a suspension.");
        }),
    },
  ],
};

const payment: Suite = {
  id: "payment",
  name: "Payments",
  description: "The provider, prices and money rules",
  checks: [
    {
      name: "The payment provider accepts our key",
      async run() {
        succeeded(await payments.check());
      },
    },
    {
      name: "A loop’s price adds up",
      run(now) {
        const quote = quoteLoop({ accountId: "", discountCode: null }, now);
        const sum = quote.subtotalPence - quote.discountPence + quote.deliveryPence + quote.taxPence;
        assert(quote.totalPence > 0 && quote.totalPence === sum, `${sum} isn’t ${quote.totalPence}.`);
      },
    },
    {
      name: "The money rules hold",
      async run(now) {
        const broken = (await findBrokenIn(databaseFile, now)).map(({ invariant }) => invariant);
        assert(broken.length === 0, `Broken: ${broken.join(", ")}.`);
      },
    },
  ],
};

const voucher: Suite = {
  id: "voucher",
  name: "Vouchers",
  description: "Issued, found, redeemed once, refused when invalid",
  checks: [
    {
      name: "A voucher is found by its code",
      run: (now) =>
        writeAndRollBack((tx) => {
          const { voucherId, code } = issue(tx, now);
          const hash = voucherHashes(code)[0] ?? "";
          const found = tx.select().from(vouchers).where(eq(vouchers.codeHash, hash)).get();
          assert(found?.id === voucherId, "It wasn’t found.");
        }),
    },
    {
      name: "It begins one loop only",
      run: (now) =>
        writeAndRollBack((tx) => {
          const { voucherId } = issue(tx, now);
          const first = redeem(tx, now, voucherId).result;
          assert(first.ok && first.first, first.ok ? "There’s no loop." : `Refused: ${first.reason}.`);
          assert(!redeem(tx, now, voucherId).result.ok, "Somebody else redeemed it again.");
        }),
    },
    {
      name: "An expired voucher is refused",
      run(now) {
        const past = {
          validFrom: new Date(now.getTime() - 2 * DAY_MS),
          expiresAt: new Date(now.getTime() - DAY_MS),
        };
        const refusal = refusalOf(past, now);
        assert(refusal === "expired", `It said ${refusal}.`);
      },
    },
    {
      name: "A cancelled voucher is refused",
      run(now) {
        const refusal = refusalOf({ status: "CANCELLED" }, now);
        assert(refusal !== "none", "It was redeemed.");
      },
    },
  ],
};

const content: Suite = {
  id: "content",
  name: "Content",
  description: "Words are saved and photos stored",
  checks: [
    {
      name: "A week’s words are saved as a draft",
      run: (now) =>
        writeAndRollBack((tx) => {
          const { accountId, result } = redeem(tx, now);
          if (!result.ok) throw new Error(`No loop to write in: ${result.reason}.`);
          const loopId = result.loop.id;
          const opened = openWeek(accountId, loopId, 1, now);
          if (!opened.ok) throw new Error(`Week 1 does not open: ${opened.reason}.`);
          const words = { title: "", highlight: "Kept", gratitude: "", learned: "", content: "Socks" };
          const { revision } = opened.writing;
          writeWeek({ accountId, loopId, week: 1, words, revision, complete: false }, now);
          const again = openWeek(accountId, loopId, 1, now);
          assert(again.ok && again.writing.words.highlight === "Kept", "The words weren’t saved.");
        }),
    },
    {
      name: "A file is stored, read and removed",
      async run() {
        const key = `checks/${randomBytes(8).toString("hex")}.txt`;
        await storage.put(key, Buffer.from("stitch"), "text/plain");
        const found = await storage.read(key);
        found?.body.resume();
        await storage.remove(key);
        assert(found?.bytes === 6, "The file has changed.");
        assert((await storage.read(key)) === undefined, "The file wasn’t removed.");
      },
    },
  ],
};

const system: Suite = {
  id: "system",
  name: "System",
  description: "Database, storage, payment, email and API, each used once",
  checks: partNames().map((part) => ({
    name: `The ${part} answers`,
    async run(now: Date) {
      const found = (await checkHealth(now)).find((one) => one.part === part);
      assert(found?.state === "well", found?.message ?? "It wasn’t checked.");
    },
  })),
};

const SUITES: readonly Suite[] = [user, payment, voucher, content, system];
export const nameOfSuite = (id: string): string => SUITES.find((one) => one.id === id)?.name ?? id;

/** The suites, without their functions. */
export const suiteData = () =>
  SUITES.map(({ id, name, description, checks }) => ({ id, name, description, tests: checks.length }));

/** Runs every check of one suite in order and stores the results; undefined for an unknown suite. */
export async function runSuite(id: string, staffId: string, now: Date): Promise<Found[] | undefined> {
  const suite = SUITES.find((one) => one.id === id);
  if (!suite) return undefined;
  const found: Found[] = [];
  for (const check of suite.checks) found.push(await runCheck(check, now));
  storeResults({ suite: suite.id, kind: suite.id, found }, staffId, now);
  return found;
}

const MOST_DETAILS = 2000;

/** Runs one check; an exception is its failure. */
export async function runCheck({ name, run }: Check, now: Date): Promise<Found> {
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  try {
    await run(now);
    return { name, isPassed: true, durationMs: took(), message: "" };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const details = error instanceof Error ? error.stack?.slice(0, MOST_DETAILS) : undefined;
    return { name, isPassed: false, durationMs: took(), message, details };
  }
}
