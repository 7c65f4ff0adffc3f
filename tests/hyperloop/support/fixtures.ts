import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sealEntryText } from "~/domain/kernel/sealing/sealed-text.server";
import { saveGuest } from "~/domain/people/accounts/guests.server";
import { askForLimit } from "~/domain/shop/discounts/approval-limit-requests.server";
import { generateVouchers } from "~/domain/shop/vouchers/batches.server";
import { countFigures } from "~/jobs/count-figures";
import { colleague } from "../../domain/people/staff/colleagues";
import { becomeCustomer, type Customer } from "../../screens/support/customers";
import { giveGift } from "../../screens/support/gifts";
import { giveEntries, giveLoop } from "../../screens/support/loops";
import { takePhoto } from "../../screens/support/photographs";
import { makeDiscount } from "../../screens/support/purchases";
import { change, rowOf } from "../../screens/support/records";
import { makeVoucher } from "../../screens/support/vouchers";
import type { App } from "../../support/app";
import { creditToBegin } from "../../support/people";
import type { Fixtures } from "./permission-line";

/** One of everything that staff work with, in the state in which each button about it works. */

/** The value of each name in the addresses of permissions.ts: mostly the id of a row. */
export async function makeFixtures(app: App): Promise<Fixtures> {
  const owner = await becomeCustomer(app);
  const other = await becomeCustomer(app);
  change("UPDATE accounts SET status = 'suspended' WHERE id = ?", other.accountId);
  const support = await colleague("support");
  const member = await colleague("support");
  const formerMember = await colleague("analyst");
  change("UPDATE staff SET is_active = 0 WHERE id = ?", formerMember.id);
  const weeks = await makeEntries(owner);
  await countFigures(new Date());
  return {
    account: owner.accountId,
    guest: makeGuest("aled.pritch@exmaple.com"),
    leavingGuest: makeLeavingGuest(),
    leaver: (await becomeCustomer(app)).accountId,
    address: "place",
    loop: giveLoop(owner, { startedDaysAgo: 1 }),
    credit: creditToBegin(owner.accountId).id,
    suspendedAccount: other.accountId,
    member: member.id,
    formerMember: formerMember.id,
    ...(await makeOrders(app, owner, support.id)),
    ...(await makeVouchers(owner, support.id)),
    ...makeDiscounts(support.id),
    limitRequest: await makeLimitRequest(),
    ...makeEmails(owner, weeks.entry),
    ...weeks,
    ...makeShipments(owner, support.id),
    ...makeFailures(),
    ...makeNotes(owner, support.id),
    restoreRequest: askedBack((await colleague("super_admin")).id),
    view: "saved-view",
  };
}

/** Somebody who bought without an account, whose order confirmation failed. */
function makeGuest(email: string): string {
  const words = { email, firstName: "Aled", lastName: "Pritchard" };
  return saveGuest({ guestId: undefined, basketKey: `basket-of-${email}` }, words, new Date());
}

/** A guest whose deletion has begun. */
function makeLeavingGuest(): string {
  const id = makeGuest("leaving@example.com");
  change("UPDATE accounts SET deletion_due_at = ? WHERE id = ?", Date.now() + 6 * 86_400_000, id);
  return id;
}

/** A gift order, one of more than £250, and one with a pending refund request of more than £250. */
async function makeOrders(app: App, owner: Customer, staffId: string) {
  const order = giveGift(owner);
  const [largeOrder, askedOrder] = [giveGift(await becomeCustomer(app)), giveGift(await becomeCustomer(app))];
  change("UPDATE orders SET subtotal_pence = 30000, total_pence = 30000 WHERE id <> ?", order);
  change(
    `INSERT INTO refund_requests (id, order_id, amount_pence, reason, even_if_used, requested_by_staff_id, created_at)
     VALUES ('request1', ?, 30000, 'All torn', 1, ?, ?)`,
    ...[askedOrder, staffId, Date.now()],
  );
  const disputedOrder = giveGift(await becomeCustomer(app));
  const now = Date.now();
  change(
    "INSERT INTO disputes (id, order_id, stage, amount_pence, due_at, opened_at, updated_at) VALUES ('du_1', ?, 'open', 6999, ?, ?, ?)",
    ...[disputedOrder, now + 9 * 86_400_000, now, now],
  );
  return { order, largeOrder, disputedOrder, dispute: "du_1", request: "request1" };
}

