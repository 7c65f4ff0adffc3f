import { and, eq, isNotNull } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { accounts, consents, emails } from "#db/schema";
import {
  accountById,
  registerAccount,
  resendCode,
  resendWait,
  verifiedAccountOf,
  verifyEmail,
} from "~/domain/people/accounts/accounts.server";
import { codesSent } from "~/domain/people/accounts/codes.server";
import { saveGuest } from "~/domain/people/accounts/guests.server";
import { findRegistration, unprovenRegistrationOf } from "~/domain/people/accounts/registrations.server";
import { findSession } from "~/domain/people/accounts/sessions.server";
import { later, NOW, PASSWORD, person, registrationOf } from "../../../support/people";
import { inProcesses } from "../../../support/processes";
import { codeIn, emailsTo } from "./mailbox";

const verify = (accountId: string, code: string, now = NOW) => verifyEmail({ accountId, code, userAgent: null }, now);

const HOUR = 3600;
const DAY = 24 * HOUR;

describe("registering", () => {
  it("keeps the person with a digest of the password, not proven, and writes one email with a code", async () => {
    const { accountId } = await registerAccount(registrationOf("new@example.com"), NOW);
    const account = accountById(accountId);
    expect(account).toMatchObject({
      email: "new@example.com",
      firstName: "Margaret",
      emailVerifiedAt: null,
      status: "active",
      isTest: false,
      termsAcceptedAt: NOW,
    });
    expect(account?.passwordHash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(account)).not.toContain(PASSWORD);
    expect(emailsTo("new@example.com")).toHaveLength(1);
    expect(codeIn("new@example.com")).toMatch(/^\d{6}$/);
  });

  it("writes down a yes to emails with the words that were shown, and nothing for no answer", async () => {
    await registerAccount(registrationOf("yes@example.com", { marketingOptIn: true }), NOW);
    const no = await registerAccount(registrationOf("no@example.com"), NOW);
    expect(db.select().from(consents).all()).toMatchObject([
      {
        given: true,
        kind: "marketing",
        wording: "Send me the occasional email about new loops and offers",
        source: "register",
      },
    ]);
    expect(db.select().from(consents).where(eq(consents.accountId, no.accountId)).all()).toEqual([]);
  });

  it("treats a known and an unknown address alike, with one email each; only the emails differ", async () => {
    const owner = person("Ruth");
    const known = await registerAccount(registrationOf(owner.email), NOW);
    const unknown = await registerAccount(registrationOf("nobody-yet@example.com"), NOW);
    expect(Object.keys(known)).toEqual(Object.keys(unknown));
    expect(known.accountId).toHaveLength(unknown.accountId.length);
    expect(known.accountId).not.toBe(owner.id);
    expect(resendWait(known.accountId, NOW)).toBe(resendWait(unknown.accountId, NOW));

    const [toOwner, ...more] = emailsTo(owner.email);
    expect(more).toEqual([]);
    expect(toOwner).toMatchObject({ kind: "account_exists", accountId: owner.id });
    expect(toOwner?.textBody).not.toMatch(/\b\d{6}\b/);
    expect(toOwner?.textBody).toContain("http://localhost:3000/forgot-password");
    expect(toOwner?.textBody).toContain(owner.firstName);
    expect(emailsTo("nobody-yet@example.com").map((message) => message.kind)).toEqual(["verification_code"]);
  });

  it("tells the owner of an address once an hour, however often somebody tries it", async () => {
    const owner = person("Sam");
    for (let times = 0; times < 4; times += 1) await registerAccount(registrationOf(owner.email), NOW);
    expect(emailsTo(owner.email)).toHaveLength(1);
    await registerAccount(registrationOf(owner.email), later(HOUR));
    expect(emailsTo(owner.email)).toHaveLength(2);
  });

  it("changes nothing about the account that has the address already", async () => {
    const owner = person("Tess");
    const planted = await registerAccount(registrationOf(owner.email, { firstName: "Mallory" }), NOW);
    expect(accountById(owner.id)).toEqual(owner);
    expect(accountById(planted.accountId)?.emailVerifiedAt).toBeNull();
  });

  it("cannot take over a proven address, not even with the right code", async () => {
    const email = "uma@example.com";
    const planted = await registerAccount(registrationOf(email, { firstName: "Mallory" }), NOW);
    const plantedCode = codeIn(email);
    const own = await registerAccount(registrationOf(email, { firstName: "Uma" }), later(1));
    expect(verify(own.accountId, codeIn(email)).ok).toBe(true);
    expect(verify(planted.accountId, plantedCode)).toEqual({ ok: false, reason: "wrong_code" });
    expect(verifiedAccountOf(email)?.id).toBe(own.accountId);
    const proven = and(eq(accounts.email, email), isNotNull(accounts.emailVerifiedAt));
    expect(db.select().from(accounts).where(proven).all()).toHaveLength(1);
  });

  it("sees one address in every case of A to Z", async () => {
    const owner = person("Vera", { email: "Vera.Novak@Example.com" });
    expect(verifiedAccountOf("vera.novak@example.COM")?.id).toBe(owner.id);
    await registerAccount(registrationOf("VERA.NOVAK@EXAMPLE.COM"), NOW);
    expect(emailsTo("VERA.NOVAK@EXAMPLE.COM")[0]?.kind).toBe("account_exists");
  });

  it("takes no sign for another: a Kelvin sign is no K, and an Ü stays its owner’s", () => {
    const kate = person("Kate", { email: "kate@example.com" });
    expect(verifiedAccountOf("\u212aate@example.com")).toBeUndefined();
    expect(verifiedAccountOf("KATE@example.com")?.id).toBe(kate.id);
    const ünal = person("Ünal", { email: "Ünal@example.com" });
    expect(verifiedAccountOf("Ünal@EXAMPLE.com")?.id).toBe(ünal.id);
  });
});

