import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import files, { type statfs } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";

vi.hoisted(() => {
  for (const name of ["BUCKET", "REGION", "ACCESS_KEY_ID", "SECRET_ACCESS_KEY"])
    process.env[`LITESTREAM_${name}`] = "copies";
});

import { db, rawConnection } from "#db/client.server";
import { jobs, restoreRequests } from "#db/schema";
import type { Copies, Replica } from "~/adapters/backups/contract";
import { createCopies } from "~/adapters/backups/copies.server";
import { settings } from "~/adapters/settings.server";
import { deactivateStaff } from "~/domain/people/staff/staff.server";
import { exchangeErasedList } from "~/domain/privacy/erasure/erased-accounts.server";
import { makeNightlyCopy } from "~/domain/system/backups/nightly.server";
import {
  approveRestore,
  askRestore,
  declineRestore,
  withdrawRestore,
} from "~/domain/system/backups/restore-requests.server";
import { workOnRestore } from "~/domain/system/backups/restore-work.server";
import { loopOf, person } from "../../../support/people";
import { rowHashes } from "../../../support/row-hashes";
import { startS3Server } from "../../../support/s3-server";
import { wholePerson } from "../../../support/whole-person";
import { colleague } from "../../people/staff/colleagues";

const OWNER = { bucket: "copies", region: "eu-west-2", accessKeyId: "key", secretAccessKey: "secret" };
const bucket = await startS3Server(OWNER);
afterAll(async () => await bucket.close());
// It takes files in parts, whose signatures the small server does not know.
bucket.isCareless = true;
const nightly = createCopies({ ...OWNER, path: "nightly", endpoint: bucket.endpoint });
const replica: Replica = {
  newest: async () => null,
  bytes: async () => null,
  restore: async () => false,
  version: async () => "",
};
const backups = { replica, nightly };

const [joan, sunil] = await Promise.all([colleague("super_admin"), colleague("super_admin")]);
const work = join(settings.dataFolder, "work");

const asItIs = files.statfs;
beforeEach(() => bucket.objects.clear());
afterEach(() => {
  files.statfs = asItIs;
  syncBuiltinESMExports();
});

let minutes = 0;

/** A nightly copy, a minute after the one before. */
async function copyNow(): Promise<string> {
  minutes += 1;
  const { key } = await makeNightlyCopy(nightly, new Date(Date.now() + minutes * 1000));
  bucket.storedAt.set(key, new Date(Date.now() - (1000 - minutes) * 60_000));
  return key;
}

const remove = (table: string, id: string) => rawConnection().prepare(`DELETE FROM "${table}" WHERE id = ?`).run(id);
const has = (table: string, id: string) =>
  rawConnection().prepare(`SELECT 1 FROM "${table}" WHERE id = ?`).get(id) !== undefined;
const countOf = (from: string) => rawConnection().prepare(`SELECT count(*) FROM ${from}`).pluck().get();

function ask(account: string, loopId = "", moment: Date | null = null): string {
  const asked = askRestore({ account, loopId, moment, reason: "A wrong query" }, joan.id, new Date());
  if (!asked.ok) throw new Error(asked.reason);
  return asked.requestId;
}

const approve = (id: string) => expect(approveRestore(id, sunil.id, new Date())).toEqual({ ok: true });
const run = (id: string, from: { replica: Replica; nightly: Copies } = backups, now = new Date()) =>
  workOnRestore(from, id, now);

function requestOf(id: string) {
  const found = db
    .select()
    .from(restoreRequests)
    .all()
    .find((one) => one.id === id);
  if (!found) throw new Error(`There is no request ${id}.`);
  return found;
}

/** What is in the tables, but for those in which a request leaves its traces. */
function rest() {
  const { restore_requests, jobs: _, emails, backup_runs, ...others } = rowHashes();
  return others;
}

it("a deleted loop is looked at, approved by another, and comes back once, with one email and nothing else changed", async () => {
  const { accountId, email, loopId } = await wholePerson();
  await wholePerson();
  await copyNow();
  const whole = rest();
  remove("loops", loopId);
  const lost = rest();

  const id = ask(email);
  expect(db.select().from(jobs).all()).toContainEqual(
    expect.objectContaining({ kind: "restore-account", subjectId: id, state: "waiting" }),
  );
  await run(id);
  expect(rest()).toEqual(lost);
  expect(requestOf(id)).toMatchObject({
    ...{ state: "waiting", accountId, copyName: expect.stringMatching(/^nightly\/loop-/) },
    report: { rows: { loops: 1, entries: 1, photos: 2 }, conflicts: [], missingFiles: [] },
  });
  // Nobody has approved it, so the job has nothing more to do.
  await run(id);
  expect([rest(), readdirSync(work)]).toEqual([lost, []]);

  // Newer copies no longer have it: what was checked comes back.
  await copyNow();
  approve(id);
  await run(id);
  expect(rest()).toEqual(whole);
  expect(requestOf(id)).toMatchObject({ state: "done", doneAt: expect.any(Date) });
  await run(id);
  expect([rest(), readdirSync(work)]).toEqual([whole, []]);
  expect(countOf(`emails WHERE kind = 'account_restored' AND to_email = '${email}'`)).toBe(1);
  const events = `audit_events WHERE action = 'accounts.restore' AND object_id = '${accountId}'`;
  expect(countOf(events)).toBe(1);
  expect(countOf(`${events} AND staff_id = '${joan.id}' AND after LIKE '%${sunil.id}%'`)).toBe(1);
});

