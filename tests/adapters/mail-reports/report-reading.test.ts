import { expect, it } from "vitest";
import { kindOfFinal } from "~/adapters/mail-reports/report-reading";

it.each([
  ["5.1.1", "", "bounced"],
  ["5.1.10", "", "bounced"],
  ["5.2.1", "", "bounced"],
  ["5.0.0", "", "bounced"],
  [null, "550 No such user", "bounced"],
  ["", "550 5.1.1 No such user", "bounced"],
  ["550", "user unknown at 5.9.12.1", "bounced"],
  ["5.0.0", "552 5.2.2 Mailbox full", "delayed"],
  [null, "554 5.7.1 Listed at a block list", "delayed"],
  ["5.7.1", "", "delayed"],
  ["5.1.8", "Bad sender", "delayed"],
  ["5.4.4", "No route", "delayed"],
  ["4.2.2", "Mailbox full", "delayed"],
])("what a provider calls final with the status %j and %j has %s", (status, reply, kind) => {
  expect(kindOfFinal(status, reply)).toBe(kind);
});
