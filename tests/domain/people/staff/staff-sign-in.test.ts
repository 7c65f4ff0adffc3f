import { hash } from "@node-rs/argon2";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { db, rawConnection } from "#db/client.server";
import { attempts, auditEvents, staff, staffSessions } from "#db/schema";
import { newDeviceToken } from "~/domain/people/accounts/devices.server";
import { staffSignInForm } from "~/domain/people/staff/forms";
import { changeRole, deactivateStaff } from "~/domain/people/staff/staff.server";
import { endStaffSession, findStaffSession } from "~/domain/people/staff/staff-sessions.server";
import { signInStaff } from "~/domain/people/staff/staff-sign-in.server";
import { later, NOW } from "../../../support/people";
import { codeAt, colleague, STAFF_PASSWORD } from "./colleagues";

beforeEach(() => {
  db.delete(attempts).run();
});

type Colleague = Awaited<ReturnType<typeof colleague>>;

interface Given {
  password?: string;
  code?: string;
  at?: Date;
  from?: string;
  marks?: string[];
}

function attempt({ email, secret }: Pick<Colleague, "email" | "secret">, given: Given = {}) {
  const { password = STAFF_PASSWORD, at = NOW, from = "192.0.2.1", marks } = given;
  const code = given.code ?? codeAt(secret, at);
  return signInStaff({ email, password, code, clientAddress: from, deviceTokens: marks }, at);
}

async function keyOf(person: Colleague, at = NOW): Promise<string> {
  const entered = await attempt(person, { at });
  if (!entered.ok) throw new Error(`Refused: ${entered.reason}.`);
  return entered.sessionKey;
}

const WRONG = { ok: false, reason: "wrong" };
const TOO_MANY = { ok: false, reason: "too_many" };

