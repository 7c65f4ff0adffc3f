import { readFileSync } from "node:fs";
import { expect, type Page, test } from "playwright/test";
import { newestEmailTo } from "./support/emails";
import { expectEveryPenny, rowOf, rowsOf, staffPage } from "./support/staff-day";

/**
 * A whole day at the shop, run from HyperLoop alone: what waits in the morning, a refund that a second person approves,
 * an address that was mistyped, a book that came back, a partner order, ten entries by keys, books to the printer and
 * the ledger of the day. At its end every penny, every email and every book is where it should be.
 */

const WHY = "Rang, gave the order number and the postcode";
const ENTRIES = 10;
const VOUCHERS = 120;

interface Shipment {
  id: string;
  loop_id: string;
  state: string;
  delivery_address: string | null;
}

const shipmentsWhere = (condition: string, ...values: readonly (string | number)[]) =>
  rowsOf<Shipment>(`SELECT id, loop_id, state, delivery_address FROM shipments WHERE ${condition}`, ...values);

/** The emails queued for somebody since the day began, by kind and state. */
const emailsSince = (began: number, condition: string, ...values: readonly (string | number)[]) =>
  rowsOf<{ kind: string; to_email: string }>(
    `SELECT kind, to_email FROM emails WHERE created_at >= ? AND ${condition} ORDER BY created_at, kind`,
    ...[began, ...values],
  ).map(({ kind, to_email }) => `${kind} to ${to_email}`);

