import { expect, it } from "vitest";
import { formatMissed } from "~/domain/system/backups/missed-report.server";
import { NOW } from "../../../support/people";

const account = { id: "anna1", email: "anna@customer.example" };

it("the file says whose words are missing, since when, what to do about it, and how to delete the file", () => {
  const rows = [
    {
      table: "drafts",
      key: "d1",
      account,
      isMissing: false,
      values: { content: "One line\nand another", updated_at: NOW.getTime() },
    },
    { table: "entries", key: "e1", account, isMissing: true, values: { highlight: "A seal!" } },
    { table: "emails", key: "m1", account: null, isMissing: true, values: { to_email: "x@customer.example" } },
  ];
  const report = formatMissed(
    { sharedUntil: NOW, groups: [{ what: "Weeks", advice: "Write to them.", rows }] },
    { old: "/data/loop.db", file: "/data/newer/missed.txt", now: NOW },
  );
  expect(report).toContain("the copies of this shop lack of /data/loop.db: 3 rows");
  expect(report).toContain(`The newest that both have is from ${NOW.toISOString()}`);
  expect(report).toContain("rm /data/newer/missed.txt /data/newer/old.db");
  expect(report).toContain("## Weeks: 3\n\nWrite to them.");
  expect(report).toContain(
    "drafts d1 of anna@customer.example (anna1): the new machine has another\n  content: One line\n    and another",
  );
  expect(report).toContain(`  updated at: ${NOW.toISOString()}`);
  expect(report).toContain("entries e1 of anna@customer.example (anna1): missing");
  expect(report).toContain("emails m1: missing");
  expect(report.match(/npm run restore -- --account anna1 --from \S+ --apply/g)).toHaveLength(1);
});

it("nothing is offered to come back where rows are there with other words", () => {
  const rows = [{ table: "entries", key: "e1", account, isMissing: false, values: { highlight: "A seal!" } }];
  const report = formatMissed(
    { sharedUntil: NOW, groups: [{ what: "Weeks", advice: "", rows }] },
    { old: "/data/loop.db", file: "/data/newer/missed.txt", now: NOW },
  );
  expect(report).not.toContain("npm run restore");
});
