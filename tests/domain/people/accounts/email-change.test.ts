import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { accounts, oneTimeCodes } from "#db/schema";
import { accountById, registerAccount } from "~/domain/people/accounts/accounts.server";
import {
  askEmailChange,
  confirmEmailChange,
  hintOf,
  pendingEmailChange,
  requestEmailChange,
  resendEmailCode,
} from "~/domain/people/accounts/email-change.server";
import { openResetLink, requestPasswordReset } from "~/domain/people/accounts/password-reset.server";
import { hashPassword } from "~/domain/people/accounts/passwords.server";
import { signIn } from "~/domain/people/accounts/sign-in.server";
import { later, NOW, PASSWORD, person, registrationOf } from "../../../support/people";
import { codeIn, emailsTo, wrongCode } from "./mailbox";

let passwordHash = "";
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});

const makeTestAccount = (name: string) => person(name, { passwordHash });

const ask = (accountId: string, newEmail: string, now = NOW, currentPassword = PASSWORD) =>
  requestEmailChange({ accountId, newEmail, currentPassword }, now);

const signInAs = (email: string, now = NOW) =>
  signIn({ email, password: PASSWORD, clientAddress: `for ${email}`, userAgent: null }, now);

describe("asking for another address", () => {
  it("sends a code to the new one and changes nothing yet", async () => {
    const ada = makeTestAccount("Ada");
    expect(await ask(ada.id, "ada.new@example.org")).toEqual({ ok: true });
    expect(emailsTo("ada.new@example.org").map(({ kind }) => kind)).toEqual(["email_change_code"]);
    expect(emailsTo(ada.email)).toEqual([]);
    expect(accountById(ada.id)).toEqual(ada);
    expect(await signInAs(ada.email)).toMatchObject({ ok: true });
    expect(await signInAs("ada.new@example.org")).toEqual({ ok: false, reason: "wrong" });
    expect(pendingEmailChange(ada.id, NOW)).toEqual({ email: "ada.new@example.org", waitSeconds: 120 });
  });

  it("needs the password, and ten wrong ones in a quarter of an hour are the most", async () => {
    const ben = makeTestAccount("Ben");
    for (let time = 0; time < 10; time += 1) {
      expect(await ask(ben.id, "ben.new@example.org", NOW, "guess")).toMatchObject({
        reason: "wrong_password",
      });
    }
    expect(await ask(ben.id, "ben.new@example.org")).toEqual({ ok: false, reason: "too_many_guesses" });
    expect(emailsTo("ben.new@example.org")).toEqual([]);
    expect(await signInAs(ben.email)).toMatchObject({ ok: true });
    expect(await ask(ben.id, "ben.new@example.org", later(900))).toEqual({ ok: true });
  });

  it("for the one it has already is refused, in capitals too", async () => {
    const cid = makeTestAccount("Cid");
    expect(await ask(cid.id, cid.email.toUpperCase())).toEqual({ ok: false, reason: "same_address" });
  });

  it("twice for the same one sends one email", async () => {
    const dan = makeTestAccount("Dan");
    await ask(dan.id, "dan.new@example.org");
    expect(await ask(dan.id, "dan.new@example.org", later(60))).toEqual({ ok: true });
    expect(emailsTo("dan.new@example.org")).toHaveLength(1);
    expect(await ask(dan.id, "dan.new@example.org", later(120))).toEqual({ ok: true });
    expect(emailsTo("dan.new@example.org")).toHaveLength(2);
  });

  it("for a third one at once voids the code for the second", async () => {
    const eva = makeTestAccount("Eva");
    await ask(eva.id, "eva.typo@example.org");
    await ask(eva.id, "eva.new@example.org", later(30));
    expect(pendingEmailChange(eva.id, later(30))?.email).toBe("eva.new@example.org");
    const old = codeIn("eva.typo@example.org");
    if (old !== codeIn("eva.new@example.org")) {
      expect(confirmEmailChange(eva.id, old, later(40)).ok).toBe(false);
    }
    expect(confirmEmailChange(eva.id, codeIn("eva.new@example.org"), later(50))).toEqual({
      ok: true,
      email: "eva.new@example.org",
    });
  });

  it("is done ten times a day at most", async () => {
    const finn = makeTestAccount("Finn");
    for (let time = 0; time < 10; time += 1) {
      expect(await ask(finn.id, `finn${time}@example.org`, later(time))).toEqual({ ok: true });
    }
    expect(await ask(finn.id, "finn10@example.org", later(10))).toEqual({
      ok: false,
      reason: "too_many_codes",
    });
    expect(await ask(finn.id, "finn10@example.org", later(86_410))).toEqual({ ok: true });
  });

  it("for an account that is gone sends nothing", () => {
    askEmailChange({ accountId: "nobody", newEmail: "nobody.new@example.org", client: null }, NOW);
    expect(emailsTo("nobody.new@example.org")).toEqual([]);
  });

  it("is forgotten after an hour", async () => {
    const gil = makeTestAccount("Gil");
    await ask(gil.id, "gil.new@example.org");
    expect(pendingEmailChange(gil.id, later(3599))).toBeDefined();
    expect(pendingEmailChange(gil.id, later(3600))).toBeUndefined();
    expect(resendEmailCode(gil.id, later(3600))).toEqual({ ok: false, reason: "nothing_asked" });
  });
});