/** A voucher with a recipient's address, and a batch that waits for approval. */
async function makeVouchers({ accountId, email }: Customer, staffId: string) {
  const recipient = { name: "Callum", email, message: "For you and the cat.", sendOnDay: null };
  const { voucherId } = await makeVoucher({ purchasedByAccountId: accountId, recipient });
  const nobody = { recipientName: "", recipientEmail: "", giftMessage: "" };
  const wanted = {
    count: 21,
    value: 4900,
    currency: "GBP" as const,
    validFrom: "",
    expiresOn: "",
    isTest: false,
  };
  const made = generateVouchers({ ...wanted, ...nobody, note: "The autumn fair" }, staffId, new Date());
  if (!made.ok) throw new Error(`No batch was made: ${made.reason}.`);
  // Test vouchers wait for nobody.
  const [madeBatch = "", openedBatch = "", askedBatch = ""] = ["Fair", "Raffle", "Thanks"].map((note) => {
    const done = generateVouchers({ ...wanted, ...nobody, count: 2, isTest: true, note }, staffId, new Date());
    return done.ok ? done.batchId : "";
  });
  const opened = "UPDATE voucher_batches SET seal_opened_at = 1, seal_opened_by_staff_id = ?, seal_reason = 'Why'";
  for (const id of [openedBatch, askedBatch]) change(`${opened} WHERE id = ?`, staffId, id);
  change(
    "UPDATE voucher_batches SET seal_asked_at = 1, seal_asked_by_staff_id = ?, seal_asked_reason = 'Lost' WHERE id = ?",
    ...[staffId, askedBatch],
  );
  return { voucher: voucherId, batch: made.batchId, madeBatch, openedBatch, askedBatch };
}

/** A discount code that can be used, one that is switched off, and one that waits for approval. */
function makeDiscounts(staffId: string) {
  makeDiscount("SPRING-5", { type: "PERCENTAGE", value: 5 });
  makeDiscount("WINTER-5", { type: "PERCENTAGE", value: 5, is_active: 0 });
  makeDiscount("SUMMER-60", { type: "PERCENTAGE", value: 60, is_active: 0 });
  const idOf = (code: string) => String(rowOf("SELECT id FROM discounts WHERE code = ?", code).id);
  change(
    "INSERT INTO discount_requests (id, discount_id, requested_by_staff_id, created_at) VALUES ('request2', ?, ?, ?)",
    ...[idOf("SUMMER-60"), staffId, Date.now()],
  );
  return { discount: idOf("SPRING-5"), waitingDiscount: idOf("SUMMER-60") };
}

/** Other limits that a super admin asks for. */
async function makeLimitRequest(): Promise<string> {
  const wanted = { dayPence: 2_000_00, recipientPence: 300_00, reason: "The fair" };
  const asked = askForLimit({ role: "support", ...wanted }, (await colleague("super_admin")).id, new Date());
  return asked.ok ? asked.requestId : "";
}

