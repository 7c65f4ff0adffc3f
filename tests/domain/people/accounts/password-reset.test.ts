import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, rawConnection } from "#db/client.server";
import { oneTimeCodes } from "#db/schema";
import { accountById } from "~/domain/people/accounts/accounts.server";
import { makeCode, tryCode } from "~/domain/people/accounts/codes.server";
import { openResetLink, requestPasswordReset, resetPassword } from "~/domain/people/accounts/password-reset.server";
import { fitsPassword } from "~/domain/people/accounts/passwords.server";
import { beginSession, findSession } from "~/domain/people/accounts/sessions.server";
import { later, NOW, person } from "../../../support/people";
import { emailsTo } from "./mailbox";

const NEW = "Willow-and-7-wrens";
const HALF_AN_HOUR = 1_800;

let clients = 0;
function request(email: string, now = NOW): string {
  clients += 1;
  expect(requestPasswordReset(email, `client ${clients}`, now)).toBe(true);
  return tokenTo(email);
}

const tokenTo = (email: string) => /token=([\w-]+)/.exec(emailsTo(email).at(-1)?.textBody ?? "")?.[1] ?? "";
const INVALID = { ok: false, reason: "invalid_link" };

describe("a link for a new password", () => {
  it("sets it for its owner alone, once, and signs out every browser of theirs and nobody else’s", async () => {
    const [ada, ben] = [person("Ada"), person("Ben")];
    const [hers, his] = [ada, ben].map(({ id }) => db.transaction((tx) => beginSession(tx, id, null, NOW)));
    request(ada.email.toUpperCase());
    const [mine, other] = [tokenTo(ada.email), request(ben.email)];
    expect(openResetLink(mine, later(1))).toEqual({ email: ada.email });
    expect(await resetPassword("a token nobody has", NEW, later(1))).toEqual(INVALID);
    expect(await resetPassword(mine, NEW, later(2))).toEqual({ ok: true, accountId: ada.id });
    expect(await resetPassword(mine, NEW, later(3))).toEqual(INVALID);
    expect(openResetLink(mine, later(3))).toBeUndefined();
    expect(await fitsPassword(NEW, accountById(ada.id)?.passwordHash ?? null)).toBe(true);
    expect(accountById(ben.id)?.passwordHash).toBe(ben.passwordHash);
    expect([hers, his].map((key) => findSession(key ?? "", later(3))?.accountId)).toEqual([undefined, ben.id]);
    expect(openResetLink(other, later(3))).toEqual({ email: ben.email });
    expect([ada, ben].map(({ email }) => emailsTo(email).map(({ kind }) => kind))).toEqual([
      ["password_reset", "password_changed"],
      ["password_reset"],
    ]);
  });

  it("works for half an hour, not a second longer", async () => {
    const cid = person("Cid");
    const token = request(cid.email);
    expect(openResetLink(token, later(HALF_AN_HOUR - 1))).toBeDefined();
    expect(openResetLink(token, later(HALF_AN_HOUR))).toBeUndefined();
    expect(await resetPassword(token, NEW, later(HALF_AN_HOUR))).toEqual(INVALID);
  });

  it("is void once a newer one is sent, which voids nobody else’s and no code", () => {
    const [dan, dora] = [person("Dan"), person("Dora")];
    const code = db.transaction((tx) =>
      makeCode(tx, { accountId: dan.id, purpose: "change_email", sentTo: "dan.new@example.org", now: NOW }),
    );
    const [older, hers, newer] = [request(dan.email), request(dora.email), request(dan.email, later(1))];
    expect([older, newer, hers].map((token) => openResetLink(token, later(2))?.email)).toEqual([
      ...[undefined, dan.email, dora.email],
    ]);
    const tried = { accountId: dan.id, purpose: "change_email", code, now: later(2) } as const;
    expect(db.transaction((tx) => tryCode(tx, tried))).toBe(true);
  });

  it("is no code of another purpose", async () => {
    const eva = person("Eva");
    const token = request(eva.email);
    db.update(oneTimeCodes).set({ purpose: "verify_email" }).where(eq(oneTimeCodes.accountId, eva.id)).run();
    expect(openResetLink(token, later(1))).toBeUndefined();
    expect(await resetPassword(token, NEW, later(1))).toEqual(INVALID);
  });
});

describe("asking for a link", () => {
  it("sends one to nobody who has no account in use, and responds the same", () => {
    const suspended = person("Finn", { status: "suspended" });
    for (const email of ["stranger@example.org", suspended.email]) request(email);
    expect([...emailsTo("stranger@example.org"), ...emailsTo(suspended.email)]).toEqual([]);
    expect(emailsTo("nobody@nowhere.invalid")).toEqual([]);
  });

  it("sends two while the first still works, and three in an hour", () => {
    const gil = person("Gil");
    for (const seconds of [0, 1, 2, 1_799]) request(gil.email, later(seconds));
    expect(emailsTo(gil.email)).toHaveLength(2);
    for (const seconds of [1_801, 1_802, 1_803]) request(gil.email, later(seconds));
    expect(emailsTo(gil.email)).toHaveLength(3);
  });

  it("is refused to a client that has asked ten times in an hour, whatever the addresses", () => {
    const hal = person("Hal");
    const ask = (email: string, seconds: number) => requestPasswordReset(email, "one client", later(seconds));
    for (let time = 0; time < 10; time += 1) expect(ask(`stranger${time}@example.org`, time)).toBe(true);
    expect(ask(hal.email, 10)).toBe(false);
    expect(emailsTo(hal.email)).toEqual([]);
    expect(ask(hal.email, 3_600)).toBe(true);
  });

  it("fails aloud where the email cannot be written", () => {
    const ida = person("Ida");
    rawConnection().exec("CREATE TEMP TRIGGER broken BEFORE INSERT ON emails BEGIN SELECT RAISE(ABORT, 'full'); END");
    expect(() => requestPasswordReset(ida.email, "another client", NOW)).toThrow("full");
    rawConnection().exec("DROP TRIGGER temp.broken");
  });
});
