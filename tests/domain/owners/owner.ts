import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { db } from "#db/client.server";
import * as schema from "#db/schema";
import { storeUnsavedDraft } from "~/domain/diary/entries/unsaved-drafts.server";
import { NO_WORDS } from "~/domain/diary/loops/entry-text";
import { recordUnsentCode } from "~/domain/people/accounts/codes.server";
import { saveGuest } from "~/domain/people/accounts/guests.server";
import { hashPassword } from "~/domain/people/accounts/passwords.server";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { formatVoucherCode } from "~/domain/shop/vouchers/code";
import { newCode } from "~/domain/shop/vouchers/vouchers.server";
import { anAddress } from "../../support/addresses";
import { creditToBegin, later, loopOf, NOW, PASSWORD, person } from "../../support/people";
import { wholePerson } from "../../support/whole-person";
import { change, inTransaction, rowOf } from "./rows";

/** People with everything that a person can have, and the ids of it. */

export interface Owner {
  accountId: string;
  email: string;
  guestId: string;
  sessionId: string;
  addressId: string;
  /** A year being written, with an entry in week 1 and a draft in week 2. */
  loopId: string;
  printedLoopId: string;
  cancelledLoopId: string;
  entryId: string;
  photoId: string;
  /** One that could not be used. */
  failedPhotoId: string;
  removedPhotoId: string;
  fileId: string;
  unsavedName: string;
  creditId: string;
  /** The order of the year; the others are those of a gift, of copies, and of copies whose payment is open. */
  orderId: string;
  basketKey: string;
  giftOrderId: string;
  giftOrderNumber: string;
  copiesOrderId: string;
  pendingBasketKey: string;
  paymentReference: string;
  /** A gift that is not used yet; `usedCode` is of one that they were given and used. */
  voucherId: string;
  usedCode: string;
}

/** In letters alone: a name with many digits is taken for a phone number, and refused. */
const unique = () =>
  randomBytes(10)
    .toString("hex")
    .replace(/\d/g, (digit) => "ghijklmnop".charAt(Number(digit)));
const days = { createdAt: NOW, updatedAt: NOW };

/** Somebody who has an account and nothing else: their ids are of nothing. */
export function newcomer(): Owner {
  usedOnce();
  const { id: accountId, email } = person("Noor");
  const known: Readonly<Record<string, string>> = { accountId, email };
  return new Proxy({} as Owner, { get: (_, name) => known[String(name)] ?? `${String(name)}-of-nobody` });
}

let passwordHash: Promise<string> | undefined;

/** Somebody with everything. */
export async function completeOwner(): Promise<Owner> {
  passwordHash ??= hashPassword(PASSWORD);
  const hash = await passwordHash;
  const { accountId, email, loopId } = await wholePerson();
  const { accounts, addresses, loops, sessions } = schema;
  change(accounts, [accounts.id, accountId], { passwordHash: hash });
  change(addresses, [addresses.accountId, accountId], { postcode: "YO21 3PU", country: "GB" });
  change(loops, [loops.id, loopId], { wantsNumbers: true, doublePages: [] });
  const printedLoopId = loopOf(accountId, { status: "PRINTING", title: `mark-${unique()}` }).id;
  const cancelledLoopId = loopOf(accountId, { title: `mark-${unique()}` }).id;
  creditToBegin(accountId, { loopId: printedLoopId, spentAt: NOW });
  creditToBegin(accountId, { loopId: cancelledLoopId, spentAt: NOW, cancelledAt: NOW });
  const { entries } = schema;
  const guest = { email, firstName: "Ines", lastName: "Okafor" };
  const year = { accountId, loopId, printedLoopId };
  const ordered = addOrders(year);
  addPrinting(year, ordered.copies);
  inTransaction((tx) => {
    const object = { type: "account", id: accountId };
    const reason = `mark-${unique()}`;
    recordAuditEvent(tx, { staffId: null, action: "accounts.correct_name", object, reason, now: NOW });
    recordUnsentCode(tx, { accountId, purpose: "verify_email", sentTo: email, now: NOW });
  });
  return {
    ...{ ...year, email, cancelledLoopId, ...ordered.ids, ...addVouchers(year), ...addFiles(loopId) },
    guestId: saveGuest({ guestId: undefined, basketKey: unique() }, guest, NOW),
    sessionId: rowOf(sessions, eq(sessions.accountId, accountId)).id,
    addressId: rowOf(addresses, eq(addresses.accountId, accountId)).id,
    entryId: rowOf(entries, eq(entries.loopId, loopId)).id,
    unsavedName: storeUnsaved(loopId),
  };
}

type Year = Pick<Owner, "accountId" | "loopId" | "printedLoopId">;