/** A sent email, one that quotes a week, and one whose delivery failed. */
function makeEmails({ accountId, email }: Customer, entryId: string) {
  for (const [id, kind, state, text] of [
    ["email-sent", "refund", "sent", "Hello."],
    ["email-quoting", "weekly", "sent", `Last week: ${sealEntryText(entryId, "The beach.")}`],
    ["email-dead", "shipped", "dead", "Hello."],
    ["email-held", "gift", "sent", "Hello."],
  ] as const) {
    change(
      `INSERT INTO emails (id, kind, account_id, to_name, to_email, subject, text_body, html_body, is_transactional,
         dedupe_key, message_id, state, next_try_at, created_at)
       VALUES (?, ?, ?, 'Margaret', ?, 'Your order', ?, ?, 1, ?, ?, ?, 1, ?)`,
      ...[id, kind, accountId, email, text, `<p>${text}</p>`, id, id, state, Date.now()],
    );
  }
  return { email: "email-sent", quotingEmail: "email-quoting" };
}

/** A week that waits for review, and one with a photo; work-begun.ts opens it. */
async function makeEntries(owner: Customer) {
  const loopId = giveLoop(owner, { startedDaysAgo: 65 });
  giveEntries(loopId, [2]);
  await owner.browser.visit(`/dashboard?loop=${loopId}&week=1`);
  await owner.browser.submit("Save week 1", { photos: await takePhoto(), content: "The beach." });
  const entryIn = (week: number) =>
    String(rowOf("SELECT id FROM entries WHERE loop_id = ? AND week = ?", loopId, week).id);
  const photo = String(rowOf("SELECT id FROM photos WHERE loop_id = ?", loopId).id);
  return { entry: entryIn(2), openEntry: entryIn(1), photo };
}

/** A shipment in every state of the print queue, with its files. */
function makeShipments(owner: Customer, staffId: string) {
  change(
    `INSERT INTO addresses (id, account_id, kind, first_name, last_name, line1, city, postcode, country, created_at, updated_at)
     VALUES ('place', ?, 'shipping', 'Ada', 'Marsh', '14 Weavers Row', 'Hebden Bridge', 'HX7 8AA', 'GB', 1, 1)`,
    owner.accountId,
  );
  const keys = { interior: "prints/a/a.pdf", cover: "prints/a/b.pdf", ticket: "prints/a/c.json" };
  for (const key of Object.values(keys)) keepFile(key);
  const justSent = (id: string) => {
    change("UPDATE shipments SET printing_at = ? WHERE id = ?", Date.now(), id);
    return id;
  };
  const shipmentAt = (state: string, status: string, name = state) => {
    const loopId = giveLoop(owner, { startedDaysAgo: 380, status: "COMPLETED" });
    change("UPDATE loops SET status = ? WHERE id = ?", status, loopId);
    giveEntries(loopId, [1]);
    change("UPDATE entries SET moderation = 'APPROVED' WHERE loop_id = ?", loopId);
    const { contentVersion } = rowOf("SELECT content_version AS contentVersion FROM loops WHERE id = ?", loopId);
    const prints = [{ binding: "standard", copies: 1, pages: 24, contentVersion, warnings: [], keys }];
    change(
      `INSERT INTO shipments (id, loop_id, state, files_state, prints, expected_day, created_at, updated_at)
       VALUES (?, ?, ?, 'ready', ?, '2027-12-03', 1, 1)`,
      ...[`shipment-${name}`, loopId, state, JSON.stringify(prints)],
    );
    return `shipment-${name}`;
  };
  const orderedAs = (state: string, printerOrderId: string | null = null) => {
    const id = shipmentAt("printing", "PRINTING", `order-${state}`);
    const later = Date.now() + 600_000;
    change(
      `INSERT INTO print_orders (id, shipment_id, idempotency_key, state, printer_order_id, next_try_at, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, 1, 1)`,
      ...[`order-${id}`, id, id, state, printerOrderId, later],
    );
    return id;
  };
  change(
    `INSERT INTO supplier_invoices (id, supplier, number, from_day, until_day, created_at)
     VALUES ('invoice1', 'Calder Print', '7', '2026-11-01', '2026-11-30', 1)`,
  );
  return {
    invoice: "invoice1",
    shipment: shipmentAt("waiting", "COMPLETED"),
    printingShipment: shipmentAt("printing", "PRINTING"),
    shippedShipment: shipmentAt("shipped", "SHIPPED"),
    deliveredShipment: shipmentAt("delivered", "DELIVERED"),
    justSent: justSent(shipmentAt("printing", "PRINTING", "just-sent")),
    takenShipment: orderedAs("taken", "ord_known"),
    cancelledShipment: orderedAs("cancelled"),
    stuckShipment: orderedAs("stuck"),
    orderedShipment: orderedAs("waiting"),
    reprintRequest: askedAgain(shipmentAt("delivered", "DELIVERED", "asked-again"), staffId),
  };
}

