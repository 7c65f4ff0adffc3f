import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { attempts } from "#db/schema";
import { LIMITS } from "~/domain/kernel/limits/limits";
import { verifyEmailByApi } from "~/domain/people/accounts/access-tokens.server";
import {
  accountById,
  registerAccount,
  resendCode,
  verifiedAccountOf,
  verifyEmail,
  verifyEmailByLink,
} from "~/domain/people/accounts/accounts.server";
import { MAILBOX_LINK_HOURS, UNNAMED_TRIES } from "~/domain/people/accounts/codes";
import { requestEmailChange } from "~/domain/people/accounts/email-change.server";
import { isMailboxLink, newMailboxLink } from "~/domain/people/accounts/mailbox-links.server";
import { openResetLink, requestPasswordReset, resetPassword } from "~/domain/people/accounts/password-reset.server";
import { hashPassword } from "~/domain/people/accounts/passwords.server";
import { later, NOW, PASSWORD, person, registrationOf } from "../../../support/people";
import { codeIn, emailsTo, wrongCode } from "./mailbox";

/**
 * A stranger requests emails to somebody else's address: the mailbox is not flooded, and its owner can still sign in.
 */

beforeEach(() => {
  db.delete(attempts).run();
});

const HOUR = 3600;
const STRANGERS = Array.from({ length: 8 }, (_, place) => `203.0.113.${place + 1}`);
const OWNER = "198.51.100.7";

const register = (email: string, client: string, now = NOW, earlier?: string) =>
  registerAccount(registrationOf(email), now, { client, earlier });

async function floodWithEmails(email: string, times: number, clients: readonly string[] = STRANGERS): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await register(email, clients[time % clients.length] ?? "", later(time));
  }
}

const linkIn = (email: string, place = -1) =>
  /\/confirm-email\/(\S+)/.exec(emailsTo(email).at(place)?.textBody ?? "")?.[1] ?? "";

describe("an address that a stranger registers again and again", () => {
  it.each([12, 100])("%i times, from several clients: its owner is sent a code and gets in", async (times) => {
    const email = `owner-${times}@example.org`;
    await floodWithEmails(email, times);
    const { accountId } = await register(email, OWNER, later(times));
    const code = codeIn(email);
    expect(verifyEmail({ accountId, code, userAgent: null }, later(times + 60)).ok).toBe(true);
    expect(verifiedAccountOf(email)?.id).toBe(accountId);
  });

  it("is not flooded: eleven emails a day for one client, thirty for however many", async () => {
    await floodWithEmails("one@example.org", 40, ["203.0.113.1"]);
    expect(emailsTo("one@example.org")).toHaveLength(6);
    for (let hour = 1; hour < 23; hour += 1) {
      await register("one@example.org", "203.0.113.1", later(hour * HOUR));
    }
    expect(emailsTo("one@example.org")).toHaveLength(11);
    const many = Array.from({ length: 60 }, (_, place) => `2001:db8:0:${place}::/64`);
    await floodWithEmails("many@example.org", 60, many);
    expect(emailsTo("many@example.org")).toHaveLength(30);
  });

  it("from so many clients that it is sent no more, is its owner’s by the link of any email", async () => {
    const email = "besieged@example.org";
    const many = Array.from({ length: 60 }, (_, place) => `203.0.113.${place}`);
    await floodWithEmails(email, 60, many);
    const before = emailsTo(email).length;
    const { accountId } = await register(email, OWNER, later(HOUR));
    expect(emailsTo(email)).toHaveLength(before);
    const open = (link: string, now: Date) => verifyEmailByLink({ accountId, link, userAgent: null }, now);
    expect(open(linkIn(email, 0), later(2 * HOUR)).ok).toBe(true);
    expect(verifiedAccountOf(email)?.id).toBe(accountId);
  });

  it("is as good as any other for another person’s change of address", async () => {
    const owner = person("Olga", { passwordHash: await hashPassword(PASSWORD) });
    const otherAccount = person("Rolf", { passwordHash: owner.passwordHash });
    const change = (accountId: string, client: string, now: Date) =>
      requestEmailChange({ accountId, newEmail: "new@example.org", currentPassword: PASSWORD, client }, now);
    for (let time = 0; time < 10; time += 1) await change(otherAccount.id, "203.0.113.1", later(time * 150));
    await floodWithEmails("new@example.org", 12);
    const written = emailsTo("new@example.org").length;
    await change(owner.id, OWNER, later(HOUR));
    expect(emailsTo("new@example.org")).toHaveLength(written + 1);
    expect(emailsTo("new@example.org").at(-1)?.accountId).toBe(owner.id);
  });
});

