import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { getTableColumns, getTableName } from "drizzle-orm";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { rawConnection } from "#db/client.server";
import { applyMigrations } from "#db/migrations.server";
import { settings } from "~/adapters/settings.server";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { PERSONAL_DATA } from "~/domain/privacy/personal-data/personal-data.server";
import { AHEAD, findMissed, GROUPS, TIME } from "~/domain/system/backups/missed-rows.server";
import { NOW } from "../../../support/people";
import { type WholePerson, wholePerson } from "../../../support/whole-person";

/** The last copy that the old machine made is a minute after everything that both have. */
const COPIED = NOW.getTime() + 60_000;
const AFTER = COPIED + 1_000;
/** When the new machine went on. */
const LATER = COPIED + 60_000;

let person: WholePerson;
let other: WholePerson;
let files: { old: string; current: string };

beforeAll(async () => {
  [person, other] = [await wholePerson(), await wholePerson()];
  rawConnection().prepare("INSERT INTO settings (key, value, updated_at) VALUES ('last', '1', ?)").run(COPIED);
});
beforeEach(() => {
  const folder = mkdtempSync(join(settings.dataFolder, "missed-"));
  files = { old: join(folder, "old.db"), current: join(folder, "current.db") };
  for (const file of Object.values(files)) rawConnection().prepare("VACUUM INTO ?").run(file);
});

function change(file: string, sql: string, values: readonly unknown[] = []) {
  const connection = new SqliteFile(file);
  connection.prepare(sql).run(...values);
  connection.close();
}

const missed = () => findMissed(files.old, files.current).groups.flatMap(({ rows }) => rows);
const write = (file: string, words: string, at: number) =>
  change(file, "UPDATE drafts SET content = ?, updated_at = ? WHERE loop_id = ?", [words, at, person.loopId]);

it("what the new machine wrote, changed and deleted since is not missed", () => {
  write(files.current, "written here", LATER);
  change(files.current, "UPDATE orders SET status = 'CANCELLED', updated_at = ?", [LATER]);
  change(files.current, "DELETE FROM photos WHERE loop_id = ?", [person.loopId]);
  change(files.current, "DELETE FROM accounts WHERE id = ?", [other.accountId]);
  expect(findMissed(files.old, files.current)).toEqual({ sharedUntil: new Date(COPIED), groups: [] });
});

it("words that the old one saved after its last copy are missed, also where others were written since", () => {
  write(files.old, "words that are lost", AFTER);
  const [lost] = missed();
  expect(lost).toMatchObject({
    ...{ table: "drafts", isMissing: false, account: { id: person.accountId, email: person.email } },
    values: { content: "words that are lost" },
  });
  write(files.current, "written here", LATER);
  expect(missed()).toHaveLength(1);
  write(files.current, "words that are lost", AFTER);
  expect(missed()).toEqual([]);
});

it("an email that is due next week, on both, hides nothing that is missed", () => {
  for (const file of Object.values(files))
    change(file, "UPDATE loops SET next_email_at = ? WHERE id = ?", [COPIED + 7 * DAY_MS, person.loopId]);
  write(files.old, "words that are lost", AFTER);
  write(files.current, "written here", LATER);
  expect(missed()).toHaveLength(1);
});

/** They say when something was, and never when it will be. A new time belongs here or in `AHEAD`. */
const OF_THE_PAST = (
  "at answered approved archived begun cancelled closed completed copy created decided delivered done email_verified " +
  "emails_paused ended erased failed finished first_tried handed_over kept last_seen last_signed_in left lines_read " +
  "newest ok open_again opened paid password_prompt_dismissed paused printing privacy_accepted processed quoted raised " +
  "read received redeemed refused removed resolved returned reviewed revoked saved seal_asked seal_opened seen sent " +
  "shipped slowed spent start_requested started terms_accepted updated used voided written"
)
  .split(" ")
  .map((name) => (name === "at" ? name : `${name}_at`));