test("a day is run from HyperLoop, and everything is where it should be", async ({ browser }) => {
  const began = Date.now();
  const [joan, bea] = [await staffPage(browser, "joan"), await staffPage(browser, "bea")];

  const refund = rowOf<{
    id: string;
    order_id: string;
    amount_pence: number;
    number: string;
    email: string;
  }>(
    `SELECT refund_requests.id, order_id, amount_pence, number, email FROM refund_requests
     JOIN orders ON orders.id = order_id WHERE state = 'waiting'`,
  );

  await test.step("the inbox of the morning has what waits, in the order of harm", async () => {
    await joan.goto("/hyperloop/inbox");
    const headings = await joan.locator("main h2").allTextContents();
    expect(headings.join(" ")).toMatch(/Approvals.*Emails that didn’t arrive.*Flagged weeks.*Alarms/);
    await expect(joan.locator("main")).toContainText(refund.number);
  });

  await test.step("a large refund is approved by a second person", async () => {
    await bea.goto(`/hyperloop/orders/${refund.order_id}`);
    await expect(bea.getByRole("link", { name: "Decide" })).toHaveCount(0);
    await joan.goto(`/hyperloop/orders/refunds/${refund.id}`);
    await joan.getByRole("button", { name: "Approve the refund" }).click();
    await expect(joan.locator(".notice")).toBeVisible();
    const given = rowOf<{ amount_pence: number; status: string }>(
      "SELECT amount_pence, status FROM refunds WHERE order_id = ?",
      refund.order_id,
    );
    expect(given).toEqual({ amount_pence: refund.amount_pence, status: "succeeded" });
  });

  const dead = rowOf<{ to_email: string; account_id: string }>(
    "SELECT to_email, account_id FROM emails WHERE state = 'dead' AND kind = 'order_confirmation'",
  );
  const right = `kirsty.${began}@example.com`;
  const isProven =
    rowOf<{ proven: number | null }>("SELECT email_verified_at AS proven FROM accounts WHERE id = ?", dead.account_id)
      .proven !== null;

  await test.step("an address that was mistyped is corrected from the search box", async () => {
    await bea.goto(`/hyperloop/search?q=${encodeURIComponent(dead.to_email)}`);
    await bea
      .getByRole("link", { name: /^Correct email/ })
      .first()
      .click();
    await bea.getByLabel("New email address").fill(right);
    await bea.getByLabel("Reason").fill(WHY);
    await bea.getByRole("button", { name: /^(Correct it|Send a code)/ }).click();
    await expect(bea.locator(".notice").first()).toBeVisible();
    // A code leaves at once. Other emails that staff have sent wait for ten minutes, in which they can take them back.
    const tray = bea.locator(".staff-tray:not(.staff-tray-empty)");
    await expect(tray).toHaveCount(isProven ? 0 : 1);
    while ((await tray.count()) > 0) {
      await tray.locator("summary").click();
      await tray
        .getByRole("button", { name: /^Send now/ })
        .first()
        .click();
      await expect(bea.locator(".notice")).toBeVisible();
    }
    await newestEmailTo(right);
  });

  const [back] = shipmentsWhere("state = 'shipped' AND reprint_of IS NULL");
  if (!back) throw new Error("No book is on its way.");

  await test.step("a book that came back is printed again, for another address", async () => {
    await joan.goto(`/hyperloop/print-queue/${back.id}/reprint`);
    await joan.getByLabel("Why?").selectOption("Came back");
    await joan.getByLabel("Reason").first().fill("It came back: the house is empty");
    await joan.getByLabel("Address line 1").fill("2 New Road");
    await joan.getByRole("button", { name: "Print again" }).click();
    await expect(joan.locator(".notice")).toContainText("back in the print queue");
  });

  const hal = await staffPage(browser, "hal");
  const batch = await makePartnerOrder(hal, joan, `Fair of ${began}`);
  const codes = await exportCodes(hal, batch);

  await test.step("ten entries are approved by keys alone", async () => {
    const sunil = await staffPage(browser, "sunil");
    const staffId = rowOf<{ id: string }>("SELECT id FROM staff WHERE email LIKE 'sunil@%'").id;
    const approved = () =>
      rowOf<{ many: number }>(
        "SELECT count(*) AS many FROM audit_events WHERE staff_id = ? AND action = 'entries.approve' AND at >= ?",
        ...[staffId, began],
      ).many;
    await sunil.goto("/hyperloop/moderation");
    await sunil.getByRole("link", { name: "Start reviewing" }).click();
    await sunil.getByLabel("Reason").selectOption({ index: 1 });
    await sunil.getByRole("button", { name: "Open the entry" }).click();
    for (let done = 1; done <= ENTRIES; done += 1) {
      await expect(sunil.locator("[data-keys][data-keys=on]")).toBeVisible();
      // No key decides about an entry that has only just come, so a press may come too early; never is one too many.
      await expect(async () => {
        if (approved() < done) await sunil.keyboard.press("a");
        await expect.poll(approved, { timeout: 3_000 }).toBe(done);
      }).toPass({ timeout: 20_000 });
      await sunil.waitForLoadState();
    }
    expect(approved()).toBe(ENTRIES);
  });

  const toPrint = shipmentsWhere("state = 'waiting' AND files_state = 'ready' AND reprint_of IS NULL");

  await test.step("books go to the printer", async () => {
    await joan.goto("/hyperloop/print-queue");
    for (const { id } of toPrint) await joan.locator(`#shipment-${id}`).check();
    await joan.locator("button[name=intent][value=send]").click();
    await joan.getByRole("button", { name: "Mark as sent to the printer" }).click();
    await expect(joan.locator(".notice")).toBeVisible();
  });

  await test.step("the ledger of the day has the refund, and the file says the same", async () => {
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format(new Date(began));
    await joan.goto(`/hyperloop/ledger?from=${today}&until=${today}`);
    const row = joan.locator("tr", { hasText: refund.number }).filter({ hasText: "Refund" });
    const pounds = (refund.amount_pence / 100).toFixed(2);
    await expect(row.first()).toContainText(`−£${pounds}`);
    const [file] = await Promise.all([
      joan.waitForEvent("download"),
      joan.getByRole("button", { name: "Ledger as CSV" }).click(),
    ]);
    expect(readFileSync(await file.path(), "utf8")).toContain(`Refund,${refund.number},-${pounds}`);
    await joan.goto("/hyperloop/ledger/payouts");
    await expect(joan.locator("main")).toContainText("All agree");
    await expect(joan.locator("main table .badge-bad")).toHaveCount(0);
  });

  await test.step("every penny: the ledger and the provider agree about each payment", async () => {
    await expectEveryPenny();
    const { pence } = rowOf<{ pence: number }>(
      "SELECT sum(amount_pence) AS pence FROM ledger WHERE order_id = ? AND kind = 'refund'",
      refund.order_id,
    );
    expect(pence).toBe(-refund.amount_pence);
  });

  await test.step("every email: each person was told what they should be, once", async () => {
    expect(emailsSince(began, "to_email = ?", refund.email)).toEqual([`refund to ${refund.email}`]);
    // Another journey sends the newest order confirmations again.
    expect(emailsSince(began, "to_email = ? AND dedupe_key NOT LIKE 'again:%'", right)).toEqual([
      `${isProven ? "email_change_code" : "order_confirmation"} to ${right}`,
    ]);
    expect(emailsSince(began, "to_email = ? AND kind <> 'order_confirmation'", dead.to_email)).toEqual([
      `${isProven ? "account_corrected" : "email_changed"} to ${dead.to_email}`,
    ]);
    for (const { loop_id } of toPrint) {
      expect(emailsSince(began, "dedupe_key = ?", `printing:${loop_id}`)).toHaveLength(1);
    }
    expect(emailsSince(began, "kind IN ('gift', 'gift_voucher')").filter((one) => one.includes("Fair"))).toEqual([]);
    await newestEmailTo(refund.email, "refund");
  });

  await test.step("every book: what was refunded is not printed, what came back is, and what was sent is there", async () => {
    expect(shipmentsWhere("order_id = ?", refund.order_id)).toEqual([]);
    const [again, ...others] = shipmentsWhere("reprint_of = ?", back.id);
    expect([others, again?.state]).toEqual([[], "waiting"]);
    expect(again?.delivery_address).toContain("2 New Road");
    expect(toPrint.length).toBeGreaterThan(0);
    for (const { id } of toPrint) expect(shipmentsWhere("id = ?", id)[0]?.state).toBe("printing");
  });

  await test.step("every voucher: as many as were asked for, each with its own code", async () => {
    expect(new Set(codes).size).toBe(VOUCHERS);
    const { many } = rowOf<{ many: number }>(
      "SELECT count(*) AS many FROM vouchers WHERE batch_id = ? AND status = 'ACTIVE'",
      batch,
    );
    expect(many).toBe(VOUCHERS);
  });
});

