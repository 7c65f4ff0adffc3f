import { copyFileSync } from "node:fs";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { eq } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { databaseFile, db, rawConnection, write } from "#db/client.server";
import { accounts, emails } from "#db/schema";
import { createCopies } from "~/adapters/backups/copies.server";
import { settings } from "~/adapters/settings.server";
import { beginSession } from "~/domain/people/accounts/sessions.server";
import { exchangeErasedList, wasErased } from "~/domain/privacy/erasure/erased-accounts.server";
import { applyErasedList, readErasedList } from "~/domain/privacy/erasure/erased-list.server";
import { eraseDueAccounts } from "~/domain/privacy/erasure/erasure.server";
import { later, loopOf, NOW, person } from "../../../support/people";
import { startS3Server } from "../../../support/s3-server";

const OWNER = { bucket: "copies", region: "eu-west-2", accessKeyId: "key", secretAccessKey: "secret" };
const bucket = await startS3Server(OWNER);
const copies = createCopies({ ...OWNER, path: "nightly", endpoint: bucket.endpoint });
afterAll(async () => await bucket.close());

/** Copies the rows of a database file over this one, as a restore does. */
function putBack(file: string): void {
  const connection = rawConnection();
  connection.pragma("foreign_keys = OFF");
  connection.prepare("ATTACH ? AS copy").run(file);
  for (const table of ["accounts", "loops", "sessions", "erased_accounts"])
    connection.exec(`DELETE FROM main."${table}"; INSERT INTO main."${table}" SELECT * FROM copy."${table}"`);
  connection.exec("DETACH copy");
  connection.pragma("foreign_keys = ON");
}

const rowOf = (id: string) => db.select().from(accounts).where(eq(accounts.id, id)).get();
const emailsTo = (email: string) => db.select().from(emails).where(eq(emails.toEmail, email)).all().length;

it("somebody who was erased does not come back with a copy from before, and is not written to again", async () => {
  const gone = person("Ada", { deletionDueAt: NOW });
  const stays = person("Ben");
  loopOf(gone.id);
  write((tx) => beginSession(tx, gone.id, null, NOW));
  rawConnection().pragma("wal_checkpoint(TRUNCATE)");
  const copy = join(settings.dataFolder, "copy.db");
  const other = join(settings.dataFolder, "other.db");
  copyFileSync(databaseFile, copy);
  const before = new SqliteFile(copy);
  before.prepare("UPDATE accounts SET deletion_due_at = NULL").run();
  before.close();
  copyFileSync(copy, other);

  expect(await readErasedList(copies)).toEqual([]);
  expect((await eraseDueAccounts(NOW)).erased).toBe(1);
  expect([wasErased(gone.id), wasErased(stays.id)]).toEqual([true, false]);
  expect(await exchangeErasedList(copies, NOW)).toBe(0);
  const list = await readErasedList(copies);
  expect(list).toEqual([{ accountId: gone.id, erasedAt: NOW.getTime() }]);
  // The list is no copy, so it is never taken for the newest one.
  expect(await copies.list()).toEqual([]);

  // Applied to the file that was restored.
  expect(applyErasedList(copy, list)).toBe(1);
  putBack(copy);
  expect(rowOf(gone.id)).toMatchObject({ status: "inactive" });
  expect(rawConnection().prepare("SELECT count(*) FROM sessions").pluck().get()).toBe(0);
  expect(rowOf(stays.id)).toMatchObject({ status: "active", deletionDueAt: null });
  expect((await eraseDueAccounts(later(60))).erased).toBe(1);
  expect([rowOf(gone.id), emailsTo(gone.email)]).toEqual([undefined, 1]);

  // Put back by hand and never applied: the worker's next exchange finds it.
  putBack(other);
  expect(wasErased(gone.id)).toBe(false);
  expect(await exchangeErasedList(copies, later(3600))).toBe(1);
  expect((await eraseDueAccounts(later(3600))).erased).toBe(1);
  expect([rowOf(gone.id), emailsTo(gone.email), wasErased(gone.id)]).toEqual([undefined, 1, true]);
  expect((await readErasedList(copies)).map(({ accountId }) => accountId)).toEqual([gone.id]);
});

it("the list is taken for sixty days, to the millisecond", async () => {
  const [old, young] = [person("Cai"), person("Dee")];
  const known = await readErasedList(copies);
  const oldest = NOW.getTime() - 60 * 86_400_000;
  const found = [old, young].map(({ id }, late) => ({ accountId: id, erasedAt: oldest + late }));
  await copies.writeErased(JSON.stringify([...known, ...found]));
  expect(await exchangeErasedList(copies, NOW)).toBe(1);
  expect([old, young].map(({ id }) => rowOf(id)?.status)).toEqual(["active", "inactive"]);
  expect(await readErasedList(copies)).toHaveLength(known.length + 1);
  await copies.writeErased(JSON.stringify(known));
});

it("a list that the bucket does not give is an error, and what is there stays", async () => {
  bucket.isCareless = false;
  const stranger = createCopies({
    ...OWNER,
    secretAccessKey: "wrong",
    path: "nightly",
    endpoint: bucket.endpoint,
  });
  await expect(exchangeErasedList(stranger, NOW)).rejects.toThrow();
  expect(await readErasedList(copies)).toHaveLength(1);
});
