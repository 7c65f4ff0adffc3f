import { expect, it } from "vitest";
import { restoreForm } from "~/domain/privacy/erasure/forms";

const asked = { account: "ada@example.com", loopId: "", reason: "Deleted by mistake" };

it.each([
  ["", null],
  [undefined, null],
  ["2026-11-22 09:30", new Date("2026-11-22T09:30:00Z")],
  ["2026-07-01T09:30:15", new Date("2026-07-01T08:30:00Z")],
])("the moment “%s” of a restore is %s", (moment, read) => {
  expect(restoreForm.parse({ ...asked, moment }).moment).toEqual(read);
});

it.each(["2026-02-30 09:30", "2026-11-22", "2026-11-22 24:00", "yesterday"])("“%s” is no moment", (moment) => {
  const { error } = restoreForm.safeParse({ ...asked, moment });
  expect(error?.issues.map(({ message }) => message)).toEqual([
    "Please enter a day and a time, such as 2026-11-22 09:30",
  ]);
});