it("a whole account comes back, and its owner is told how to sign in", async () => {
  const { accountId, email } = await wholePerson();
  await copyNow();
  const whole = rest();
  remove("accounts", accountId);
  const id = ask(email);
  await run(id);
  approve(id);
  await run(id);
  expect(rest()).toEqual(whole);
  const told = rawConnection()
    .prepare("SELECT text_body FROM emails WHERE kind = 'account_restored' AND account_id = ?")
    .pluck()
    .get(accountId);
  expect(told).toContain("from a copy: your account, 1 loop, 1 week, ");
  expect(told).toContain("the password you had");
});

it("a request that is withdrawn while the copy is fetched brings nothing back", async () => {
  const { accountId, loopId } = await wholePerson();
  await copyNow();
  remove("loops", loopId);
  const id = ask(accountId, loopId);
  await run(id);
  approve(id);
  const slow: Copies = {
    ...nightly,
    async download(key, toFile) {
      await nightly.download(key, toFile);
      expect(withdrawRestore(id, "It was meant", sunil.id, new Date())).toEqual({ ok: true });
    },
  };
  await run(id, { replica, nightly: slow });
  expect([has("loops", loopId), requestOf(id).state, readdirSync(work)]).toEqual([false, "withdrawn", []]);
});

it("what a killed worker left is removed by the next one, which goes on from a fresh copy", async () => {
  const { email, loopId } = await wholePerson();
  await copyNow();
  remove("loops", loopId);
  const id = ask(email);
  const left = join(work, `restore-${id}`);
  const leave = () => {
    mkdirSync(left, { recursive: true });
    writeFileSync(join(left, "copy.db"), "half a copy");
  };
  leave();
  await run(id);
  expect([requestOf(id).state, existsSync(left)]).toEqual(["waiting", false]);
  leave();
  expect(declineRestore(id, "It was meant", sunil.id, new Date())).toEqual({ ok: true });
  await run(id);
  expect([requestOf(id).state, existsSync(left), has("loops", loopId)]).toEqual(["declined", false, false]);
});

it("whoever asked for erasure is refused when it is looked at, and when it comes back", async () => {
  const [erased, leaving] = [person("Ada"), await wholePerson()];
  await copyNow();
  remove("accounts", erased.id);
  rawConnection().prepare("INSERT INTO erased_accounts VALUES (?, ?)").run(erased.id, Date.now());
  await exchangeErasedList(nightly, new Date());
  const one = ask(erased.email);
  await run(one);
  expect(requestOf(one)).toMatchObject({
    state: "refused",
    refusal: expect.stringContaining("asked us to delete it"),
  });

  remove("loops", leaving.loopId);
  const other = ask(leaving.email);
  await run(other);
  approve(other);
  const due = rawConnection().prepare("UPDATE accounts SET deletion_due_at = ? WHERE id = ?");
  due.run(Date.now() + 86_400_000, leaving.accountId);
  await run(other);
  expect(requestOf(other)).toMatchObject({
    state: "refused",
    refusal: expect.stringContaining("asked us to delete it"),
  });
  expect([has("accounts", erased.id), has("loops", leaving.loopId)]).toEqual([false, false]);
});

it("more than was approved waits for another decision", async () => {
  const { accountId, loopId } = await wholePerson();
  const later = loopOf(accountId);
  await copyNow();
  remove("loops", loopId);
  const id = ask(accountId);
  await run(id);
  approve(id);
  remove("loops", later.id);
  await run(id);
  expect(requestOf(id)).toMatchObject({
    ...{ state: "waiting", decidedByStaffId: null },
    report: { rows: { loops: 2 } },
  });
  expect([has("loops", loopId), has("loops", later.id)]).toEqual([false, false]);
  approve(id);
  await run(id);
  expect([has("loops", loopId), has("loops", later.id)]).toEqual([true, true]);
});

