import { eq, inArray } from "drizzle-orm";
import { db } from "#db/client.server";
import { newId } from "#db/identifiers";
import { accounts, drafts, entries, loopCredits, loops, photos, shipments, staff } from "#db/schema";
import { suppressReported } from "~/domain/mail/outbox/preferences.server";
import { makeCode } from "~/domain/people/accounts/codes.server";
import { later, NOW } from "../../support/people";
import type { Owner } from "./owner";
import { inTransaction } from "./rows";

/** What has happened to a person before something of theirs can be changed. */

const codes = new Map<string, string>();

function codeSent({ accountId, email }: Owner, purpose: "verify_email" | "change_email"): void {
  const sentTo = purpose === "verify_email" ? email : `new-${email}`;
  codes.set(
    accountId,
    inTransaction((tx) => makeCode(tx, { accountId, purpose, sentTo, now: NOW })),
  );
}

/** The newest code that was sent to this person. */
export const codeFor = ({ accountId }: Owner) => codes.get(accountId) ?? "000000";

/** Their address is not proven yet, and a code is on its way. */
export function unproven(of: Owner): void {
  db.update(accounts).set({ emailVerifiedAt: null }).where(eq(accounts.id, of.accountId)).run();
  codeSent(of, "verify_email");
}

export const changing = (of: Owner) => codeSent(of, "change_email");

/** No book of theirs is in print or on its way. */
export function nothingInPrint({ accountId }: Owner): void {
  const own = db.select({ id: loops.id }).from(loops).where(eq(loops.accountId, accountId));
  db.update(shipments).set({ state: "delivered" }).where(inArray(shipments.loopId, own)).run();
  db.update(loops).set({ status: "DELIVERED" }).where(eq(loops.accountId, accountId)).run();
}

/** They asked for their account to be deleted, and the day is not here yet. */
export function leaving(of: Owner): void {
  db.update(accounts)
    .set({ deletionDueAt: later(86_400) })
    .where(eq(accounts.id, of.accountId))
    .run();
}

export const leavingGuest = (of: Owner) => leaving({ ...of, accountId: of.guestId });

/** An email to them came back. */
export function cameBack({ accountId, email }: Owner): void {
  inTransaction((tx) => suppressReported(tx, { accountId, toEmail: email }, { reason: "bounced", at: NOW }));
}

/** The year begins in weeks, its buyer did not ask for it to begin sooner, and nothing is written. */
export function startsLater({ loopId }: Owner): void {
  for (const table of [entries, drafts]) db.delete(table).where(eq(table.loopId, loopId)).run();
  db.update(loops).set({ startDay: "2027-01-08", deliveryDay: "2028-01-21" }).where(eq(loops.id, loopId)).run();
}

/** The year is over, week 1 of it is written, and nothing waits for a decision. */
export function overAndWritten({ loopId }: Owner): void {
  db.delete(drafts).where(eq(drafts.loopId, loopId)).run();
  db.update(loops).set({ startDay: "2025-11-07", deliveryDay: "2026-11-20" }).where(eq(loops.id, loopId)).run();
}

const printedIs = (status: "COMPLETED" | "SHIPPED") => (of: Owner) => {
  db.update(loops).set({ status }).where(eq(loops.id, of.printedLoopId)).run();
};
export const sentToPrint = printedIs("COMPLETED");
export const shipped = printedIs("SHIPPED");

/** The year that waits to be begun was bought, and not given. */
export function boughtToBegin({ creditId, copiesOrderId }: Owner): void {
  db.update(loopCredits).set({ orderId: copiesOrderId, voucherId: null }).where(eq(loopCredits.id, creditId)).run();
}

/** Week 1 has photos and a draft, and no entry. */
export function onlyDrafted({ loopId }: Owner): void {
  db.delete(entries).where(eq(entries.loopId, loopId)).run();
  db.update(drafts).set({ week: 1 }).where(eq(drafts.loopId, loopId)).run();
}

export function writtenTwice({ loopId }: Owner): void {
  db.update(entries).set({ version: 2 }).where(eq(entries.loopId, loopId)).run();
}

/** Gives the id of somebody who works here. */
export function staffMember(): string {
  const added = { email: `${newId()}@staff.example`, name: "Ruth Bell", role: "support", createdAt: NOW } as const;
  return db.insert(staff).values(added).returning().get().id;
}

/** A photo between was removed, so that restoring it moves the others together. */
export function photosApart({ photoId }: Owner): void {
  db.update(photos).set({ position: 3 }).where(eq(photos.id, photoId)).run();
}