it("of every time in the database is known whether it may lie ahead", () => {
  const times = rawConnection()
    .prepare<[], string>(
      "SELECT DISTINCT c.name FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c WHERE t.schema = 'main' AND t.type = 'table'",
    )
    .pluck()
    .all()
    .filter((name) => TIME.test(name));
  expect(times.filter((name) => !AHEAD.test(name)).sort()).toEqual([...OF_THE_PAST].sort());
});

it("a caption that the old one saved after its last copy is missed, although a photo has no time of it", () => {
  change(files.old, "UPDATE photos SET caption = 'Our gate' WHERE loop_id = ?", [person.loopId]);
  expect(missed()).toEqual([]);
  change(files.old, "UPDATE loops SET updated_at = ? WHERE id = ?", [AFTER, person.loopId]);
  const [lost] = missed().filter(({ table }) => table === "photos");
  expect(lost).toMatchObject({
    ...{ isMissing: false, account: { id: person.accountId } },
    values: { caption: "Our gate" },
  });
});

it("a row that the old one committed late, with an earlier time than its last copy, is missed too", () => {
  write(files.old, "words that are lost", COPIED - 500);
  change(files.current, "DELETE FROM entry_versions WHERE loop_id = ?", [person.loopId]);
  change(files.old, "UPDATE entry_versions SET written_at = ? WHERE loop_id = ?", [COPIED - 500, person.loopId]);
  expect(missed().map(({ table, isMissing }) => [table, isMissing])).toEqual([
    ["entry_versions", true],
    ["drafts", false],
  ]);
});

it("an account that was made on the old one is missed with all that is its own, and without what opens it", async () => {
  const made = await wholePerson();
  files.old = `${files.old}-with-one-more`;
  rawConnection().prepare("VACUUM INTO ?").run(files.old);
  for (const file of Object.values(files)) change(file, "DELETE FROM settings WHERE key = 'last'");
  const rows = missed();
  const theirs = new Set(rows.filter(({ account }) => account?.id === made.accountId).map(({ table }) => table));
  expect([...theirs]).toEqual(
    expect.arrayContaining(["accounts", "loops", "entries", "drafts", "photos", "orders", "payments", "vouchers"]),
  );
  expect(rows.every(({ isMissing }) => isMissing)).toBe(true);
  const secret = PERSONAL_DATA.flatMap(({ table, leftOut = {} }) =>
    Object.entries(leftOut)
      .filter(([, why]) => /check value|in the mailbox/.test(why ?? ""))
      .map(([column]) => [getTableName(table), getTableColumns(table)[column]?.name ?? ""] as const),
  );
  const told = rows.flatMap(({ table, values }) =>
    secret.flatMap(([of, column]) => (of === table && column in values ? [values[column]] : [])),
  );
  expect(told.length).toBeGreaterThan(5);
  expect(new Set(told)).toEqual(new Set(["not shown"]));
  expect(rows.find(({ table }) => table === "accounts")?.values).toMatchObject({ email: made.email });
});

it("nobody who was erased since is written down again", () => {
  write(files.old, "words of somebody", AFTER);
  change(files.old, "UPDATE enquiries SET email = ?, at = ?", [person.email, AFTER]);
  change(files.current, "INSERT INTO erased_accounts (account_id, erased_at) VALUES (?, ?)", [person.accountId, LATER]);
  change(files.current, "DELETE FROM accounts WHERE id = ?", [person.accountId]);
  expect(missed()).toEqual([]);
});

it("databases of two shops have nothing in common", () => {
  files.current = `${files.current}-of-another`;
  const connection = new SqliteFile(files.current);
  applyMigrations(connection);
  connection.close();
  expect(findMissed(files.old, files.current).sharedUntil).toBeNull();
});

it("everything that customers are given of their data is compared, but what signs them in", () => {
  const signIns = ["sessions", "access_tokens", "one_time_codes"];
  const theirs = PERSONAL_DATA.filter(({ notExported }) => !notExported).map(({ table }) => getTableName(table));
  const compared = GROUPS.flatMap(({ tables }) => tables.map(getTableName));
  expect(theirs.filter((name) => !compared.includes(name) && !signIns.includes(name))).toEqual(["audit_events"]);
});
