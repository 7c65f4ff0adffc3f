import { join } from "node:path";
import { expect, it } from "vitest";
import { db, rawConnection } from "#db/client.server";
import { emails } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import { applyErasedList } from "~/domain/privacy/erasure/erased-list.server";
import { restoreAccount, tablesOfAccounts } from "~/domain/privacy/erasure/restored-accounts.server";
import { loopOf, NOW, person } from "../../../support/people";
import { givePhoto } from "../../../support/photo-rows";
import { rowHashes as hashes } from "../../../support/row-hashes";
import { wholePerson } from "../../../support/whole-person";

let copied = 0;

function copyNow(): string {
  copied += 1;
  const copy = join(settings.dataFolder, `copy-${copied}.db`);
  rawConnection().prepare("VACUUM INTO ?").run(copy);
  return copy;
}

const remove = (table: string, id: string) => rawConnection().prepare(`DELETE FROM "${table}" WHERE id = ?`).run(id);
const countLoops = (accountId: string) =>
  rawConnection().prepare("SELECT count(*) FROM loops WHERE account_id = ?").pluck().get(accountId);
const events = () => rawConnection().prepare("SELECT count(*) FROM audit_events").pluck().get();
const restore = (copy: string, account: string, apply: boolean, loopId: string | null = null) =>
  restoreAccount(copy, { account, loopId }, { apply, from: "a copy" }, NOW);

it("an account that was deleted by hand comes back as it was, and nothing else is touched", async () => {
  const { accountId, email, loopId } = await wholePerson();
  await wholePerson();
  const copy = copyNow();
  const whole = hashes();
  remove("accounts", accountId);
  const deleted = hashes();
  for await (const key of storage.list(`photos/${loopId}/`)) if (key.includes("-thumb")) await storage.remove(key);

  const listed = await restore(copy, email.toUpperCase(), false);
  expect(hashes()).toEqual(deleted);
  const before = events();
  const restored = await restore(copy, email.toUpperCase(), true);
  expect(restored).toEqual(listed);
  expect(restored).toMatchObject({
    ok: true,
    rows: { accounts: 1, loops: 1, entries: 1, entry_versions: 1, drafts: 1, photos: 2, book_files: 1 },
    links: { "orders.account_id": 3, "vouchers.purchased_by_account_id": 1, "shipments.loop_id": 1 },
    conflicts: [],
    missingFiles: [expect.stringContaining("-thumb"), expect.stringContaining("-thumb")],
  });
  expect(hashes()).toEqual(whole);
  expect(Number(events()) - Number(before)).toBe(1);
  expect(rawConnection().pragma("foreign_key_check")).toEqual([]);
  expect(rawConnection().prepare("SELECT count(*) FROM sessions WHERE account_id = ?").pluck().get(accountId)).toBe(0);

  expect(await restore(copy, accountId, true)).toMatchObject({ ok: true, rows: {}, links: {} });
  expect(hashes()).toEqual(whole);
  expect(Number(events()) - Number(before)).toBe(1);
});

it("one year comes back, what its owner did since stays, and a week that was written again is said", async () => {
  const { accountId, loopId } = await wholePerson();
  const other = loopOf(accountId);
  givePhoto(`photos/${other.id}/a.jpg`, 6, 4, { loopId: other.id, week: 3 });
  const connection = rawConnection();
  const shipment = connection.prepare("SELECT id FROM shipments WHERE loop_id = ?").pluck().get(loopId);
  const copy = copyNow();
  remove("loops", loopId);
  remove("loops", other.id);
  connection.prepare("DELETE FROM addresses WHERE account_id = ?").run(accountId);
  connection.prepare("UPDATE accounts SET first_name = 'Newer' WHERE id = ?").run(accountId);
  const since = loopOf(accountId);
  connection.prepare("UPDATE shipments SET loop_id = ? WHERE id = ?").run(since.id, shipment);
  const one = await restore(copy, accountId, true, loopId);
  expect(one).toMatchObject({ ok: true, rows: { loops: 1, entries: 1, photos: 2 }, conflicts: [] });
  expect(one.ok && Object.keys(one.links)).not.toContain("shipments.loop_id");
  const named = connection.prepare("SELECT loop_id FROM shipments WHERE id = ?").pluck().get(shipment);
  expect([named, countLoops(accountId)]).toEqual([since.id, 2]);

  // The week is lost alone, and its owner writes it again.
  connection.exec("DELETE FROM entry_versions; DELETE FROM entry_views");
  connection.prepare("UPDATE entries SET id = 'written-again' WHERE loop_id = ?").run(loopId);
  const rest = await restore(copy, accountId, true);
  expect(rest).toMatchObject({
    ok: true,
    rows: { loops: 1, photos: 1 },
    conflicts: [
      {
        table: "entries",
        id: expect.any(String),
        why: expect.stringContaining("something newer is in its place"),
      },
    ],
  });
  const kept = connection.prepare("SELECT first_name FROM accounts WHERE id = ?").pluck().get(accountId);
  const addresses = connection.prepare("SELECT count(*) FROM addresses WHERE account_id = ?");
  expect([kept, addresses.pluck().get(accountId)]).toEqual(["Newer", 0]);
});

