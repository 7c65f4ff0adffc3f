import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { accounts, alarms, attempts } from "#db/schema";
import { registerAccount, verifyEmail } from "~/domain/people/accounts/accounts.server";
import { saveGuest } from "~/domain/people/accounts/guests.server";
import { hashPassword } from "~/domain/people/accounts/passwords.server";
import { findSession } from "~/domain/people/accounts/sessions.server";
import { signIn } from "~/domain/people/accounts/sign-in.server";
import { later, NOW, PASSWORD, person, registrationOf } from "../../../support/people";
import { codeIn } from "./mailbox";

const QUARTER = 15 * 60;
let passwordHash = "";
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});
beforeEach(() => {
  db.delete(attempts).run();
});

const owner = (name: string, given = {}) => person(name, { passwordHash, ...given });

function attempt(email: string, password: string, { now = NOW, from = "192.0.2.1" } = {}) {
  return signIn({ email, password, clientAddress: from, userAgent: "a browser" }, now);
}

describe("signing in", () => {
  it("with the right password begins a session", async () => {
    const ada = owner("Ada");
    const result = await attempt(ada.email.toUpperCase(), PASSWORD);
    if (!result.ok) throw new Error(`Refused: ${result.reason}.`);
    expect(findSession(result.sessionKey, NOW)).toMatchObject({ accountId: ada.id });
  });

  it("treats a wrong password and an unknown address alike, also of a suspended account", async () => {
    const ben = owner("Ben");
    const suspended = owner("Cid", { status: "suspended" });
    const wrong = { ok: false, reason: "wrong" };
    expect(await attempt(ben.email, "Wrong-42-finches")).toEqual(wrong);
    expect(await attempt("nobody@example.com", PASSWORD)).toEqual(wrong);
    expect(await attempt(suspended.email, "Wrong-42-finches")).toEqual(wrong);
    expect(await attempt(suspended.email, PASSWORD)).toEqual({ ok: false, reason: "suspended" });
    expect(await attempt("", "")).toEqual(wrong);
    expect(await attempt("' OR 1=1 --", "x")).toEqual(wrong);
  });

  it("tells a newcomer who has not proven the address so, but only with the right password", async () => {
    const { accountId } = await registerAccount(registrationOf("dora@example.com"), NOW);
    expect(await attempt("dora@example.com", PASSWORD)).toEqual({
      ok: false,
      reason: "unverified",
      accountId,
    });
    expect(await attempt("dora@example.com", "Wrong-42-finches")).toEqual({ ok: false, reason: "wrong" });
  });

  it.each([{ status: "suspended" }, { status: "inactive" }, { passwordHash: "another" }] as const)(
    "opens nothing where the account becomes %j while its password is compared",
    async (change) => {
      const eli = owner("Eli");
      const signingIn = attempt(eli.email, PASSWORD);
      db.update(accounts).set(change).where(eq(accounts.id, eli.id)).run();
      expect(await signingIn).toEqual({ ok: false, reason: "wrong" });
    },
  );

  it("finds a registration behind those that buy as guests with its address, and nobody else’s", async () => {
    const { accountId } = await registerAccount(registrationOf("busy@example.com"), NOW);
    for (const basketKey of ["one", "two", "three"])
      saveGuest(
        { guestId: undefined, basketKey },
        { email: "busy@example.com", firstName: "", lastName: "" },
        later(1),
      );
    expect(await attempt("busy@example.com", PASSWORD)).toEqual({ ok: false, reason: "unverified", accountId });
    expect(await attempt("not-busy@example.com", PASSWORD)).toEqual({ ok: false, reason: "wrong" });
  });

  it("with the password of an older registration leads to that one, among the newest three", async () => {
    const email = "dot@example.com";
    const made = [];
    for (const [place, password] of [
      "First-11-words",
      "Second-22-words",
      "Third-33-words",
      "Fourth-44-words",
    ].entries()) {
      made.push(await registerAccount(registrationOf(email, { password, confirmPassword: password }), later(place)));
    }
    const [, second, , fourth] = made;
    expect(await attempt(email, "Second-22-words")).toMatchObject({ accountId: second?.accountId });
    expect(await attempt(email, "Fourth-44-words")).toMatchObject({ accountId: fourth?.accountId });
    expect(await attempt(email, "First-11-words")).toEqual({ ok: false, reason: "wrong" });
  });

  it("with a password that two registrations share leads to the newer", async () => {
    await registerAccount(registrationOf("dee@example.com"), NOW);
    const { accountId } = await registerAccount(registrationOf("dee@example.com"), later(1));
    expect(await attempt("dee@example.com", PASSWORD)).toMatchObject({ reason: "unverified", accountId });
  });

  it("with the password of a registration that was never proven is wrong where the address is somebody’s", async () => {
    const eve = owner("Eve");
    const planted = { password: "Planted-99-words", confirmPassword: "Planted-99-words" };
    await registerAccount(registrationOf(eve.email, planted), NOW);
    expect(await attempt(eve.email, "Planted-99-words")).toEqual({ ok: false, reason: "wrong" });
    expect((await attempt(eve.email, PASSWORD)).ok).toBe(true);
  });

  it("works with the password of the registration that was proven, not of another", async () => {
    const email = "finn@example.com";
    const others = { password: "Others-77-words", confirmPassword: "Others-77-words" };
    await registerAccount(registrationOf(email, others), NOW);
    const own = await registerAccount(registrationOf(email), later(1));
    verifyEmail({ accountId: own.accountId, code: codeIn(email), userAgent: null }, later(2));
    expect((await attempt(email, PASSWORD)).ok).toBe(true);
    expect(await attempt(email, "Others-77-words")).toEqual({ ok: false, reason: "wrong" });
  });
});