it("says why it cannot come back: nothing is missing, nobody of that name, no copy, the copy is gone, no room", async () => {
  const { accountId, loopId } = await wholePerson();
  const refusalOf = async (id: string, from: { replica: Replica; nightly: Copies } = backups) => {
    await run(id, from);
    const { state, refusal } = requestOf(id);
    expect([state, readdirSync(work)]).toEqual(["refused", []]);
    return refusal;
  };
  expect(await refusalOf(ask(accountId))).toContain("no nightly copy yet");
  const key = await copyNow();
  expect(await refusalOf(ask(accountId))).toContain("Nothing is missing");
  expect(await refusalOf(ask("nobody@example.com"))).toContain("doesn’t have the account nobody@example.com");
  const early = new Date(Date.now() - 20 * 86_400_000);
  expect(await refusalOf(ask(accountId, "", early))).toContain("no copy from before that moment");
  const recent = new Date(Date.now() - 2 * 86_400_000);
  expect(await refusalOf(ask(accountId, "", recent))).toContain(`no copy of ${recent.toISOString()}`);

  remove("loops", loopId);
  const id = ask(accountId);
  await run(id);
  approve(id);
  await nightly.remove(key);
  await copyNow();
  expect(await refusalOf(id)).toContain("no longer there");
  expect(has("loops", loopId)).toBe(false);

  files.statfs = (async () => ({ bavail: 1, bsize: 4096 })) as unknown as typeof statfs;
  syncBuiltinESMExports();
  expect(await refusalOf(ask(accountId))).toMatch(/^There’s no room to .+ too little\. Enlarge the volume, or /);
});

it("what was approved waits for room on the disk, leaves nothing there, and comes back once there is room", async () => {
  const { accountId, loopId } = await wholePerson();
  await copyNow();
  remove("loops", loopId);
  const id = ask(accountId);
  await run(id);
  approve(id);
  files.statfs = (async () => ({ bavail: 1, bsize: 4096 })) as unknown as typeof statfs;
  syncBuiltinESMExports();
  await expect(run(id)).rejects.toThrow(/^There’s no room to .+ too little/);
  expect([requestOf(id).state, has("loops", loopId), readdirSync(work)]).toEqual(["approved", false, []]);
  files.statfs = asItIs;
  syncBuiltinESMExports();
  await run(id);
  expect([requestOf(id).state, has("loops", loopId)]).toEqual(["done", true]);
});

it("what somebody asked for who has left since is not approved", async () => {
  const { accountId } = await wholePerson();
  await copyNow();
  remove("accounts", accountId);
  const id = ask(accountId);
  await run(id);
  const now = new Date();
  deactivateStaff({ staffId: joan.id, reason: "Left" }, { staffId: sunil.id }, now);
  expect(approveRestore(id, sunil.id, now)).toEqual({ ok: false, reason: "asker_left" });
  rawConnection().prepare("UPDATE staff SET is_active = 1 WHERE id = ?").run(joan.id);
  expect(approveRestore(id, sunil.id, now)).toEqual({ ok: true });
});

it("a bucket that does not respond is asked again, and what nobody finished in a week is not done", async () => {
  const { accountId, loopId } = await wholePerson();
  await copyNow();
  remove("loops", loopId);
  const id = ask(accountId);
  bucket.failure = "deny";
  await expect(run(id)).rejects.toThrow();
  bucket.failure = null;
  expect([requestOf(id).state, readdirSync(work)]).toEqual(["checking", []]);
  await run(id);
  approve(id);
  const later = new Date(Date.now() + 7 * 86_400_000);
  await run(id, backups, later);
  expect([requestOf(id).state, has("loops", loopId)]).toEqual(["approved", false]);
});

it("nobody is two: not the same person, nor one who was added this week, and it is asked for once", async () => {
  const { accountId } = await wholePerson();
  await copyNow();
  remove("accounts", accountId);
  const id = ask(accountId);
  const now = new Date();
  expect(approveRestore(id, sunil.id, now)).toEqual({ ok: false, reason: "not_waiting" });
  await run(id);
  const asked = { account: accountId.toUpperCase(), loopId: "", moment: null, reason: "Again" };
  expect(askRestore(asked, sunil.id, now)).toEqual({ ok: false, reason: "already_asked" });
  expect(approveRestore(id, joan.id, now)).toEqual({ ok: false, reason: "own_request" });
  const added = await colleague("super_admin");
  rawConnection()
    .prepare(
      `INSERT INTO audit_events (staff_id, action, object_type, object_id, at, previous_hash, hash)
       VALUES (?, 'staff.add', 'staff', ?, ?, '', 'x')`,
    )
    .run(sunil.id, added.id, now.getTime() - 86_400_000);
  expect(approveRestore(id, added.id, now)).toEqual({ ok: false, reason: "not_two" });
  expect(withdrawRestore(id, "Not mine", added.id, now)).toEqual({ ok: false, reason: "not_yours" });
  expect(requestOf(id).state).toBe("waiting");
  expect(withdrawRestore(id, "It was meant", joan.id, now)).toEqual({ ok: true });
  expect(approveRestore(id, sunil.id, now)).toEqual({ ok: false, reason: "not_waiting" });
});
