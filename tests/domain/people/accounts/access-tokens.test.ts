import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { beginAccess, endAccess, findAccess, verifyEmailByApi } from "~/domain/people/accounts/access-tokens.server";
import { accountById, registerAccount } from "~/domain/people/accounts/accounts.server";
import { later, NOW, person, registrationOf } from "../../../support/people";
import { codeIn, wrongCode } from "./mailbox";

const begin = (accountId: string, now = NOW) => db.transaction((tx) => beginAccess(tx, accountId, now));

describe("an access token", () => {
  it("opens its own account and no other, and notes when its owner signed in", () => {
    const [ada, ben] = [person("Ada"), person("Ben")];
    const [hers, his] = [begin(ada.id, later(7)), begin(ben.id)];
    expect(findAccess(hers, later(8))).toMatchObject({ accountId: ada.id, email: ada.email });
    expect(findAccess(his, later(8))).toMatchObject({ accountId: ben.id, email: ben.email });
    expect(findAccess("a token nobody has", later(8))).toBeUndefined();
    expect([ada, ben].map(({ id }) => accountById(id)?.lastSignedInAt)).toEqual([later(7), NOW]);
  });

  it("lives thirty days, not a second longer", () => {
    const token = begin(person("Cid").id);
    expect(findAccess(token, later(30 * 86_400 - 1))).toBeDefined();
    expect(findAccess(token, later(30 * 86_400))).toBeUndefined();
  });

  it.each([{ status: "suspended" }, { status: "inactive" }, { emailVerifiedAt: null }] as const)(
    "of an account with %j opens nothing",
    (given) => {
      expect(findAccess(begin(person("Dan", given).id), NOW)).toBeUndefined();
    },
  );

  it("that is ended opens nothing; the others stay", () => {
    const [eva, finn] = [person("Eva"), person("Finn")];
    const [ended, ...others] = [begin(eva.id), begin(eva.id), begin(finn.id)];
    endAccess(ended ?? "");
    expect(findAccess(ended ?? "", NOW)).toBeUndefined();
    expect(others.map((token) => findAccess(token, NOW)?.accountId)).toEqual([eva.id, finn.id]);
  });

  it("is given for the right code and for no other", async () => {
    const { accountId } = await registerAccount(registrationOf("gil@example.com"), NOW);
    const code = codeIn("gil@example.com");
    expect(verifyEmailByApi({ accountId, code: wrongCode(code) }, NOW)).toEqual({ ok: false, reason: "wrong_code" });
    const verified = verifyEmailByApi({ accountId, code }, NOW);
    expect(verified.ok && findAccess(verified.token, NOW)?.accountId).toBe(accountId);
  });
});