describe("an address that is somebody's already", () => {
  it("gets the same responses, its owner is notified once an hour, and no code is accepted", async () => {
    const [hal, ida] = [makeTestAccount("Hal"), makeTestAccount("Ida")];
    expect(await ask(hal.id, ida.email.toUpperCase())).toEqual({ ok: true });
    expect(pendingEmailChange(hal.id, NOW)).toEqual({ email: ida.email.toUpperCase(), waitSeconds: 120 });
    expect(resendEmailCode(hal.id, later(120))).toEqual({ ok: true });
    const emails = emailsTo(ida.email.toUpperCase());
    expect(emails.map(({ kind, accountId }) => [kind, accountId])).toEqual([["account_exists", ida.id]]);
    expect(emails[0]?.textBody).not.toMatch(/\d{6}/);
    expect(emails[0]?.textBody).not.toContain("Hal");
    expect(accountById(ida.id)).toEqual(ida);
  });

  it("cannot be taken when it was proven after the code was sent", async () => {
    const [jon, kay] = [makeTestAccount("Jon"), "kay@example.org"];
    await ask(jon.id, kay);
    const code = codeIn(kay);
    const proven = person("Kay", { email: "KAY@example.org" });
    expect(confirmEmailChange(jon.id, code, later(60))).toEqual({ ok: false, reason: "wrong_code" });
    expect(accountById(jon.id)?.email).toBe(jon.email);
    expect(accountById(proven.id)).toEqual(proven);
  });

  it("but was never proven can be taken by the person who proves it", async () => {
    const lea = makeTestAccount("Lea");
    await registerAccount(registrationOf("mia@example.org"), NOW);
    await ask(lea.id, "mia@example.org");
    const code = /\b\d{6}\b/.exec(
      emailsTo("mia@example.org").find(({ kind }) => kind === "email_change_code")?.textBody ?? "",
    )?.[0];
    expect(confirmEmailChange(lea.id, code ?? "", later(60))).toMatchObject({ ok: true });
  });
});