describe("registering again in the same browser", () => {
  it("replaces that registration, its consent and nobody else’s", async () => {
    const email = "again@example.com";
    const [mine, theirs] = [
      await registerAccount(registrationOf(email, { marketingOptIn: true }), NOW),
      await registerAccount(registrationOf(email, { firstName: "Neighbour", marketingOptIn: true }), NOW),
    ];
    const again = registrationOf(email.toUpperCase(), { firstName: "Maggie" });
    expect(await registerAccount(again, later(1), { earlier: mine.accountId })).toEqual(mine);
    const nameOf = (accountId: string) => unprovenRegistrationOf(accountId);
    expect(nameOf(mine.accountId)).toMatchObject({ firstName: "Maggie", marketingOptIn: false });
    expect(nameOf(theirs.accountId)).toMatchObject({ firstName: "Neighbour", marketingOptIn: true });
  });

  it("makes another one for another address, for a guest, and once the earlier one is proven", async () => {
    const earlier = await registerAccount(registrationOf("first@example.com"), NOW);
    const names = { email: "guest@example.com", firstName: "Gwen", lastName: "" };
    const guest = saveGuest({ guestId: undefined, basketKey: "paid" }, names, NOW);
    const proven = person("Pia");
    for (const [email, id] of [
      ["second@example.com", earlier.accountId],
      [names.email, guest],
      [proven.email, proven.id],
    ] as const) {
      const made = await registerAccount(registrationOf(email, { firstName: "New" }), later(1), { earlier: id });
      expect(made.accountId).not.toBe(id);
    }
    expect([earlier.accountId, guest, proven.id].map((id) => accountById(id)?.firstName)).toEqual([
      ...["Margaret", "Gwen", "Pia"],
    ]);
  });

  it("sends ten codes a day at most", async () => {
    const email = "often@example.com";
    const { accountId } = await registerAccount(registrationOf(email), NOW);
    for (let hour = 1; hour < 12; hour += 1)
      await registerAccount(registrationOf(email), later(hour * HOUR), { earlier: accountId });
    expect(codesSent(accountId, "verify_email", later(12 * HOUR)).today).toBe(10);
  });
});

