import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { accountNotes, orders, staff } from "#db/schema";
import { giveWork, putOffWork } from "~/domain/backoffice/inbox/assignment.server";
import { readInbox } from "~/domain/backoffice/inbox/inbox.server";
import {
  addNote,
  changeFollowUp,
  finishNote,
  noteNamed,
  noteOwners,
  notesOfAccount,
  notesOfOrder,
} from "~/domain/backoffice/staff/notes.server";
import type { StaffRole } from "~/domain/people/staff/permissions";
import { auditEventsOn } from "../../../support/audit-events";
import { NOW, person } from "../../../support/people";
import { ordered } from "../../../support/shop";
import { colleague } from "../../people/staff/colleagues";

const NOTE = { note: "Waiting for the carrier", owner: "", dueDay: "" };
const FRIDAY = "2026-11-27";
const onFriday = new Date("2026-11-27T00:00:00Z");

async function viewer(role: StaffRole) {
  const { id } = await colleague(role);
  return { staffId: id, role };
}

const dueFor = (who: Awaited<ReturnType<typeof viewer>>, now: Date) =>
  readInbox(who, "mine", now)
    .groups.filter(({ name }) => name === "Notes due")
    .flatMap(({ items }) => items.map(({ title }) => title));

describe("a note", () => {
  it("on an order is stored with its account, and names its customer", async () => {
    const [other, order, bea] = [ordered(person("Tom")), ordered(person("Gwen")), await viewer("support")];
    expect(addNote({ orderId: other.id }, { ...NOTE, note: "Of another" }, bea.staffId, NOW)).toEqual({ ok: true });
    expect(addNote({ orderId: order.id }, NOTE, bea.staffId, NOW)).toEqual({ ok: true });
    expect(notesOfOrder(order.id)).toMatchObject([{ note: NOTE.note, by: "support 1", dueDay: null }]);
    expect(notesOfAccount(order.accountId ?? "")).toMatchObject([{ orderNumber: order.number }]);
    expect(auditEventsOn(order.id)).toMatchObject([{ action: "orders.note" }]);
    const [{ id = "" } = {}] = notesOfOrder(order.id);
    expect(noteNamed(id)).toMatchObject({ note: NOTE.note, accountId: order.accountId });
    expect(finishNote(id, bea.staffId, NOW)).toEqual({ ok: true });
    expect([noteNamed(id)?.doneAt, notesOfOrder(other.id)[0]?.doneAt]).toEqual([NOW, null]);
  });

  it("with a day waits in its owner's inbox from that day until it is done", async () => {
    const [account, bea, ros] = [person("Gwen"), await viewer("support"), await viewer("production")];
    const about = { accountId: account.id };
    addNote(about, { ...NOTE, owner: ros.staffId, dueDay: FRIDAY }, bea.staffId, NOW);
    expect(dueFor(ros, NOW)).toEqual([]);
    expect(dueFor(ros, onFriday)).toEqual([NOTE.note]);
    expect(dueFor(bea, onFriday)).toEqual([]);
    const id = notesOfAccount(account.id)[0]?.id ?? "";
    expect(finishNote(id, ros.staffId, onFriday)).toEqual({ ok: true });
    expect(dueFor(ros, onFriday)).toEqual([]);
    expect(finishNote(id, ros.staffId, onFriday)).toEqual({ ok: false, reason: "not_found" });
  });

  it("with a day alone is its writer's own", async () => {
    const [account, bea] = [person("Gwen"), await viewer("support")];
    addNote({ accountId: account.id }, { ...NOTE, dueDay: FRIDAY }, bea.staffId, NOW);
    expect(dueFor(bea, onFriday)).toEqual([NOTE.note]);
  });

  it("is put off and given away from the inbox, or on its own page", async () => {
    const [account, bea, ros] = [person("Gwen"), await viewer("support"), await viewer("support")];
    addNote({ accountId: account.id }, { ...NOTE, dueDay: FRIDAY }, bea.staffId, NOW);
    const id = notesOfAccount(account.id)[0]?.id ?? "";
    putOffWork([`note:${id}`], "2026-11-30", bea, onFriday);
    expect(dueFor(bea, onFriday)).toEqual([]);
    const monday = new Date("2026-11-30T09:00:00Z");
    giveWork([`note:${id}`], ros.staffId, bea, monday);
    expect([dueFor(bea, monday), dueFor(ros, monday)]).toEqual([[], [NOTE.note]]);
    changeFollowUp(id, { owner: bea.staffId, dueDay: "2026-11-30" }, ros.staffId, monday);
    expect([dueFor(bea, monday), dueFor(ros, monday)]).toEqual([[NOTE.note], []]);
    changeFollowUp(id, { owner: "", dueDay: "" }, bea.staffId, monday);
    expect(dueFor(bea, monday)).toEqual([]);
  });

  it("needs a day that has not passed, an owner who may see orders, and an account", async () => {
    const [account, bea, hal] = [person("Gwen"), await viewer("support"), await viewer("marketing")];
    const refusal = (given: Partial<typeof NOTE>) =>
      addNote({ accountId: account.id }, { ...NOTE, ...given }, bea.staffId, NOW);
    expect(refusal({ owner: bea.staffId })).toEqual({ ok: false, reason: "day" });
    expect(refusal({ dueDay: "2026-11-19" })).toEqual({ ok: false, reason: "day" });
    expect(refusal({ owner: hal.staffId, dueDay: FRIDAY })).toEqual({ ok: false, reason: "owner" });
    expect(refusal({ owner: "nobody", dueDay: FRIDAY })).toEqual({ ok: false, reason: "owner" });
    const gone = await viewer("support");
    const isOffered = () => noteOwners().some(({ id }) => id === gone.staffId);
    expect([noteOwners().some(({ id }) => id === hal.staffId), isOffered()]).toEqual([false, true]);
    db.update(staff).set({ isActive: false }).where(eq(staff.id, gone.staffId)).run();
    expect(isOffered()).toBe(false);
    expect(refusal({ owner: gone.staffId, dueDay: FRIDAY })).toEqual({ ok: false, reason: "owner" });
    expect(addNote({ orderId: "none" }, NOTE, bea.staffId, NOW)).toEqual({ ok: false, reason: "not_found" });
    const other = person("Una");
    addNote({ accountId: other.id }, NOTE, bea.staffId, NOW);
    const [{ id: noteId = "" } = {}] = notesOfAccount(other.id);
    expect(changeFollowUp(noteId, { owner: bea.staffId, dueDay: "2026-11-19" }, bea.staffId, NOW)).toEqual({
      ...{ ok: false, reason: "day" },
    });
    expect(noteNamed(noteId)).toMatchObject({ ownerId: null, dueDay: null });
    const order = ordered(person("Tom"));
    db.update(orders).set({ accountId: null }).where(eq(orders.id, order.id)).run();
    expect(addNote({ orderId: order.id }, NOTE, bea.staffId, NOW)).toEqual({
      ok: false,
      reason: "no_account",
    });
    expect(addNote({ accountId: "none" }, NOTE, bea.staffId, NOW)).toEqual({
      ok: false,
      reason: "not_found",
    });
    expect(db.select().from(accountNotes).where(eq(accountNotes.accountId, account.id)).all()).toEqual([]);
  });
});