/** Somebody has asked for a reprint of this shipment. */
function askedAgain(shipmentId: string, staffId: string): string {
  const place = { firstName: "Ada", lastName: "Moss", line1: "1 Hill", line2: "", city: "Hebden Bridge" };
  change(
    `INSERT INTO reprint_requests (id, shipment_id, printing, cost_pence, cause, payer, reason, delivery_address, requested_by_staff_id, created_at)
     VALUES ('reprint1', ?, 3, 6999, 'lost', 'carrier', 'Lost again', ?, ?, ?)`,
    ...[shipmentId, JSON.stringify({ ...place, county: "", postcode: "HX7 8AA", country: "GB" })],
    ...[staffId, Date.now()],
  );
  return "reprint1";
}

/** A super admin has asked for a loop that was deleted, and the worker has found it in a copy. */
function askedBack(staffId: string): string {
  const report = { rows: { loops: 1 }, links: {}, conflicts: [], missingFiles: [] };
  change(
    `INSERT INTO restore_requests (id, account, reason, state, report, requested_by_staff_id, created_at)
     VALUES ('restore1', 'anna@example.com', 'Gone since Monday', 'waiting', ?, ?, ?)`,
    ...[JSON.stringify(report), staffId, Date.now()],
  );
  return "restore1";
}

/** As if the job had made the file. */
function keepFile(key: string): void {
  const place = join(process.env.DATA_DIR ?? "", "photos", key);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, "%PDF-1.7");
}

/** A note that is due today. */
function makeNotes({ accountId }: Customer, staffId: string) {
  change(
    `INSERT INTO account_notes (id, account_id, staff_id, note, at, owner_staff_id, due_day)
     VALUES ('note-due', ?, ?, 'Ring the carrier', ?, ?, '2026-01-05')`,
    ...[accountId, staffId, Date.now(), staffId],
  );
  return { note: "note-due" };
}

/** An alarm, a failed job, a failed webhook and an email that the relay refused. */
function makeFailures() {
  const now = Date.now();
  change(
    `INSERT INTO alarms (id, kind, object_type, object_id, message, dedupe_key, raised_at, last_seen_at)
     VALUES ('alarm1', 'paid_twice', 'order', 'none', 'An order was paid twice.', 'test:1', ?, ?)`,
    ...[now, now],
  );
  change(
    `INSERT INTO jobs (id, kind, subject_id, state, tries, run_after, failure, created_at, finished_at)
     VALUES ('job1', 'render-book', 'nothing', 'dead', 5, ?, 'The disk was full', ?, ?)`,
    ...[now, now, now],
  );
  change(
    `INSERT INTO webhook_events (id, type, object_id, payload, received_at, tries, next_try_at, failure)
     VALUES ('evt_1', 'charge.updated', 'ch_1', '{}', ?, 3, ?, 'Nobody answered')`,
    ...[now, now + 3_600_000],
  );
  change(
    "UPDATE emails SET tries = 1, failure = '550 5.7.1 Sender not verified' WHERE id = (SELECT min(id) FROM emails WHERE state = 'waiting')",
  );
  change(
    "INSERT INTO payouts (id, amount_pence, status, left_at, arrives_at, updated_at) VALUES ('payout1', 6999, 'paid', ?, ?, ?)",
    ...[now, now, now],
  );
  return { alarm: "alarm1", payout: "payout1" };
}