function addOrders({ accountId }: Year) {
  const { disputes, discountUses, ledger, orders, payments, refunds } = schema;
  const own = eq(orders.accountId, accountId);
  const deliveryAddress = JSON.stringify(anAddress({ firstName: `mark-${unique()}` }));
  change(orders, [orders.accountId, accountId], { pricing: "{}", deliveryAddress, giftDetails: "{}" });
  const ofKind = (kind: "loop" | "gift" | "book_copies") => rowOf(orders, and(own, eq(orders.kind, kind)));
  const [order, gift, copies] = [ofKind("loop"), ofKind("gift"), ofKind("book_copies")];
  const another = (given: Partial<typeof copies>) => ({ ...copies, id: unique(), number: unique(), ...given });
  const pendingBasketKey = `basket ${unique()}`;
  const pending = another({ basketKey: pendingBasketKey, status: "PENDING", paidAt: null });
  const waiting = another({ basketKey: unique() });
  db.insert(orders).values([pending, waiting]).run();
  const paymentReference = `cs_${unique()}`;
  const open = {
    orderId: pending.id,
    attempt: 1,
    status: "open",
    amountPence: 6999,
    checkoutId: paymentReference,
  } as const;
  db.insert(payments)
    .values({ ...open, ...days })
    .run();
  const use = { discountId: usedOnce().id, customerKey: accountId, state: "counted", orderId: waiting.id } as const;
  db.insert(discountUses)
    .values({ ...use, ...days })
    .run();
  // A bank took back money of the year, and some of it was refunded; another bank objects to the copies; the gift can be
  // cancelled.
  change(ledger, [ledger.orderId, order.id], { kind: "dispute", amountPence: -100 });
  change(refunds, [refunds.orderId, order.id], { status: "succeeded", taken: [TAKEN] });
  change(disputes, [disputes.orderId, copies.id], { stage: "open" });
  db.delete(disputes).where(eq(disputes.orderId, gift.id)).run();
  const ids = { orderId: order.id, basketKey: order.basketKey, giftOrderId: gift.id, giftOrderNumber: gift.number };
  return { ids: { ...ids, copiesOrderId: copies.id, pendingBasketKey, paymentReference }, copies: waiting.id };
}

const TAKEN = { lineId: "line", quantity: 1 } as never;

/** A year’s book that staff opened to print it, its reprint, and copies that wait for the printer. */
function addPrinting({ accountId, loopId, printedLoopId }: Year, copiesOrderId: string): void {
  const { impersonations, shipments } = schema;
  const { staffId } = rowOf(impersonations, eq(impersonations.accountId, accountId));
  const book = { id: unique(), loopId: printedLoopId, state: "printing", expectedDay: "2027-12-01", ...days } as const;
  const again = { id: unique(), loopId: printedLoopId, reprintOf: book.id, ...days };
  db.insert(shipments)
    .values([book, again, { id: unique(), loopId, orderId: copiesOrderId, ...days }])
    .run();
  const object = { type: "shipment", id: book.id };
  const opened = { staffId, action: "printing.download", object, after: { file: "interior" } };
  inTransaction((tx) => recordAuditEvent(tx, { ...opened, reason: `mark-${unique()}`, now: NOW }));
}

function addVouchers({ accountId, printedLoopId }: Year) {
  const { loopCredits, vouchers } = schema;
  const [bought, used] = [newCode(), newCode()];
  const sealed = ({ code: _, ...columns }: typeof bought) => columns;
  const recipientEmail = `ben.${unique()}@example.org`;
  change(vouchers, [vouchers.purchasedByAccountId, accountId], { ...sealed(bought), recipientEmail });
  change(vouchers, [vouchers.redeemedByAccountId, accountId], { ...sealed(used), loopId: printedLoopId });
  const received = rowOf(vouchers, eq(vouchers.redeemedByAccountId, accountId)).id;
  return {
    voucherId: rowOf(vouchers, eq(vouchers.purchasedByAccountId, accountId)).id,
    usedCode: formatVoucherCode(used.code),
    creditId: rowOf(loopCredits, eq(loopCredits.voucherId, received)).id,
  };
}

function addFiles(loopId: string) {
  const { bookFiles, jobs, photos } = schema;
  const photo = (state: "ready" | "removed") => rowOf(photos, and(eq(photos.loopId, loopId), eq(photos.state, state)));
  const { id: removedPhotoId, ...removed } = photo("removed");
  const failed = { ...removed, state: "failed", refusal: "broken", fileName: `${unique()}.jpg` } as const;
  const { id: failedPhotoId } = db.insert(photos).values(failed).returning().get();
  change(photos, [photos.id, removedPhotoId], { removedAt: NOW, refusal: null });
  const fileId = rowOf(bookFiles, eq(bookFiles.loopId, loopId)).id;
  change(bookFiles, [bookFiles.id, fileId], { bytes: 5, pageCount: 24 });
  change(jobs, [jobs.subjectId, fileId], { state: "running", takenUntil: later(60) });
  return { photoId: photo("ready").id, failedPhotoId, removedPhotoId, fileId };
}

function storeUnsaved(loopId: string): string {
  const words = { ...NO_WORDS, title: `mark-${unique()}` };
  const form = { revision: "", captions: {}, shownQuestion: "", ownQuestion: "", isChosen: false };
  return storeUnsavedDraft(unique(), { loopId, week: 3, words, ...form }, NOW) ?? "";
}

/** A code that each person can use once, and that the complete owners have used. */
export const USED_ONCE = "USEDONCE";

export function usedOnce() {
  const { discounts } = schema;
  const terms = { code: USED_ONCE, type: "FIXED_AMOUNT", value: 100, oncePerCustomer: true } as const;
  db.insert(discounts)
    .values({ ...terms, ...days })
    .onConflictDoNothing()
    .run();
  return rowOf(discounts, eq(discounts.code, USED_ONCE));
}