describe("an unproven registration", () => {
  it("has what was typed, and is gone once it is proven", async () => {
    const typed = registrationOf("typed@example.com", { marketingOptIn: true });
    const { accountId } = await registerAccount(typed, NOW);
    const { firstName, lastName, email } = typed;
    expect(unprovenRegistrationOf(accountId)).toEqual({ firstName, lastName, email, marketingOptIn: true });
    db.update(accounts).set({ email: "other@example.com" }).where(eq(accounts.id, accountId)).run();
    expect(unprovenRegistrationOf(accountId)).toMatchObject({ marketingOptIn: false });
    expect([unprovenRegistrationOf(person("Owen").id), unprovenRegistrationOf("nobody")]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("is found by its id and address together, and by its address alone while there is one of the last day", async () => {
    const email = "sole@example.com";
    const { accountId } = await registerAccount(registrationOf(email), NOW);
    await registerAccount(registrationOf("another@example.com"), NOW);
    const find = (registration: string, of = email, at = NOW) => findRegistration({ email: of, registration }, at)?.id;
    expect([find(accountId), find("", email.toUpperCase()), find("", email, later(DAY - 0.001))]).toEqual(
      Array(3).fill(accountId),
    );
    expect([find(accountId, "another@example.com"), find("nobody"), find("", email, later(DAY))]).toEqual(
      Array(3).fill(undefined),
    );
    await registerAccount(registrationOf(email), NOW);
    expect([find(""), find(accountId), find(accountId, email, later(DAY))]).toEqual([undefined, accountId, accountId]);
    const proven = person("Quin");
    expect([find("", proven.email), find(proven.id, proven.email)]).toEqual([undefined, undefined]);
  });
});

describe("proving an address", () => {
  it("signs the person in", async () => {
    const { accountId } = await registerAccount(registrationOf("will@example.com"), NOW);
    const verified = verify(accountId, codeIn("will@example.com"));
    if (!verified.ok) throw new Error("The code was refused.");
    expect(findSession(verified.sessionKey, NOW)).toMatchObject({ accountId, email: "will@example.com" });
    expect(accountById(accountId)?.emailVerifiedAt).toEqual(NOW);
  });

  it("works once", async () => {
    const { accountId } = await registerAccount(registrationOf("xena@example.com"), NOW);
    const code = codeIn("xena@example.com");
    expect(verify(accountId, code).ok).toBe(true);
    expect(verify(accountId, code)).toEqual({ ok: false, reason: "wrong_code" });
  });

  it("treats a registration that never was like a wrong code", () => {
    expect(verify("00000000000000000000", "123456")).toEqual({ ok: false, reason: "wrong_code" });
  });
});

describe("asking for another code", () => {
  it("is possible after 120 seconds, not a second earlier", async () => {
    const { accountId } = await registerAccount(registrationOf("yuri@example.com"), NOW);
    expect(resendWait(accountId, NOW)).toBe(120);
    expect(resendCode(accountId, later(119))).toEqual({ ok: false, reason: "wait", waitSeconds: 1 });
    expect(resendCode(accountId, new Date(later(120).getTime() - 1))).toMatchObject({ reason: "wait" });
    expect(emailsTo("yuri@example.com")).toHaveLength(1);
    expect(resendWait(accountId, later(120))).toBe(0);
    expect(resendCode(accountId, later(120))).toEqual({ ok: true });
    expect(emailsTo("yuri@example.com")).toHaveLength(2);
    expect(resendWait(accountId, later(120))).toBe(120);
  });

  it("fifty times at once, from several processes, writes one email", async () => {
    const { accountId } = await registerAccount(registrationOf("zara@example.com"), NOW);
    const printed = await inProcesses(
      2,
      `import { resendCode } from "./app/domain/people/accounts/accounts.server";
       const now = new Date("${later(121).toISOString()}");
       await together();
       const answers = Array.from({ length: 25 }, () => resendCode("${accountId}", now).ok);
       console.log(answers.filter(Boolean).length);`,
    );
    expect(printed.map(Number).reduce((sum, sent) => sum + sent)).toBe(1);
    expect(emailsTo("zara@example.com")).toHaveLength(2);
  });

  it("says ten a day is the most", async () => {
    const { accountId } = await registerAccount(registrationOf("abel@example.com"), NOW);
    const results = Array.from({ length: 10 }, (_, index) => resendCode(accountId, later((index + 1) * HOUR)));
    expect(results.slice(0, 9)).toEqual(Array(9).fill({ ok: true }));
    expect(results[9]).toMatchObject({ ok: false, reason: "too_many" });
    expect(emailsTo("abel@example.com")).toHaveLength(10);
    expect(resendCode(accountId, later(DAY + 1))).toEqual({ ok: true });
  });

  it("writes nothing to an account that is proven, nor to one that is not there", async () => {
    const owner = person("Bea");
    expect(resendCode(owner.id, NOW)).toEqual({ ok: true });
    expect(emailsTo(owner.email)).toEqual([]);
    const before = db.select().from(emails).all().length;
    expect(resendCode("00000000000000000000", NOW)).toEqual({ ok: true });
    expect(db.select().from(emails).all()).toHaveLength(before);
  });
});

describe("somebody who floods a stranger’s mailbox", () => {
  it("gets the same responses, but five emails an hour are the most", async () => {
    const email = "stranger@example.com";
    const results = [];
    for (let times = 0; times < 8; times += 1) {
      results.push(await registerAccount(registrationOf(email), later(times)));
    }
    expect(new Set(results.map(({ accountId }) => accountId)).size).toBe(8);
    expect(emailsTo(email)).toHaveLength(5);
    for (const { accountId } of results) expect(resendCode(accountId, later(200))).toEqual({ ok: true });
    for (const { accountId } of results) expect(resendWait(accountId, later(200))).toBe(120);
    expect(emailsTo(email)).toHaveLength(5);
  });

  it("gets ten emails a day at most, in any spelling of the address", async () => {
    const email = "patient@example.com";
    let written = 0;
    for (let hour = 0; hour < 23; hour += 1) {
      for (const spelling of [email, "Patient@Example.com"]) {
        await registerAccount(registrationOf(spelling), later(hour * HOUR));
      }
      written = emailsTo(email).length + emailsTo("Patient@Example.com").length;
    }
    expect(written).toBe(10);
    await registerAccount(registrationOf(email), later(DAY + HOUR));
    expect(emailsTo(email).length + emailsTo("Patient@Example.com").length).toBe(11);
  });

  it("cannot guess at codes that were never sent, nor make the code that was sent void", async () => {
    const email = "careful@example.com";
    const own = await registerAccount(registrationOf(email), NOW);
    for (let times = 1; times < 5; times += 1) await registerAccount(registrationOf(email), later(times));
    const [first] = emailsTo(email);
    const code = /\b\d{6}\b/.exec(first?.textBody ?? "")?.[0] ?? "";
    expect(resendCode(own.accountId, later(300))).toEqual({ ok: true });
    expect(emailsTo(email)).toHaveLength(5);
    expect(verify(own.accountId, code, later(301)).ok).toBe(true);
  });

  it("leaves each other client its first email of the day", async () => {
    const email = "shared@example.com";
    for (let times = 0; times < 7; times += 1) await registerAccount(registrationOf(email), later(times));
    expect(emailsTo(email)).toHaveLength(5);
    for (const client of ["192.0.2.1", "192.0.2.1", "192.0.2.2"])
      await registerAccount(registrationOf(email), later(10), { client });
    expect(emailsTo(email)).toHaveLength(7);
  });

  it("does the same to the owner’s email as to a code", async () => {
    const owner = person("Carl");
    for (let hour = 0; hour < 14; hour += 1) {
      await registerAccount(registrationOf(owner.email), later(hour * HOUR));
    }
    expect(emailsTo(owner.email)).toHaveLength(10);
  });
});