describe("guessing", () => {
  it("ends after ten wrong passwords for one account within a quarter of an hour, also for the right one", async () => {
    const gil = owner("Gil");
    for (let tries = 0; tries < 10; tries += 1) {
      expect(await attempt(gil.email, `Wrong-${tries}-finches`, { from: `192.0.2.${tries}` })).toMatchObject({
        reason: "wrong",
      });
    }
    expect(await attempt(gil.email, PASSWORD)).toEqual({ ok: false, reason: "too_many" });
    expect(await attempt(gil.email, PASSWORD, { now: later(QUARTER - 1) })).toMatchObject({
      reason: "too_many",
    });
    expect((await attempt(gil.email, PASSWORD, { now: later(QUARTER) })).ok).toBe(true);
  });

  it("ends for an address nobody has just the same", async () => {
    const results = [];
    for (let tries = 0; tries < 11; tries += 1) results.push(await attempt("nobody@example.com", "x"));
    expect(results.slice(0, 10)).toEqual(Array(10).fill({ ok: false, reason: "wrong" }));
    expect(results[10]).toEqual({ ok: false, reason: "too_many" });
  });

  it("at thirty passwords at once has ten of them looked at", async () => {
    const hal = owner("Hal");
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, index) => attempt(hal.email, `Wrong-${index}-finches`)),
    );
    const reasons = results.map((result) => (result.ok ? "ok" : result.reason));
    expect(reasons.filter((reason) => reason === "wrong")).toHaveLength(10);
    expect(reasons.filter((reason) => reason === "too_many")).toHaveLength(20);
  });

  it("from one address ends after thirty, for any accounts", async () => {
    const results = await Promise.all(
      Array.from({ length: 32 }, (_, index) => attempt(`guess-${index}@example.com`, "x")),
    );
    expect(results.filter((result) => !result.ok && result.reason === "wrong")).toHaveLength(30);
    expect(results.slice(30)).toEqual(Array(2).fill({ ok: false, reason: "too_many" }));
    expect(await attempt("guess-99@example.com", "x", { from: "192.0.2.9" })).toMatchObject({
      reason: "wrong",
    });
  });

  it("gains nothing by the owner’s signing in: nine wrong ones and then the right one leave one more", async () => {
    const ida = owner("Ida");
    for (let tries = 0; tries < 9; tries += 1) await attempt(ida.email, "wrong");
    expect((await attempt(ida.email, PASSWORD)).ok).toBe(true);
    const others = { from: "192.0.2.7" };
    expect(await attempt(ida.email, "wrong", others)).toMatchObject({ reason: "wrong" });
    expect(await attempt(ida.email, "wrong", others)).toMatchObject({ reason: "too_many" });
  });

  it("does not begin because many people of one office sign in rightly", async () => {
    const jo = owner("Jo");
    for (let times = 0; times < 31; times += 1) {
      expect((await attempt(jo.email, PASSWORD, { from: "198.51.100.1" })).ok).toBe(true);
    }
  });

  it("is not washed away by signing in to an account of one’s own between guesses", async () => {
    const own = owner("Kim");
    for (let tries = 0; tries < 30; tries += 1) {
      await attempt(`victim-${tries}@example.com`, "x", { from: "203.0.113.5" });
      if (tries % 10 === 0) await attempt(own.email, PASSWORD, { from: "203.0.113.5" });
    }
    expect(await attempt("victim-31@example.com", "x", { from: "203.0.113.5" })).toEqual({
      ok: false,
      reason: "too_many",
    });
  });
});

describe("two accounts that proved one mailbox before addresses had one form", () => {
  it("are told apart by their passwords, and staff hear of them", async () => {
    const email = "ann@xn--bcher-kva.example";
    const first = owner("Ann", { email });
    const second = person("Ann", {
      email: "ann@bücher.example",
      passwordHash: await hashPassword("Seven-finches-3"),
    });
    const opened = async (password: string) => {
      const result = await attempt(email, password);
      return result.ok ? findSession(result.sessionKey, NOW)?.accountId : result.reason;
    };
    const alarmed = () => db.select({ of: alarms.objectId }).from(alarms).where(eq(alarms.kind, "two_accounts")).all();
    expect(await opened(PASSWORD)).toBe(first.id);
    expect(alarmed()).toEqual([]);
    expect(await opened("Seven-finches-3")).toBe(second.id);
    expect(alarmed()).toEqual([{ of: second.id }]);
    expect(await opened("Eight-finches-1")).toBe("wrong");
  });
});