describe("the link in an email with a code", () => {
  it("lives as long as emails to one address are counted, so that one always works", () => {
    const counted = (["codes_email_first", "codes_email_hour", "codes_email_day", "codes_email_all"] as const).map(
      (limit) => LIMITS[limit].seconds,
    );
    expect(Math.max(...counted)).toBeLessThanOrEqual(MAILBOX_LINK_HOURS * HOUR);
  });

  it("is of its own address, and for a day", () => {
    const link = newMailboxLink("Anna@example.org", NOW);
    expect(isMailboxLink(link, "anna@EXAMPLE.org", later(24 * HOUR - 1))).toBe(true);
    expect(isMailboxLink(link, "anna@example.org", later(24 * HOUR))).toBe(false);
    expect(isMailboxLink(link, "anne@example.org", NOW)).toBe(false);
    const [endsAt = "", proof = ""] = link.split(".");
    const forged = [`${Number(endsAt) + 1}.${proof}`, `${endsAt}.${proof.slice(1)}`, `${endsAt}.`, proof, "", "."];
    for (const one of [...forged, `9e99.${proof}`, `${endsAt}.${proof}`.repeat(2)])
      expect(isMailboxLink(one, "anna@example.org", NOW), one).toBe(false);
  });

  it("proves no address twice, and none for somebody else’s registration", async () => {
    const email = "twice@example.org";
    const stranger = await register(email, "203.0.113.1");
    const own = await register(email, OWNER, later(1));
    const other = await register("other@example.org", "203.0.113.2", later(2));
    const open = (accountId: string) =>
      verifyEmailByLink({ accountId, link: linkIn(email), userAgent: null }, later(10)).ok;
    expect(open(other.accountId)).toBe(false);
    expect(open("nobody")).toBe(false);
    expect(open(own.accountId)).toBe(true);
    expect(open(own.accountId)).toBe(false);
    expect(open(stranger.accountId)).toBe(false);
    expect(accountById(stranger.accountId)?.emailVerifiedAt).toBeNull();
  });
});

describe("a browser that registers the same address again", () => {
  it("has one registration, with what was typed last, and one email; its code stays good", async () => {
    const email = "again@example.org";
    const first = await register(email, OWNER);
    const changed = registrationOf(email, { firstName: "Greta", marketingOptIn: true });
    const origin = { client: OWNER, earlier: first.accountId };
    const second = await registerAccount(changed, later(30), origin);
    expect(second.accountId).toBe(first.accountId);
    expect(emailsTo(email)).toHaveLength(1);
    const { accountId } = await registerAccount(registrationOf("AGAIN@example.org"), later(60), origin);
    expect(accountId).toBe(first.accountId);
    expect(accountById(accountId)).toMatchObject({ firstName: "Margaret", email: "AGAIN@example.org" });
    const tried = { accountId, code: codeIn(email), userAgent: null };
    expect(verifyEmail(tried, later(90)).ok).toBe(true);
  });

  it("after two minutes is sent another code", async () => {
    const email = "later@example.org";
    const { accountId } = await register(email, OWNER);
    await register(email, OWNER, later(120), accountId);
    expect(emailsTo(email)).toHaveLength(2);
  });

  it("changes nothing of another address, of an account, or of what a guest bought", async () => {
    const owner = person("Paula");
    const first = await register("here@example.org", OWNER);
    for (const earlier of [first.accountId, owner.id, "nobody"]) {
      const { accountId } = await register("there@example.org", OWNER, later(200), earlier);
      expect(accountId).not.toBe(earlier);
    }
    expect(accountById(owner.id)).toEqual(owner);
    expect((await register(owner.email, OWNER, later(300), owner.id)).accountId).not.toBe(owner.id);
    expect(accountById(owner.id)).toEqual(owner);
  });
});

