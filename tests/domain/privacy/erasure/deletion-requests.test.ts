import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { accessTokens, accounts, orders, sessions, shipments } from "#db/schema";
import { hashPassword } from "~/domain/people/accounts/passwords.server";
import { beginSession, findSession } from "~/domain/people/accounts/sessions.server";
import { deletionBlockersOf } from "~/domain/privacy/erasure/deletion-blockers.server";
import { beginDeletion, keepAccount, requestDeletion } from "~/domain/privacy/erasure/deletion-requests.server";
import { creditToBegin, later, loopOf, NOW, PASSWORD, person } from "../../../support/people";
import { emailsTo } from "../../people/accounts/mailbox";

let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});

const WEEK = 7 * 86_400;

const makeTestAccount = () => person("Ada", { passwordHash });
const enter = (accountId: string) => db.transaction((tx) => beginSession(tx, accountId, null, NOW));
const dueAt = (accountId: string) => db.select().from(accounts).where(eq(accounts.id, accountId)).get()?.deletionDueAt;
/** A paid order of copies that wait for the printer. Gives its id. */
function copiesOf(accountId: string, loopId: string): string {
  const sums = { subtotalPence: 6999, totalPence: 6999, pricing: "{}", email: "ada@example.com" };
  const order = db
    .insert(orders)
    .values({
      ...{ number: `LP-${loopId.slice(0, 8)}`, accountId, basketKey: loopId, ...sums },
      ...{ kind: "book_copies", status: "PAID", paidAt: NOW, createdAt: NOW, updatedAt: NOW },
    })
    .returning()
    .get();
  db.insert(shipments).values({ orderId: order.id, loopId, createdAt: NOW, updatedAt: NOW }).run();
  return order.id;
}

const kinds = (email: string) => emailsTo(email).map(({ kind }) => kind);
const ask = (accountId: string, given: { password?: string; sessionId?: string } = {}, now = NOW) =>
  requestDeletion({ accountId, sessionId: "none", password: PASSWORD, ...given }, now);

describe("asking for one's account to be deleted", () => {
  it("sets the day seven days off, writes an email that says when, and stays with the first day if asked twice", async () => {
    const { id, email } = makeTestAccount();
    expect(await ask(id)).toEqual({ ok: true, dueAt: later(WEEK) });
    expect(await ask(id, {}, later(3600))).toEqual({ ok: true, dueAt: later(WEEK) });
    expect([dueAt(id), kinds(email)]).toEqual([later(WEEK), ["deletion_asked"]]);
    const [message] = emailsTo(email);
    expect(message?.textBody).toContain("27 November 2026 at 10:00");
    expect(message?.isTransactional).toBe(true);
  });

  it("signs out every other browser and every API client, and not this one", async () => {
    const { id } = makeTestAccount();
    const [here, elsewhere] = [enter(id), enter(id)];
    db.insert(accessTokens)
      .values({ keyHash: `token-${id}`, accountId: id, createdAt: NOW, expiresAt: later(WEEK) })
      .run();
    await ask(id, { sessionId: findSession(here, NOW)?.sessionId ?? "" });
    expect(findSession(here, NOW)).toMatchObject({ accountId: id, deletionDueAt: later(WEEK) });
    expect(findSession(elsewhere, NOW)).toBeUndefined();
    expect(db.select().from(accessTokens).where(eq(accessTokens.accountId, id)).all()).toEqual([]);
    expect(db.select().from(sessions).where(eq(sessions.accountId, id)).all()).toHaveLength(1);
  });

  it("is a defect for an account that is not there", () => {
    expect(() => beginDeletion("nobody", NOW)).toThrow("There is no account nobody.");
  });

  it("takes the right password, and no more than ten wrong ones in a quarter of an hour", async () => {
    const { id, email } = makeTestAccount();
    for (let guess = 0; guess < 10; guess += 1) {
      expect(await ask(id, { password: "Wrong-one-7" })).toEqual({ ok: false, reason: "wrong_password" });
    }
    expect(await ask(id)).toEqual({ ok: false, reason: "too_many_guesses" });
    expect([dueAt(id), kinds(email)]).toEqual([null, []]);
    expect((await ask(id, {}, later(15 * 60))).ok).toBe(true);
  });

  it.each(["COMPLETED", "PRINTING", "SHIPPED"] as const)("is refused while a book is %s", async (status) => {
    const { id, email } = makeTestAccount();
    loopOf(id, { status, title: "Our year" });
    expect(await ask(id)).toEqual({ ok: false, reason: "book_in_print" });
    expect([dueAt(id), kinds(email), deletionBlockersOf(id).inPrint]).toEqual([null, [], ["Our year"]]);
  });

  it("says to cancel the copies first until they go to the printer, and is held up only from then on", async () => {
    const { id } = makeTestAccount();
    const orderId = copiesOf(id, loopOf(id).id);
    expect(await ask(id)).toEqual({ ok: false, reason: "copies_first" });
    expect(deletionBlockersOf(id)).toMatchObject({ inPrint: [], copiesToCancel: [{ orderId }] });
    db.update(shipments).set({ state: "printing" }).where(eq(shipments.orderId, orderId)).run();
    expect(await ask(id)).toEqual({ ok: false, reason: "book_in_print" });
    expect(deletionBlockersOf(id).copiesToCancel).toEqual([]);
    db.update(shipments).set({ state: "delivered" }).where(eq(shipments.orderId, orderId)).run();
    expect((await ask(id)).ok).toBe(true);
  });

  it.each(["ACTIVE", "DELIVERED"] as const)("is not refused where a loop is %s", async (status) => {
    const { id } = makeTestAccount();
    loopOf(id, { status });
    expect((await ask(id)).ok).toBe(true);
  });
});

