import { and, desc, eq, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { db, type Transaction, write } from "#db/client.server";
import { columns, prepareAll, prepareGet } from "#db/queries.server";
import { accountNotes, accounts, orders, staff } from "#db/schema";
import { londonDay } from "~/domain/kernel/time/days";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import type { NoteGiven } from "~/domain/people/staff/forms";
import { isPermitted, type Permission } from "~/domain/people/staff/permissions";

/**
 * Notes that staff write about a customer or one of their orders. A note with an owner and a day is followed up: on
 * that day it waits in its owner's inbox until it is done. Notes belong to the customer's account and leave with it;
 * their text stays out of the audit.
 */

const MOST_SHOWN = 50;

const owners = alias(staff, "owners");

const rows = () =>
  db
    .select({
      ...columns(accountNotes, "id", "accountId", "orderId"),
      orderNumber: orders.number,
      note: accountNotes.note,
      at: accountNotes.at,
      by: staff.name,
      ownerId: owners.id,
      owner: owners.name,
      dueDay: accountNotes.dueDay,
      doneAt: accountNotes.doneAt,
    })
    .from(accountNotes)
    .innerJoin(staff, eq(staff.id, accountNotes.staffId))
    .leftJoin(owners, eq(owners.id, accountNotes.ownerStaffId))
    .leftJoin(orders, eq(orders.id, accountNotes.orderId))
    .$dynamic();

export type Note = ReturnType<ReturnType<typeof rows>["all"]>[number];

const newest = () => [desc(accountNotes.at), desc(accountNotes.id)];

/** The notes about an account and its orders, the newest first. */
export const notesOfAccount = prepareAll((accountId: string) =>
  rows()
    .where(eq(accountNotes.accountId, accountId))
    .orderBy(...newest())
    .limit(MOST_SHOWN),
);

/** The notes about one order, the newest first. */
export const notesOfOrder = prepareAll((orderId: string) =>
  rows()
    .where(eq(accountNotes.orderId, orderId))
    .orderBy(...newest())
    .limit(MOST_SHOWN),
);

export const noteNamed = prepareGet((noteId: string) => rows().where(eq(accountNotes.id, noteId)));

/** Notes are about customers and orders, so their owners are people who may see these. */
const OWNERS_MAY: Permission = "orders.read";

/** Who can follow up a note, by name. */
export function noteOwners(): { id: string; name: string }[] {
  return listOwners()
    .filter(({ role }) => isPermitted(role, OWNERS_MAY))
    .map(({ id, name }) => ({ id, name }));
}

const listOwners = prepareAll(() =>
  db
    .select({ id: staff.id, name: staff.name, role: staff.role })
    .from(staff)
    .where(eq(staff.isActive, true))
    .orderBy(staff.name, staff.id),
);

export type NoteAbout = { accountId: string } | { orderId: string };

export type NoteResult = { ok: true } | { ok: false; reason: "not_found" | "no_account" | "owner" | "day" };

/** Leaves a note for colleagues. A day without an owner is its writer's own. */
export function addNote(about: NoteAbout, given: NoteGiven, staffId: string, now: Date): NoteResult {
  return write((tx): NoteResult => {
    const place = placeOf(tx, about);
    if (!place.ok) return place;
    const followUp = followUpOf(given, staffId, now);
    if (!followUp.ok) return followUp;
    const { accountId, orderId } = place;
    const { ownerStaffId, dueDay } = followUp;
    tx.insert(accountNotes)
      .values({ accountId, orderId, staffId, note: given.note, at: now, ownerStaffId, dueDay })
      .run();
    recordAuditEvent(tx, {
      staffId,
      action: orderId ? "orders.note" : "accounts.note",
      object: orderId ? { type: "order", id: orderId } : { type: "account", id: accountId },
      ...(dueDay ? { after: { ownerStaffId, dueDay } } : {}),
      now,
    });
    return { ok: true };
  });
}

type Place = { ok: true; accountId: string; orderId: string | null };

function placeOf(tx: Transaction, about: NoteAbout): Place | { ok: false; reason: "not_found" | "no_account" } {
  if ("accountId" in about) {
    const { accountId } = about;
    const known = tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).get();
    return known ? { ok: true, accountId, orderId: null } : { ok: false, reason: "not_found" };
  }
  const { orderId } = about;
  const order = tx.select({ accountId: orders.accountId }).from(orders).where(eq(orders.id, orderId)).get();
  if (!order) return { ok: false, reason: "not_found" };
  const { accountId } = order;
  return accountId === null ? { ok: false, reason: "no_account" } : { ok: true, accountId, orderId };
}

type FollowUp = { ok: true; ownerStaffId: string | null; dueDay: string | null };

function followUpOf(
  { owner, dueDay }: Pick<NoteGiven, "owner" | "dueDay">,
  staffId: string,
  now: Date,
): FollowUp | { ok: false; reason: "owner" | "day" } {
  if (owner === "" && dueDay === "") return { ok: true, ownerStaffId: null, dueDay: null };
  if (dueDay === "" || dueDay < londonDay(now)) return { ok: false, reason: "day" };
  const ownerStaffId = owner === "" ? staffId : owner;
  const person = findRole(ownerStaffId);
  if (!person || !isPermitted(person.role, OWNERS_MAY)) return { ok: false, reason: "owner" };
  return { ok: true, ownerStaffId, dueDay };
}

const findRole = prepareGet((staffId: string) =>
  db
    .select({ role: staff.role })
    .from(staff)
    .where(and(eq(staff.id, staffId), eq(staff.isActive, true))),
);

/** Gives a note another owner or day, while it is not done. */
export function changeFollowUp(
  noteId: string,
  given: { owner: string; dueDay: string },
  staffId: string,
  now: Date,
): NoteResult {
  return changeNote(noteId, (tx, note) => {
    const followUp = followUpOf(given, staffId, now);
    if (!followUp.ok) return followUp;
    const { ownerStaffId, dueDay } = followUp;
    tx.update(accountNotes).set({ ownerStaffId, dueDay }).where(eq(accountNotes.id, noteId)).run();
    const before = { ownerStaffId: note.ownerStaffId, dueDay: note.dueDay };
    record(tx, note, { staffId, action: "orders.follow_up", before, after: { ownerStaffId, dueDay }, now });
    return { ok: true };
  });
}

/** Marks a note as done: it leaves its owner's inbox and stays where it was written. */
export function finishNote(noteId: string, staffId: string, now: Date): NoteResult {
  return changeNote(noteId, (tx, note) => {
    tx.update(accountNotes).set({ doneAt: now }).where(eq(accountNotes.id, noteId)).run();
    record(tx, note, { staffId, action: "orders.finish_note", now });
    return { ok: true };
  });
}

type Row = typeof accountNotes.$inferSelect;

function changeNote(noteId: string, change: (tx: Transaction, note: Row) => NoteResult): NoteResult {
  return write((tx): NoteResult => {
    const note = tx
      .select()
      .from(accountNotes)
      .where(and(eq(accountNotes.id, noteId), isNull(accountNotes.doneAt)))
      .get();
    return note ? change(tx, note) : { ok: false, reason: "not_found" };
  });
}

function record(
  tx: Transaction,
  { accountId, orderId }: Row,
  done: { staffId: string; action: string; before?: unknown; after?: unknown; now: Date },
): void {
  const object = orderId ? { type: "order", id: orderId } : { type: "account", id: accountId };
  recordAuditEvent(tx, { ...done, object });
}