it("weeks and photos that were deleted by hand come back into a year that is there", async () => {
  const { accountId, loopId } = await wholePerson();
  const copy = copyNow();
  const whole = hashes();
  const connection = rawConnection();
  for (const table of ["entries", "entry_versions", "photos"])
    connection.prepare(`DELETE FROM ${table} WHERE loop_id = ?`).run(loopId);
  expect(await restore(copy, accountId, true, loopId)).toMatchObject({
    ok: true,
    rows: { entries: 1, entry_versions: 1, entry_views: 1, photos: 2 },
  });
  expect(hashes()).toEqual(whole);
});

it("whoever asked for erasure does not come back, and a newer account with the address stays", async () => {
  const [erased, listed, asked, asking, replaced] = ["Ada", "Ben", "Cai", "Dee", "Eve"].map((name) => person(name));
  const copy = copyNow();
  const connection = rawConnection();
  for (const one of [erased, listed, asked, replaced]) remove("accounts", String(one?.id));
  connection.prepare("INSERT INTO erased_accounts VALUES (?, ?)").run(erased?.id, NOW.getTime());
  applyErasedList(copy, [{ accountId: String(listed?.id), erasedAt: NOW.getTime() }]);
  connection.prepare("UPDATE accounts SET deletion_due_at = ? WHERE id = ?").run(NOW.getTime(), asking?.id);
  db.insert(emails)
    .values({
      kind: "deletion_requested",
      toName: "Cai",
      toEmail: "cai@example.com",
      subject: "",
      textBody: "",
      htmlBody: "",
      dedupeKey: `deletion-asked:${asked?.id}:1`,
      messageId: "1",
      nextTryAt: NOW,
      createdAt: NOW,
    })
    .run();
  const newer = person("Eve", { email: String(replaced?.email) });
  const before = hashes();
  for (const one of [erased, listed, asked, asking])
    expect(await restore(copy, String(one?.id), true)).toEqual({
      ok: false,
      sentence: expect.stringContaining("asked us to delete it"),
    });
  expect(await restore(copy, String(replaced?.email), true)).toMatchObject({
    ok: true,
    rows: {},
    conflicts: [expect.objectContaining({ why: expect.stringContaining("something newer") })],
  });
  expect(await restore(copy, "nobody@example.com", true)).toMatchObject({ ok: false });
  expect(hashes()).toEqual(before);
  expect(newer.id).not.toBe(replaced?.id);
});

it("the tables are those that are deleted with an account", () => {
  expect(tablesOfAccounts()).toEqual(
    expect.arrayContaining(["accounts", "addresses", "account_notes", "loops", "entries", "entry_views", "drafts"]),
  );
});

it("what a copy doesn’t have of an account, or has of two, is said and not brought back", async () => {
  const [ada, ben, gone] = [person("Ada"), person("Ben"), person("Cai")];
  const email = "two@example.com";
  const twins = [1, 2].map(() => person("Twin", { email, emailVerifiedAt: null }));
  const [his, lost] = [loopOf(ben.id), loopOf(gone.id)];
  const copy = copyNow();
  remove("accounts", gone.id);
  const before = hashes();
  const sentenceOf = async (account: string, loopId: string | null = null) => {
    const found = await restore(copy, account, true, loopId);
    return found.ok ? found : found.sentence;
  };
  expect(await sentenceOf("nobody")).toContain("doesn’t have the account nobody");
  expect(await sentenceOf(email)).toContain(twins.map(({ id }) => id).join(", "));
  expect(await sentenceOf(ada.id, his.id)).toContain(`doesn’t have the loop ${his.id} of this account`);
  expect(await sentenceOf(gone.id, lost.id)).toContain("Bring back the whole account");
  expect(hashes()).toEqual(before);
});

it("nothing comes back where what is done together with it is refused, or fails", async () => {
  const { id } = person("Dee");
  const copy = copyNow();
  remove("accounts", id);
  const before = hashes();
  const together = (does: () => boolean) =>
    restoreAccount(copy, { account: id, loopId: null }, { apply: true, from: "a copy", together: does }, NOW);
  expect(await together(() => false)).toMatchObject({ ok: true, rows: { accounts: 1 } });
  const fail = () => {
    throw new Error("The request is gone.");
  };
  await expect(together(fail)).rejects.toThrow("The request is gone.");
  expect(hashes()).toEqual(before);
  expect(await together(() => true)).toMatchObject({ ok: true, rows: { accounts: 1 } });
  expect(hashes()).not.toEqual(before);
});