describe("the staff sign-in", () => {
  it("opens with e-mail, password and code, and writes it down", async () => {
    const joan = await colleague("super_admin");
    const key = await keyOf({ ...joan, email: joan.email.toUpperCase() });
    expect(findStaffSession(key, NOW)).toEqual({
      staffId: joan.id,
      name: expect.stringContaining("super_admin"),
      email: joan.email,
      role: "super_admin",
    });
    const written = db.select().from(auditEvents).where(eq(auditEvents.staffId, joan.id)).all();
    expect(written).toMatchObject([{ action: "staff.sign_in", objectType: "staff", objectId: joan.id }]);
  });

  it.each<[string, Given]>([
    ["a wrong password", { password: "Kettle-and-stamps-8" }],
    ["no password", { password: "" }],
    ["a wrong code", { code: "000000" }],
    ["no code", { code: "" }],
    ["a code of letters", { code: "abcdef" }],
    ["a code that is a number otherwise", { code: "1e5" }],
    ["a code of a thousand digits", { code: "1".repeat(1000) }],
  ])("stays shut for %s, with one answer for all", async (_, given) => {
    expect(await attempt(await colleague("support"), given)).toEqual(WRONG);
  });

  it("stays shut for people it does not know, and for those without a password or a second factor", async () => {
    const sunil = await colleague("moderator");
    expect(await attempt({ ...sunil, email: "nobody@loop.example" })).toEqual(WRONG);
    expect(await attempt({ ...sunil, email: "' OR 1=1 --" })).toEqual(WRONG);
    db.update(staff).set({ totpSealed: null }).where(eq(staff.id, sunil.id)).run();
    expect(await attempt(sunil)).toEqual(WRONG);
    const ruth = await colleague("moderator");
    db.update(staff).set({ passwordHash: null }).where(eq(staff.id, ruth.id)).run();
    expect(await attempt(ruth)).toEqual(WRONG);
    expect(await attempt(ruth, { password: "" })).toEqual(WRONG);
  });

  it("stays shut where the secret cannot be opened any more, and says so in the log", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const sunil = await colleague("moderator");
    db.update(staff).set({ totpSealed: "1.AAAA" }).where(eq(staff.id, sunil.id)).run();
    expect(await attempt(sunil)).toEqual(WRONG);
    expect(log.mock.calls.join()).toContain("second-factor-cannot-be-opened");
    log.mockRestore();
  });

  it("hashes a password of earlier years again", async () => {
    const joan = await colleague("support");
    const weaker = await hash(STAFF_PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    db.update(staff).set({ passwordHash: weaker }).where(eq(staff.id, joan.id)).run();
    await keyOf(joan);
    const row = db.select().from(staff).where(eq(staff.id, joan.id)).get();
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe("a code of the authenticator", () => {
  it.each([
    ["of the step before", -30, true],
    ["of two steps before", -60, false],
    ["of the step after", 30, true],
    ["of two steps after", 60, false],
  ])("%s: %i seconds off, opens: %s", async (_, seconds, opens) => {
    const joan = await colleague("support");
    const result = await attempt(joan, { code: codeAt(joan.secret, later(seconds)) });
    expect(result.ok).toBe(opens);
  });

  it("opens once, and none of a step before opens after it", async () => {
    const joan = await colleague("support");
    const code = codeAt(joan.secret, NOW);
    expect((await attempt(joan, { code })).ok).toBe(true);
    expect(await attempt(joan, { code })).toEqual(WRONG);
    expect(await attempt(joan, { code: codeAt(joan.secret, later(-30)) })).toEqual(WRONG);
    expect((await attempt(joan, { at: later(30) })).ok).toBe(true);
  });

  it.each<[string, Partial<typeof staff.$inferInsert>]>([
    ["left", { isActive: false }],
    ["got another password", { passwordHash: "another" }],
    ["got another authenticator", { totpSealed: "another" }],
  ])("opens nothing for somebody who %s while their password was compared", async (_, change) => {
    const sunil = await colleague("moderator");
    const opening = attempt(sunil);
    db.update(staff).set(change).where(eq(staff.id, sunil.id)).run();
    expect(await opening).toEqual(WRONG);
  });

  it("is used up for its owner alone, also where a colleague has the same password and secret", async () => {
    const [hal, bea] = [await colleague("support"), await colleague("support")];
    const rowOf = ({ id }: { id: string }) => db.select().from(staff).where(eq(staff.id, id)).get();
    const { passwordHash, totpSealed } = rowOf(hal) ?? {};
    db.update(staff).set({ passwordHash, totpSealed }).where(eq(staff.id, bea.id)).run();
    await keyOf(hal);
    expect([rowOf(bea)?.totpLastStep, rowOf(bea)?.lastSignedInAt]).toEqual([null, null]);
    expect((await attempt({ ...bea, secret: hal.secret })).ok).toBe(true);
  });

  it("sent ten times at once opens once", async () => {
    const joan = await colleague("support");
    const code = codeAt(joan.secret, NOW);
    const results = await Promise.all(Array.from({ length: 10 }, () => attempt(joan, { code })));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it("is not used up by a wrong password", async () => {
    const joan = await colleague("support");
    const code = codeAt(joan.secret, NOW);
    expect(await attempt(joan, { code, password: "wrong" })).toEqual(WRONG);
    expect((await attempt(joan, { code })).ok).toBe(true);
  });

  it("may have spaces in it", async () => {
    const joan = await colleague("support");
    const code = codeAt(joan.secret, NOW);
    expect((await attempt(joan, { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })).ok).toBe(true);
  });
});

describe("guessing at the staff sign-in", () => {
  it("ends after ten for one person, while their own browser still opens it", async () => {
    const joan = await colleague("super_admin");
    for (let guess = 0; guess < 10; guess += 1) {
      expect(await attempt(joan, { password: "x", from: `203.0.113.${guess}` })).toEqual(WRONG);
    }
    expect(await attempt(joan, { from: "203.0.113.99" })).toEqual(TOO_MANY);
    const passwordHash = db.select().from(staff).where(eq(staff.id, joan.id)).get()?.passwordHash ?? "";
    const marks = [newDeviceToken({ id: joan.id, passwordHash })];
    expect((await attempt(joan, { marks })).ok).toBe(true);
    expect(await attempt(joan, { at: later(15 * 60 - 1) })).toEqual(TOO_MANY);
    expect((await attempt(joan, { at: later(15 * 60) })).ok).toBe(true);
  });

  it("from one address ends after thirty, for any accounts", async () => {
    const { secret } = await colleague("support");
    const guess = (place: number) => attempt({ email: `guess-${place}@loop.example`, secret });
    for (let place = 0; place < 30; place += 1) expect(await guess(place)).toEqual(WRONG);
    expect(await guess(30)).toEqual(TOO_MANY);
  });
});

describe("a session of the staff", () => {
  const MINUTE = 60;
  const HOUR = 60 * MINUTE;

  it("lapses after thirty minutes without a request, not a second earlier", async () => {
    const joan = await colleague("support");
    const key = await keyOf(joan);
    expect(findStaffSession(key, later(30 * MINUTE - 1))).toBeDefined();
    expect(findStaffSession(key, later(60 * MINUTE - 2))).toBeDefined();
    expect(findStaffSession(key, later(90 * MINUTE - 2))).toBeUndefined();
    const other = await keyOf(joan, later(MINUTE));
    expect(findStaffSession(other, later(31 * MINUTE))).toBeUndefined();
  });

  it("writes its last request down once a minute, so that pages rarely write", async () => {
    const joan = await colleague("support");
    const key = await keyOf(joan);
    const seenAt = () => db.select().from(staffSessions).where(eq(staffSessions.staffId, joan.id)).get()?.seenAt;
    findStaffSession(key, later(MINUTE));
    expect(seenAt()).toEqual(NOW);
    findStaffSession(key, later(MINUTE + 1));
    expect(seenAt()).toEqual(later(MINUTE + 1));
  });

  it("lapses after eight hours however busy, not a second earlier", async () => {
    const key = await keyOf(await colleague("support"));
    for (let minute = 20; minute < 480; minute += 20) {
      expect(findStaffSession(key, later(minute * MINUTE)), `${minute}`).toBeDefined();
    }
    expect(findStaffSession(key, later(8 * HOUR - 1))).toBeDefined();
    expect(findStaffSession(key, later(8 * HOUR))).toBeUndefined();
  });

  it("has a key of 256 random bits that is nowhere in the database", async () => {
    const key = await keyOf(await colleague("support"));
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(rawConnection().serialize().toString("latin1")).not.toContain(key);
  });

  it("is gone once it is ended, which is written down, and once only", async () => {
    const joan = await colleague("support");
    const key = await keyOf(joan);
    endStaffSession(key, NOW);
    endStaffSession(key, NOW);
    expect(findStaffSession(key, NOW)).toBeUndefined();
    const written = db.select().from(auditEvents).where(eq(auditEvents.staffId, joan.id)).all();
    expect(written.map(({ action }) => action)).toEqual(["staff.sign_in", "staff.sign_out"]);
  });

  it("ends at once for somebody who leaves or gets another role", async () => {
    const [joan, sunil] = [await colleague("support"), await colleague("moderator")];
    const [one, other] = [await keyOf(joan), await keyOf(sunil)];
    deactivateStaff({ staffId: joan.id, reason: "Has left" }, null, NOW);
    changeRole({ staffId: sunil.id, role: "support", reason: "Has moved" }, null, NOW);
    expect(findStaffSession(one, NOW)).toBeUndefined();
    expect(findStaffSession(other, NOW)).toBeUndefined();
    expect(await attempt(joan, { at: later(60) })).toEqual(WRONG);
    const again = await keyOf(sunil, later(60));
    expect(findStaffSession(again, later(60))?.role).toBe("support");
  });

  it("has the role of the database, not the one it began with", async () => {
    const joan = await colleague("support");
    const key = await keyOf(joan);
    db.update(staff).set({ role: "analyst" }).where(eq(staff.id, joan.id)).run();
    expect(findStaffSession(key, later(1))?.role).toBe("analyst");
    db.update(staff).set({ isActive: false }).where(eq(staff.id, joan.id)).run();
    expect(findStaffSession(key, later(2))).toBeUndefined();
    expect(db.select().from(staffSessions).where(eq(staffSessions.staffId, joan.id)).all()).toHaveLength(1);
  });

  it.each(["", "x", "' OR 1=1 --", "\u0000"])("with the key %j is nobody’s", (key) => {
    expect(findStaffSession(key, NOW)).toBeUndefined();
  });
});

describe("what is typed to sign in as staff", () => {
  it.each([
    ["nothing", {}, "Please fill in all fields"],
    ["an empty code", { email: "a@b.c", password: "x", code: " " }, "Please fill in all fields"],
    ["five digits", { email: "a@b.c", password: "x", code: "12345" }, "Please enter the 6 digits"],
    ["a long password", { email: "a@b.c", password: "x".repeat(1001), code: "123456" }, "Login failed."],
  ])("%s is answered", (_, typed, sentence) => {
    const result = staffSignInForm.safeParse(typed);
    expect(result.error?.issues.map(({ message }) => message).join()).toContain(sentence);
  });

  it("in order goes through, the code without its spaces", () => {
    const typed = { email: " joan@loop.example ", password: " as typed ", code: "123 456" };
    expect(staffSignInForm.parse(typed)).toEqual({
      email: "joan@loop.example",
      password: " as typed ",
      code: "123456",
    });
  });
});