describe("the code", () => {
  it("makes the new address the account's, tells the old one, and keeps the person signed in", async () => {
    const nat = makeTestAccount("Nat");
    await ask(nat.id, "nat.new@example.org");
    expect(confirmEmailChange(nat.id, codeIn("nat.new@example.org"), later(60))).toMatchObject({ ok: true });
    expect(accountById(nat.id)).toMatchObject({ email: "nat.new@example.org", emailVerifiedAt: NOW });
    expect(await signInAs(nat.email)).toEqual({ ok: false, reason: "wrong" });
    expect(await signInAs("nat.new@example.org")).toMatchObject({ ok: true });
    const notices = emailsTo(nat.email);
    expect(notices.map(({ kind }) => kind)).toEqual(["email_changed"]);
    expect(notices[0]?.textBody).not.toContain("nat.new");
    expect(pendingEmailChange(nat.id, later(61))).toBeUndefined();
  });

  it("works once, within ten minutes, and five times may be tried", async () => {
    const [ola, pia] = [makeTestAccount("Ola"), makeTestAccount("Pia")];
    await ask(ola.id, "ola.new@example.org");
    const code = codeIn("ola.new@example.org");
    expect(confirmEmailChange(ola.id, code, later(600)).ok).toBe(false);
    expect(confirmEmailChange(ola.id, code, later(599)).ok).toBe(true);
    expect(confirmEmailChange(ola.id, code, later(599)).ok).toBe(false);
    await ask(pia.id, "pia.new@example.org");
    const other = codeIn("pia.new@example.org");
    for (let time = 0; time < 5; time += 1) confirmEmailChange(pia.id, wrongCode(other), later(1));
    expect(confirmEmailChange(pia.id, other, later(2)).ok).toBe(false);
  });

  it("of one account opens nothing for another", async () => {
    const [quin, rosa] = [makeTestAccount("Quin"), makeTestAccount("Rosa")];
    await ask(quin.id, "quin.new@example.org");
    await ask(rosa.id, "rosa.new@example.org");
    const [one, other] = [codeIn("quin.new@example.org"), codeIn("rosa.new@example.org")];
    if (one !== other) expect(confirmEmailChange(rosa.id, one, later(1)).ok).toBe(false);
    expect(accountById(rosa.id)?.email).toBe(rosa.email);
    expect(confirmEmailChange(quin.id, one, later(2))).toEqual({ ok: true, email: "quin.new@example.org" });
    expect([quin, rosa].map(({ id }) => accountById(id)?.email)).toEqual(["quin.new@example.org", rosa.email]);
  });

  it("ends the links for a new password that went to the old address", async () => {
    const sam = makeTestAccount("Sam");
    requestPasswordReset(sam.email, "198.51.100.7", NOW);
    const link = /token=([\w-]+)/.exec(emailsTo(sam.email)[0]?.textBody ?? "")?.[1] ?? "";
    expect(openResetLink(link, later(1))).toBeDefined();
    await ask(sam.id, "sam.new@example.org");
    expect(openResetLink(link, later(2))).toBeDefined();
    const another = makeTestAccount("Sue");
    requestPasswordReset(another.email, "198.51.100.8", later(3));
    requestPasswordReset(sam.email, "198.51.100.7", later(3));
    expect(pendingEmailChange(sam.id, later(4))?.email).toBe("sam.new@example.org");
    confirmEmailChange(sam.id, codeIn("sam.new@example.org"), later(60));
    expect(openResetLink(link, later(61))).toBeUndefined();
    const hers = /token=([\w-]+)/.exec(emailsTo(another.email)[0]?.textBody ?? "")?.[1] ?? "";
    expect(openResetLink(hers, later(61))).toBeDefined();
  });

  it("can be had again after two minutes, and the older one is void", async () => {
    const tim = makeTestAccount("Tim");
    await ask(tim.id, "tim.new@example.org");
    const first = codeIn("tim.new@example.org");
    expect(resendEmailCode(tim.id, later(119))).toEqual({ ok: false, reason: "wait" });
    expect(resendEmailCode(tim.id, later(120))).toEqual({ ok: true });
    const emails = emailsTo("tim.new@example.org");
    expect(emails).toHaveLength(2);
    const second = codeIn("tim.new@example.org");
    if (first !== second) expect(confirmEmailChange(tim.id, first, later(121)).ok).toBe(false);
    expect(confirmEmailChange(tim.id, second, later(122)).ok).toBe(true);
  });

  it("is not sent to an address that has had its fill, and the responses stay the same", async () => {
    const una = makeTestAccount("Una");
    for (let time = 0; time < 6; time += 1) {
      const other = makeTestAccount(`Other${time}`);
      await ask(other.id, "flooded@example.org", later(time));
    }
    expect(await ask(una.id, "flooded@example.org", later(10))).toEqual({ ok: true });
    expect(emailsTo("flooded@example.org")).toHaveLength(5);
    expect(pendingEmailChange(una.id, later(10))).toMatchObject({ email: "flooded@example.org" });
    const [row] = db.select().from(oneTimeCodes).where(eq(oneTimeCodes.accountId, una.id)).all();
    expect(row?.codeHash).toBe("");
  });

  it("that was sent stays good where the same address is asked for again and gets no email", async () => {
    const wim = makeTestAccount("Wim");
    await ask(wim.id, "busy@example.org");
    const code = codeIn("busy@example.org");
    for (let time = 0; time < 5; time += 1) {
      await ask(makeTestAccount(`Queue${time}`).id, "busy@example.org", later(time));
    }
    expect(await ask(wim.id, "busy@example.org", later(120))).toEqual({ ok: true });
    expect(emailsTo("busy@example.org")).toHaveLength(5);
    expect(confirmEmailChange(wim.id, code, later(130)).ok).toBe(true);
  });

  it("tells the old address each time, also where the same new one is proven again", async () => {
    const xan = makeTestAccount("Xan");
    for (const seconds of [0, 3600]) {
      db.update(accounts).set({ email: xan.email }).where(eq(accounts.id, xan.id)).run();
      await ask(xan.id, "xan.new@example.org", later(seconds));
      confirmEmailChange(xan.id, codeIn("xan.new@example.org"), later(seconds + 1));
    }
    expect(emailsTo(xan.email)).toHaveLength(2);
  });

  it("can be had ten times a day, however it is asked for", async () => {
    const yan = makeTestAccount("Yan");
    await ask(yan.id, "yan.new@example.org");
    for (let time = 1; time < 10; time += 1) expect(resendEmailCode(yan.id, later(time * 120))).toEqual({ ok: true });
    expect(resendEmailCode(yan.id, later(1200))).toEqual({ ok: false, reason: "too_many_codes" });
  });

  it("for the address before is void also where the one now asked for gets no email", async () => {
    const vic = makeTestAccount("Vic");
    await ask(vic.id, "vic.new@example.org");
    for (let time = 0; time < 5; time += 1) {
      await ask(makeTestAccount(`Crowd${time}`).id, "crowded@example.org", later(time));
    }
    await ask(vic.id, "crowded@example.org", later(10));
    expect(confirmEmailChange(vic.id, codeIn("vic.new@example.org"), later(11)).ok).toBe(false);
    expect(accountById(vic.id)?.email).toBe(vic.email);
  });
});

it("the hint to the old mailbox names nobody's mailbox", () => {
  expect(hintOf("margaret@example.org")).toBe("m…@example.org");
});
