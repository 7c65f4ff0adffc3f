import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, rawConnection } from "#db/client.server";
import { accessTokens, accounts, sessions } from "#db/schema";
import { beginSession, endSession, endSessionsOf, findSession } from "~/domain/people/accounts/sessions.server";
import { later, NOW, person } from "../../../support/people";
import { rounds } from "../../../support/rounds";

const KEYS = rounds(10_000, 1_000);

const DAY = 86_400;
const begin = (accountId: string, userAgent: string | null = null, now = NOW) =>
  db.transaction((tx) => beginSession(tx, accountId, userAgent, now));

describe("a session", () => {
  it("says who is signed in and nothing of the password", () => {
    const ada = person("Ada", { isTest: true });
    const found = findSession(begin(ada.id), NOW);
    expect(found).toEqual({
      accountId: ada.id,
      sessionId: expect.stringMatching(/^[0-9a-z]{20}$/),
      firstName: "Ada",
      lastName: "Okafor",
      email: ada.email,
      isTest: true,
      deletionDueAt: null,
      passwordPrompt: null,
      isGuest: false,
    });
  });

  it("notes when its owner was last here, and cuts what a browser says of itself", () => {
    const ben = person("Ben");
    const bea = person("Bea");
    begin(bea.id, null, later(5));
    begin(ben.id, "x".repeat(5000), later(7));
    expect(db.select().from(accounts).where(eq(accounts.id, bea.id)).get()?.lastSignedInAt).toEqual(later(5));
    expect(db.select().from(accounts).where(eq(accounts.id, ben.id)).get()?.lastSignedInAt).toEqual(later(7));
    const row = db.select().from(sessions).where(eq(sessions.accountId, ben.id)).get();
    expect(row?.userAgent).toHaveLength(200);
  });

  it("has a key of 256 random bits that is nowhere in the database", () => {
    const cid = person("Cid");
    const keys = db.transaction((tx) => Array.from({ length: KEYS }, () => beginSession(tx, cid.id, null, NOW)));
    expect(new Set(keys).size).toBe(KEYS);
    for (const key of keys) expect(key).toMatch(/^[\w-]{43}$/);
    const everything = rawConnection().serialize().toString("latin1");
    expect(everything).toContain(cid.email);
    for (const key of keys.slice(0, 100)) expect(everything).not.toContain(key);
  });

  it("lapses after 14 days without a visit, not a second earlier", () => {
    const key = begin(person("Dan").id);
    expect(findSession(key, later(14 * DAY - 1))).toBeDefined();
    const other = begin(person("Dora").id);
    expect(findSession(other, later(14 * DAY))).toBeUndefined();
  });

  it("counts the 14 days from the last visit", () => {
    const key = begin(person("Eva").id);
    expect(findSession(key, later(10 * DAY))).toBeDefined();
    expect(findSession(key, later(24 * DAY - 1))).toBeDefined();
    const other = begin(person("Ed").id);
    expect(findSession(other, later(10 * DAY))).toBeDefined();
    expect(findSession(other, later(24 * DAY))).toBeUndefined();
  });

  it("lapses after 30 days however often its owner came, not a second earlier", () => {
    const key = begin(person("Finn").id);
    for (let day = 1; day < 30; day += 1) expect(findSession(key, later(day * DAY))).toBeDefined();
    expect(findSession(key, later(30 * DAY - 1))).toBeDefined();
    expect(findSession(key, later(30 * DAY))).toBeUndefined();
  });

  it("writes the time of a visit at most every five minutes", () => {
    const gil = person("Gil");
    const key = begin(gil.id);
    const seenAt = () => db.select().from(sessions).where(eq(sessions.accountId, gil.id)).get()?.seenAt;
    findSession(key, later(300));
    expect(seenAt()).toEqual(NOW);
    const gia = person("Gia");
    begin(gia.id);
    findSession(key, later(301));
    expect(seenAt()).toEqual(later(301));
    expect(db.select().from(sessions).where(eq(sessions.accountId, gia.id)).get()?.seenAt).toEqual(NOW);
  });

  it("is gone once it is ended; the others of the same person stay", () => {
    const hal = person("Hal");
    const [one, other] = [begin(hal.id), begin(hal.id)];
    endSession(one);
    expect(findSession(one, NOW)).toBeUndefined();
    expect(findSession(other, NOW)).toBeDefined();
    endSession("a key nobody has");
  });

  it("all of a person’s can be ended, but for the one in hand, their access tokens too, and nobody else’s", () => {
    const [ida, jo] = [person("Ida"), person("Jo")];
    const [one, two, three] = [begin(ida.id), begin(ida.id), begin(ida.id)];
    const others = begin(jo.id);
    const given = { createdAt: NOW, expiresAt: later(DAY) };
    for (const accountId of [ida.id, jo.id])
      db.insert(accessTokens)
        .values({ keyHash: `of ${accountId}`, accountId, ...given })
        .run();
    const inHand = findSession(two, NOW)?.sessionId;
    db.transaction((tx) => endSessionsOf(tx, ida.id, inHand));
    expect([one, two, three].map((key) => findSession(key, NOW) !== undefined)).toEqual([false, true, false]);
    db.transaction((tx) => endSessionsOf(tx, ida.id));
    expect(findSession(two, NOW)).toBeUndefined();
    expect(findSession(others, NOW)).toBeDefined();
    expect(db.select().from(accessTokens).all()).toMatchObject([{ accountId: jo.id }]);
  });

  it.each(["suspended", "inactive"] as const)("of an account that is %s is gone with the next request", (status) => {
    const kim = person("Kim");
    const key = begin(kim.id);
    db.update(accounts).set({ status }).where(eq(accounts.id, kim.id)).run();
    expect(findSession(key, NOW)).toBeUndefined();
  });

  it("of an account whose address is not proven is nothing", () => {
    expect(findSession(begin(person("Lea", { emailVerifiedAt: null }).id), NOW)).toBeUndefined();
  });

  it.each(["", "x", "' OR 1=1 --", "\u0000"])("with the key %j is nobody’s", (key) => {
    expect(findSession(key, NOW)).toBeUndefined();
  });
});
