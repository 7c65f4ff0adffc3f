import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { jobs, restoreRequests } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { NIGHTLY_DAYS } from "~/domain/system/backups/backup-limits";
import {
  conflictsInWords,
  formatWhatIsMissed,
  hasLapsed,
  isWithin,
  RESTORE_REQUEST_DAYS,
} from "~/domain/system/backups/restore-requests";
import {
  approveRestore,
  askRestore,
  declineRestore,
  listRestoreRequests,
  restoreRequestData,
  withdrawRestore,
} from "~/domain/system/backups/restore-requests.server";
import { NOW } from "../../../support/people";
import { colleague } from "../../people/staff/colleagues";

const [joan, sunil, bea] = await Promise.all([
  colleague("super_admin"),
  colleague("super_admin"),
  colleague("super_admin"),
]);
const before = (ms: number) => new Date(NOW.getTime() - ms);
const AGE = RESTORE_REQUEST_DAYS * DAY_MS;

const { backups } = settings;
beforeEach(() => {
  Object.assign(settings, { backups: {} });
  for (const table of [restoreRequests, jobs]) db.delete(table).run();
});
afterEach(() => {
  Object.assign(settings, { backups });
});

const ask = (account = "ada@example.com", loopId = "", moment: Date | null = null) =>
  askRestore({ account, loopId, moment, reason: "A wrong query" }, joan.id, NOW);

/** A request of Joan's in this state, made that long ago. */
const request = (state: (typeof restoreRequests.$inferInsert)["state"], age = 0, given = {}) =>
  db
    .insert(restoreRequests)
    .values({
      ...{ account: "ada@example.com", reason: "A wrong query", state },
      ...{ requestedByStaffId: joan.id, createdAt: before(age), ...given },
    })
    .returning()
    .get().id;
const rowOf = (id: string) => db.select().from(restoreRequests).where(eq(restoreRequests.id, id)).get();

describe("what is asked for", () => {
  it.each([
    ["the present", 0, true],
    ["a moment of the future", -1, "future"],
    ["a moment of which the last copy is there", NIGHTLY_DAYS * DAY_MS, true],
    ["an earlier moment", NIGHTLY_DAYS * DAY_MS + 1, "too_old"],
  ])("of %s is taken, or refused with its reason", (_, age, result) => {
    expect(ask("ada@example.com", "", before(age))).toMatchObject(
      result === true ? { ok: true } : { ok: false, reason: result },
    );
  });

  it("is refused without a bucket", () => {
    Object.assign(settings, { backups: null });
    expect(ask()).toEqual({ ok: false, reason: "no_bucket" });
  });

  it.each([
    ["the same, in capitals", ["ADA@EXAMPLE.COM", ""], "waiting", AGE - 1, false],
    ["somebody else’s", ["ben@example.com", ""], "waiting", 0, true],
    ["one loop of theirs", ["ada@example.com", "l1"], "waiting", 0, true],
    ["the same after it was declined", ["ada@example.com", ""], "declined", 0, true],
    ["the same after it lapsed", ["ada@example.com", ""], "waiting", AGE, true],
  ] as const)("beside another request may be %s", (_, [account, loopId], state, age, isTaken) => {
    request(state, age);
    expect(ask(account, loopId).ok).toBe(isTaken);
  });

  it("of a loop is asked for once, and another loop beside it", () => {
    expect([ask("a", "l1").ok, ask("a", "l2").ok, ask("a", "").ok]).toEqual([true, true, true]);
    expect(ask("a", "l1")).toEqual({ ok: false, reason: "already_asked" });
  });
});

it("a request is decided and withdrawn for seven days, alone, by those whose it is", () => {
  const [mine, other] = [request("waiting", AGE - 1), request("waiting", 0, { account: "ben@example.com" })];
  const untouched = rowOf(other);
  expect(approveRestore(request("waiting", AGE), sunil.id, NOW)).toEqual({ ok: false, reason: "not_waiting" });
  expect(declineRestore("of-nobody", "No", sunil.id, NOW)).toEqual({ ok: false, reason: "not_found" });
  expect(approveRestore(mine, sunil.id, NOW)).toEqual({ ok: true });
  expect(withdrawRestore(mine, "No", bea.id, NOW)).toEqual({ ok: false, reason: "not_yours" });
  expect(withdrawRestore("of-nobody", "No", joan.id, NOW)).toEqual({ ok: false, reason: "not_found" });
  for (const id of [request("waiting", AGE), request("done")])
    expect(withdrawRestore(id, "No", joan.id, NOW)).toEqual({ ok: false, reason: "not_open" });
  expect(withdrawRestore(mine, "It was meant", sunil.id, NOW)).toEqual({ ok: true });
  expect([rowOf(mine)?.state, rowOf(other)]).toEqual(["withdrawn", untouched]);
});

it("a request is shown with its own job’s last failure, and as lapsed after seven days", () => {
  const [lapsed, id] = [request("waiting", AGE), request("checking")];
  const job = { runAfter: NOW, state: "dead" as const };
  const failed = (kind: string, subjectId: string, failure: string, second: number) =>
    db
      .insert(jobs)
      .values({ ...job, kind, subjectId, failure, createdAt: before(-second) })
      .run();
  failed("restore-account", id, "The bucket didn’t answer.", 1);
  failed("restore-account", lapsed, "Of another.", 2);
  failed("render-book", id, "Of another kind.", 3);
  expect(restoreRequestData(id, NOW)).toMatchObject({
    ...{ state: "checking", failure: "The bucket didn’t answer.", isGivenUp: true },
    request: { id },
  });
  expect(restoreRequestData("of-nobody", NOW)).toBeUndefined();
  expect(listRestoreRequests(NOW).map(({ state }) => state)).toEqual(["checking", "lapsed"]);
});

it("what lapsed, would be missed and was approved is told in numbers", () => {
  const since = (age: number, state = "approved") => hasLapsed({ state, createdAt: before(age) }, NOW);
  expect([since(AGE - 1), since(AGE), since(AGE, "done")]).toEqual([false, true, false]);
  expect(formatWhatIsMissed({ loops: 1, photos: 0, emails: 3 })).toBe("1 loop");
  expect(formatWhatIsMissed({ emails: 3, "orders.account_id": 1 })).toBe("1 order and 3 emails");
  expect(formatWhatIsMissed({})).toBe("nothing");
  expect(conflictsInWords([{ table: "entries" }, { table: "photos" }, { table: "photos" }])).toEqual([
    "1 week",
    "2 photos",
  ]);
  const approved = { loops: 1, photos: 2 };
  const isApproved = (table: string, count: number) => isWithin({ [table]: count }, approved);
  expect([isApproved("photos", 2), isApproved("photos", 3), isApproved("emails", 1)]).toEqual([true, false, false]);
});