describe("keeping one's account after all", () => {
  it("takes the day away and says so by email, once", async () => {
    const { id, email } = makeTestAccount();
    await ask(id);
    expect(keepAccount(id, later(60))).toEqual({ ok: true });
    expect(keepAccount(id, later(61))).toEqual({ ok: false, reason: "nothing_asked" });
    expect([dueAt(id), kinds(email)]).toEqual([null, ["deletion_asked", "deletion_withdrawn"]]);
  });

  it("works up to the second it is due, and not in that second", async () => {
    const [kept, late] = [makeTestAccount(), makeTestAccount()];
    for (const { id } of [kept, late]) await ask(id);
    expect(keepAccount(kept.id, later(WEEK - 1)).ok).toBe(true);
    expect(keepAccount(late.id, later(WEEK)).ok).toBe(false);
  });

  it("is nobody else's to do, and nothing where nothing was asked", async () => {
    const [hers, his] = [makeTestAccount(), makeTestAccount()];
    await ask(hers.id);
    expect(dueAt(his.id)).toBeNull();
    expect(keepAccount(his.id, NOW)).toEqual({ ok: false, reason: "nothing_asked" });
    expect(keepAccount("nobody", NOW)).toEqual({ ok: false, reason: "nothing_asked" });
    expect(dueAt(hers.id)).toEqual(later(WEEK));
    expect(await ask(his.id, {}, later(60))).toEqual({ ok: true, dueAt: later(60 + WEEK) });
    expect(keepAccount(hers.id, later(61))).toEqual({ ok: true });
    expect([hers, his].map(({ id }) => dueAt(id))).toEqual([null, later(60 + WEEK)]);
  });
});

it("what is at stake: loops with their entries, loops not begun, and nobody else's", () => {
  const [hers, his] = [makeTestAccount(), makeTestAccount()];
  loopOf(hers.id, { title: "Her year" });
  creditToBegin(hers.id);
  creditToBegin(hers.id, { spentAt: NOW });
  loopOf(his.id);
  expect(deletionBlockersOf(hers.id)).toMatchObject({
    loops: [{ name: "Her year", entriesCount: 0 }],
    unspentCredits: [{ orderNumber: null }],
    openGifts: 0,
    giftsToSend: [],
    inPrint: [],
  });
});
