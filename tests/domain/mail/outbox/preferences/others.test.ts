import { eq } from "drizzle-orm";
import { beforeEach, expect, it, vi } from "vitest";
import { db } from "#db/client.server";
import { accounts, emails, suppressions } from "#db/schema";
import { chooseEmails, isWanted, unsubscribeState } from "~/domain/mail/outbox/preferences.server";
import { NOW, person } from "../../../../support/people";
import { LIVE_PAYMENTS, PRODUCTION } from "../../../../support/production-settings";

const [ada, ben] = [person("Ada"), person("Ben", { notifyByEmail: false })];
beforeEach(() => {
  for (const table of [emails, suppressions]) db.delete(table).run();
});

let count = 0;
function put(given: Partial<typeof emails.$inferInsert> = {}): string {
  count += 1;
  const words = { kind: "voucher_reminder", toName: "", subject: "", textBody: "", htmlBody: "" };
  const key = { dedupeKey: `put:${count}`, messageId: `put${count}@loop.example` };
  const all = { ...words, ...key, toEmail: "eve@example.com", isTransactional: false };
  return db
    .insert(emails)
    .values({ ...all, nextTryAt: NOW, createdAt: NOW, ...given })
    .returning()
    .get().id;
}

const wants = (id: string) => db.select().from(accounts).where(eq(accounts.id, id)).get()?.notifyByEmail;

it("the choice of one account is neither read nor made for another", () => {
  const [ofAda, ofBen] = [ada, ben].map(({ id, email }) => put({ accountId: id, toEmail: email })) as [string, string];
  expect([ofAda, ofBen].map((id) => unsubscribeState(id)?.isStopped)).toEqual([false, true]);
  chooseEmails(ofBen, true, NOW);
  chooseEmails(ofAda, false, NOW);
  expect([wants(ada.id), wants(ben.id)]).toEqual([false, true]);
});

it("one address without an account that wants emails again leaves all others as they are", () => {
  const [eve, dan] = [put(), put({ toEmail: "dan@example.com" })];
  for (const id of [eve, dan]) chooseEmails(id, false, NOW);
  chooseEmails(eve, true, NOW);
  expect([eve, dan].map((id) => unsubscribeState(id))).toEqual([
    { isStopped: false, hasAccount: false },
    { isStopped: true, hasAccount: false },
  ]);
});

it("nobody is found by an email whose address is forgotten", () => {
  const id = put({ toEmail: "" });
  expect([unsubscribeState(id), chooseEmails(id, false, NOW)]).toEqual([undefined, false]);
  expect(db.select().from(suppressions).all()).toEqual([]);
});

it("an account’s own choice counts, whatever its address chose before it had one", () => {
  chooseEmails(put({ toEmail: ada.email }), false, NOW);
  db.update(accounts).set({ notifyByEmail: true }).where(eq(accounts.id, ada.id)).run();
  const to = { kind: "voucher_reminder", toEmail: ada.email };
  expect([isWanted({ ...to, accountId: ada.id }), isWanted({ ...to, accountId: null })]).toEqual([true, false]);
});

it("a test account gets no email where emails are really delivered, and everybody else does", async () => {
  const test = person("Test", { isTest: true });
  vi.resetModules();
  for (const [name, value] of Object.entries({ ...PRODUCTION, ...LIVE_PAYMENTS })) vi.stubEnv(name, value);
  const live = await import("~/domain/mail/outbox/preferences.server");
  const toEach = (accountId: string | null) => ({ kind: "shipped", toEmail: ada.email, accountId });
  expect([test.id, ada.id, null].map((id) => live.isWanted(toEach(id)))).toEqual([false, true, true]);
  expect(isWanted(toEach(test.id))).toBe(true);
  vi.unstubAllEnvs();
  vi.resetModules();
});