/** Hal asks for a partner order, Joan approves it, and it is made in the background. Gives its id. */
async function makePartnerOrder(hal: Page, joan: Page, note: string): Promise<string> {
  return await test.step("a partner order is asked for, approved and made", async () => {
    await hal.goto("/hyperloop/vouchers/generate");
    await hal.getByLabel("How many").fill(String(VOUCHERS));
    await hal.getByLabel("Value").fill("69.99");
    await hal.getByLabel("What for").fill(note);
    await hal.locator("main form button").last().click();
    const batchOf = () =>
      rowsOf<{ id: string; state: string }>("SELECT id, state FROM voucher_batches WHERE note = ?", note);
    await expect.poll(() => batchOf().map(({ state }) => state)).toEqual(["waiting"]);
    const id = batchOf()[0]?.id ?? "";
    await joan.goto(`/hyperloop/vouchers/batches/${id}`);
    await joan.getByRole("button", { name: /^Approve/ }).click();
    await expect.poll(() => batchOf()[0]?.state, { timeout: 60_000 }).toBe("made");
    return id;
  });
}

/** Opens the sealed file of a partner order, once. Gives its codes. */
async function exportCodes(hal: Page, batch: string): Promise<string[]> {
  return await test.step("its codes are handed over as a file, once", async () => {
    await hal.goto(`/hyperloop/vouchers/batches/${batch}/export`);
    await hal.getByLabel("Reason").fill("For the organisers of the fair");
    const [file] = await Promise.all([
      hal.waitForEvent("download"),
      hal.getByRole("button", { name: "Open the codes and download" }).click(),
    ]);
    const [, ...lines] = readFileSync(await file.path(), "utf8")
      .trim()
      .split("\r\n");
    await hal.reload();
    await expect(hal.getByRole("button", { name: "Ask to open it" })).toBeVisible();
    return lines.map((line) => line.split(",")[0] ?? "");
  });
}