describe("somebody who gives only an address", () => {
  const asStranger = { client: "203.0.113.1", isNamed: false };

  it("makes no code void that its owner is typing", async () => {
    const email = "typing@example.org";
    const { accountId } = await register(email, OWNER);
    const code = codeIn(email);
    expect(resendCode(accountId, later(130), asStranger)).toEqual({ ok: true });
    expect(emailsTo(email)).toHaveLength(2);
    expect(verifyEmail({ accountId, code, userAgent: null }, later(200)).ok).toBe(true);
  });

  it("uses up half of the day’s codes at most", async () => {
    const { accountId } = await register("half@example.org", OWNER);
    for (let time = 1; time < 20; time += 1) resendCode(accountId, later(time * 130), asStranger);
    expect(resendCode(accountId, later(20 * 130), asStranger)).toMatchObject({ reason: "too_many" });
    expect(resendCode(accountId, later(20 * 130), { client: OWNER })).toEqual({ ok: true });
  });

  it("does not use up the tries of its owner", async () => {
    const email = "tries@example.org";
    const { accountId } = await register(email, OWNER);
    const code = codeIn(email);
    for (let time = 0; time < 20; time += 1) {
      const guess = { accountId, code: wrongCode(code), mostTries: UNNAMED_TRIES };
      expect(verifyEmailByApi(guess, later(time)).ok).toBe(false);
    }
    expect(verifyEmailByApi({ accountId, code, mostTries: UNNAMED_TRIES }, later(30)).ok).toBe(false);
    expect(verifyEmail({ accountId, code, userAgent: null }, later(40)).ok).toBe(true);
  });
});

describe("links for a new password that a stranger asks for", () => {
  const linksTo = (email: string) => emailsTo(email).flatMap(({ textBody }) => /token=(\S+)/.exec(textBody)?.[1] ?? []);

  it("are three an hour at most, and one of them works whenever the owner asks", () => {
    const owner = person("Rita");
    for (let minute = 0; minute <= 300; minute += 1) {
      const now = later(minute * 60);
      for (const client of ["a", "b", "c"]) requestPasswordReset(owner.email, `${client}${minute}`, now);
      const newest = linksTo(owner.email).at(-1) ?? "";
      expect(openResetLink(newest, now), `minute ${minute}`).toBeDefined();
      const sent = emailsTo(owner.email).map(({ createdAt }) => (now.getTime() - createdAt.getTime()) / 60_000);
      expect(sent.filter((age) => age < 60).length, `minute ${minute}`).toBeLessThanOrEqual(3);
    }
  });

  it("count no more once the owner has used one", async () => {
    const owner = person("Sara");
    for (const client of ["a", "b", "c"]) requestPasswordReset(owner.email, client, NOW);
    const [, token = ""] = linksTo(owner.email);
    expect((await resetPassword(token, "Four-limes-88", later(60))).ok).toBe(true);
    requestPasswordReset(owner.email, "d", later(120));
    expect(openResetLink(linksTo(owner.email).at(-1) ?? "", later(120))).toBeDefined();
  });

  it("of one client are ten an hour, and that is said", () => {
    const input = Array.from({ length: 11 }, (_, place) => requestPasswordReset(`r${place}@example.org`, "z", NOW));
    expect(input).toEqual([...Array<boolean>(10).fill(true), false]);
  });
});
