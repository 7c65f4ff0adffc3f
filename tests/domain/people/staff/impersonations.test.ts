import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { accounts, auditEvents, entries, entryViews } from "#db/schema";
import { impersonationsOfAccount } from "~/domain/people/accounts/account-impersonations.server";
import { saveGuest } from "~/domain/people/accounts/guests.server";
import {
  beginImpersonation,
  endImpersonation,
  findImpersonation,
  IMPERSONATION_LIST,
  noteEntryOpened,
} from "~/domain/people/staff/impersonations.server";
import { later, loopOf, NOW, person } from "../../../support/people";
import { colleague } from "./colleagues";

const HALF_AN_HOUR = 1_800;
let bea = { id: "", email: "" };
let hal = { id: "", email: "" };
beforeAll(async () => {
  bea = await colleague("support");
  hal = await colleague("support");
});

/** The key of an impersonation that has begun. */
function begin(accountId: string, staffId: string, now = NOW, reason = "Rang us up"): string {
  const begun = beginImpersonation({ accountId, reason }, staffId, now);
  if (!begun.ok) throw new Error(begun.reason);
  return begun.key;
}

const find = (key: string, staffId: string, now = NOW) => findImpersonation(key, { staffId, role: "support" }, now);

describe("seeing the shop as a customer", () => {
  it("shows that customer alone, to who began it, for half an hour", () => {
    const [ada, ben] = [person("Ada"), person("Ben")];
    const key = begin(ada.id, bea.id);
    begin(ben.id, hal.id);
    expect(find(key, bea.id)).toMatchObject({ staffId: bea.id, person: { accountId: ada.id, email: ada.email } });
    expect([find(key, hal.id), find("another key", bea.id)]).toEqual([undefined, undefined]);
    expect(findImpersonation(key, { staffId: bea.id, role: "production" }, NOW)).toBeUndefined();
    expect(find(key, bea.id, later(HALF_AN_HOUR - 1))).toBeDefined();
    expect(find(key, bea.id, later(HALF_AN_HOUR))).toBeUndefined();
    db.update(accounts).set({ status: "suspended" }).where(eq(accounts.id, ada.id)).run();
    expect(find(key, bea.id)).toBeUndefined();
  });

  it("is refused for nobody, a guest, a colleague, and an account that is not in use", () => {
    const names = { email: "guest@example.com", firstName: "Gwen", lastName: "" };
    const guest = saveGuest({ guestId: undefined, basketKey: "guest" }, names, NOW);
    const refused = (accountId: string) => {
      const begun = beginImpersonation({ accountId, reason: "Rang us up" }, bea.id, NOW);
      return begun.ok ? null : begun.reason;
    };
    expect([refused("nobody"), refused(guest)]).toEqual(["not_found", "not_found"]);
    expect(refused(person("Hal", { email: hal.email.toUpperCase() }).id)).toBe("staff_member");
    expect(refused(person("Cid", { status: "suspended" }).id)).toBe("not_active");
    expect(refused(person("Dan", { emailVerifiedAt: null }).id)).toBe("not_active");
  });

  it("ends with the next one of the same colleague, once, and is said whose it was while it lasts", () => {
    const [eva, finn] = [person("Eva"), person("Finn")];
    const [first, others] = [begin(eva.id, bea.id), begin(eva.id, hal.id)];
    const second = begin(finn.id, bea.id, later(1));
    expect([find(first, bea.id, later(2)), find(second, bea.id, later(2))?.person.accountId]).toEqual([
      undefined,
      finn.id,
    ]);
    expect(endImpersonation(bea.id, later(HALF_AN_HOUR))).toBe(finn.id);
    expect(endImpersonation(bea.id, later(HALF_AN_HOUR))).toBeNull();
    expect(find(second, bea.id, later(HALF_AN_HOUR))).toBeUndefined();
    expect(find(others, hal.id, later(2))).toBeDefined();
    expect(endImpersonation(hal.id, later(HALF_AN_HOUR))).toBeNull();
  });

  it("is read by its customer, the newest first, and by nobody else", () => {
    const [gil, ida] = [person("Gil"), person("Ida")];
    begin(gil.id, bea.id, NOW, "Rang us up");
    begin(ida.id, bea.id, later(1), "Wrote to us");
    begin(gil.id, hal.id, later(2), "Rang again");
    const reasonsOf = (accountId: string) => impersonationsOfAccount(accountId).map(({ reason }) => reason);
    expect([gil, ida].map(({ id }) => reasonsOf(id))).toEqual([["Rang again", "Rang us up"], ["Wrote to us"]]);
    const found = IMPERSONATION_LIST.read(
      { q: ida.email.slice(0, 6).toUpperCase() },
      { now: NOW, role: "super_admin" },
    );
    expect(found.rows.map(({ email }) => email)).toEqual([ida.email]);
  });

  it("writes down each week that is opened, once for each time that somebody looks", () => {
    const jo = person("Jo");
    const loop = loopOf(jo.id);
    const [one, other] = [1, 2].map((week) => {
      const written = { loopId: loop.id, week, prompt: "What?", content: "This.", createdAt: NOW, updatedAt: NOW };
      return db.insert(entries).values(written).returning().get().id;
    });
    const open = (key: string, staffId: string, entryId = "", now = NOW) => {
      const impersonation = find(key, staffId, now);
      if (!impersonation) throw new Error("It has ended.");
      noteEntryOpened(impersonation, entryId, now);
    };
    const views = () => db.select().from(entryViews).all().length;
    const [first, his] = [begin(jo.id, bea.id), begin(jo.id, hal.id)];
    open(first, bea.id, one);
    open(first, bea.id, one, later(60));
    expect(views()).toBe(1);
    open(first, bea.id, other, later(60));
    open(his, hal.id, one, later(60));
    expect(views()).toBe(3);
    const again = begin(jo.id, bea.id, later(61));
    open(again, bea.id, one, later(61));
    open(begin(jo.id, bea.id, later(61), "Another question"), bea.id, one, later(61));
    expect(views()).toBe(5);
    const opened = db.select().from(auditEvents).where(eq(auditEvents.action, "entries.open")).all();
    expect(opened.map(({ objectId }) => objectId)).toEqual([one, other, one, one, one]);
  });
});
