import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { accessTokens, sessions } from "#db/schema";
import { accountById } from "~/domain/people/accounts/accounts.server";
import { changedPasswordProblem, passwordChangeForm } from "~/domain/people/accounts/forms";
import { changePassword } from "~/domain/people/accounts/password-change.server";
import { fitsPassword, hashPassword } from "~/domain/people/accounts/passwords.server";
import { beginSession, findSession } from "~/domain/people/accounts/sessions.server";
import { later, NOW, PASSWORD, person } from "../../../support/people";
import { emailsTo } from "./mailbox";

const NEW = "Willow-and-7-wrens";

let passwordHash = "";
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});

const makeTestAccount = (name: string) => person(name, { passwordHash });
const begin = (accountId: string) => db.transaction((tx) => beginSession(tx, accountId, null, NOW));
const change = (accountId: string, currentPassword: string, now = later(60)) =>
  changePassword({ accountId, currentPassword, newPassword: NEW, userAgent: "Loop tests" }, now);

function giveToken(accountId: string, keyHash: string) {
  db.insert(accessTokens)
    .values({ keyHash, accountId, createdAt: NOW, expiresAt: later(86_400) })
    .run();
}

describe("a new password", () => {
  it("ends five sessions and two API clients, and begins one session with a new key", async () => {
    const ada = makeTestAccount("Ada");
    const keys = Array.from({ length: 5 }, () => begin(ada.id));
    giveToken(ada.id, "one");
    giveToken(ada.id, "two");
    const changed = await change(ada.id, PASSWORD);
    if (!changed.ok) throw new Error(changed.reason);
    expect(keys.map((key) => findSession(key, later(61)))).toEqual(keys.map(() => undefined));
    expect(findSession(changed.sessionKey, later(61))?.accountId).toBe(ada.id);
    expect(db.select().from(accessTokens).where(eq(accessTokens.accountId, ada.id)).all()).toEqual([]);
    const digest = accountById(ada.id)?.passwordHash ?? null;
    expect([await fitsPassword(NEW, digest), await fitsPassword(PASSWORD, digest)]).toEqual([true, false]);
  });

  it("is told by one email each time", async () => {
    const cid = makeTestAccount("Cid");
    await change(cid.id, PASSWORD);
    await change(cid.id, NEW, later(120));
    expect(emailsTo(cid.email).map(({ kind }) => kind)).toEqual(["password_changed", "password_changed"]);
  });

  it("is not had with a wrong one, and nothing changes", async () => {
    const dan = makeTestAccount("Dan");
    const key = begin(dan.id);
    expect(await change(dan.id, "guess")).toEqual({ ok: false, reason: "wrong_password" });
    expect(accountById(dan.id)).toMatchObject({ passwordHash, updatedAt: NOW });
    expect(findSession(key, later(61))).toBeDefined();
    expect(emailsTo(dan.email)).toEqual([]);
  });

  it("can be tried for ten times in a quarter of an hour", async () => {
    const eva = makeTestAccount("Eva");
    for (let time = 0; time < 10; time += 1) {
      expect(await change(eva.id, "guess", NOW)).toEqual({ ok: false, reason: "wrong_password" });
    }
    expect(await change(eva.id, PASSWORD, later(899))).toEqual({ ok: false, reason: "too_many_guesses" });
    expect(await change(eva.id, PASSWORD, later(900))).toMatchObject({ ok: true });
    expect(db.select().from(sessions).where(eq(sessions.accountId, eva.id)).all()).toHaveLength(1);
  });
});

describe("the form for a new password", () => {
  it.each([
    ["Aa1!567", "New password must be at least 8 characters long"],
    ["Aa1!5678", null],
    [`Aa1!${"x".repeat(124)}`, null],
    [`Aa1!${"x".repeat(125)}`, "New password must be 128 characters or less"],
    ["aa1!5678", "Password must contain uppercase, lowercase, number, and special character"],
    ["Aabcdefg", "Password must contain uppercase, lowercase, number, and special character"],
  ])("says of %s: %s", (password, sentence) => {
    expect(changedPasswordProblem(password)).toBe(sentence);
  });

  it("says together what is wrong with each field", () => {
    const read = passwordChangeForm.safeParse({ newPassword: "short", confirmPassword: "other" });
    expect(read.error?.issues.map(({ path, message }) => [path.join(), message])).toEqual([
      ["currentPassword", "Current password is required"],
      ["newPassword", "New password must be at least 8 characters long"],
      ["confirmPassword", "New passwords do not match"],
    ]);
  });
});
