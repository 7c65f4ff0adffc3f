import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { db } from "#db/client.server";
import { alarms } from "#db/schema";
import { openAlarms } from "~/domain/kernel/alarms/alarms.server";
import { reportLostFiles } from "~/domain/system/files/file-alarms.server";
import { NOW } from "../../../support/people";

beforeEach(() => {
  db.delete(alarms).run();
});
const report = (loopId: string, ...findings: string[]) => reportLostFiles({ loopId, accountId: "ada" }, findings, NOW);
const said = () => openAlarms().map(({ message }) => message);

it("what staff resolved for one loop is told of another, and of the same one when something else was found meanwhile", () => {
  report("one", "Week 1: lost.");
  const resolved = { resolvedAt: NOW, resolvedByStaffId: "joan", resolvedReason: "They know." };
  db.update(alarms).set(resolved).where(eq(alarms.kind, "stored_files_damaged")).run();
  report("one", "Week 1: lost.");
  expect(said()).toEqual([]);
  report("two", "Week 1: lost.");
  report("two", "Week 2: lost.");
  expect(said()).toEqual(["Loop two of account ada. Week 2: lost."]);
  report("two", "Week 1: lost.");
  expect(said()).toEqual(["Loop two of account ada. Week 1: lost."]);
});

it.each([
  [12, /^Loop one of account ada\. (?:File \d+\. ?){12}$/],
  [13, /^Loop one of account ada\. (?:File \d+\. ){12}And 1 more\.$/],
])("an alarm about %s files names twelve at most", (count, message) => {
  report("one", ...Array.from({ length: count }, (_, place) => `File ${place + 10}.`));
  expect(said()).toEqual([expect.stringMatching(message)]);
});
