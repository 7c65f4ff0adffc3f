import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { restoreRequests } from "#db/schema";
import type { Copies, Replica } from "~/adapters/backups/contract";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { REPLICA_DAYS } from "~/domain/system/backups/backup-limits";
import { workOnRestore } from "~/domain/system/backups/restore-work.server";
import { NOW } from "../../../../support/people";
import { colleague } from "../../../people/staff/colleagues";

const joan = await colleague("super_admin");

/** A bucket that holds nothing. */
const replica: Replica = {
  newest: async () => null,
  bytes: async () => null,
  restore: async () => false,
  version: async () => "",
};
const nightly: Copies = {
  put: () => Promise.reject(new Error("Nothing is put.")),
  list: async () => [],
  download: () => Promise.reject(new Error("Nothing is there.")),
  remove: async () => undefined,
  readErased: async () => null,
  writeErased: async () => undefined,
};

/** What becomes of a request for the state of that many milliseconds before it. */
async function workOn(age: number | null, given: Partial<typeof restoreRequests.$inferInsert> = {}, isSet = true) {
  const moment = age === null ? null : new Date(NOW.getTime() - age);
  const row = { account: "ada@example.com", reason: "A wrong query", moment, requestedByStaffId: joan.id };
  const { id } = db
    .insert(restoreRequests)
    .values({ ...row, createdAt: NOW, ...given })
    .returning()
    .get();
  await workOnRestore(isSet ? { replica, nightly } : null, id, NOW);
  const { state, refusal } = db.select().from(restoreRequests).where(eq(restoreRequests.id, id)).get() ?? {};
  return [state, refusal];
}

it.each<[string, number | null, string]>([
  ["of the replica’s days, to the millisecond, is looked for in it", REPLICA_DAYS * DAY_MS, "holds no copy of "],
  ["of before is looked for in the nightly copies", REPLICA_DAYS * DAY_MS + 1, "no copy from before that moment"],
  ["that isn’t named is looked for in them too", null, "no nightly copy yet"],
])("a moment %s", async (_, age, refusal) => {
  expect(await workOn(age)).toEqual(["refused", expect.stringContaining(refusal)]);
});

it("what can’t be looked for is refused, or left as it is", async () => {
  expect(await workOn(null, {}, false)).toEqual(["refused", "No bucket is set any more, so there is no copy."]);
  expect(await workOn(null, { copyName: "loop-1" })).toEqual(["refused", expect.stringContaining("no longer there")]);
  expect(await workOn(null, { state: "waiting" })).toEqual(["waiting", null]);
  const createdAt = new Date(NOW.getTime() - 7 * DAY_MS);
  expect(await workOn(null, { state: "approved", createdAt })).toEqual(["approved", null]);
});
